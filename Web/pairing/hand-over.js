// Something small that the offerer gives to the joiner, to and from bytes. It may come from a stranger.

import { PairingError } from './errors.js';
import { limits } from '../vocabulary/settings.js';
import { join, partLimit, partSize } from './messages.js';

const [lowest, highest] = limits.concertPitch;

/** @typedef {'text' | 'address' | 'url' | 'tuner'} HandOverKind */
/** @typedef {{kind: HandOverKind, text: string}} HandOver */

/**
 * Settings of a tuner.
 *
 * @typedef {object} Tuning
 * @property {number} [concertPitch] Hertz, within the core's limits.
 * @property {string} [temperament] As `kammerton temperaments` lists it.
 * @property {string} [root] A note's name.
 * @property {string[]} pieces The set list.
 */

const version = 1;
/** In the order of their numbers, from 1. */
const kinds = /** @type {const} */ (['text', 'address', 'url', 'tuner']);
/** The most bytes of text. */
export const byteLimit = partLimit * partSize - 2;

/** Control characters, and those that turn the direction of text and so hide what it says. */
const forbidden = /[\0-\x08\x0B-\x1F\x7F-\x9F\u2028\u2029\p{Bidi_Control}]/u;

/**
 * @param {HandOver | null} handOver
 * @returns {Uint8Array} Nothing for nothing.
 * @throws {PairingError} If it is too long, or not what it says.
 */
export function encode(handOver) {
  if (!handOver) return new Uint8Array();
  const { kind, text } = handOver;
  const body = new TextEncoder().encode(text);
  if (body.length > byteLimit) throw new PairingError('too-long', { count: body.length, limit: byteLimit });
  const problem = problemWith(kind, text);
  if (problem) throw new PairingError(problem);
  return join([version, kinds.indexOf(kind) + 1], body);
}

/**
 * @param {Uint8Array} bytes
 * @returns {HandOver | null} `null` if it is of another version or kind, no UTF-8, or refused.
 */
export function decode(bytes) {
  const kind = kinds[bytes[1] - 1];
  if (bytes[0] !== version || !kind) return null;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.slice(2));
    return problemWith(kind, text) ? null : { kind, text };
  } catch { return null; }
}

/**
 * What somebody typed: a URL if it looks like one.
 *
 * @param {string} text
 * @returns {HandOver}
 */
export function fromText(text) {
  const looksLikeURL = text.includes('://') && !problemWith('url', text);
  return { kind: looksLikeURL ? 'url' : 'text', text };
}

/** @param {HandOverKind} kind @param {string} text */
function problemWith(kind, text) {
  if (forbidden.test(text)) return 'control-characters';
  switch (kind) {
    case 'address': return isAddress(text) ? null : 'no-address';
    case 'url': return /^[A-Za-z][A-Za-z0-9+.-]*:[\x21-\x7E]+$/.test(text) ? null : 'no-url';
    case 'tuner': return readTuning(text) ? null : 'tuner-line';
    default: return null;
  }
}

/** @param {string} text */
function isAddress(text) {
  const parts = /^([\x21-\x7E]+):(\d+)$/.exec(text);
  if (!parts || Number(parts[2]) < 1 || Number(parts[2]) > 65535) return false;
  const [, host] = parts;
  return host.startsWith('[') ? host.endsWith(']') && host.length > 3 : !/[:/]/.test(host);
}

/** @param {Tuning} tuning */
export function writeTuning({ concertPitch, temperament, root, pieces }) {
  const lines = [];
  if (concertPitch !== undefined) lines.push(`a4: ${Number.isInteger(concertPitch) ? concertPitch.toFixed(1) : concertPitch}`);
  if (temperament !== undefined) lines.push(`temperament: ${temperament}`);
  if (root !== undefined) lines.push(`root: ${root}`);
  return [...lines, ...pieces.map((piece) => `piece: ${piece}`)].join('\n');
}

/**
 * @param {string} text Lines of `key: value`; each key once, but for `piece`.
 * @returns {Tuning | null} `null` if a line says nothing known or possible.
 */
export function readTuning(text) {
  /** @type {Tuning} */
  const tuning = { pieces: [] };
  for (const line of text.split('\n')) {
    if (line !== '' && !take(line, tuning)) return null;
  }
  return tuning;
}

/** @param {string} line @param {Tuning} tuning */
function take(line, tuning) {
  const [, key, value] = /^([^:]*): *([^ ].*)$/.exec(line) ?? [];
  if (value === undefined) return false;
  if (key === 'piece') { tuning.pieces.push(value); return true; }
  if (key === 'a4' && tuning.concertPitch === undefined) {
    // Digits and a point alone: no exponents, no "Infinity".
    const frequency = /^[0-9.]+$/.test(value) ? Number(value) : NaN;
    if (!(frequency >= lowest && frequency <= highest)) return false;
    tuning.concertPitch = frequency;
    return true;
  }
  if ((key !== 'temperament' && key !== 'root') || tuning[key] !== undefined) return false;
  tuning[key] = value;
  return true;
}
