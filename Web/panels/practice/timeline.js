// Where the score is, by the clocks of what is heard and of what is played.

import { heardTime } from '../../session/heard-time.js';

/** @typedef {import('../../engine/types.js').PracticeSnapshot} PracticeSnapshot */
/** @typedef {import('../../engine/types.js').PracticeVoice} PracticeVoice */

/**
 * How the clocks of what is heard and of what is played belong together. `scale` is how many seconds of the context are in one of what is
 * heard; `start` is when the score starts for the context, and `click` when for what is heard; both are null without a click.
 *
 * @typedef {{context: AudioContext, origin: number, scale: number, start: number | null, click: number | null}} Timeline
 */

/**
 * When the score starts, of a player without a click: by the first note, in any octave.
 *
 * @param {PracticeVoice[]} readings
 * @param {PracticeSnapshot | null} snapshot
 * @returns {number | null} In seconds of what is heard; null while nobody plays it.
 */
export function startOf(readings, snapshot) {
  const first = snapshot?.notes[0];
  const start = first && readings.find(({ midi }) => midi !== null && Math.abs((midi - first.midi + 606) % 12 - 6) < 1.5);
  return start ? start.time - (first.due ?? 0) : null;
}

/**
 * @param {Timeline} timeline
 * @param {number | null} zero Without a click, when the score started in what is heard.
 * @param {PracticeSnapshot | null} snapshot
 * @returns {{now: number, zero: number}} Now, in seconds from the start of the score; and its start in what is heard.
 */
export function placeOn({ context, origin, scale, start, click }, zero, snapshot) {
  if (start !== null) return { now: (heardTime(context) - start) / scale, zero: click ?? 0 };
  const heard = (context.currentTime - origin) / scale;
  let [newest, from] = [-1, zero];
  for (const { time, expected, due } of snapshot?.notes ?? []) {
    if (time !== null && expected !== null && due !== null && time > newest) [newest, from] = [time, expected - due];
  }
  return { now: heard - (from ?? heard), zero: from ?? heard };
}
