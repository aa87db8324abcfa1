// The part of the module of practice that measures how late a sound comes back, with names for its functions.

import { blockLimit } from '../../vocabulary/engine.js';
import { latencyParts, readLatencyResult } from '../../vocabulary/practice.js';
import { CoreObject, pushAll } from '../module.js';

export class LatencyCore extends CoreObject {
  /** @param {import('../module.js').Module} module @param {number} sampleRate @throws {RangeError} If it is too low or too high. */
  constructor(module, sampleRate) {
    super(module, module.functions.practice_latency_create(sampleRate), `Sample rate ${sampleRate}`);
    this.input = this.floats(latencyParts.input, blockLimit);
  }

  get result() { return readLatencyResult(this.doubles(latencyParts.result)); }

  /** What is to be played, in -1...1. @returns {Float32Array} */
  get probe() { return this.floats(latencyParts.probe, this.result.sampleCount).slice(); }

  /** @param {Float32Array} samples That were heard. */
  push(samples) { pushAll(samples, this.input, (count) => this.functions.practice_latency_push(this.handle, count)); }

  /** @param {number} start When the probe was played, in seconds from the first sample that was heard. */
  measure(start) {
    this.functions.practice_latency_measure(this.handle, start);
    return this.result;
  }
}
