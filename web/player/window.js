// The size of a program's window on a page.
//
// The program draws in logical units. A window that is resizable fills the free space of the page;
// where the space is smaller than the window's least size, the whole window is shown smaller. Another
// window has the size that the program asked for, and is shown smaller where it does not fit.

/** The window of a program without conf.lua, as in LÖVE. */
export const DEFAULT_WINDOW = {
  title: "", width: 800, height: 600, minWidth: 1, minHeight: 1, isResizable: false,
};

/**
 * Fits a window into the free space of the page.
 *
 * space: { width, height, ratio }: free [CSS pixels], and device pixels per CSS pixel.
 * wanted: see DEFAULT_WINDOW.
 * Returns { width, height } [logical units], `shown`: CSS pixels per unit, and `scale`: device pixels
 * per unit.
 */
export function fit(space, wanted) {
  const width = Math.max(space.width, 1), height = Math.max(space.height, 1);
  const needed = wanted.isResizable
    ? { width: wanted.minWidth, height: wanted.minHeight } : wanted;
  const shown = Math.min(1, width / Math.max(needed.width, 1), height / Math.max(needed.height, 1));
  return {
    width: wanted.isResizable ? Math.max(Math.floor(width / shown), 1) : wanted.width,
    height: wanted.isResizable ? Math.max(Math.floor(height / shown), 1) : wanted.height,
    shown,
    scale: shown * space.ratio,
  };
}
