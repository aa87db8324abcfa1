// What two devices say to each other, to and from bytes. The layout is in docs/pairing.md.

import { farewellReasons } from './errors.js';

/** @typedef {import('./errors.js').IgnoredReason} IgnoredReason */
/** @typedef {'offerer' | 'joiner'} Role */

/**
 * A message that was read. Each kind has only what belongs to it.
 *
 * @typedef {object} Message
 * @property {'offer' | 'networkOffer' | 'join' | 'reveal' | 'joinerConfirmation' | 'offererConfirmation'
 *   | 'part' | 'receipt' | 'offererFarewell' | 'joinerFarewell'} kind
 * @property {Role} role Who says it.
 * @property {Uint8Array} identifier Of 8 bytes; of an offer, its name.
 * @property {Uint8Array} commitment Of an offer.
 * @property {Uint8Array} publicKey
 * @property {Uint8Array} nonce
 * @property {number} number How many parts, an index, or the number of a reason.
 * @property {Uint8Array} tag Of 16 bytes; of a part, what is sealed, with its tag.
 */

const mark = 0xC1;
export const version = 2;
/** In the order of their numbers, from 1. */
const kinds = /** @type {const} */ ([
  'offer', 'join', 'reveal', 'joinerConfirmation', 'offererConfirmation', 'part', 'receipt',
  'offererFarewell', 'joinerFarewell', 'networkOffer',
]);
const joinerKinds = ['join', 'joinerConfirmation', 'receipt', 'joinerFarewell'];
export const identifierSize = 8;
export const keySize = 32;
export const nonceSize = 16;
export const commitmentSize = 32;
export const tagSize = 16;
export const partSize = 36;
export const partLimit = 16;

/** @param {...ArrayLike<number>} fields */
export function join(...fields) {
  const bytes = new Uint8Array(fields.reduce((sum, field) => sum + field.length, 0));
  let place = 0;
  for (const field of fields) {
    bytes.set(field, place);
    place += field.length;
  }
  return bytes;
}

/** @param {ArrayLike<number>} one @param {ArrayLike<number>} other */
export function areEqual(one, other) {
  if (one.length !== other.length) return false;
  // In a time that does not depend on where they differ.
  let difference = 0;
  for (let index = 0; index < one.length; index += 1) difference |= one[index] ^ other[index];
  return difference === 0;
}

/**
 * A message as it is sent.
 *
 * @param {Message['kind']} kind
 * @param {...ArrayLike<number>} fields
 */
export function write(kind, ...fields) {
  return join([mark, (version << 4) | (kinds.indexOf(kind) + 1)], ...fields);
}

/**
 * Reads a message. Sizes are checked before anything else is believed.
 *
 * @param {Uint8Array} bytes Whatever they are.
 * @returns {Message | IgnoredReason}
 */
export function read(bytes) {
  if (bytes.length < 2 || bytes[0] !== mark) return 'foreign';
  if (bytes[1] >> 4 !== version) return 'other-version';
  const kind = kinds[(bytes[1] & 15) - 1];
  return (kind && body(kind, bytes.slice(2))) || 'malformed';
}

/** @param {Message['kind']} kind @param {Uint8Array} content @returns {Message | null} */
function body(kind, content) {
  switch (kind) {
    case 'offer':
    case 'networkOffer': return offer(kind, content);
    case 'join':
    case 'reveal': return contribution(kind, content);
    default: return followUp(kind, content);
  }
}

/** @param {Message['kind']} kind @param {Partial<Message>} fields @returns {Message} */
function message(kind, fields) {
  const none = new Uint8Array();
  return {
    kind, role: joinerKinds.includes(kind) ? 'joiner' : 'offerer', identifier: none, commitment: none,
    publicKey: none, nonce: none, number: 0, tag: none, ...fields,
  };
}

/** @param {'offer' | 'networkOffer'} kind @param {Uint8Array} content */
function offer(kind, content) {
  const routeSize = content.length - commitmentSize;
  if (kind === 'offer' ? routeSize !== 0 : !isLocal(content.slice(0, Math.max(0, routeSize)))) return null;
  const commitment = content.slice(routeSize);
  return message(kind, { commitment, identifier: commitment.slice(0, identifierSize) });
}

/**
 * Whether this is a port from 1024 on, and an address of the local network.
 *
 * @param {Uint8Array} route
 */
function isLocal(route) {
  const [high, low, ...address] = route;
  if ((high << 8 | low) < 1024) return false;
  const [first, second] = address;
  if (address.length === 16) {
    return (first & 0xFE) === 0xFC || address.every((byte, index) => byte === (index === 15 ? 1 : 0));
  }
  if (address.length !== 4) return false;
  return first === 10 || first === 127 || (first === 192 && second === 168)
    || (first === 169 && second === 254) || (first === 172 && second >= 16 && second <= 31);
}

/** @param {'join' | 'reveal'} kind @param {Uint8Array} content */
function contribution(kind, content) {
  const keyEnd = identifierSize + keySize;
  if (content.length !== keyEnd + nonceSize) return null;
  return message(kind, {
    identifier: content.slice(0, identifierSize), publicKey: content.slice(identifierSize, keyEnd),
    nonce: content.slice(keyEnd),
  });
}

/**
 * Everything that begins with the identifier of a pairing under way.
 *
 * @param {Message['kind']} kind
 * @param {Uint8Array} content
 */
function followUp(kind, content) {
  if (content.length <= identifierSize) return null;
  const identifier = content.slice(0, identifierSize);
  const rest = content.slice(identifierSize);
  const number = rest[0];
  const tag = rest.slice(1);
  switch (kind) {
    case 'joinerConfirmation': return rest.length === tagSize ? message(kind, { identifier, tag: rest }) : null;
    case 'offererConfirmation':
    case 'receipt':
      return tag.length === tagSize && number <= partLimit ? message(kind, { identifier, number, tag }) : null;
    case 'part':
      return number < partLimit && tag.length > tagSize && tag.length <= partSize + tagSize
        ? message(kind, { identifier, number, tag }) : null;
    default:
      return tag.length === 0 && number > 0 && number < farewellReasons.length
        ? message(kind, { identifier, number }) : null;
  }
}
