// The sound modem, with what is more than a call: no audio, no page, so that it runs anywhere.

import { abandonReasons, bands, eventKinds, largestPayload } from '../../vocabulary/air.js';
import { modes } from '../../vocabulary/settings.js';
import { AirReceiverObject, AirSenderObject, airDuration, airMode } from '../objects/air.js';

/** @typedef {import('../module.js').Module} Module */
/** @typedef {import('../../vocabulary/settings.js').BandName} BandName */
/** @typedef {import('../../vocabulary/settings.js').ModeName} ModeName */

/**
 * @typedef {object} SendSettings
 * @property {Uint8Array} payload At most `largestPayload` bytes.
 * @property {BandName} band
 * @property {'automatic' | ModeName} distance How far sender and receiver are apart.
 * @property {boolean} [isExact] Whether `distance` is the very mode, even if a surer one costs little.
 * @property {number} level Peak level in dBFS, -120...0.
 * @property {number} number 24 random bits, by which messages in parts are told apart.
 */

/**
 * A packet is told whatever becomes of it, and is lost if it cannot be read; a message in parts tells its progress, then is
 * whole or given up. `payload` is that of packets and messages, and `reason` why a message was given up.
 *
 * @typedef {Omit<import('../../vocabulary/air.js').AirEventNumbers, 'band' | 'mode' | 'reason'> & {
 *   kind: keyof typeof eventKinds, payload: Uint8Array, band: BandName, mode: ModeName,
 *   reason: import('../../vocabulary/air.js').AbandonReason | ''}} AirEvent
 */

/** What is not known, then the modes. */
const distances = ['automatic', ...modes];
const kinds = Object.fromEntries(Object.entries(eventKinds).map(([name, number]) => [number, name]));

/** @param {string} name */
const bandIndex = (name) => bands.findIndex((band) => band.name === name);

/**
 * The mode and the time that a message takes.
 *
 * @param {Module} module
 * @param {number} byteCount
 * @param {BandName} band
 * @param {'automatic' | ModeName} distance
 * @param {boolean} [isExact]
 * @returns {{mode: ModeName, seconds: number} | null} `null` if it is too long.
 */
export function plan(module, byteCount, band, distance, isExact = false) {
  const hint = distances.indexOf(distance);
  const mode = isExact ? hint - 1 : airMode(module, byteCount, bandIndex(band), hint);
  const seconds = airDuration(module, { payloadCount: byteCount, band: bandIndex(band), distance: hint, isExact });
  return seconds < 0 ? null : { mode: modes[mode], seconds };
}

/** Makes the sound of messages. */
export class Sender extends AirSenderObject {
  /**
   * Takes up a message.
   *
   * @param {SendSettings} settings
   * @throws {RangeError} If it is too long, or the sample rate too low for the band.
   */
  load({ payload, band, distance, isExact = false, level, number }) {
    if (payload.length > largestPayload) throw new RangeError('The message is too long.');
    this.payload.set(payload);
    this.settings = { payloadCount: payload.length, band: bandIndex(band), distance: distances.indexOf(distance), isExact, level, number };
    this.prepare();
  }
}

/** Hears messages. */
export class Receiver extends AirReceiverObject {
  /**
   * @param {Module} module
   * @param {number} sampleRate
   * @param {BandName[]} wanted With none, all that the sample rate carries.
   * @throws {RangeError} If the sample rate is too low for a band.
   */
  constructor(module, sampleRate, wanted = []) {
    super(module, sampleRate, wanted.reduce((sum, name) => sum | (1 << bandIndex(name)), 0));
  }

  /** @returns {AirEvent | null} The next event, or `null` until more samples arrive. */
  nextEvent() {
    const kind = this.next();
    if (kind === 0) return null;
    const { event } = this;
    return {
      ...event, kind: /** @type {AirEvent['kind']} */ (kinds[kind]), payload: this.payload.slice(0, event.payloadCount),
      band: bands[event.band].name, mode: modes[event.mode], reason: kind === eventKinds.abandoned ? abandonReasons[event.reason] : '',
    };
  }
}
