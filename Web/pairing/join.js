// The side that answers an offer.

import { PairingError, farewellReasons } from './errors.js';
import { decode } from './hand-over.js';
import { Agreement, commit, makeSecrets, sessionIdentifier } from './keys.js';
import { areEqual, join, write } from './messages.js';
import { PairingSession, proceed } from './session.js';

/** @typedef {import('./keys.js').Secrets} Secrets */
/** @typedef {import('./messages.js').Message} Message */
/** @typedef {import('./session.js').Action} Action */

export class PairingJoin extends PairingSession {
  /**
   * @param {Secrets} [secrets] New ones, but for tests.
   * @throws {PairingError} If there is no cryptography here.
   */
  static async make(secrets) { return new PairingJoin(secrets ?? await makeSecrets()); }

  /** @param {Secrets} secrets */
  constructor(secrets) {
    super('joiner');
    this.secrets = secrets;
    /** @type {'listening' | 'joining' | 'comparing' | 'confirming' | 'taking' | 'over'} */
    this.state = 'listening';
    /** @type {{offer: Uint8Array, commitment: Uint8Array, join: Uint8Array, identifier: Uint8Array} | null} */
    this.heard = null;
    /** @type {Agreement | null} */
    this.agreement = null;
    /** @type {Uint8Array | null} */
    this.confirmation = null;
    this.count = 0;
    /** @type {Uint8Array[]} */
    this.parts = [];
  }

  get stage() {
    if (this.failure) return null;
    switch (this.state) {
      case 'listening': return 'offer';
      case 'joining': return 'reveal';
      case 'comparing': return 'comparison';
      case 'confirming': return 'confirmation';
      case 'taking': return 'hand-over';
      default: return null;
    }
  }

  get standing() {
    if (this.failure) return null;
    if (this.state === 'joining') return this.heard?.join ?? null;
    return this.state === 'confirming' ? this.confirmation : null;
  }

  get identifier() { return this.heard?.identifier ?? null; }

  /** @param {Message} message @param {Uint8Array} bytes @returns {Promise<Action>} */
  async take(message, bytes) {
    switch (message.kind) {
      case 'offer': return this.takeOffer(message, bytes);
      case 'networkOffer':
        if (this.state !== 'listening') return this.ignore('other-pairing');
        throw new PairingError('network-offer');
      case 'reveal': return this.takeReveal(message, bytes);
      default:
    }
    if (!this.identifier || !areEqual(message.identifier, this.identifier)) return this.ignore('other-pairing');
    switch (message.kind) {
      case 'offererConfirmation': return this.takeConfirmation(message.number, message.tag);
      case 'part': return this.takePart(message.number, message.tag);
      case 'offererFarewell':
        if (this.state === 'over') return this.ignore('out-of-order');
        throw new PairingError(
          /** @type {import('./errors.js').PairingFailure} */ (`ended-${farewellReasons[message.number]}`));
      default: return this.ignore('other-pairing');
    }
  }

  /** @param {Message} offer @param {Uint8Array} bytes @returns {Promise<Action>} */
  async takeOffer(offer, bytes) {
    // Heard again: our join was lost.
    if (this.state === 'joining' && this.heard && areEqual(bytes, this.heard.offer)) return proceed;
    if (this.state !== 'listening') return this.ignore('other-pairing');
    const answer = write('join', offer.identifier, this.secrets.publicKey, this.secrets.nonce);
    const identifier = await sessionIdentifier(bytes, answer);
    this.heard = { offer: bytes, commitment: offer.commitment, join: answer, identifier };
    this.state = 'joining';
    return proceed;
  }

  /** @param {Message} reveal @param {Uint8Array} bytes @returns {Promise<Action>} */
  async takeReveal(reveal, bytes) {
    const { heard } = this;
    const isOurs = heard !== null && areEqual(reveal.identifier, heard.identifier);
    if (this.state !== 'joining' || !heard) return this.ignore(isOurs ? 'repeated' : 'other-pairing');
    const promised = await commit(write('offer'), reveal.publicKey, reveal.nonce);
    const isPromised = areEqual(promised, heard.commitment);
    if (!isOurs) {
      // The right key in answer to another join: somebody else was faster, or all this is old.
      if (isPromised) throw new PairingError('offer-taken');
      return this.ignore('other-pairing');
    }
    if (!isPromised) throw new PairingError('commitment-broken');
    this.agreement = await Agreement.make(
      this.secrets, reveal.publicKey, { offer: heard.offer, join: heard.join, reveal: bytes });
    this.state = 'comparing';
    return { kind: 'compare', digits: this.agreement.digits(this.role), message: null };
  }

  /** @param {number} now */
  async approve(now) {
    this.check(now);
    if (!this.agreement) throw new PairingError('nothing-to-compare');
    if (this.state !== 'comparing') return;
    this.confirmation = await this.agreement.joinerConfirmation();
    this.state = 'confirming';
  }

  /** @param {number} count @param {Uint8Array} tag @returns {Promise<Action>} */
  async takeConfirmation(count, tag) {
    const { agreement } = this;
    if (!agreement || this.state === 'comparing') return this.ignore('out-of-order');
    if (this.state === 'over') return { kind: 'answer', message: await agreement.receipt(this.count) };
    if (!areEqual(tag, await agreement.offererTag(count))) throw new PairingError('confirmation-wrong');
    if (this.state === 'taking') return { kind: 'answer', message: await agreement.receipt(this.parts.length) };
    this.count = count;
    return this.proceed(agreement);
  }

  /** @param {number} index @param {Uint8Array} sealed @returns {Promise<Action>} */
  async takePart(index, sealed) {
    const { agreement, count, parts } = this;
    if (agreement && this.state === 'over' && index < count) {
      return { kind: 'answer', message: await agreement.receipt(count) };
    }
    if (!agreement || this.state !== 'taking' || index > parts.length) return this.ignore('out-of-order');
    // One before: our receipt was lost.
    if (index < parts.length) return { kind: 'answer', message: await agreement.receipt(parts.length) };
    const part = await agreement.openPart(sealed, index, count);
    if (!part) throw new PairingError('hand-over-damaged');
    parts.push(part);
    return this.proceed(agreement);
  }

  /** @param {Agreement} agreement @returns {Promise<Action>} */
  async proceed(agreement) {
    const { count, parts } = this;
    const message = await agreement.receipt(parts.length);
    this.state = 'taking';
    if (parts.length < count) return { kind: 'answer', message };
    const handOver = decode(join(...parts));
    if (count > 0 && !handOver) throw new PairingError('hand-over-damaged');
    this.state = 'over';
    const { sharedSecret } = agreement;
    return { kind: 'finish', result: { sharedSecret, handOver }, message };
  }
}
