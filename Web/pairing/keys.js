// Hashes, keys and seals of one pairing, by the Web Cryptography API: X25519, HKDF, HMAC and SHA-256,
// AES-256-GCM. What goes into each is in docs/pairing.md.

import { PairingError } from './errors.js';
import { areEqual, identifierSize, join, nonceSize, partSize, tagSize, version, write } from './messages.js';

/**
 * What one device keeps to itself, for one pairing alone.
 *
 * @typedef {object} Secrets
 * @property {CryptoKey} privateKey
 * @property {Uint8Array} publicKey
 * @property {Uint8Array} nonce
 */

const keyAgreement = { name: 'X25519' };
const hashName = 'SHA-256';

/** @param {any} bytes Views of memory are sources of bytes, whatever they view. @returns {any} */
const source = (bytes) => bytes;

/**
 * @throws {PairingError} If there is no cryptography here.
 */
function subtle() {
  const { crypto } = globalThis;
  if (!crypto?.subtle) throw new PairingError('insecure');
  return crypto.subtle;
}

/**
 * Makes new ones, from the system's random numbers.
 *
 * @returns {Promise<Secrets>}
 * @throws {PairingError} If the browser has no X25519.
 */
export async function makeSecrets() {
  const keys = subtle();
  try {
    const pair = /** @type {CryptoKeyPair} */ (await keys.generateKey(keyAgreement, false, ['deriveBits']));
    const publicKey = new Uint8Array(await keys.exportKey('raw', pair.publicKey));
    return { privateKey: pair.privateKey, publicKey, nonce: crypto.getRandomValues(new Uint8Array(nonceSize)) };
  } catch (error) {
    console.warn(error);
    throw new PairingError('unsupported');
  }
}

/** @param {string} purpose The start of all that is hashed or derived: no other program's hashes begin so. */
const label = (purpose) => new TextEncoder().encode(`Kammerton pairing ${version}: ${purpose}`);

/**
 * @param {string} purpose
 * @param {...Uint8Array} fields Of at most 255 bytes each.
 */
async function hash(purpose, ...fields) {
  const parts = fields.map((field) => join([field.length], field));
  return new Uint8Array(await subtle().digest(hashName, source(join(label(purpose), [0], ...parts))));
}

/**
 * What the offerer promises.
 *
 * @param {Uint8Array} prefix The offer up to the commitment.
 * @param {Uint8Array} publicKey
 * @param {Uint8Array} nonce
 */
export function commit(prefix, publicKey, nonce) { return hash('commitment', prefix, publicKey, nonce); }

/**
 * Names the pairing of this offer with this join, and no other.
 *
 * @param {Uint8Array} offer
 * @param {Uint8Array} join
 */
export async function sessionIdentifier(offer, join) {
  return (await hash('session', offer, join)).slice(0, identifierSize);
}

/** What both devices know once the keys are told. */
export class Agreement {
  /**
   * @param {Secrets} secrets
   * @param {Uint8Array} otherPublicKey
   * @param {{offer: Uint8Array, join: Uint8Array, reveal: Uint8Array}} said Whole messages.
   * @throws {PairingError} If the key is our own, or one that gives everybody the same secret.
   */
  static async make(secrets, otherPublicKey, said) {
    const secret = await agree(secrets, otherPublicKey);
    const transcript = await hash('transcript', said.offer, said.join, said.reveal);
    const base = await subtle().importKey('raw', source(secret), 'HKDF', false, ['deriveBits']);
    const derive = async (/** @type {string} */ purpose, count = 32) => new Uint8Array(await subtle().deriveBits(
      { name: 'HKDF', hash: hashName, salt: source(transcript), info: label(purpose) }, base, 8 * count));
    const tagKey = async (/** @type {string} */ purpose) => subtle().importKey(
      'raw', source(await derive(purpose)), { name: 'HMAC', hash: hashName }, false, ['sign']);
    return new Agreement(await sessionIdentifier(said.offer, said.join), transcript, said, {
      digits: bothDigits(await derive("offerer's digits", 8), await derive("joiner's digits", 8)),
      sharedSecret: await derive('shared secret'),
      offererTag: await tagKey('offerer confirms'),
      joinerTag: await tagKey('joiner confirms'),
      receiptTag: await tagKey('receipt'),
      seal: await subtle().importKey('raw', source(await derive('hand-over')), 'AES-GCM', false, ['encrypt', 'decrypt']),
    });
  }

  /**
   * @param {Uint8Array} identifier
   * @param {Uint8Array} transcript
   * @param {{join: Uint8Array, reveal: Uint8Array}} said
   * @param {{digits: {offerer: string, joiner: string}, sharedSecret: Uint8Array, offererTag: CryptoKey, joinerTag: CryptoKey, receiptTag: CryptoKey, seal: CryptoKey}} keys
   */
  constructor(identifier, transcript, said, keys) {
    this.identifier = identifier;
    this.transcript = transcript;
    this.join = said.join;
    this.reveal = said.reveal;
    this.sharedSecret = keys.sharedSecret;
    this.keys = keys;
  }

