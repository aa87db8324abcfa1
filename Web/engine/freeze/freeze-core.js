// The module of the tuner with a frozen pitch, with names for its functions: no audio, no page, so that it runs anywhere.

import { blockLimit, readTunerState, stateCount, tunerParts, tunerSettingCount } from '../../vocabulary/engine.js';
import { gateNumbers, writeTuner } from '../core.js';
import { CoreObject, pushAll } from '../module.js';

/** @typedef {import('../types.js').TunerSettings} TunerSettings */

export class FreezeCore extends CoreObject {
  /**
   * @param {import('../module.js').Module} module
   * @param {number} sampleRate By the true clock.
   * @param {TunerSettings} settings
   */
  constructor(module, sampleRate, settings) {
    const { gate, lowestString, range: [low, high] } = settings;
    super(module, module.functions.freeze_create(sampleRate, low, high, lowestString, ...gateNumbers(gate)), 'The tuner refuses its range or sample rate.');
    this.input = this.floats(tunerParts.input, blockLimit);
    this.settings = this.doubles(tunerParts.settings, tunerSettingCount);
    this.state = this.doubles(tunerParts.state, stateCount);
    this.configure(settings);
  }

  /** @param {TunerSettings} settings Those of the tracker are taken when it is made. */
  configure(settings) {
    writeTuner(this.settings, settings);
    if (!this.functions.freeze_configure(this.handle)) throw new RangeError('The tuner refuses a setting: it is out of its range.');
  }

  /**
   * @param {Float32Array} samples
   * @returns {boolean} Whether something else is to be shown.
   */
  push(samples) {
    const before = this.shown.readingCount;
    pushAll(samples, this.input, (count) => this.functions.freeze_push(this.handle, count));
    return this.shown.readingCount !== before;
  }

  /** Samples are missing here. */
  interrupt() { this.functions.freeze_interrupt(this.handle); }

  /** What is shown: the note as it began, or nothing. */
  get shown() { return readTunerState(this.state); }
}
