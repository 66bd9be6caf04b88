// Canvases that are not on the page.

/** A new canvas of a size [pixels]. On pages of browsers without OffscreenCanvas: an element. */
export function createCanvas(width, height) {
  if (typeof OffscreenCanvas !== "undefined") return new OffscreenCanvas(width, height);
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  return canvas;
}

/** What a canvas shows, in the form that is drawn fastest. The canvas must not be used again. */
export function toPicture(canvas) {
  return canvas.transferToImageBitmap?.() ?? canvas;
}
