// The microphone as raw as the browser gives it, and the truth about what was given.

import { settings } from '../app/settings.js';
import { audioSession, host } from './host.js';
import { InputWatch } from './input-watch.js';

/** @typedef {import('./failures.js').HintKind} HintKind */

/**
 * What was really applied. `null` where the browser does not say.
 *
 * @typedef {object} InputFacts
 * @property {string} label
 * @property {string} device
 * @property {number | null} sampleRate Hertz, of the device.
 * @property {number | null} channels
 * @property {boolean | null} echoCancellation
 * @property {boolean | null} noiseSuppression
 * @property {boolean | null} autoGainControl
 * @property {boolean | null} voiceIsolation
 */

/**
 * Asks for raw sound. Wishes, never demands: a device that cannot is still heard.
 *
 * @param {string} device An identifier, or '' for the browser's choice.
 */
async function openMicrophone(device) {
  /** @type {any} */
  const audio = {
    echoCancellation: false, noiseSuppression: false, autoGainControl: false, voiceIsolation: false,
    channelCount: { ideal: 2 },
  };
  if (device) audio.deviceId = { ideal: device };
  return navigator.mediaDevices.getUserMedia({ audio });
}

/**
 * @param {MediaStreamTrack} track
 * @returns {InputFacts}
 */
function inputFacts(track) {
  const applied = /** @type {any} */ (track.getSettings());
  const known = (/** @type {string} */ name) => applied[name] ?? null;
  return {
    label: track.label, device: known('deviceId') ?? '', sampleRate: known('sampleRate'),
    channels: known('channelCount'), echoCancellation: known('echoCancellation'),
    noiseSuppression: known('noiseSuppression'), autoGainControl: known('autoGainControl'),
    voiceIsolation: known('voiceIsolation'),
  };
}

/** @param {InputFacts} facts */
function isProcessed(facts) {
  // Some browsers say what kind of echo cancellation: any text but "none" is one.
  const on = (/** @type {any} */ value) => value === true || (typeof value === 'string' && value !== 'none');
  return [facts.echoCancellation, facts.noiseSuppression, facts.autoGainControl, facts.voiceIsolation].some(on);
}

/** Microphones by name; names are empty until the microphone was allowed once. */
export async function listInputs() {
  const devices = await navigator.mediaDevices?.enumerateDevices?.() ?? [];
  return devices.filter((device) => device.kind === 'audioinput');
}

/**
 * The microphone that is open, if one is. Events: `input` when facts or hint change; `ended`, `mute` and `unmute` as its
 * track has them.
 */
class Microphone extends EventTarget {
  constructor() {
    super();
    /** @type {MediaStream | null} */
    this.stream = null;
    /** @type {MediaStreamAudioSourceNode | null} */
    this.source = null;
    /** @type {InputFacts | null} */
    this.facts = null;
    /** @type {HintKind | null} What is wrong with what it hears. */
    this.hint = null;
    /** @type {InputWatch | null} */
    this.watch = null;
  }

  get isProcessed() { return this.facts !== null && isProcessed(this.facts); }

  /**
   * Asks for the device that is set.
   *
   * @param {() => boolean} isWanted Whether it still is, once the question is answered.
   * @returns {Promise<boolean>} Whether it is open.
   */
  async open(isWanted) {
    const stream = await openMicrophone(settings.get('device'));
    if (!isWanted()) { stopTracks(stream); return false; }
    this.stream = stream;
    host.hold('microphone', true);
    return true;
  }

  /** Lets the engine hear it, if it is open. */
  connect() {
    const { stream } = this;
    if (!stream) return;
    const context = /** @type {AudioContext} */ (host.context);
    const [track] = stream.getAudioTracks();
    audioSession('play-and-record');
    this.source = context.createMediaStreamSource(stream);
    host.engine.connect(this.source);
    this.facts = inputFacts(track);
    this.watch = new InputWatch(
      context, this.source, this.facts.channels ?? 1, () => settings.get('channel'), (hint) => {
        this.hint = hint;
        this.tell('input');
      });
    this.hint = null;
    for (const name of ['ended', 'mute', 'unmute']) {
      track.addEventListener(name, () => { if (this.stream === stream) this.tell(name); });
    }
    this.tell('input');
  }

  close() {
    this.watch?.close();
    host.engine?.disconnect?.();
    if (this.stream) stopTracks(this.stream);
    this.watch = null;
    this.source = null;
    this.stream = null;
    this.facts = null;
    this.hint = null;
    host.hold('microphone', false);
  }

  /** @param {string} name */
  tell(name) { this.dispatchEvent(new Event(name)); }
}

/** @param {MediaStream} stream */
function stopTracks(stream) { for (const track of stream.getTracks()) track.stop(); }

export const microphone = new Microphone();
