import { SimulatedEngine } from './simulated.js';

/** @typedef {import('./types.js').Names} Names */

/** The core, in the audio thread. */
export class Engine {
  /**
   * An engine that plays through a tuning of a guitar without hearing anything.
   *
   * @returns {SimulatedEngine}
   */
  static simulated() { return new SimulatedEngine(); }
}
