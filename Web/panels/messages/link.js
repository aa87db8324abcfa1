// Between the session, which has microphone and loudspeaker, and the modem.

import { t } from '../../app/i18n.js';
import { notify } from '../../app/notice.js';
import { session } from '../../app/session.js';
import { settings } from '../../app/settings.js';
import { Air, carries } from '../../engine/air/air.js';
import { bands } from '../../vocabulary/air.js';

/** @typedef {import('../../engine/air/modem.js').BandName} BandName */
/** @typedef {import('../../engine/air/modem.js').ModeName} ModeName */
/** @typedef {'automatic' | ModeName} Distance */
/** @typedef {{kind: 'cannot-hear', band: BandName, rate: number, needed: number} | {kind: 'session'} | {kind: 'engine'}} HearingFailure */

/** Seconds that a message of ours may ring before the tuner listens again. */
const ringing = 0.5;

/**
 * Listens while anybody wants to, and plays one message at a time.
 *
 * Events: `hearing` when that changes; `event` with what the modem heard; `sending` and `sent`.
 */
class Link extends EventTarget {
  constructor() {
    super();
    /** @type {Air | null} */
    this.air = null;
    /** @type {Promise<Air> | null} */
    this.loading = null;
    /** Who wants to hear which bands; none of them stands for all. */
    /** @type {Map<string, BandName[]>} */
    this.listeners = new Map();
    /** @type {HearingFailure | null} */
    this.failure = null;
    /** The source and the bands that are heard. */
    /** @type {AudioNode | null} */
    this.source = null;
    this.heard = '';
    this.isAttached = false;
    /** Whether we have opened the microphone, and so let it go. */
    this.isOurs = false;
    /** Raised by every message, so that the end of an old one changes nothing. */
    this.turn = 0;
    for (const name of ['status', 'input']) session.addEventListener(name, () => this.follow());
    session.addEventListener('closed', () => this.lose());
    settings.watch(['channel'], () => { this.heard = ''; this.follow(); });
  }

  /** Loads the modem, once. */
  load() {
    this.loading ??= Air.load().then((air) => {
      this.air = air;
      for (const name of ['event', 'sending']) {
        air.addEventListener(name, (event) => this.tell(name, /** @type {CustomEvent} */ (event).detail));
      }
      air.addEventListener('sent', (event) => this.ended(/** @type {CustomEvent} */ (event).detail.isWhole));
      for (const name of ['refused', 'error']) {
        air.addEventListener(name, (event) => {
          console.warn(/** @type {CustomEvent} */ (event).detail);
          if (session.isSending) notify(t('send-failed'));
          this.lose();
        });
      }
      return air;
    });
    this.loading.catch(() => { this.loading = null; });
    return this.loading;
  }

  /** Whether messages are being heard now. */
  get isHearing() { return this.isAttached && this.source !== null; }

  /** The rate that reaches the modem, in hertz: what the device lacks, no rate of the page brings back. */
  get sampleRate() {
    return Math.min(session.context?.sampleRate ?? Infinity, session.input?.sampleRate ?? Infinity);
  }

  /** @returns {BandName[]} */
  get bands() {
    const wanted = [...this.listeners.values()];
    const all = bands.map((band) => /** @type {BandName} */ (band.name));
    if (wanted.some((list) => list.length === 0)) return all.filter((name) => carries(name, this.sampleRate));
    return all.filter((name) => wanted.some((list) => list.includes(name)));
  }

  /**
   * Listens for somebody from now on, and opens the microphone if it is not.
   *
   * @param {string} who
   * @param {BandName[]} wanted With none, all that the input carries.
   */
  async hear(who, wanted) {
    this.failure = null;
    this.listeners.set(who, wanted);
    await this.load().catch((error) => {
      console.warn(error);
      this.fail({ kind: 'engine' });
    });
    if (!this.listeners.has(who)) return;
    const isHeard = session.isOn && !session.remote && !session.simulated;
    if (isHeard) { await this.follow(); return; }
    this.isOurs = true;
    this.tell('hearing');
    await session.start();
  }

