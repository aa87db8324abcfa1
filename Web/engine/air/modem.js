// The sound modem's functions with names: no audio, no page, so that they run anywhere.

import { blockLimit } from '../../vocabulary/engine.js';
import {
  abandonReasons, airReceiverParts, airSenderParts, bands, eventKinds, largestPayload, readAirEventNumbers, readAirStatus,
  writeAirSettings,
} from '../../vocabulary/air.js';
import { modes } from '../../vocabulary/settings.js';
import { CoreObject, pushAll } from '../module.js';

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
  const { functions } = module;
  const hint = distances.indexOf(distance);
  const mode = isExact ? hint - 1 : functions.air_mode(byteCount, bandIndex(band), hint);
  const seconds = functions.air_duration(byteCount, bandIndex(band), hint, isExact ? 1 : 0);
  return seconds < 0 ? null : { mode: modes[mode], seconds };
}

/** Makes the sound of messages. */
export class Sender extends CoreObject {
  /** @param {Module} module @param {number} sampleRate */
  constructor(module, sampleRate) {
    super(module, module.functions.air_sender_create(sampleRate), 'Messages need a sample rate of 8 to 192 kHz.');
    this.settings = this.doubles(airSenderParts.settings);
    this.payload = this.bytes(airSenderParts.payload, largestPayload);
    this.output = this.floats(airSenderParts.output, blockLimit);
  }

  /**
   * Takes up a message.
   *
   * @param {SendSettings} settings
   * @throws {RangeError} If it is too long, or the sample rate too low for the band.
   */
  prepare({ payload, band, distance, isExact = false, level, number }) {
    if (payload.length > largestPayload) throw new RangeError('The message is too long.');
    this.payload.set(payload);
    writeAirSettings(this.settings, {
      payloadCount: payload.length, band: bandIndex(band), distance: distances.indexOf(distance), isExact, level, number,
    });
    if (!this.functions.air_sender_prepare(this.handle)) {
      throw new RangeError('This output cannot play the band, or a setting is out of its range.');
    }
  }

  /**
   * Fills `output`.
   *
   * @param {number} count At most `blockLimit`.
   * @returns {number} How many samples are the message's: fewer than asked for at its end.
   */
  render(count) { return this.functions.air_sender_render(this.handle, count); }

  get status() { return readAirStatus(this.doubles(airSenderParts.status)); }
}

/** Hears messages. */
export class Receiver extends CoreObject {
  /**
   * @param {Module} module
   * @param {number} sampleRate
   * @param {BandName[]} wanted With none, all that the sample rate carries.
   * @throws {RangeError} If the sample rate is too low for a band.
   */
  constructor(module, sampleRate, wanted = []) {
    const bits = wanted.reduce((sum, name) => sum | (1 << bandIndex(name)), 0);
    super(module, module.functions.air_receiver_create(sampleRate, bits), 'This input cannot hear the band.');
    this.input = this.floats(airReceiverParts.input, blockLimit);
  }

  /** @param {Float32Array} samples */
  push(samples) { pushAll(samples, this.input, (count) => this.functions.air_receiver_push(this.handle, count)); }

  /** @returns {AirEvent | null} The next event, or `null` until more samples arrive. */
  next() {
    const kind = this.functions.air_receiver_next(this.handle);
    if (kind === 0) return null;
    const event = readAirEventNumbers(this.doubles(airReceiverParts.event));
    return {
      ...event, kind: /** @type {AirEvent['kind']} */ (kinds[kind]),
      payload: this.bytes(airReceiverParts.payload, event.payloadCount).slice(), band: bands[event.band].name,
      mode: modes[event.mode], reason: kind === eventKinds.abandoned ? abandonReasons[event.reason] : '',
    };
  }
}
