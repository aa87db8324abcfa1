// The page's side of strums: a source in, readings of all strings out.

import { WorkerListener } from '../listener.js';

/** @typedef {import('./solver.js').StrumTarget} StrumTarget */

/** Events: `reading` with a {@link import('../types.js').StrumReading}, and `error` with a message. */
export class Strum extends WorkerListener {
  /**
   * Loads the solver.
   *
   * @throws {Error} If its module cannot be fetched.
   */
  static async load() {
    const response = await fetch(new URL('../strum.wasm', import.meta.url));
    if (!response.ok) throw new Error(`The module of strums could not be loaded (status ${response.status}).`);
    return new Strum(await response.arrayBuffer());
  }

  /** @param {ArrayBuffer} bytes */
  constructor(bytes) {
    super(() => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }));
    this.bytes = bytes;
  }

  /**
   * Hears a source, instead of the one before.
   *
   * @param {AudioNode} source
   * @param {StrumTarget[]} targets
   * @param {'mix' | number} channel
   */
  listen(source, targets, channel) { return this.hear(source, channel, { bytes: this.bytes, targets }); }
}
