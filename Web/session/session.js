// Listening, from the tap on the button to the engine, and back on its feet after every interruption.

import { later } from '../app/later.js';
import { settings, soundViews } from '../app/settings.js';
import { tunerSettings } from '../app/targets.js';
import { Engine } from '../engine/engine.js';
import { onNames, useNames } from '../app/names.js';
import { RemoteEngine, serverAddress } from '../engine/remote.js';
import { emptyState } from '../engine/state.js';
import { classify, obstacle } from './failures.js';
import { EngineFailure, OutputFailure, host } from './host.js';
import { microphone } from './microphone.js';
import { playing } from './playing.js';

/** @typedef {import('./failures.js').FailureKind} FailureKind */

const silence = emptyState(48000);

/**
 * Events: `status`; `input` (device, hint or processing changed); and those of what is heard, passed on.
 */
class Session extends EventTarget {
  constructor() {
    super();
    /** @type {'off' | 'starting' | 'listening' | 'interrupted' | 'failed'} */
    this.status = 'off';
    /** @type {FailureKind | null} */
    this.failure = null;
    /** @type {URL | null} Where the server sends what it hears, if it does. */
    this.remoteURL = null;
    /** @type {RemoteEngine | null} What the server hears, while that is shown. */
    this.remote = null;
    /** Raised by every start and stop, so that a late answer is recognised. */
    this.turn = 0;
    this.follow();
  }

  get simulated() { return host.simulated; }

  /** Seconds of sound that were heard, also while nothing is shown of it. */
  get time() { return (this.remote ?? host.engine)?.state.time ?? 0; }

  /** The newest state; nothing heard while not listening. */
  get state() {
    const source = this.remote ?? host.engine;
    return source && this.status === 'listening' && !this.isMuted ? source.state : silence;
  }

  /** Whether nothing is heard because of a sound of ours. */
  get isMuted() { return this.status === 'listening' && playing.isHeard; }

  /** Whether listening is wanted, even if it is interrupted. */
  get isOn() { return this.status === 'listening' || this.status === 'interrupted' || this.status === 'starting'; }

  /** Reacts to engine and microphone. */
  follow() {
    host.addEventListener('engine', () => this.pass(host.engine));
    host.addEventListener('context', () => this.contextChanged());
    host.addEventListener('stopped', () => {
      this.release();
      host.close();
      this.fail('engine');
    });
    host.addEventListener('closed', (event) => {
      // Where a tone is played, the simulated guitar ends.
      if (/** @type {CustomEvent} */ (event).detail && this.status === 'listening') this.setStatus('off');
    });
    microphone.addEventListener('input', () => this.changed('input'));
    microphone.addEventListener('ended', () => this.lost());
    microphone.addEventListener('mute', () => this.setStatus('interrupted'));
    microphone.addEventListener('unmute', () => this.setStatus('listening'));
  }

  /** @param {{simulated?: boolean}} options */
  async start({ simulated = false } = {}) {
    const turn = this.turn += 1;
    if (this.remote) this.release();
    const stands = simulated ? null : obstacle();
    if (stands) { this.fail(stands); return; }
    this.setStatus('starting');
    try {
      // Both at once: the tap that starts us also lets sound begin, and the question is asked meanwhile.
      const engineIsReady = simulated ? host.simulate() : host.open();
      engineIsReady.catch(() => {});  // told below, unless the microphone fails first
      if (!simulated && !await microphone.open(() => turn === this.turn)) return;
      await engineIsReady;
      if (turn !== this.turn) { this.release(); return; }
      microphone.connect();
      host.engine.configure(tunerSettings());
      this.setStatus('listening');
    } catch (error) {
      if (turn !== this.turn) return;
      console.warn(error);
      this.release();
      this.fail(error instanceof OutputFailure ? 'no-output' : error instanceof EngineFailure ? 'engine' : await classify(error));
    }
  }

  /** Shows what the server hears. */
  startRemote() {
    if (!this.remoteURL) return;
    this.turn += 1;
    this.release();
    this.setStatus('starting');
    if (this.simulated) host.close();
    const remote = new RemoteEngine(this.remoteURL);
    this.remote = remote;
    remote.tolerance = settings.get('tolerance');
    this.pass(remote);
    remote.addEventListener('connection', () => {
      if (remote === this.remote) this.setStatus(remote.connection === 'listening' ? 'listening' : 'interrupted');
    });
    this.changed('input');
  }

