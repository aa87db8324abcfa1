// What the views draw: the engine's state, steadied for the eye, once a frame.

import { startDrawing } from '../app/frames.js';
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

const silence = emptyState(48000);

/** Whether a panel is shown that has targets of its own, and says itself what it hears. */
export const hearsForItself = () => ['piano', 'bells', 'practice'].includes(document.documentElement.dataset.shown ?? '');

/** Whether each note is shown as it began, and no more of it: of a microphone of this device. */
export const isFreezing = () => settings.get('freeze') && !session.remote && !session.simulated;

/** What is shown instead of the newest state, if something is: nothing, until what finds it is loaded. */
export const instead = { state: () => /** @type {import('../engine/types.js').EngineState | null} */ (isFreezing() ? silence : null) };

export const heard = {
  state: session.state,
  /** Whether there is a note to show now. */
  active: false,
  /** The last note that was shown. */
  note: 69,
  /** Where the sound is, in semitones as MIDI numbers count, following smoothly. */
  position: 69,
  /** Cents to the target, following smoothly. */
  cents: 0,
  /** 0.5 at rest, 1 while a note sounds: how bright the views are. */
  brightness: 0.5,
  /** 0...1, glowing while in tune. */
  glow: 0,
  /** Seconds since a note sounded. */
  quiet: 10,
};

/**
 * @param {number} seconds
 */
function follow(seconds) {
  const other = hearsForItself() ? silence : instead.state();
  const state = other ?? session.state;
  heard.state = state;
  heard.active = state.voiced;
  heard.quiet = state.voiced ? 0 : heard.quiet + seconds;
  // What is hidden is hidden at once.
  if (other && !state.voiced) heard.quiet = Math.max(2 * idleAfter + seconds, heard.quiet);
  const share = reducedMotion ? 1 : 1 - Math.exp(-seconds / dialTime);
  if (state.voiced) {
    const target = state.note + state.cents / 100;
    const jump = Math.abs(target - heard.position) > 7;
    heard.position += (target - heard.position) * (jump ? 1 : share);
    heard.cents = state.note === heard.note ? heard.cents + (state.cents - heard.cents) * share : state.cents;
    heard.note = state.note;
  } else if (heard.quiet > idleAfter) {
    heard.position += (Math.round(heard.position) - heard.position) * share * 0.3;
    heard.cents += (0 - heard.cents) * share * 0.3;
  }
  const goal = heard.quiet > idleAfter ? 0.5 : 1;
  const step = seconds * 0.5 / (goal < heard.brightness ? idleTime : wakeTime);
  heard.brightness += Math.max(-step, Math.min(step, goal - heard.brightness));
  const glow = state.voiced && state.inTune ? 1 : 0;
  heard.glow += (glow - heard.glow) * (1 - Math.exp(-seconds / 0.15));
}

export function startHearing() { startDrawing(follow); }
