// The page's side of a piano: a source and a file in, readings and what is known of the keys out.

import { WorkerListener } from '../listener.js';
import { fetchModule } from '../module.js';

/**
 * Events: `piano` with a {@link import('../types.js').PianoSnapshot} whenever it changes, `reading`, `unison` and
 * `outcome` of what sounds, `refused` with why a file is not read, `invalid` with the setting that is out of range, and
 * `error` with a message.
 */
export class Piano extends WorkerListener {
  /** @throws {Error} If its module cannot be fetched. */
  static async load() {
    return new Piano(await fetchModule('piano'));
  }

  /** @param {ArrayBuffer} bytes */
  constructor(bytes) {
    super(bytes, () => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }));
  }

  /** @param {Uint8Array} bytes Of a file; none for a new piano. @param {string} name */
  open(bytes, name) { this.post({ kind: 'open', bytes, name }); }

  /** @param {'name' | 'temperament'} text @param {string} value */
  write(text, value) { this.post({ kind: 'write', text, value }); }

  /** @param {string} setting @param {number} value */
  set(setting, value) { this.post({ kind: 'set', setting, value }); }

  /** Removes the newest measurement. */
  drop() { this.post({ kind: 'drop' }); }

  /** @param {{mode: string, midi: number}} aim */
  aim(aim) { this.post({ kind: 'aim', ...aim }); }

  /** @param {AudioNode} source @param {import('../listener.js').Input} input */
  listen(source, input) { return this.hear(source, input); }
}
