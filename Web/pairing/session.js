// What both sides of a pairing share: the time they have, how they fail, and what they tell.

import { PairingError, farewellReason } from './errors.js';
import { read, write } from './messages.js';

/** @typedef {import('./errors.js').IgnoredReason} IgnoredReason */
/** @typedef {import('./errors.js').PairingStage} PairingStage */
/** @typedef {import('./hand-over.js').HandOver} HandOver */
/** @typedef {import('./messages.js').Message} Message */

/**
 * @typedef {object} PairingResult
 * @property {Uint8Array} sharedSecret What both devices keep.
 * @property {HandOver | null} handOver
 */

/**
 * What is to be done after a message.
 *
 * @typedef {{kind: 'ignore', reason: IgnoredReason} | {kind: 'proceed'} | {kind: 'answer', message: Uint8Array}
 *   | {kind: 'compare', digits: import('./keys.js').Digits, message: Uint8Array | null}
 *   | {kind: 'finish', result: PairingResult, message: Uint8Array | null}} Action
 */

/** Seconds that a pairing may take. */
export const lifetime = 120;

/** @type {Action} */
export const proceed = { kind: 'proceed' };

/** One side. It has no clock: times are in seconds of one that only goes forward, from 0. */
export class PairingSession {
  /** @param {import('./messages.js').Role} role */
  constructor(role) {
    this.role = role;
    /** @type {PairingError | null} */
    this.failure = null;
    /** @type {IgnoredReason | null} */
    this.lastIgnored = null;
    this.lifetime = lifetime;
  }

  /**
   * What it waits for; `null` once it is over.
   *
   * @returns {PairingStage | null}
   */
  get stage() { return null; }

  /**
   * What is said again after a silence.
   *
   * @returns {Uint8Array | null}
   */
  get standing() { return null; }

  /**
   * The name of the pairing under way.
   *
   * @returns {Uint8Array | null}
   */
  get identifier() { return null; }

  /** What the other device is told of a failure. */
  get farewell() {
    const reason = farewellReason(this.failure?.code);
    if (reason === 0 || !this.identifier) return null;
    return write(this.role === 'offerer' ? 'offererFarewell' : 'joinerFarewell', this.identifier, [reason]);
  }

  /**
   * Takes a message; one after the other, each when the one before was taken.
   *
   * @param {Uint8Array} bytes Whatever they are.
   * @param {number} now
   * @returns {Promise<Action>}
   * @throws {PairingError} If the pairing has failed.
   */
  async receive(bytes, now) {
    this.check(now);
    const message = read(bytes);
    if (typeof message === 'string') return this.ignore(message);
    if (message.role === this.role) return this.ignore('own-role');
    try {
      return await this.take(message, bytes);
    } catch (error) {
      this.failure ??= /** @type {PairingError} */ (error);
      throw error;
    }
  }

  /** @param {Message} _message @param {Uint8Array} _bytes @returns {Promise<Action>} */
  async take(_message, _bytes) { return proceed; }

  /**
   * The user has typed the digits of the other device.
   *
   * @param {number} now
   */
  async approve(now) { this.check(now); }

  /** @param {IgnoredReason} reason @returns {Action} */
  ignore(reason) {
    // What is normal in a room explains nothing.
    if (reason !== 'own-role' && reason !== 'repeated') this.lastIgnored = reason;
    return { kind: 'ignore', reason };
  }

  /** @param {PairingError} error Why it ends here. */
  end(error) { if (this.stage) this.failure ??= error; }

  /** @param {number} now @throws {PairingError} If it has failed, or its time is up. */
  check(now) {
    if (this.failure) throw this.failure;
    const { stage } = this;
    if (!stage || now <= this.lifetime) return;
    this.failure = new PairingError(`timed-out-${stage}`, { heard: this.lastIgnored });
    throw this.failure;
  }
}
