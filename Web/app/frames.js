// One animation loop for everything that moves: 30 times a second, since each frame has its price whatever changes in it,
// and as often as the screen shows them while something moves fast. While it does not, every second frame is none of the
// screen's, which has nothing to do then unless something changes; and what moves slowly is drawn in the others, all at once.

/** @typedef {(seconds: number, now: number) => void} Drawer Seconds since the last frame, at most 0.1. */

/** From a calm frame until the next one is asked for, in milliseconds: on a screen of 60 Hz, every second one is left out. */
const rest = 28;
/** Between two calm frames, in milliseconds. */
const period = 100 / 3;
/** Between two frames of what moves slowly, in milliseconds: at 60 Hz it is drawn in every third frame, or in every fourth. */
const slowPeriod = 45;

/** @type {Set<Drawer>} */
const drawers = new Set();
/** @type {Set<Drawer>} */
const slowDrawers = new Set();
/** @type {Drawer | null} */
let preparer = null;
let isAwaited = false;
/** @type {ReturnType<typeof setTimeout> | undefined} While it rests. */
let timer;
let isHurried = false;
let last = 0;
let lastSlow = 0;

/** @param {number} now @param {number} before */
const secondsSince = (now, before) => Math.min(0.1, Math.max(0, (now - before) / 1000));

/**
 * A frame of the screen.
 *
 * @param {number} now
 */
function frame(now) {
  const start = performance.now();
  isAwaited = false;
  draw(now);
  if (now - lastSlow >= slowPeriod) {
    const seconds = secondsSince(now, lastSlow);
    lastSlow = now;
    for (const drawer of slowDrawers) drawer(seconds, now);
  }
  goOn(start, between, period);
}

/** A frame between two of the screen. */
function between() {
  const start = performance.now();
  timer = undefined;
  draw(start);
  goOn(start, ask, rest);
}

/** @param {number} now */
function draw(now) {
  isHurried = false;
  const seconds = secondsSince(now, last);
  last = now;
  preparer?.(seconds, now);
  for (const drawer of drawers) drawer(seconds, now);
}

/**
 * @param {number} start Of this frame, in milliseconds.
 * @param {() => void} next
 * @param {number} wait From its start until the next one, in milliseconds.
 */
function goOn(start, next, wait) {
  if (drawers.size + slowDrawers.size === 0) return;
  if (isHurried) ask();
  else timer = setTimeout(next, start + wait - performance.now());
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
 * @param {boolean} [isSlow] Draws 15 to 20 times a second, all that is slow in the same frames.
 */
export function startDrawing(drawer, isSlow = false) {
  (isSlow ? slowDrawers : drawers).add(drawer);
  if (isAwaited || timer !== undefined) return;
  last = lastSlow = performance.now();
  ask();
}

/** @param {Drawer} drawer */
export function stopDrawing(drawer) {
  drawers.delete(drawer);
  slowDrawers.delete(drawer);
}
