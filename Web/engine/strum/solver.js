// The module of strums with names for its functions: no audio, no page, so that it runs anywhere.

import { blockLimit } from '../../vocabulary/engine.js';
import { readStrumState, readStrumStringState, strumParts, strumStringLimit } from '../../vocabulary/strum.js';
import { CoreObject, pushAll } from '../module.js';

/** @typedef {import('../types.js').StrumReading} StrumReading */
/** @typedef {{number: number, midi: number, target: number}} StrumTarget A string and what it is tuned to, in hertz. */

export class Solver extends CoreObject {
  /**
   * @param {import('../module.js').Module} module
   * @param {number} sampleRate
   * @param {StrumTarget[]} targets
   * @throws {RangeError} If there are too many, or one is too low or too high.
   */
  constructor(module, sampleRate, targets) {
    super(module, module.functions.strum_create());
    this.targets = targets;
    this.input = this.floats(strumParts.input, blockLimit);
    this.state = this.doubles(strumParts.state);
    this.strings = this.doubles(strumParts.strings);
    const [frequencies, courses] = [strumParts.targets, strumParts.courses].map((part) => this.doubles(part, strumStringLimit));
    targets.slice(0, strumStringLimit).forEach(({ number, target }, index) => {
      frequencies[index] = target;
      courses[index] = number;
    });
    if (!this.functions.strum_start(this.handle, targets.length, sampleRate)) {
      this.release();
      throw new RangeError('These strings cannot be heard at once.');
    }
  }

  get readingCount() { return readStrumState(this.state).readingCount; }

  /** @param {Float32Array} samples @returns {boolean} Whether there is a new reading. */
  push(samples) {
    const before = this.readingCount;
    pushAll(samples, this.input, (count) => this.functions.strum_push(this.handle, count));
    return this.readingCount !== before;
  }

  /** Samples are missing here. */
  interrupt() { this.functions.strum_interrupt(this.handle); }

  /** @returns {StrumReading} */
  get reading() {
    const strings = this.targets.map(({ number, midi }, index) => ({ number, midi, ...readStrumStringState(this.strings, index) }));
    return { ...readStrumState(this.state), strings };
  }
}
