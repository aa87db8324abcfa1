// The module of strums with names for its functions: no audio, no page, so that it runs anywhere.

import { blockLimit } from '../../vocabulary/engine.js';
import {
  strumFieldCount, strumFields, strumStateCount, strumStringFieldCount, strumStringFields, strumStringLimit,
} from '../../vocabulary/strum.js';
import { pushAll } from '../module.js';

/** @typedef {import('../types.js').StrumReading} StrumReading */
/** @typedef {{number: number, midi: number, target: number}} StrumTarget A string and what it is tuned to, in hertz. */

/** From how many cents a second on a string is said to move. */
const glideLimit = 3;

export class Solver {
  /**
   * @param {import('../module.js').Module} module
   * @param {number} sampleRate
   * @param {StrumTarget[]} targets
   * @throws {RangeError} If there are too many, or one is too low or too high.
   */
  constructor(module, sampleRate, targets) {
    this.functions = module.functions;
    this.handle = this.functions.strum_create();
    this.targets = targets;
    this.input = module.floats(this.functions.strum_input(this.handle), blockLimit);
    this.state = module.doubles(this.functions.strum_state(this.handle), strumStateCount);
    const room = module.doubles(this.functions.strum_targets(this.handle), 2 * strumStringLimit);
    const accepted = targets.length <= strumStringLimit && targets.length > 0;
    if (accepted) {
      targets.forEach(({ number, target }, index) => {
        room[index] = target;
        room[strumStringLimit + index] = number;
      });
    }
    if (!accepted || !this.functions.strum_start(this.handle, targets.length, sampleRate)) {
      this.release();
      throw new RangeError('These strings cannot be heard at once.');
    }
  }

  /** @param {Float32Array} samples @returns {boolean} Whether there is a new reading. */
  push(samples) {
    const before = this.state[strumFields.readingCount];
    pushAll(samples, this.input, (count) => this.functions.strum_push(this.handle, count));
    return this.state[strumFields.readingCount] !== before;
  }

  /** @returns {StrumReading} */
  get reading() {
    const { state } = this;
    return {
      time: state[strumFields.time], isOther: state[strumFields.isOther] !== 0,
      isClipped: state[strumFields.isClipped] !== 0,
      strings: this.targets.map(({ number, midi }, index) => {
        const start = strumFieldCount + index * strumStringFieldCount;
        const isPresent = state[start + strumStringFields.isPresent] !== 0;
        const beat = state[start + strumStringFields.beat];
        return {
          number, midi, cents: isPresent ? state[start + strumStringFields.cents] : null,
          frequency: state[start + strumStringFields.frequency],
          isGliding: isPresent && Math.abs(state[start + strumStringFields.glide]) > glideLimit,
          beat: isPresent && beat >= 0 ? beat : null,
          isMerged: isPresent && state[start + strumStringFields.isMerged] !== 0,
        };
      }),
    };
  }

  release() { this.functions.strum_release(this.handle); }
}
