// What this page plays: a tone, the metronome, messages. While a tone or a message sounds the tuner does not listen.

import { audioSession, host } from './host.js';

/** The tuner listens again this long after a tone, when the room is still, in milliseconds. */
const ringing = 500;

/** Events: `sounding` when what is played changes; `refused` with the part of the core that refused its settings. */
class Playing extends EventTarget {
  constructor() {
    super();
    /** Who plays a tone, if anybody does. */
    /** @type {object | null} */
    this.player = null;
    /** Whether a tone of ours sounds, which the tuner must not take for an instrument. */
    this.isSounding = false;
    this.isClicking = false;
    /** Whether a message of ours sounds, which is no instrument either. */
    this.isSending = false;
    /** Raised by every start and stop, so that a late answer is recognised. */
    this.toneTurn = 0;
    host.addEventListener('engine', () => {
      host.engine.addEventListener('refused', (/** @type {CustomEvent} */ event) => this.refuse(event.detail));
    });
    host.addEventListener('closed', () => this.forget());
  }

  /** Whether something sounds that the tuner would hear. */
  get isHeard() { return this.isSounding || this.isSending; }

  /**
   * @param {import('../engine/types.js').ToneSettings} tone
   * @param {object} player Who asks for it; it takes the place of who played before.
   */
  async play(tone, player) {
    const turn = this.toneTurn += 1;
    this.setPlayer(player);
    try {
      this.willPlay();
      const engine = await host.open();
      if (turn !== this.toneTurn) return;
      this.setPlayer(player);  // what was simulated ended with its engine
      await engine.play(tone);
      if (turn !== this.toneTurn) return;
      if (!this.isSounding) { this.isSounding = true; this.changed(); }
    } catch (error) {
      if (turn === this.toneTurn) this.setPlayer(null);
      throw error;
    }
  }

  /** @param {object | null} player */
  setPlayer(player) {
    if (player === this.player) return;
    this.player = player;
    this.changed();
  }

  stopTone() {
    const turn = this.toneTurn += 1;
    host.engine?.stopTone();
    this.setPlayer(null);
    setTimeout(() => {
      if (turn !== this.toneTurn) return;
      this.isSounding = false;
      host.engine?.reset();
      this.changed();
      host.rest();
    }, ringing);
  }

  /** @param {Partial<import('../engine/types.js').MetronomeSettings>} metronome */
  async startMetronome(metronome) {
    const engine = await host.open();
    await engine.startMetronome(metronome);
    this.isClicking = true;
    this.changed();
  }

  /** @param {Partial<import('../engine/types.js').MetronomeSettings>} metronome Taken over while it runs. */
  changeMetronome(metronome) { host.engine?.startMetronome(metronome); }

  /** @param {boolean} isFollowing Whether the metronome is to follow the beat of others from now on. */
  setFollowing(isFollowing) {
    if (!isFollowing) { this.stopMetronome(); return; }
    this.isClicking = true;
    this.changed();
  }

  /** @param {Float64Array} course The beat to follow, as it is now. */
  follow(course) { if (this.isClicking) host.engine?.followBeat(course)?.catch(console.warn); }

  stopMetronome() {
    host.engine?.stopMetronome();
    this.isClicking = false;
    this.changed();
    // The last click fades first.
    setTimeout(() => host.rest(), ringing);
  }

  /** @param {boolean} isSending Whether a message begins, or has faded away. */
  setSending(isSending) {
    this.isSending = isSending;
    this.changed();
    if (isSending) { this.willPlay(); return; }
    host.engine?.reset();
    host.rest();
  }

  willPlay() { if (!host.users.has('microphone')) audioSession('playback'); }

  /**
   * Falls silent rather than claim to play what the core does not play.
   *
   * @param {import('../engine/types.js').RefusedDetail} refusal
   */
  refuse({ part, message }) {
    console.warn(message);
    if (part === 'tones') this.stopTone();
    if (part === 'metronome') this.stopMetronome();
    this.dispatchEvent(new CustomEvent('refused', { detail: part }));
  }

  /** The engine is gone, and with it what it played. */
  forget() {
    this.player = null;
    this.isSounding = false;
    this.isClicking = false;
    this.hold();
  }

  changed() {
    this.hold();
    this.dispatchEvent(new Event('sounding'));
  }

  hold() {
    host.hold('tone', this.isSounding);
    host.hold('metronome', this.isClicking);
    host.hold('message', this.isSending);
  }
}

export const playing = new Playing();
