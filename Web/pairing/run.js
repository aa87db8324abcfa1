// Runs one side of a pairing: brings together what is heard, what is said, the user and the time.

import { PairingDialogue } from './dialogue.js';
import { PairingError } from './errors.js';

/** @typedef {import('./session.js').PairingSession} PairingSession */

/** Seconds between two looks at the clock. */
const tick = 0.04;

/**
 * Events: `stage` when it waits for something else; `compare` with its `Digits`; `done` with the result;
 * `failed` with the error; `over` once nothing is left to say.
 */
export class PairingRun extends EventTarget {
  /**
   * @param {PairingSession} session
   * @param {import('./dialogue.js').Pace} pace
   * @param {(message: Uint8Array) => Promise<void>} say Fulfilled when the message has sounded.
   * @param {() => number} [clock] Seconds.
   */
  constructor(session, pace, say, clock = () => performance.now() / 1000) {
    super();
    this.dialogue = new PairingDialogue(session, pace);
    this.session = session;
    this.say = say;
    this.clock = clock;
    this.start = clock();
    /** @type {string | null} */
    this.stage = null;
    /** @type {PairingError | null} */
    this.failure = null;
    this.isOver = false;
    /** One thing after the other. */
    this.last = Promise.resolve();
    this.isTicking = false;
    this.timer = setInterval(() => this.tick(), 1000 * tick);
    this.do(async () => {});
  }

  get now() { return this.clock() - this.start; }

  /** Seconds that are left. */
  get remaining() { return Math.max(0, this.session.lifetime - this.now); }

  /** @param {Uint8Array} message */
  hear(message) {
    this.do(async () => {
      const action = await this.dialogue.hear(message, this.now);
      if (action.kind === 'compare') this.tell('compare', action.digits);
      if (action.kind === 'finish') this.tell('done', action.result);
    });
  }

  /** @param {boolean} isMatch Whether the user has typed the digits of the other device. */
  decide(isMatch) {
    this.do(async () => {
      if (isMatch) await this.dialogue.approve(this.now);
      else this.end('strings-differ');
    });
  }

  cancel() { this.do(async () => this.end('cancelled')); }

  /** Microphone or loudspeaker are gone. */
  cutOff() { this.do(async () => { this.end('cut-off'); this.dialogue.queued = null; this.dialogue.isSpeaking = false; }); }

  /** @param {'strings-differ' | 'cancelled' | 'cut-off'} code */
  end(code) {
    if (!this.session.stage) return;
    const error = new PairingError(code);
    this.dialogue.end(error, this.now);
    throw error;
  }

  tick() {
    if (this.isTicking) return;
    this.isTicking = true;
    this.do(async () => { this.isTicking = false; });
  }

  /** @param {() => Promise<void>} action */
  do(action) {
    this.last = this.last.then(async () => {
      if (this.isOver) return;
      try {
        await action();
      } catch (error) { this.fail(error); }
      try {
        this.speak();
      } catch (error) { this.fail(error); }
      this.report();
    });
  }

  speak() {
    const message = this.dialogue.messageToSay(this.now);
    if (!message) return;
    this.say(message).then(
      () => this.do(async () => this.dialogue.hasSpoken(this.now)),
      (error) => {
        console.warn(error);
        this.cutOff();
      });
  }

  /** @param {unknown} error */
  fail(error) {
    if (!(error instanceof PairingError)) {
      console.warn(error);
      this.session.end(new PairingError('cut-off'));
    }
    if (this.failure) return; // the farewell may still have to be said
    this.failure = error instanceof PairingError ? error : new PairingError('cut-off');
    this.tell('failed', this.failure);
  }

  report() {
    const { stage } = this.session;
    if (stage && stage !== this.stage) this.tell('stage', stage);
    this.stage = stage;
    if (!this.dialogue.isOver(this.now)) return;
    this.isOver = true;
    clearInterval(this.timer);
    this.tell('over', null);
  }

  /** @param {string} kind @param {unknown} detail */
  tell(kind, detail) { this.dispatchEvent(new CustomEvent(kind, { detail })); }
}
