// When a side of a pairing speaks: an answer after a short pause, the last message again after a silence.

/** @typedef {import('./errors.js').PairingError} PairingError */
/** @typedef {import('./session.js').Action} Action */
/** @typedef {import('./session.js').PairingSession} PairingSession */

/**
 * Seconds.
 *
 * @typedef {object} Pace
 * @property {number} answerDelay How long to wait with an answer, so that the room is quiet again.
 * @property {number} repeatDelay After this long without an answer, the last message is said again.
 * @property {number} jitter A repetition comes later by a random part of this.
 * @property {number} lingering How long the joiner stays, to repeat a receipt that was lost.
 * @property {number} farewellCount How often a failure is told, which nobody confirms.
 */

/**
 * A pace for sound.
 *
 * @param {number} packetDuration How long the longest packet sounds, in seconds.
 * @returns {Pace}
 */
export function paceOf(packetDuration) {
  const answerDelay = 0.25;
  const repeatDelay = packetDuration + answerDelay + 0.6;
  const jitter = packetDuration / 2 + 0.4;
  return { answerDelay, repeatDelay, jitter, lingering: 3 * (repeatDelay + jitter), farewellCount: 3 };
}

/** As the session in it, it has no clock. */
export class PairingDialogue {
  /**
   * @param {PairingSession} session
   * @param {Pace} pace
   * @param {() => number} [random] Numbers in 0...1, so that two devices do not repeat themselves in step.
   */
  constructor(session, pace, random = Math.random) {
    this.session = session;
    this.pace = pace;
    this.random = random;
    /** @type {import('./session.js').PairingResult | null} */
    this.result = null;
    /** @type {{message: Uint8Array, due: number, isFarewell?: boolean} | null} */
    this.queued = null;
    this.repeatTime = 0;
    this.repetitionCount = 0;
    /** When something was said or heard. */
    this.latest = 0;
    this.isSpeaking = false;
    this.farewellCount = 0;
    this.farewellLimit = pace.farewellCount;
  }

  /**
   * Takes a message that was heard. What must be said is queued.
   *
   * @param {Uint8Array} message
   * @param {number} now
   * @returns {Promise<Action>}
   */
  async hear(message, now) {
    /** @type {Action} */
    let action;
    try {
      action = await this.session.receive(message, now);
    } catch (error) {
      // It goes on, so it has not heard the farewell.
      if (this.farewellCount > 0) this.farewellLimit = 2 * this.pace.farewellCount;
      this.queueFarewell(now);
      throw error;
    }
    if (action.kind === 'ignore') return action;
    this.latest = now;
    if (action.kind === 'finish') this.result = action.result;
    this.queue(action.kind === 'proceed' ? this.session.standing : action.message, now);
    return action;
  }

  /** @param {number} now */
  async approve(now) {
    await this.session.approve(now);
    if (this.session.standing) this.queue(this.session.standing, now);
  }

  /** @param {PairingError} error @param {number} now */
  end(error, now) {
    if (!this.session.stage) return;
    this.session.end(error);
    this.queueFarewell(now);
  }

  /**
   * What to say now; `hasSpoken` must be called when it has sounded.
   *
   * @param {number} now
   * @throws {PairingError} When the time is up, once.
   */
  messageToSay(now) {
    if (this.session.stage) this.session.check(now);
    if (this.isSpeaking) return null;
    const { queued } = this;
    if (queued) {
      if (now < queued.due) return null;
      this.queued = null;
      this.isSpeaking = true;
      if (queued.isFarewell) this.farewellCount += 1;
      return queued.message;
    }
    const { standing } = this.session;
    if (!standing || now < this.repeatTime) return null;
    this.repetitionCount += 1;
    this.isSpeaking = true;
    return standing;
  }

  /** @param {number} now */
  hasSpoken(now) {
    this.isSpeaking = false;
    this.latest = now;
    this.repeatTime = now + this.pace.repeatDelay * this.patience + this.pace.jitter * this.random();
    if (this.farewellCount > 0) this.queueFarewell(this.repeatTime - this.pace.answerDelay);
  }

  /**
   * Says that it is over, as often as that is done.
   *
   * @param {number} now
   */
  queueFarewell(now) {
    this.queue(this.farewellCount < this.farewellLimit ? this.session.farewell : null, now);
    if (this.queued) this.queued.isFarewell = true;
  }

  /** While the other device waits for its user's decision, a question every second is not needed. */
  get patience() {
    return this.session.stage === 'confirmation' ? Math.min(this.repetitionCount + 1, 4) : 1;
  }

  /**
   * Whether there is nothing left to say or to wait for.
   *
   * @param {number} now
   */
  isOver(now) {
    if (this.session.stage || this.queued || this.isSpeaking) return false;
    if (!this.result || this.session.role !== 'joiner') return true;
    return now - this.latest > this.pace.lingering;
  }

  /** @param {Uint8Array | null} message @param {number} now */
  queue(message, now) {
    this.queued = message ? { message, due: now + this.pace.answerDelay } : null;
    this.repetitionCount = 0;
    this.repeatTime = now + this.pace.repeatDelay + this.pace.jitter * this.random();
  }
}
