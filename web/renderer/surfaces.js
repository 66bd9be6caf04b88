// Canvases that are not on the page, and pictures that are painted once.

/** A new canvas of a size [pixels]. On pages of browsers without OffscreenCanvas: an element. */
export function createCanvas(width, height) {
  if (typeof OffscreenCanvas !== "undefined") return new OffscreenCanvas(width, height);
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  return canvas;
}

// The context of the last picture. With a canvas for each one, small pictures take 1.5 times as long.
let easel;

/** A picture of a size [pixels] that paint(context) paints, in the form that is drawn fastest. */
export function createPicture(width, height, paint) {
  if (!easel?.canvas.transferToImageBitmap) easel = createCanvas(width, height).getContext("2d");
  const { canvas } = easel;
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  easel.globalCompositeOperation = "source-over";
  paint(easel);
  return canvas.transferToImageBitmap?.() ?? canvas;
}
