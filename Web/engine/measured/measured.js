// The page's side of what measures objects and keeps them in a file: a source and a file in, readings and what is known of
// the objects out.

import { WorkerListener } from '../listener.js';

/**
 * Events: one of the kind's name with a snapshot whenever the file changes, those of what sounds, `refused` with why a file
 * is not read, `invalid` with the setting that is out of range, and `error` with a message.
 */
export class Measured extends WorkerListener {
  /**
   * @param {Uint8Array} bytes Of a file; none for a new one.
   * @param {string} name
   * @param {boolean} [isStored] Whether this is what the browser has stored, rather than a choice of the user: the answer says so.
   */
  open(bytes, name, isStored = false) { this.post({ kind: 'open', bytes, name, isStored }); }

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
