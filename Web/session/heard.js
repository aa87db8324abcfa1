// What the views draw: one reading of the engine for each frame, steadied for the eye.

import { beforeDrawing, hurry } from '../app/frames.js';
import { settings } from '../app/settings.js';
import { emptyState } from '../engine/state.js';
import { session } from './session.js';
import { reducedMotion } from '../app/theme.js';

/** Seconds that the dial takes for most of its way. */
const dialTime = 0.07;
/** Seconds without a reading before the dial goes to rest, and that it takes. */
const idleAfter = 1;
const idleTime = 1;
const wakeTime = 0.2;
/** From this distance on, in semitones, the dial moves so fast that it needs all frames. */
const farOnDial = 0.02;

const silence = emptyState(48000);

/** Whether a panel is shown that has targets of its own, and says itself what it hears. */
export const hearsForItself = () => ['piano', 'bells', 'practice'].includes(document.documentElement.dataset.shown ?? '');

/** Whether each note is shown as it began, and no more of it: of a microphone of this device. */
export const isFreezing = () => settings.get('freeze') && !session.remote && !session.simulated;

/** What is shown instead of the newest state, if something is: nothing, until what finds it is loaded. */
export const instead = { state: () => /** @type {import('../engine/types.js').EngineState | null} */ (isFreezing() ? silence : null) };

/**
 * @typedef {object} Heard
 * @property {import('../engine/types.js').EngineState} state The reading of this frame.
 * @property {import('../engine/types.js').EngineState | null} last The last reading with a note: that of this frame, if it has one.
 * @property {boolean} active Whether there is a note to show now.
 * @property {number} note The last note that was shown.
 * @property {number} position Where the sound is, in semitones as MIDI numbers count, following smoothly.
 * @property {number} cents Cents to the target, following smoothly.
 * @property {number} brightness 0.5 at rest, 1 while a note sounds: how bright the views are.
 * @property {number} glow 0...1, glowing while in tune.
 * @property {number} quiet Seconds since a note sounded.
 */

/**
 * What is shown in this frame. It is made once, before anything is drawn, and never changes: dial, words, meters, voice and all
 * views show the same reading.
 *
 * @type {Readonly<Heard>}
 */
export let heard = Object.freeze({
  state: session.state, last: null, active: false, note: 69, position: 69, cents: 0, brightness: 0.5, glow: 0, quiet: 10,
});

/**
 * The next frame.
 *
 * @param {number} seconds Since the last one.
 */
function follow(seconds) {
  const other = hearsForItself() ? silence : instead.state();
  const state = other ?? session.state;
  const active = state.voiced;
  let { last, note, position, cents, brightness, glow, quiet } = heard;
  quiet = active ? 0 : quiet + seconds;
  // What is hidden is hidden at once.
  if (other && !active) quiet = Math.max(2 * idleAfter + seconds, quiet);
  const share = reducedMotion ? 1 : 1 - Math.exp(-seconds / dialTime);
  if (active) {
    const target = state.note + state.cents / 100;
    const jump = Math.abs(target - position) > 7;
    position += (target - position) * (jump ? 1 : share);
    if (Math.abs(target - position) > farOnDial) hurry();
    cents = state.note === note ? cents + (state.cents - cents) * share : state.cents;
    [last, note] = [state, state.note];
  } else if (quiet > idleAfter) {
    position += (Math.round(position) - position) * share * 0.3;
    cents += (0 - cents) * share * 0.3;
  }
  const goal = quiet > idleAfter ? 0.5 : 1;
  const step = seconds * 0.5 / (goal < brightness ? idleTime : wakeTime);
  brightness += Math.max(-step, Math.min(step, goal - brightness));
  glow += ((state.verdict === 'good' ? 1 : 0) - glow) * (1 - Math.exp(-seconds / 0.15));
  heard = Object.freeze({ state, last, active, note, position, cents, brightness, glow, quiet });
}

export function startHearing() {
  beforeDrawing(follow);
  // Another note, or another verdict on it, is shown at once.
  let before = session.state;
  session.addEventListener('state', () => {
    const { state } = session;
    if (state.verdict !== before.verdict || state.note !== before.note) hurry();
    before = state;
  });
}
