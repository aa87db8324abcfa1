// The page's side of the tuner with a frozen pitch: a source in, and the beginnings of notes out.

import { WorkerListener } from '../listener.js';
import { fetchModule } from '../module.js';

/** @typedef {import('../types.js').TunerSettings} TunerSettings */

/** Events: `shown` with what is to be shown, when it changes, and those of listeners. */
export class Freeze extends WorkerListener {
  /** @throws {Error} If its module cannot be fetched. */
  static async load() { return new Freeze(await fetchModule('freeze')); }

  /** @param {ArrayBuffer} bytes */
  constructor(bytes) {
    super(bytes, () => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }));
  }

  /** @param {AudioNode} source @param {TunerSettings} settings */
  listen(source, settings) { return this.hear(source, settings, { settings }); }

  /** @param {TunerSettings} settings Of the targets; those of the tracker are taken by `listen`. */
  configure(settings) { this.post({ kind: 'configure', settings }); }
}
