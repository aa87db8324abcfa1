// One pairing at a time: a run of the protocol, with microphone, loudspeaker and a place to show it.

import { paceOf } from '../../pairing/dialogue.js';
import { readAnswer, tries } from '../../pairing/answer.js';
import { PairingError } from '../../pairing/errors.js';
import { PairingJoin } from '../../pairing/join.js';
import { PairingOffer } from '../../pairing/offer.js';
import { PairingRun } from '../../pairing/run.js';
import { settings } from '../../app/settings.js';
import { link } from './link.js';

/** @typedef {import('../../engine/air/modem.js').AirEvent} AirEvent */
/** @typedef {import('../../pairing/errors.js').PairingStage} PairingStage */
/** @typedef {import('../../pairing/hand-over.js').HandOver} HandOver */
/** @typedef {import('../../pairing/session.js').PairingResult} PairingResult */

/** The longest message of the protocol, in bytes. */
const longestMessage = 63;

/** Events: `change`. */
class Pairing extends EventTarget {
  constructor() {
    super();
    /** @type {'idle' | 'starting' | 'running' | 'done' | 'failed'} */
    this.phase = 'idle';
    /** @type {PairingStage | null} */
    this.stage = null;
    /** What this device shows, and what it asks for. */
    /** @type {import('../../pairing/keys.js').Digits | null} */
    this.digits = null;
    /** Whether the user has decided, and how often other digits were typed. */
    this.isDecided = false;
    this.misses = 0;
    /** @type {PairingResult | null} */
    this.result = null;
    /** @type {PairingError | null} */
    this.failure = null;
    this.isOffer = false;
    /** @type {PairingRun | null} */
    this.run = null;
    this.turn = 0;
    link.addEventListener('event', (event) => {
      const heard = /** @type {AirEvent} */ (/** @type {CustomEvent} */ (event).detail);
      if (heard.kind === 'packet' && !heard.isPart) this.run?.hear(heard.payload);
    });
    link.addEventListener('hearing', () => {
      if (this.run && !link.listeners.has('pairing')) this.run.cutOff();
    });
  }

  get isOn() { return this.phase === 'starting' || this.phase === 'running'; }

  /** Seconds that are left. */
  get remaining() { return this.run?.remaining ?? 0; }

  /** @param {HandOver | null} handOver */
  offer(handOver) { return this.begin(true, () => PairingOffer.make(handOver)); }

  join() { return this.begin(false, () => PairingJoin.make()); }

  /**
   * @param {boolean} isOffer
   * @param {() => Promise<PairingOffer | PairingJoin>} make
   */
  async begin(isOffer, make) {
    if (this.isOn) return;
    this.close();
    const turn = this.turn += 1;
    this.reset();
    this.isOffer = isOffer;
    this.setPhase('starting');
    try {
      const session = await make();
      if (turn !== this.turn) return;
      const band = settings.get('airBand');
      const distance = settings.get('airDistance');
      const mode = distance === 'automatic' ? 'room' : distance;
      link.stop();
      await link.hear('pairing', [band]);
      if (turn !== this.turn) return;
      if (!link.listeners.has('pairing')) { this.setPhase('idle'); return; }
      const plan = link.plan(longestMessage, band, mode, true);
      this.start(session, paceOf(plan?.seconds ?? 3), (payload) => speak({ payload, band, distance: mode, isExact: true }));
    } catch (error) {
      if (turn !== this.turn) return;
      this.fail(error instanceof PairingError ? error : new PairingError('cut-off'));
    }
  }

  /**
   * @param {PairingOffer | PairingJoin} session
   * @param {import('../../pairing/dialogue.js').Pace} pace
   * @param {(payload: Uint8Array) => Promise<void>} say
   */
  start(session, pace, say) {
    const run = new PairingRun(session, pace, say);
    const on = (/** @type {string} */ name, /** @type {(detail: any) => void} */ action) => {
      run.addEventListener(name, (event) => { if (run === this.run) action(/** @type {CustomEvent} */ (event).detail); });
    };
    this.run = run;
    on('stage', (stage) => { this.stage = stage; this.changed(); });
    on('compare', (digits) => { this.digits = digits; this.changed(); });
    on('done', (result) => { this.result = result; this.setPhase('done'); });
    on('failed', (error) => this.fail(error));
    on('over', () => this.close());
    this.setPhase('running');
  }

  /**
   * Takes what the user has typed of the other device's digits.
   *
   * @param {string} text
   * @returns {'decided' | 'mistyped' | 'unclear'}
   */
  answer(text) {
    const answer = this.digits ? readAnswer(text, this.digits) : 'unclear';
    if (answer === 'unclear') return 'unclear';
    if (answer === 'other-digits') {
      this.misses += 1;
      if (this.misses < tries) return 'mistyped';
    }
    this.decide(answer === 'match');
    return 'decided';
  }

  /** @param {boolean} isMatch Whether the user has typed the digits of the other device. */
  decide(isMatch) {
    this.isDecided = true;
    this.run?.decide(isMatch);
    this.changed();
  }

  cancel() {
    if (this.run) { this.run.cancel(); return; }
    this.turn += 1;
    link.unhear('pairing');
    this.setPhase('idle');
  }

  /** Forgets how the last one ended. */
  reset() {
    if (this.isOn) return;
    this.stage = null;
    this.digits = null;
    this.isDecided = false;
    this.misses = 0;
    this.result = null;
    this.failure = null;
    this.setPhase('idle');
  }

  /** @param {PairingError} failure */
  fail(failure) {
    this.failure = failure;
    this.setPhase('failed');
  }

  /** Nothing is left to say or to hear. */
  close() {
    if (!this.run) return;
    clearInterval(this.run.timer);
    this.run.isOver = true;
    this.run = null;
    link.unhear('pairing');
  }

  /** @param {Pairing['phase']} phase */
  setPhase(phase) {
    this.phase = phase;
    this.changed();
  }

  changed() { this.dispatchEvent(new Event('change')); }
}

/**
 * Plays a message to its end.
 *
 * @param {{payload: Uint8Array, band: any, distance: any, isExact: boolean}} message
 * @returns {Promise<void>}
 */
function speak(message) {
  return new Promise((resolve, reject) => {
    link.addEventListener('sent', () => resolve(), { once: true });
    link.send(message).catch(reject);
  });
}

export const pairing = new Pairing();
