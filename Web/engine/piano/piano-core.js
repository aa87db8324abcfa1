// The module of pianos, with what is more than a call: no audio, no page, so that it runs anywhere.

import { lowestPianoKey, pianoKeyCount, pianoSettings } from '../../vocabulary/piano.js';
import { FileCore } from '../measured/file-core.js';
import { PianoObject } from '../objects/piano.js';

/** @typedef {import('../types.js').PianoReading} PianoReading */
/** @typedef {import('../types.js').PianoSnapshot} PianoSnapshot */
/** @typedef {import('../types.js').PianoUnison} PianoUnison */

/** @extends {FileCore<PianoObject>} */
export class PianoCore extends FileCore {
  /** @param {import('../module.js').Module} module */
  constructor(module) { super(new PianoObject(module), pianoSettings); }

  /** @returns {PianoSnapshot} */
  get snapshot() {
    const keys = this.object.keys(pianoKeyCount).map((key, index) => ({ midi: lowestPianoKey + index, ...key }));
    return { ...this.object.fields, ...this.fileTexts, keys };
  }

  /**
   * @param {Float32Array} samples
   * @param {Date} now
   * @returns {{reading: PianoReading | null, unison: PianoUnison | null, outcome: import('../types.js').MeasuredOutcome | null}} What is new.
   */
  push(samples, now) {
    const before = { reading: this.object.reading.count, unison: this.object.unison.count };
    const outcome = this.hear(samples, now);
    const { reading, unison } = this.object;
    return { reading: reading.count === before.reading ? null : reading, unison: unison.count === before.unison ? null : unison, outcome };
  }
}
