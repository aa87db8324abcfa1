// The side that begins, and hands something over.

import { PairingError, farewellReasons } from './errors.js';
import { encode } from './hand-over.js';
import { Agreement, commit, makeSecrets, sessionIdentifier } from './keys.js';
import { areEqual, identifierSize, write } from './messages.js';
import { PairingSession, proceed } from './session.js';

/** @typedef {import('./hand-over.js').HandOver} HandOver */
/** @typedef {import('./keys.js').Secrets} Secrets */
/** @typedef {import('./messages.js').Message} Message */
/** @typedef {import('./session.js').Action} Action */

export class PairingOffer extends PairingSession {
  /**
   * @param {HandOver | null} handOver
   * @param {Secrets} [secrets] New ones, but for tests.
   * @throws {PairingError} If it cannot be handed over, or there is no cryptography here.
   */
  static async make(handOver = null, secrets) {
    const bytes = encode(handOver);
    const own = secrets ?? await makeSecrets();
    const commitment = await commit(write('offer'), own.publicKey, own.nonce);
    return new PairingOffer(handOver, bytes, own, write('offer', commitment));
  }

  /**
   * @param {HandOver | null} handOver
   * @param {Uint8Array} handOverBytes
   * @param {Secrets} secrets
   * @param {Uint8Array} offer
   */
  constructor(handOver, handOverBytes, secrets, offer) {
    super('offerer');
    this.handOver = handOver;
    this.handOverBytes = handOverBytes;
    this.secrets = secrets;
    this.offer = offer;
    /** @type {'offering' | 'comparing' | 'handing over' | 'over'} */
    this.state = 'offering';
    /** @type {Agreement | null} */
    this.agreement = null;
    this.joinerHasConfirmed = false;
    this.isApproved = false;
    /** @type {Uint8Array[]} The confirmation, then the parts. */
    this.outgoing = [];
    this.next = 0;
  }

  get stage() {
    if (this.failure) return null;
    switch (this.state) {
      case 'offering': return 'join';
      case 'comparing': return this.isApproved ? 'confirmation' : 'comparison';
      case 'handing over': return 'hand-over';
      default: return null;
    }
  }

  get standing() {
    if (this.failure) return null;
    if (this.state === 'offering') return this.offer;
    return this.state === 'handing over' ? this.outgoing[this.next] : null;
  }

  get identifier() { return this.state === 'over' ? null : this.agreement?.identifier ?? null; }

  /** The name of the offer: the start of its commitment. */
  get offerIdentifier() { return this.offer.slice(2, 2 + identifierSize); }

  /** @param {Message} message @param {Uint8Array} bytes @returns {Promise<Action>} */
  async take(message, bytes) {
    if (message.kind === 'join') return this.takeJoin(message, bytes);
    const { identifier } = this;
    if (!identifier || !areEqual(message.identifier, identifier)) return this.ignore('other-pairing');
    switch (message.kind) {
      case 'joinerConfirmation': return this.takeConfirmation(message.tag);
      case 'receipt': return this.takeReceipt(message.number, message.tag);
      case 'joinerFarewell': throw new PairingError(
        /** @type {import('./errors.js').PairingFailure} */ (`ended-${farewellReasons[message.number]}`));
      default: return this.ignore('other-pairing');
    }
  }

  /** @param {Message} join @param {Uint8Array} bytes @returns {Promise<Action>} */
  async takeJoin(join, bytes) {
    if (!areEqual(join.identifier, this.offerIdentifier)) return this.ignore('other-pairing');
    if (this.state === 'over') return this.ignore('out-of-order');
    if (!this.agreement) return this.reveal(join, bytes);
    if (!areEqual(bytes, this.agreement.join)) throw new PairingError('two-devices');
    // Said again because our answer was lost.
    if (this.state === 'handing over' || this.joinerHasConfirmed) return this.ignore('repeated');
    return { kind: 'answer', message: this.agreement.reveal };
  }

  /** @param {Message} join @param {Uint8Array} bytes @returns {Promise<Action>} */
  async reveal(join, bytes) {
    const { publicKey, nonce } = this.secrets;
    const identifier = await sessionIdentifier(this.offer, bytes);
    const reveal = write('reveal', identifier, publicKey, nonce);
    this.agreement = await Agreement.make(this.secrets, join.publicKey, { offer: this.offer, join: bytes, reveal });
    this.state = 'comparing';
    return { kind: 'compare', digits: this.agreement.digits(this.role), message: reveal };
  }

  /** @param {Uint8Array} tag @returns {Promise<Action>} */
  async takeConfirmation(tag) {
    // Our confirmation was lost, unless a receipt has come.
    if (this.state !== 'comparing') return this.next === 0 ? proceed : this.ignore('repeated');
    const expected = await /** @type {Agreement} */ (this.agreement).joinerTag();
    if (!areEqual(tag, expected)) throw new PairingError('confirmation-wrong');
    if (this.joinerHasConfirmed) return this.ignore('repeated');
    this.joinerHasConfirmed = true;
    await this.beginHandOver();
    return proceed;
  }

  /** @param {number} now */
  async approve(now) {
    this.check(now);
    if (!this.agreement) throw new PairingError('nothing-to-compare');
    if (this.state !== 'comparing') return;
    this.isApproved = true;
    await this.beginHandOver();
  }

  async beginHandOver() {
    const { agreement } = this;
    if (!agreement || !this.joinerHasConfirmed || !this.isApproved) return;
    const parts = await agreement.sealParts(this.handOverBytes);
    this.outgoing = [await agreement.offererConfirmation(parts.length), ...parts];
    this.next = 0;
    this.state = 'handing over';
  }

  /** @param {number} next @param {Uint8Array} tag @returns {Promise<Action>} */
  async takeReceipt(next, tag) {
    const { agreement } = this;
    if (this.state !== 'handing over' || !agreement) return this.ignore('out-of-order');
    const count = this.outgoing.length - 1;
    if (!areEqual(tag, await agreement.receiptTag(next)) || next > count) throw new PairingError('confirmation-wrong');
    // The confirmation stands first.
    if (next + 1 <= this.next) return this.ignore('repeated');
    if (next < count) {
      this.next = next + 1;
      return proceed;
    }
    this.state = 'over';
    const { sharedSecret } = agreement;
    return { kind: 'finish', result: { sharedSecret, handOver: this.handOver }, message: null };
  }
}
