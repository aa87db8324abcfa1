// Notes for a synthesizer: what is heard goes to a MIDI output of this device. A note that has begun always ends: when
// listening stops or readings stay away, when another output is chosen, and when the page is hidden or left.

import { onNames } from '../app/names.js';
import { settings } from '../app/settings.js';
import { tunerSettings } from '../app/targets.js';
import { Module } from '../engine/module.js';
import { MIDINotes } from '../engine/stage/midi-notes.js';
import { host } from './host.js';
import { session } from './session.js';

/** @typedef {import('../engine/types.js').MIDIPort} MIDIPort */
/** @typedef {import('../engine/types.js').MIDIPorts} MIDIPorts */

const browser = /** @type {import('../engine/types.js').MIDINavigator} */ (navigator);

/** Without readings for this long the note ends, in milliseconds. */
const patience = 500;
/** How long the last messages to an output may take before it is closed, in milliseconds. */
const farewell = 500;

/**
 * Events: `change` when status or outputs change; `lost` and `back` with the name of the output, when it is unplugged
 * while it is in use and when it is there again.
 */
class MIDIOut extends EventTarget {
  constructor() {
    super();
    /** @type {'off' | 'asking' | 'refused' | 'failed' | 'open'} What came of asking for MIDI. */
    this.status = 'off';
    /** @type {MIDIPorts | null} */
    this.access = null;
    /** @type {MIDIPort | null} Where notes go. */
    this.port = null;
    /** @type {MIDINotes | null} */
    this.notes = null;
    /** The name of the output that was unplugged while it was in use; none if it is empty. */
    this.lostName = '';
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.hasBegun = false;
  }

  /** Whether the browser has MIDI for pages. */
  get isOffered() { return typeof browser.requestMIDIAccess === 'function'; }

  /** The name of the output that is chosen; none if it is empty. */
  get name() { return settings.get('midiOutput')[1]; }

  /** @returns {MIDIPort[]} Those that are connected. */
  get outputs() {
    return this.access ? [...this.access.outputs.values()].filter((port) => port.state === 'connected') : [];
  }

  /** Asks for MIDI, without messages that are a device's own business. */
  async open() {
    if (!browser.requestMIDIAccess || this.status === 'asking' || this.status === 'open') return;
    this.setStatus('asking');
    try {
      const [access, module] = await Promise.all([browser.requestMIDIAccess({ sysex: false }), Module.load('midi')]);
      this.access = access;
      this.notes = new MIDINotes(module);
    } catch (error) {
      console.warn(error);
      const isRefused = error instanceof DOMException && ['NotAllowedError', 'SecurityError', 'AbortError'].includes(error.name);
      this.setStatus(isRefused ? 'refused' : 'failed');
      return;
    }
    this.access.onstatechange = () => this.update();
    this.begin();
    this.setStatus('open');
    this.update();
  }

  /** Opens again what was in use, if the browser gives it without a question. */
  async resume() {
    if (!this.isOffered || !this.name) return;
    const name = /** @type {PermissionName} */ ('midi');
    const permission = await navigator.permissions?.query({ name }).catch(() => null);
    if (permission?.state === 'granted') await this.open();
  }

  /** Follows the settings, the session and the page, once. */
  begin() {
    if (this.hasBegun) return;
    this.hasBegun = true;
    settings.watch(['midiOutput'], () => this.update());
    settings.watch(['midiMPE', 'midiBend'], () => { if (this.port) this.prepare(); });
    const tune = () => this.notes?.tune(tunerSettings());
    settings.watch(['concertPitch', 'temperament', 'root'], tune);
    onNames(tune);
    addEventListener('targets', tune);
    session.addEventListener('reading', (event) => this.take(/** @type {CustomEvent} */ (event).detail));
    session.addEventListener('status', () => { if (session.status !== 'listening') this.finish(); });
    host.addEventListener('engine', () => { this.finish(); this.follow(); });
    // The system may put a hidden page to sleep without a word; what is played meanwhile begins anew.
    document.addEventListener('visibilitychange', () => { if (document.hidden) this.finish(); });
    document.addEventListener('freeze', () => this.silence());
    addEventListener('pagehide', () => this.silence());
  }

  /** Goes to the output that is chosen, if it is there. */
  update() {
    const [id, name] = settings.get('midiOutput');
    const { outputs } = this;
    const wanted = name === '' ? null
      : outputs.find((port) => port.id === id) ?? outputs.find((port) => port.name === name) ?? null;
    if (wanted !== this.port) this.change(wanted);
    this.dispatchEvent(new Event('change'));
  }

  /** @param {MIDIPort | null} wanted */
  change(wanted) {
    const old = this.port;
    this.silence();
    this.port = wanted;
    if (old && old.state === 'connected') {
      setTimeout(() => { if (old !== this.port) Promise.resolve(old.close()).catch(() => {}); }, farewell);
    }
    const isUnplugged = old !== null && old.state !== 'connected' && wanted === null && this.name !== '';
    if (isUnplugged) this.tell('lost', old.name ?? '');
    if (wanted) {
      this.prepare();
      if (this.lostName !== '' && this.lostName === wanted.name) this.tell('back', wanted.name);
    }
    if (wanted || isUnplugged) this.lostName = isUnplugged ? old.name ?? '' : '';
    this.follow();
  }

  /** Tells the receiver what will come, and ends what it may still hold. */
  prepare() {
    const { notes } = this;
    if (!notes) return;
    // In the old way of sending first.
    this.silence();
    this.send(notes.begin({ ...tunerSettings(), isMPE: settings.get('midiMPE'), bend: settings.get('midiBend') }));
  }

  /** Wants every reading, and each as soon as possible, while somebody plays them. */
  follow() {
    const isPrompt = this.port !== null;
    host.engine?.follow?.(isPrompt);
    host.engine?.configure({ isPrompt });
  }

  /** @param {import('../engine/types.js').ReadingDetail} reading */
  take(reading) {
    if (!this.port || !this.notes) return;
    clearTimeout(this.timer);
    // A sound of the page's own is no instrument.
    if (session.status !== 'listening' || session.isMuted) { this.finish(); return; }
    this.timer = setTimeout(() => this.finish(), patience);
    this.send(this.notes.take(reading));
  }

  /** Ends the note that sounds. */
  finish() {
    clearTimeout(this.timer);
    if (this.notes) this.send(this.notes.finish());
  }

  /** Ends every note that the receiver may hold. */
  silence() {
    clearTimeout(this.timer);
    if (this.notes) this.send(this.notes.silence());
  }

  /** @param {Uint8Array} bytes */
  send(bytes) {
    if (!this.port || bytes.length === 0 || this.port.state !== 'connected') return;
    try {
      this.port.send([...bytes]);
    } catch (error) { console.warn(error); }  // Unplugged a moment ago, which is told by an event.
  }

  /** @param {MIDIOut['status']} status */
  setStatus(status) {
    this.status = status;
    this.dispatchEvent(new Event('change'));
  }

  /** @param {'lost' | 'back'} kind @param {string} detail */
  tell(kind, detail) { this.dispatchEvent(new CustomEvent(kind, { detail })); }
}

export const midiOutput = new MIDIOut();