  /** @param {string} who */
  unhear(who) {
    if (!this.listeners.delete(who)) return;
    if (this.listeners.size > 0) { this.follow(); return; }
    this.deafen();
    if (this.isOurs && session.isOn) session.stop();
    this.isOurs = false;
    this.tell('hearing');
  }

  /** Hears what the session hears now. */
  async follow() {
    if (this.listeners.size === 0) return;
    if (session.status === 'failed') { this.fail({ kind: 'session' }); return; }
    if (session.status === 'off' || session.remote) { this.fail(null); return; }
    const { source } = session;
    if (session.status !== 'listening' || !source || !this.air) { this.tell('hearing'); return; }
    const wanted = this.bands;
    const missing = wanted.length === 0 ? 'A' : wanted.find((name) => !carries(name, this.sampleRate));
    if (missing) { this.failBand(missing); return; }
    const heard = wanted.join();
    if (source === this.source && heard === this.heard) return;
    this.source = source;
    this.heard = heard;
    this.isAttached = false;
    try {
      await this.air.listen(source, wanted, settings.get('channel'));
    } catch (error) {
      console.warn(error);
      this.fail({ kind: 'engine' });
      return;
    }
    this.isAttached = source === this.source;
    this.tell('hearing');
  }

  /** @param {BandName} name */
  failBand(name) {
    const needed = bands.find((band) => band.name === name)?.lowestSampleRate ?? 0;
    this.fail({ kind: 'cannot-hear', band: name, rate: this.sampleRate, needed });
  }

  /** @param {HearingFailure | null} failure `null` if listening was ended elsewhere. */
  fail(failure) {
    const { isOurs } = this;
    this.failure = failure;
    this.listeners.clear();
    this.isOurs = false;
    this.deafen();
    if (isOurs && session.isOn) session.stop();
    this.tell('hearing');
  }

  deafen() {
    this.source = null;
    this.heard = '';
    this.air?.deafen();
  }

  /** The engine is gone, and with it node and message. */
  lose() {
    const wasHearing = this.isHearing;
    this.air?.close();
    this.source = null;
    this.heard = '';
    if (session.isSending) this.ended(false);
    if (wasHearing) this.follow();
  }

  /**
   * How a message would be sent; `null` if it is too long.
   *
   * @param {number} byteCount
   * @param {BandName} band
   * @param {Distance} distance
   * @param {boolean} [isExact]
   */
  plan(byteCount, band, distance, isExact) { return this.air?.plan(byteCount, band, distance, isExact) ?? null; }

  /**
   * Plays a message. Fulfilled when it begins; `sent` comes at its end.
   *
   * @param {{payload: Uint8Array, band: BandName, distance: Distance, isExact?: boolean}} message
   * @throws {Error} If there is no sound here.
   * @throws {RangeError} If the output cannot play the band.
   */
  async send(message) {
    const turn = this.turn += 1;
    const air = await this.load();
    await session.openEngine();
    const context = /** @type {AudioContext} */ (session.context);
    if (!carries(message.band, context.sampleRate)) throw new RangeError(String(context.sampleRate));
    if (turn !== this.turn) return;
    session.setSending(true);
    await air.send(context, { ...message, level: settings.get('airLevel') });
  }

  stop() { this.air?.stop(); }

  /** @param {boolean} isWhole */
  ended(isWhole) {
    const turn = this.turn += 1;
    // What has been rendered is heard a little later.
    const latency = isWhole ? session.context?.outputLatency ?? 0 : 0;
    setTimeout(() => this.tell('sent', isWhole), 1000 * latency);
    setTimeout(() => { if (turn === this.turn) session.setSending(false); }, 1000 * (latency + ringing));
  }

  /** @param {string} kind @param {unknown} [detail] */
  tell(kind, detail) { this.dispatchEvent(new CustomEvent(kind, { detail })); }
}

export const link = new Link();
