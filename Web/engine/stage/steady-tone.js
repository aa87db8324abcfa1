// The module that waits for a steady tone: no audio, no page, so that it runs anywhere.

import { Module } from '../module.js';
import { CalibrationObject } from '../objects/calibration.js';

/** Accepts a tone once it has been steady for two seconds. */
export class SteadyTone extends CalibrationObject {
  /** @throws {Error} If its module cannot be fetched, or does not run here. */
  static async load() { return new SteadyTone(await Module.load('calibration')); }
}
