// The module that waits for a steady tone, with names for its functions: no audio, no page, so that it runs anywhere.

import { CoreObject, Module } from '../module.js';

/** Accepts a tone once it has been steady for two seconds. */
export class SteadyTone extends CoreObject {
  /** @throws {Error} If its module cannot be fetched, or does not run here. */
  static async load() { return new SteadyTone(await Module.load('calibration')); }

  /** @param {Module} module */
  constructor(module) { super(module, module.functions.calibration_create()); }

  /**
   * @param {number} frequency Of the next reading, in hertz; 0 for silence.
   * @param {number} time Seconds.
   * @returns {number | null} The mean frequency, in hertz, once the tone is steady.
   */
  take(frequency, time) { return this.functions.calibration_take(this.handle, frequency, time) || null; }
}
