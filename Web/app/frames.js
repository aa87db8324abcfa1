// One animation loop for everything that moves.

/** @typedef {(seconds: number, now: number) => void} Drawer Seconds since the last frame, at most 0.1. */

/** @type {Set<Drawer>} */
const drawers = new Set();
let request = 0;
let last = 0;

/** @param {number} now */
function frame(now) {
  request = drawers.size > 0 ? requestAnimationFrame(frame) : 0;
  const seconds = Math.min(0.1, Math.max(0, (now - last) / 1000));
  last = now;
  for (const drawer of drawers) drawer(seconds, now);
}

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
