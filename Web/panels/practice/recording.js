// A recording that is followed, as the browser decodes it.

import { PracticeRefusal } from '../../engine/practice/refusal.js';

/** Samples per second, in hertz: the browser resamples to them. */
export const recordingRate = 48_000;
/** The longest recording, in minutes. */
const mostMinutes = 10;
/** No file of that many minutes is larger, in bytes. */
const mostBytes = 400_000_000;

/** What sound files are called, also those that some browsers do not decode. */
const soundName = /\.(wave?|mp[34]|m4a|aac|og[ga]|opus|flac|aif[fc]?|webm|wma|caf|amr|3gp)$/i;

/**
 * The samples of a sound file, all channels mixed.
 *
 * @param {Uint8Array} bytes Of a whole file; they are used up.
 * @param {string} name
 * @returns {Promise<Float32Array>}
 * @throws {PracticeRefusal}
 */
export async function decoded({ buffer, length }, name) {
  if (length > mostBytes) throw new PracticeRefusal('tooLongToFollow', mostMinutes);
  /** @type {AudioBuffer} */
  let sound;
  try {
    sound = await new OfflineAudioContext(1, 1, recordingRate).decodeAudioData(/** @type {ArrayBuffer} */ (buffer));
  } catch { throw new PracticeRefusal(soundName.test(name) ? 'noSound' : 'unknownFile'); }
  if (sound.duration > 60 * mostMinutes) throw new PracticeRefusal('tooLongToFollow', mostMinutes);
  const { numberOfChannels: count } = sound;
  const mixed = new Float32Array(sound.length);
  for (let channel = 0; channel < count; channel += 1) {
    sound.getChannelData(channel).forEach((sample, index) => { mixed[index] += sample / count; });
  }
  return mixed;
}