  stop() {
    this.turn += 1;
    this.release();
    this.setStatus('off');
    if (this.simulated) host.close();
    host.rest();
  }

  /** @param {EventTarget} source Whose events are passed on. */
  pass(source) {
    for (const name of ['state', 'reading', 'intune', 'click', 'note', 'strum']) {
      source.addEventListener(name, (/** @type {any} */ event) => {
        // While the server's sound is shown, the engine here only plays.
        if (this.remote && source !== this.remote && name !== 'click') return;
        this.dispatchEvent(new CustomEvent(name, { detail: event.detail }));
      });
    }
  }

  /** The device is gone: once more with whatever there is now. */
  lost() {
    this.release();
    this.start().then(() => { if (this.failure === 'no-device') this.fail('lost'); });
  }

  /** Starts anew with the device and channel that are set. */
  restart() { if (this.status !== 'off' && !this.remote) { this.release(); this.start({ simulated: this.simulated }); } }

  release() {
    this.remote?.close();
    this.remote = null;
    microphone.close();
  }

  contextChanged() {
    const state = /** @type {string} */ (host.context?.state);
    if (this.remote) return;
    if (this.status === 'listening' && state !== 'running') this.setStatus('interrupted');
    else if (this.status === 'interrupted' && state === 'running') this.setStatus('listening');
  }

  /** After a call, a lock screen or another app: go on, or begin again if the clock stands still. */
  async recover() {
    if (this.status !== 'interrupted' && this.status !== 'listening') return;
    const { context } = host;
    if (!context || this.simulated || this.remote) return;
    if (context.state === 'suspended') await context.resume().catch(() => {});
    const before = context.currentTime;
    await new Promise((done) => { setTimeout(done, 400); });
    if (context !== host.context || !this.isOn) return;
    if (context.currentTime > before) { if (this.status === 'interrupted') this.setStatus('listening'); return; }
    this.release();
    host.abandon();
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
    host.hold('listening', this.isOn);
    this.changed('status');
  }

  /** @param {string} name */
  changed(name) { this.dispatchEvent(new Event(name)); }
}

export const session = new Session();

/** Loads what tells bells and several tones once the microphone has heard a note: the tuner starts, and works, without it. */
function loadEvidence() {
  const load = () => {
    if (session.remote || session.simulated || !session.state.voiced) return;
    session.removeEventListener('state', load);
    import('./evidence.js').then(({ startEvidence }) => startEvidence()).catch((error) => {
      console.warn(error);
      // Tries again when the user next starts or stops listening.
      session.addEventListener('status', loadEvidence, { once: true });
    });
  };
  session.addEventListener('state', load);
}

export function startSession() {
  Engine.prepare();
  Engine.names().then(useNames, (error) => console.warn(error));
  // A server that listens is a tuner, and this page its display.
  serverAddress('readings').then((url) => {
    session.remoteURL = url;
    if (url && session.status === 'off') session.startRemote();
  });
  const configure = () => host.engine?.configure(tunerSettings());
  settings.watch(['concertPitch', 'temperament', 'root', 'tolerance', 'gate', 'instrument', 'tuning', 'capo', 'locked', 'channel', 'clock'], configure);
  loadEvidence();
  settings.watch(['tolerance'], () => { if (session.remote) session.remote.tolerance = settings.get('tolerance'); });
  const draw = () => later(async () => host.engine?.draw(soundViews.includes(settings.get('view'))), () => {});
  settings.watch(['view'], draw);
  host.addEventListener('engine', draw);
  // The capo needs the core.
  onNames(configure);
  // The settings may name what was not known until the tables came.
  addEventListener('targets', configure);
  settings.addEventListener('change', (event) => {
    if (/** @type {CustomEvent} */ (event).detail === 'device') session.restart();
  });
  document.addEventListener('visibilitychange', () => { if (!document.hidden) session.recover(); });
  navigator.mediaDevices?.addEventListener?.('devicechange', () => {
    session.changed('input');
    if (session.failure === 'no-device' || session.failure === 'lost') session.start();
  });
}
