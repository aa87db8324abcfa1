// Listening, from the tap on the button to the engine, and back on its feet after every interruption.

import { Engine } from '../engine/engine.js';
import { RemoteEngine, remoteReadings } from '../engine/remote.js';
import { emptyState } from '../engine/state.js';
import { classify, obstacle } from './failures.js';
import { InputWatch } from './input-watch.js';
import { inputFacts, isProcessed, openMicrophone } from './microphone.js';
import { useNames } from './names.js';
import { settings } from './settings.js';
import { tunerSettings } from './targets.js';

/** @typedef {import('./failures.js').FailureKind} FailureKind */
/** @typedef {import('./failures.js').HintKind} HintKind */

const silence = emptyState(48000);

/**
 * Events: `status`; `input` (device, hint or processing changed); `sounding` (what this page plays); `refused`
 * (the part of the core that refused its settings); and those of the engine, passed on.
 */
class Session extends EventTarget {
  constructor() {
    super();
    /** @type {'off' | 'starting' | 'listening' | 'interrupted' | 'failed'} */
    this.status = 'off';
    /** @type {FailureKind | null} */
    this.failure = null;
    /** @type {HintKind | null} */
    this.hint = null;
    /** @type {import('./microphone.js').InputFacts | null} */
    this.input = null;
    /** @type {AudioContext | null} */
    this.context = null;
    /** @type {any} */
    this.engine = null;
    this.simulated = false;
    /** @type {URL | null} Where the server sends what it hears, if it does. */
    this.remoteURL = null;
    /** @type {RemoteEngine | null} What the server hears, while that is shown. */
    this.remote = null;
    /** @type {MediaStream | null} */
    this.stream = null;
    /** @type {MediaStreamAudioSourceNode | null} */
    this.source = null;
    /** @type {InputWatch | null} */
    this.watch = null;
    /** Raised by every start and stop, so that a late answer is recognised. */
    this.turn = 0;
    /** Who plays a tone, if anybody does. */
    /** @type {object | null} */
    this.player = null;
    /** Whether a tone of ours sounds, which the tuner must not take for an instrument. */
    this.isSounding = false;
    this.isClicking = false;
    /** Whether a message of ours sounds, which is no instrument either. */
    this.isSending = false;
    this.toneTurn = 0;
  }

  /** Seconds of sound that were heard, also while nothing is shown of it. */
  get time() { return (this.remote ?? this.engine)?.state.time ?? 0; }

  /** The newest state; nothing heard while not listening. */
  get state() {
    const source = this.remote ?? this.engine;
    return source && this.status === 'listening' && !this.isMuted ? source.state : silence;
  }

  /** Whether nothing is heard because of a sound of ours. */
  get isMuted() { return this.status === 'listening' && (this.isSounding || this.isSending); }

  /** @param {{simulated?: boolean}} options */
  async start({ simulated = false } = {}) {
    const turn = this.turn += 1;
    if (this.remote) this.release();
    const stands = simulated ? null : obstacle();
    if (stands) { this.fail(stands); return; }
    this.setStatus('starting');
    try {
      // Both at once: the tap that starts us also lets sound begin, and the question is asked meanwhile.
      const engineIsReady = simulated ? this.simulate() : this.openEngine();
      engineIsReady.catch(() => {});  // told below, unless the microphone fails first
      if (!simulated) {
        const stream = await openMicrophone(settings.get('device'));
        if (turn !== this.turn) { stopTracks(stream); return; }
        this.stream = stream;
      }
      await engineIsReady;
      if (turn !== this.turn) { this.release(); return; }
      if (this.stream) this.hear(this.stream);
      this.engine.configure(tunerSettings());
      this.setStatus('listening');
    } catch (error) {
      if (turn !== this.turn) return;
      console.warn(error);
      this.release();
      this.fail(error instanceof EngineFailure ? 'engine' : await classify(error));
    }
  }

  /** Shows what the server hears. */
  startRemote() {
    if (!this.remoteURL) return;
    this.turn += 1;
    this.release();
    if (this.simulated) this.closeEngine();
    this.setStatus('starting');
    const remote = new RemoteEngine(this.remoteURL);
    this.remote = remote;
    this.pass(remote);
    remote.addEventListener('connection', () => {
      if (remote === this.remote) this.setStatus(remote.connection === 'listening' ? 'listening' : 'interrupted');
    });
    this.changed('input');
  }

