// The sound modem's functions with names: no audio, no page, so that they run anywhere.

import { blockLimit } from '../../vocabulary/engine.js';
import { pushAll } from '../module.js';
import {
  abandonReasons, bands, channelVerdicts, eventCount, eventKinds, eventFields, largestPayload, senderFields,
  senderSettingCount, statusCount, statusFields,
} from '../../vocabulary/air.js';
import { modes } from '../../vocabulary/settings.js';

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
 * @typedef {object} AirEvent
 * @property {keyof typeof eventKinds} kind A packet is told whatever becomes
 *   of it, and is lost if it cannot be read; a message in parts tells its progress, then is whole or given up.
 * @property {Uint8Array} payload Of packets and messages.
 * @property {BandName} band
 * @property {ModeName} mode
 * @property {number} time When it began, in seconds of sound heard.
 * @property {number} speed Metres a second at which it came nearer.
 * @property {number} signalToNoise Decibels within the band.
 * @property {number} packetCount
 * @property {number} heardCount Parts that are there; any `neededCount` of them restore the message.
 * @property {number} neededCount
 * @property {number} number Tells messages in parts apart.
 * @property {import('../../vocabulary/air.js').AbandonReason | ''} reason Why it was given up.
 * @property {boolean} isPart Whether it is, or came in, parts.
 * @property {number} echo The power of later arrivals over that of the strongest, in decibels.
 * @property {number} delaySpread Of the arrivals, in seconds.
 * @property {import('../../vocabulary/air.js').ChannelVerdict} verdict Of the channel between loudspeaker and microphone.
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
export class Sender {
  /** @param {Module} module @param {number} sampleRate */
  constructor(module, sampleRate) {
    this.functions = module.functions;
    this.handle = this.functions.air_sender_create(sampleRate);
    if (!this.handle) throw new RangeError('Messages need a sample rate of 8 to 192 kHz.');
    this.settings = module.doubles(this.functions.air_sender_settings(this.handle), senderSettingCount);
    this.payload = module.bytes(this.functions.air_sender_payload(this.handle), largestPayload);
    this.status = module.doubles(this.functions.air_sender_status(this.handle), statusCount);
    this.output = module.floats(this.functions.air_sender_output(this.handle), blockLimit);
  }

  /**
   * Takes up a message.
   *
   * @param {SendSettings} settings
   * @throws {RangeError} If it is too long, or the sample rate too low for the band.
   */
  prepare({ payload, band, distance, isExact = false, level, number }) {
    if (payload.length > largestPayload) throw new RangeError('The message is too long.');
    const fields = senderFields;
    this.payload.set(payload);
    this.settings[fields.payloadCount] = payload.length;
    this.settings[fields.band] = bandIndex(band);
    this.settings[fields.distance] = distances.indexOf(distance);
    this.settings[fields.isExact] = isExact ? 1 : 0;
    this.settings[fields.level] = level;
    this.settings[fields.number] = number;
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

  get sampleCount() { return this.status[statusFields.sampleCount]; }
  get packetCount() { return this.status[statusFields.packetCount]; }
  get startedPacketCount() { return this.status[statusFields.startedPacketCount]; }
  get mode() { return modes[this.status[statusFields.mode]]; }
  release() { this.functions.air_sender_release(this.handle); }
}

/** Hears messages. */
export class Receiver {
  /**
   * @param {Module} module
   * @param {number} sampleRate
   * @param {BandName[]} wanted With none, all that the sample rate carries.
   * @throws {RangeError} If the sample rate is too low for a band.
   */
  constructor(module, sampleRate, wanted = []) {
    this.functions = module.functions;
    const bits = wanted.reduce((sum, name) => sum | (1 << bandIndex(name)), 0);
    this.handle = this.functions.air_receiver_create(sampleRate, bits);
    if (!this.handle) throw new RangeError('This input cannot hear the band.');
    this.input = module.floats(this.functions.air_receiver_input(this.handle), blockLimit);
    this.event = module.doubles(this.functions.air_receiver_event(this.handle), eventCount);
    this.payload = module.bytes(this.functions.air_receiver_payload(this.handle), largestPayload);
  }

  /** @param {Float32Array} samples */
  push(samples) { pushAll(samples, this.input, (count) => this.functions.air_receiver_push(this.handle, count)); }

  /** @returns {AirEvent | null} The next event, or `null` until more samples arrive. */
  next() {
    const kind = this.functions.air_receiver_next(this.handle);
    if (kind === 0) return null;
    const { event } = this;
    const fields = eventFields;
    return {
      kind: /** @type {AirEvent['kind']} */ (kinds[kind]),
      payload: this.payload.slice(0, event[fields.payloadCount]),
      band: bands[event[fields.band]].name,
      mode: modes[event[fields.mode]],
      time: event[fields.time], speed: event[fields.speed],
      signalToNoise: event[fields.signalToNoise], packetCount: event[fields.packetCount],
      heardCount: event[fields.heardCount], neededCount: event[fields.neededCount],
      number: event[fields.number],
      reason: kind === eventKinds.abandoned ? abandonReasons[event[fields.reason]] : '',
      isPart: event[fields.isPart] !== 0,
      echo: event[fields.echo], delaySpread: event[fields.delaySpread],
      verdict: channelVerdicts[event[fields.verdict]],
    };
  }

  release() { this.functions.air_receiver_release(this.handle); }
}
