// One animation loop for everything that moves: 30 times a second, since each frame has its price whatever changes in it,
// and as often as the screen shows them while something moves fast.

/** @typedef {(seconds: number, now: number) => void} Drawer Seconds since the last frame, at most 0.1. */

/** From a calm frame until the next one is asked for, in milliseconds: on a screen of 60 Hz, every second one is left out. */
const rest = 28;

/** @type {Set<Drawer>} */
const drawers = new Set();
/** @type {Drawer | null} */
let preparer = null;
let isAwaited = false;
/** @type {ReturnType<typeof setTimeout> | undefined} While it rests. */
let timer;
let isHurried = false;
let last = 0;

/** @param {number} now */
function frame(now) {
  const start = performance.now();
  isAwaited = isHurried = false;
  const seconds = Math.min(0.1, Math.max(0, (now - last) / 1000));
  last = now;
  preparer?.(seconds, now);
  for (const drawer of drawers) drawer(seconds, now);
  if (drawers.size === 0) return;
  if (isHurried) ask();
  else timer = setTimeout(ask, start + rest - performance.now());
}

function ask() {
  clearTimeout(timer);
  timer = undefined;
  if (isAwaited) return;
  isAwaited = true;
  requestAnimationFrame(frame);
}

/** Has the next frame come as soon as the screen can show one. Called by what moves fast, at each of its frames. */
export function hurry() {
  isHurried = true;
  if (timer !== undefined) ask();
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
  if (isAwaited || timer !== undefined) return;
  last = performance.now();
  ask();
}

/** @param {Drawer} drawer */
export function stopDrawing(drawer) { drawers.delete(drawer); }