  stop() {
    this.turn += 1;
    this.release();
    if (this.simulated) this.closeEngine();
    this.setStatus('off');
    this.rest();
  }

  /** Lets the audio thread sleep while nothing is heard and nothing sounds. */
  rest() {
    if (this.isOn || this.isSounding || this.isClicking || this.isSending) return;
    this.context?.suspend().catch(() => {});
  }

  /** The engine for tones and clicks, with or without a microphone. */
  async openEngine() {
    if (this.simulated) {
      this.closeEngine();
      if (this.status === 'listening') this.setStatus('off');
    }
    if (!this.context || this.context.state === 'closed') {
      this.context = new AudioContext({ latencyHint: 'interactive' });
      this.context.addEventListener('statechange', () => this.contextChanged());
    }
    const context = this.context;
    const resumed = context.state === 'suspended' ? context.resume() : Promise.resolve();
    if (!this.engine) {
      try {
        this.adopt(await Engine.create(context));
      } catch (error) { throw new EngineFailure(String(error)); }
    }
    await resumed;
    return this.engine;
  }

  /** Whether listening is wanted, even if it is interrupted. */
  get isOn() { return this.status === 'listening' || this.status === 'interrupted' || this.status === 'starting'; }

  /**
   * @param {import('../engine/types.js').ToneSettings} tone
   * @param {object} player Who asks for it; it takes the place of who played before.
   */
  async play(tone, player) {
    const turn = this.toneTurn += 1;
    this.setPlayer(player);
    try {
      if (!this.stream) audioSession('playback');
      const engine = await this.openEngine();
      if (turn !== this.toneTurn) return;
      this.setPlayer(player);  // what was simulated ended with its engine
      await engine.play(tone);
      if (turn !== this.toneTurn) return;
      if (!this.isSounding) { this.isSounding = true; this.changed('sounding'); }
    } catch (error) {
      if (turn === this.toneTurn) this.setPlayer(null);
      throw error;
    }
  }

  /** @param {object | null} player */
  setPlayer(player) {
    if (player === this.player) return;
    this.player = player;
    this.changed('sounding');
  }

  /** The tuner listens again half a second later, when the room is still. */
  stopTone() {
    const turn = this.toneTurn += 1;
    this.engine?.stopTone();
    this.setPlayer(null);
    setTimeout(() => {
      if (turn !== this.toneTurn) return;
      this.isSounding = false;
      this.engine?.reset();
      this.changed('sounding');
      this.rest();
    }, 500);
  }

  /** @param {Partial<import('../engine/types.js').MetronomeSettings>} metronome */
  async startMetronome(metronome) {
    const engine = await this.openEngine();
    await engine.startMetronome(metronome);
    this.isClicking = true;
    this.changed('sounding');
  }

  stopMetronome() {
    this.engine?.stopMetronome();
    this.isClicking = false;
    this.changed('sounding');
    // The last click fades first.
    setTimeout(() => this.rest(), 500);
  }

  /** @param {boolean} isSending Whether a message begins, or has faded away. */
  setSending(isSending) {
    this.isSending = isSending;
    this.changed('sounding');
    if (isSending) { if (!this.stream) audioSession('playback'); return; }
    this.engine?.reset();
    this.rest();
  }

  /** A guitar that is being tuned, without a microphone. */
  async simulate() {
    this.closeEngine();
    this.simulated = true;
    this.adopt(Engine.simulated());
  }

  /** @param {any} engine */
  adopt(engine) {
    this.engine = engine;
    if (!this.simulated) useNames(engine.names);
    this.pass(engine);
    engine.addEventListener('refused', (/** @type {CustomEvent} */ event) => this.refuse(event.detail));
    engine.addEventListener('error', () => {
      this.release();
      this.closeEngine();
      this.fail('engine');
    });
  }

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

  /** @param {EventTarget} source Whose events are passed on. */
  pass(source) {
    for (const name of ['state', 'intune', 'click', 'note']) {
      source.addEventListener(name, (/** @type {any} */ event) => {
        // While the server's sound is shown, the engine here only plays.
        if (this.remote && source !== this.remote && name !== 'click') return;
        this.dispatchEvent(new CustomEvent(name, { detail: event.detail }));
      });
    }
  }

