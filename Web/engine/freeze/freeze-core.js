// The module of the tuner with a frozen pitch, with what is more than a call: no audio, no page, so that it runs anywhere.

import { readTunerState } from '../../vocabulary/engine.js';
import { gateOf, writeTuner } from '../core.js';
import { pushAll } from '../module.js';
import { FreezeObject } from '../objects/freeze.js';

/** @typedef {import('../types.js').TunerSettings} TunerSettings */

export class FreezeCore extends FreezeObject {
  /**
   * @param {import('../module.js').Module} module
   * @param {number} sampleRate By the true clock.
   * @param {TunerSettings} settings
   */
  constructor(module, sampleRate, settings) {
    const { lowestString, range: [low, high] } = settings;
    super(module, { sampleRate, low, high, lowestString, ...gateOf(settings) });
    this.apply(settings);
  }

  /** @param {TunerSettings} settings Those of the tracker are taken when it is made. */
  apply(settings) {
    writeTuner(this.settings, settings);
    this.configure();
  }

  /**
   * @param {Float32Array} samples
   * @returns {boolean} Whether something else is to be shown.
   */
  hear(samples) {
    const before = this.shown.readingCount;
    pushAll(samples, this);
    return this.shown.readingCount !== before;
  }

  /** What is shown: the note as it began, or nothing. */
  get shown() { return readTunerState(this.state); }
}
