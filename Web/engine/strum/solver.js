// The module of strums, with what is more than a call: no audio, no page, so that it runs anywhere.

import { strumStringLimit } from '../../vocabulary/strum.js';
import { pushAll } from '../module.js';
import { StrumObject } from '../objects/strum.js';

/** @typedef {import('../types.js').StrumReading} StrumReading */
/** @typedef {{number: number, midi: number, target: number}} StrumTarget A string and what it is tuned to, in hertz. */

export class Solver extends StrumObject {
  /**
   * @param {import('../module.js').Module} module
   * @param {number} sampleRate
   * @param {StrumTarget[]} strings
   * @throws {RangeError} If there are too many, or one is too low or too high.
   */
  constructor(module, sampleRate, strings) {
    super(module);
    this.heard = strings;
    strings.slice(0, strumStringLimit).forEach(({ number, target }, index) => {
      this.targets[index] = target;
      this.courses[index] = number;
    });
    try {
      this.start(strings.length, sampleRate);
    } catch (error) {
      this.release();
      throw error;
    }
  }

  /** @param {Float32Array} samples @returns {boolean} Whether there is a new reading. */
  hear(samples) {
    const before = this.state.readingCount;
    pushAll(samples, this);
    return this.state.readingCount !== before;
  }

  /** @returns {StrumReading} */
  get reading() {
    const states = this.strings(this.heard.length);
    return { ...this.state, strings: this.heard.map(({ number, midi }, index) => ({ number, midi, ...states[index] })) };
  }
}
