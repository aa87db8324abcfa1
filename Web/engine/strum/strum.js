// The page's side of strums: a source in, readings of all strings out.

import { WorkerListener } from '../listener.js';
import { fetchModule } from '../module.js';

/** @typedef {import('./solver.js').StrumTarget} StrumTarget */

/** Events: `reading` with a {@link import('../types.js').StrumReading}, and `error` with a message. */
export class Strum extends WorkerListener {
  /**
   * Loads the solver.
   *
   * @throws {Error} If its module cannot be fetched.
   */
  static async load() {
    return new Strum(await fetchModule('strum'));
  }

  /** @param {ArrayBuffer} bytes */
  constructor(bytes) {
    super(bytes, () => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }));
  }

  /**
   * Hears a source, instead of the one before.
   *
   * @param {AudioNode} source
   * @param {StrumTarget[]} targets
   * @param {import('../listener.js').Input} input
   */
  listen(source, targets, input) { return this.hear(source, input, { targets }); }
}