  closeEngine() {
    this.engine?.close?.();
    this.engine = null;
    this.simulated = false;
    this.player = null;
    this.isSounding = false;
    this.isClicking = false;
    this.changed('closed');
  }

  /** @param {MediaStream} stream */
  hear(stream) {
    const context = /** @type {AudioContext} */ (this.context);
    const [track] = stream.getAudioTracks();
    audioSession('play-and-record');
    this.source = context.createMediaStreamSource(stream);
    this.engine.connect(this.source);
    this.input = inputFacts(track);
    this.watch = new InputWatch(
      context, this.source, this.input.channels ?? 1, () => settings.get('channel'), (hint) => {
        this.hint = hint;
        this.changed('input');
      });
    this.hint = null;
    track.addEventListener('ended', () => { if (this.stream === stream) this.lost(); });
    track.addEventListener('mute', () => { if (this.stream === stream) this.setStatus('interrupted'); });
    track.addEventListener('unmute', () => { if (this.stream === stream) this.setStatus('listening'); });
    this.changed('input');
  }

  get isProcessed() { return this.input !== null && isProcessed(this.input); }

  /** The device is gone: once more with whatever there is now. */
  lost() {
    this.release();
    this.start().then(() => { if (this.failure === 'no-device') this.fail('lost'); });
  }

  /** Starts anew with the device and channel that are set. */
  restart() { if (this.status !== 'off' && !this.remote) { this.release(); this.start({ simulated: this.simulated }); } }

  release() {
    this.watch?.close();
    this.remote?.close();
    this.remote = null;
    this.engine?.disconnect?.();
    if (this.stream) stopTracks(this.stream);
    this.watch = null;
    this.source = null;
    this.stream = null;
    this.input = null;
    this.hint = null;
  }

  contextChanged() {
    const state = /** @type {string} */ (this.context?.state);
    if (this.remote) return;
    if (this.status === 'listening' && state !== 'running') this.setStatus('interrupted');
    else if (this.status === 'interrupted' && state === 'running') this.setStatus('listening');
  }

  /** After a call, a lock screen or another app: go on, or begin again if the clock stands still. */
  async recover() {
    if (this.status !== 'interrupted' && this.status !== 'listening') return;
    const { context } = this;
    if (!context || this.simulated || this.remote) return;
    if (context.state === 'suspended') await context.resume().catch(() => {});
    const before = context.currentTime;
    await new Promise((done) => { setTimeout(done, 400); });
    if (context !== this.context || !this.isOn) return;
    if (context.currentTime > before) { if (this.status === 'interrupted') this.setStatus('listening'); return; }
    this.release();
    this.closeEngine();
    this.context = null;
    context.close().catch(() => {});
    await this.start();
  }

  /** @param {FailureKind} kind */
  fail(kind) {
    this.failure = kind;
    this.setStatus('failed');
  }

  /** @param {Session['status']} status */
  setStatus(status) {
    this.status = status;
    if (status !== 'failed') this.failure = null;
    this.changed('status');
  }

  /** @param {string} name */
  changed(name) { this.dispatchEvent(new Event(name)); }
}

class EngineFailure extends Error {}

/**
 * Where the system asks what sound is for, as on iPhones, so that tones are not sent to the earpiece.
 *
 * @param {string} type
 */
function audioSession(type) {
  const system = /** @type {any} */ (navigator).audioSession;
  if (system) system.type = type;
}

/** @param {MediaStream} stream */
function stopTracks(stream) { for (const track of stream.getTracks()) track.stop(); }

export const session = new Session();

export function startSession() {
  Engine.names().then(useNames, (error) => console.warn(error));
  // A server that listens is a tuner, and this page its display.
  remoteReadings().then((url) => {
    session.remoteURL = url;
    if (url && session.status === 'off') session.startRemote();
  });
  const configure = () => session.engine?.configure(tunerSettings());
  settings.watch(['concertPitch', 'temperament', 'root', 'tolerance', 'gate', 'instrument', 'tuning', 'locked', 'channel'], configure);
  settings.addEventListener('change', (event) => {
    if (/** @type {CustomEvent} */ (event).detail === 'device') session.restart();
  });
  document.addEventListener('visibilitychange', () => { if (!document.hidden) session.recover(); });
  navigator.mediaDevices?.addEventListener?.('devicechange', () => {
    session.changed('input');
    if (session.failure === 'no-device' || session.failure === 'lost') session.start();
  });
}
