// One animation loop for everything that moves.

/** @typedef {(seconds: number, now: number) => void} Drawer Seconds since the last frame, at most 0.1. */

/** @type {Set<Drawer>} */
const drawers = new Set();
/** @type {Drawer | null} */
let preparer = null;
let request = 0;
let last = 0;

/** @param {number} now */
function frame(now) {
  request = drawers.size > 0 ? requestAnimationFrame(frame) : 0;
  const seconds = Math.min(0.1, Math.max(0, (now - last) / 1000));
  last = now;
  preparer?.(seconds, now);
  for (const drawer of drawers) drawer(seconds, now);
}

/**
 * Does something at the beginning of every frame, before anything is drawn, so that all that is drawn in it is of the same.
 *
 * @param {Drawer} drawer
 */
export function beforeDrawing(drawer) { preparer = drawer; }

/**
 * Draws at every frame from now on. Browsers pause this while the page is hidden.
 *
 * @param {Drawer} drawer
 */
export function startDrawing(drawer) {
  drawers.add(drawer);
  if (request === 0) { last = performance.now(); request = requestAnimationFrame(frame); }
}

/** @param {Drawer} drawer */
export function stopDrawing(drawer) { drawers.delete(drawer); }