  /**
   * The digits from the view of one device.
   *
   * @param {import('./messages.js').Role} role
   */
  digits(role) {
    const { offerer, joiner } = this.keys.digits;
    return role === 'offerer' ? new Digits(offerer, joiner) : new Digits(joiner, offerer);
  }

  /** Proves that the joiner has the keys, and that its user approves. */
  joinerTag() { return tag(this.keys.joinerTag, this.transcript); }

  /**
   * The same of the offerer, which will hand over so many parts.
   *
   * @param {number} count
   */
  offererTag(count) { return tag(this.keys.offererTag, join(this.transcript, [count])); }

  /**
   * Proves that the joiner has the parts before this one.
   *
   * @param {number} next
   */
  receiptTag(next) { return tag(this.keys.receiptTag, join(this.transcript, [next])); }

  async joinerConfirmation() { return write('joinerConfirmation', this.identifier, await this.joinerTag()); }

  /** @param {number} count */
  async offererConfirmation(count) {
    return write('offererConfirmation', this.identifier, [count], await this.offererTag(count));
  }

  /** @param {number} next */
  async receipt(next) { return write('receipt', this.identifier, [next], await this.receiptTag(next)); }

  /**
   * Cuts and seals what is handed over. A key seals each index once.
   *
   * @param {Uint8Array} bytes At most 576.
   * @returns {Promise<Uint8Array[]>} Messages.
   */
  async sealParts(bytes) {
    const count = Math.ceil(bytes.length / partSize);
    return Promise.all(Array.from({ length: count }, async (_, index) => {
      const part = bytes.slice(index * partSize, (index + 1) * partSize);
      const sealed = await subtle().encrypt(this.parameters(index, count), this.keys.seal, source(part));
      return write('part', this.identifier, [index], new Uint8Array(sealed));
    }));
  }

  /**
   * @param {Uint8Array} sealed
   * @param {number} index
   * @param {number} count
   * @returns {Promise<Uint8Array | null>} `null` if it was not sealed so by who has the keys.
   */
  async openPart(sealed, index, count) {
    try {
      return new Uint8Array(await subtle().decrypt(this.parameters(index, count), this.keys.seal, source(sealed)));
    } catch { return null; }
  }

  /** @param {number} index @param {number} count */
  parameters(index, count) {
    const iv = new Uint8Array(12);
    iv[11] = index;
    return { name: 'AES-GCM', iv, additionalData: source(join([index, count], this.transcript)), tagLength: 8 * tagSize };
  }
}

/**
 * @param {Secrets} secrets
 * @param {Uint8Array} otherPublicKey
 */
async function agree(secrets, otherPublicKey) {
  if (secrets.publicKey.every((byte, index) => byte === otherPublicKey[index])) throw new PairingError('key-refused');
  try {
    const other = await subtle().importKey('raw', source(otherPublicKey), keyAgreement, false, []);
    const secret = new Uint8Array(await subtle().deriveBits(
      /** @type {any} */ ({ ...keyAgreement, public: other }), secrets.privateKey, 256));
    // RFC 7748, section 6.1: a secret of zeros means that the other has contributed nothing.
    if (secret.some((byte) => byte !== 0)) return secret;
  } catch { /* So do browsers that look themselves. */ }
  throw new PairingError('key-refused');
}

/** @param {CryptoKey} key @param {Uint8Array} bytes */
async function tag(key, bytes) {
  return new Uint8Array(await subtle().sign('HMAC', key, source(bytes))).slice(0, tagSize);
}

/**
 * What the two devices show: two numbers that always differ, so that nobody confirms with what is on the same screen.
 *
 * @param {Uint8Array} offerer Eight bytes.
 * @param {Uint8Array} joiner Eight bytes.
 */
function bothDigits(offerer, joiner) {
  const number = (/** @type {Uint8Array} */ bytes) => new DataView(bytes.buffer).getBigUint64(0);
  const text = (/** @type {bigint} */ value) => String(value).padStart(6, '0');
  const first = number(offerer) % 1_000_000n;
  const second = number(joiner) % 999_999n; // one of the others: those from the first on move up
  return { offerer: text(first), joiner: text(second < first ? second : second + 1n) };
}

/** The digits of a pairing, from the view of one device. */
export class Digits {
  /** What the user must type: only the other device may show it. */
  #expected;

  /** @param {string} shown @param {string} expected */
  constructor(shown, expected) {
    /** Six, which this device shows. */
    this.shown = shown;
    this.#expected = expected;
  }

  /** @param {string} typed Whether it is what the other device shows. */
  match(typed) { return areEqual(new TextEncoder().encode(typed), new TextEncoder().encode(this.#expected)); }
}
