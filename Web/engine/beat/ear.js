// The page's side of hearing chirps: a source in, and when they were heard.

import { WorkerListener } from '../listener.js';
import { fetchModule } from '../module.js';

/** Events: `chirp` with what is to be played, `arrivals` in seconds from the first sample, `began` and `error` as listeners have them. */
export class Ear extends WorkerListener {
  /** @throws {Error} If its module cannot be fetched. */
  static async load() { return new Ear(await fetchModule('beat')); }

  /** @param {ArrayBuffer} bytes */
  constructor(bytes) {
    super(bytes, () => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }));
  }

  /** @param {number} sampleRate Of the chirp that the event `chirp` brings, also without a source. */
  make(sampleRate) { this.post({ kind: 'chirp', sampleRate }); }

  /** @param {number[]} slots In seconds from the first sample. */
  find(slots) { this.post({ kind: 'find', slots }); }

  /** Forgets old sound. */
  forget() { if (this.worker) this.post({ kind: 'forget' }); }
}
