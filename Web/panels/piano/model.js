// The piano that is open, what is heard of it, and where it is kept.

import { inputSettings, settings } from '../../app/settings.js';
import { Piano } from '../../engine/piano/piano.js';
import { microphone } from '../../session/microphone.js';
import { session } from '../../session/session.js';

/** @typedef {import('../../engine/types.js').PianoSnapshot} PianoSnapshot */
/** @typedef {import('../../engine/types.js').PianoReading} PianoReading */
/** @typedef {import('../../engine/types.js').PianoUnison} PianoUnison */
/** @typedef {import('../../engine/types.js').PianoOutcome} PianoOutcome */
/** @typedef {import('../../vocabulary/piano.js').PianoMode} PianoMode */

const place = 'kammerton.piano';

/**
 * Events: `piano` when the file changes, `reading`, `outcome`, `aim` when task or key change, and `opened`, `refused`,
 * `invalid` and `error` as the engine tells them.
 */
class PianoModel extends EventTarget {
  constructor() {
    super();
    /** @type {Piano | null} */
    this.engine = null;
    /** @type {PianoSnapshot | null} */
    this.snapshot = null;
    /** @type {PianoReading | null} */
    this.reading = null;
    /** @type {PianoUnison | null} Of the stroke that is shown. */
    this.unison = null;
    /** @type {PianoOutcome | null} */
    this.outcome = null;
    /** @type {PianoMode} */
    this.mode = 'tune';
    /** The key that is tuned, as a MIDI number; 0 for that which sounds. */
    this.key = 0;
    /** @type {AudioNode | null} */
    this.heardFrom = null;
    /** @type {string | null} The name of a file that is being opened. */
    this.opening = null;
    /** @type {Promise<void> | null} */
    this.loading = null;
  }

  load() {
    this.loading ??= this.start().catch((error) => { this.loading = null; throw error; });
    return this.loading;
  }

  async start() {
    const engine = await Piano.load();
    this.engine = engine;
    const detail = (/** @type {Event} */ event) => /** @type {CustomEvent} */ (event).detail;
    engine.addEventListener('piano', (event) => this.take(detail(event)));
    engine.addEventListener('reading', (event) => this.hear(detail(event)));
    engine.addEventListener('unison', (event) => {
      this.unison = detail(event);
      this.tell('reading');
    });
    engine.addEventListener('outcome', (event) => {
      this.outcome = detail(event);
      this.tell('outcome');
    });
    engine.addEventListener('refused', (event) => this.refuse(detail(event)));
    engine.addEventListener('invalid', (event) => this.tell('invalid', detail(event)));
    engine.addEventListener('error', (event) => {
      console.warn(detail(event));
      this.heardFrom = null;
      this.tell('error');
    });
    engine.open(new TextEncoder().encode(stored()), '');
    this.aim({});
    settings.watch(['channel', 'clock'], () => this.listen());
    session.addEventListener('status', () => this.listen());
    microphone.addEventListener('input', () => this.listen());
    addEventListener('panel', () => this.listen());
    this.listen();
  }

  /** @param {PianoSnapshot} snapshot */
  take(snapshot) {
    this.snapshot = snapshot;
    keep(snapshot.file);
    this.tell('piano');
    if (this.opening === null) return;
    this.tell('opened', this.opening);
    this.opening = null;
  }

  /** @param {{name: string, problem: string, line: number, text: string}} refusal */
  refuse(refusal) {
    this.opening = null;
    if (this.snapshot) { this.tell('refused', refusal); return; }
    this.engine?.open(new Uint8Array(), '');  // What was kept is damaged.
  }

  /** @param {PianoReading} reading */
  hear(reading) {
    if (session.isMuted) return;
    if (reading.stroke !== this.reading?.stroke) this.unison = null;
    this.reading = reading;
    this.tell('reading');
  }

  /**
   * Opens a file.
   *
   * @param {Uint8Array} bytes
   * @param {string} name
   */
  open(bytes, name) {
    this.opening = name;
    this.engine?.open(bytes, name);
  }

  /** Begins a new piano. */
  begin() { this.engine?.open(new Uint8Array(), ''); }

  /** @param {{mode?: PianoMode, key?: number}} aim What the sound is for, and which key is tuned. */
  aim({ mode = this.mode, key = this.key }) {
    if (mode !== this.mode || key !== this.key) {
      this.reading = null;
      this.unison = null;
      this.outcome = null;
    }
    this.mode = mode;
    this.key = key;
    this.engine?.aim({ mode, midi: mode === 'tune' ? key : 0 });
    this.tell('aim');
  }

  /** Hears the microphone that is open, while the piano is shown. */
  listen() {
    const { engine } = this;
    if (!engine) return;
    const isShown = document.documentElement.dataset.shown === 'piano';
    const source = isShown && !session.remote && session.status === 'listening' ? microphone.source : null;
    const input = inputSettings();
    const key = JSON.stringify(input);
    if (source === this.heardFrom && key === this.inputKey) return;
    this.heardFrom = source;
    this.inputKey = key;
    if (source) engine.listen(source, input).catch((error) => console.warn(error));
    else engine.stop();
  }

  /** With which settings the source is heard. */
  inputKey = '';

  /** @param {string} name @param {unknown} [detail] */
  tell(name, detail) { this.dispatchEvent(new CustomEvent(name, { detail })); }
}

/** The file that was open last in this browser. */
function stored() {
  try { return localStorage.getItem(place) ?? ''; } catch { return ''; }
}

/** @param {string} file */
function keep(file) {
  try { localStorage.setItem(place, file); } catch { /* Forbidden or full: it stays until the page is closed. */ }
}

export const pianoModel = new PianoModel();
