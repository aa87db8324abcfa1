// The module of pianos with names for its functions: no audio, no page, so that it runs anywhere.

import {
  lowestPianoKey, pianoByteLimit, pianoKeyCount, pianoParts, pianoSettings, readPianoFacts, readPianoKey, readPianoReading, readPianoUnison,
} from '../../vocabulary/piano.js';
import { FileCore } from '../measured/file-core.js';

/** @typedef {import('../types.js').PianoReading} PianoReading */
/** @typedef {import('../types.js').PianoSnapshot} PianoSnapshot */
/** @typedef {import('../types.js').PianoUnison} PianoUnison */

export class PianoCore extends FileCore {
  /** @param {import('../module.js').Module} module */
  constructor(module) {
    super(module, 'piano', pianoSettings, pianoByteLimit);
    this.keys = this.doubles(pianoParts.keys);
  }

  /** @returns {PianoSnapshot} */
  get snapshot() {
    const keys = Array.from({ length: pianoKeyCount }, (_, index) => ({ midi: lowestPianoKey + index, ...readPianoKey(this.keys, index) }));
    return { ...readPianoFacts(this.doubles(pianoParts.fields)), ...this.fileTexts, keys };
  }

  /**
   * @param {Float32Array} samples
   * @param {Date} now
   * @returns {{reading: PianoReading | null, unison: PianoUnison | null, outcome: import('../types.js').MeasuredOutcome | null}} What is new.
   */
  push(samples, now) {
    const before = this.heard;
    const outcome = this.hear(samples, now);
    const { reading, unison } = this.heard;
    return {
      reading: reading.count === before.reading.count ? null : reading, unison: unison.count === before.unison.count ? null : unison, outcome,
    };
  }

  /** What was heard last. */
  get heard() { return { reading: readPianoReading(this.doubles(pianoParts.reading)), unison: readPianoUnison(this.doubles(pianoParts.unison)) }; }
}
