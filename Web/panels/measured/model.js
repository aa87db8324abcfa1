// What is measured and kept in a file that is open: pianos and bells. What is heard of it, and where it is kept.

import { inputSettings, settings } from '../../app/settings.js';
import { microphone } from '../../session/microphone.js';
import { session } from '../../session/session.js';
import { KeptFile } from './kept-file.js';

/** @typedef {import('../../vocabulary/measured.js').MeasuringPurpose} Mode What the sound is for. */

/**
 * Events: one of the kind's name when the file changes, `outcome`, `aim` when task or note change, `opened`, `refused`,
 * `invalid` and `error` as the engine tells them, `trouble` when the file cannot be stored, and `mended` with how many damaged
 * parts of the stored one were left out.
 *
 * @template {import('../../engine/measured/measured.js').Measured} Engine
 * @template {{file: string, isStored?: boolean}} Snapshot
 */
export class MeasuredModel extends EventTarget {
  /** @param {'piano' | 'bell'} kind @param {string} panel @param {() => Promise<Engine>} loadEngine */
  constructor(kind, panel, loadEngine) {
    super();
    this.kind = kind;
    this.panel = panel;
    this.loadEngine = loadEngine;
    this.kept = new KeptFile(kind);
    /** Whether the engine is reading what is stored. */
    this.isReading = false;
    /** Whether something else is stored than what the engine has read. */
    this.isStale = false;
    /** How many damaged parts of the stored file were left out, and are not told yet. */
    this.mended = 0;
    /** @type {Engine | null} */
    this.engine = null;
    /** @type {Snapshot | null} */
    this.snapshot = null;
    /** @type {import('../../engine/types.js').MeasuredOutcome | null} */
    this.outcome = null;
    /** @type {Mode} */
    this.mode = 'tune';
    /** The key or note that is tuned, as a MIDI number; 0 for that which sounds. */
    this.key = 0;
    /** @type {AudioNode | null} */
    this.heardFrom = null;
    /** With which settings the source is heard. */
    this.inputKey = '';
    /** @type {Promise<void> | null} */
    this.loading = null;
  }

  load() {
    this.loading ??= this.start().catch((error) => { this.loading = null; throw error; });
    return this.loading;
  }

  /**
   * Calls something with what the engine tells.
   *
   * @param {string} name
   * @param {(detail: any) => void} use
   */
  on(name, use) { this.engine?.addEventListener(name, (event) => use(/** @type {CustomEvent} */ (event).detail)); }

  async start() {
    const engine = this.engine = await this.loadEngine();
    this.on(this.kind, (snapshot) => this.take(snapshot));
    this.on('outcome', (outcome) => {
      this.outcome = outcome;
      this.tell('outcome');
    });
    this.on('refused', (refusal) => {
      if (refusal.isStored) this.mend(refusal.line);
      else this.tell('refused', refusal);
    });
    for (const name of ['opened', 'invalid']) this.on(name, (detail) => this.tell(name, detail));
    this.on('error', (message) => {
      console.warn(message);
      this.heardFrom = null;
      this.isReading = false;
      if (this.isStale) this.read();
      this.tell('error');
    });
    this.hearMore();
    this.kept.table.addEventListener('change', () => this.read());
    this.read();
    this.aim({});
    settings.watch(['channel', 'clock'], () => this.listen());
    session.addEventListener('status', () => this.listen());
    microphone.addEventListener('input', () => this.listen());
    addEventListener('panel', () => this.listen());
    this.listen();
  }

  /** Follows what only this kind's engine tells. */
  hearMore() {}

  /** @param {Snapshot} snapshot */
  take(snapshot) {
    const { kept } = this;
    // Until the stored file is read, the engine has an empty one, which nobody began.
    if (!snapshot.isStored && !kept.isKnown) return;
    this.snapshot = snapshot;
    if (snapshot.isStored) {
      this.isReading = false;
      kept.know(snapshot.file);
      if (this.isStale) this.read();
    } else if (kept.keep(snapshot.file)) {
      // What the engine is reading lacks this.
      this.isStale ||= this.isReading;
      if (kept.trouble) this.tell('trouble', kept.trouble);
    }
    this.tell(this.kind);
    if (this.mended > 0 && !this.isReading) this.tell('mended', this.mended);
    if (!this.isReading) this.mended = 0;
  }

  /** Reads the stored file, which all tabs write: now, or after the reading that goes on. */
  read() {
    this.isStale = true;
    if (this.isReading) return;
    this.isStale = false;
    this.isReading = true;
    this.engine?.open(new TextEncoder().encode(this.kept.text), '', true);
  }

  /** @param {number} line The first of the stored file that is damaged. */
  mend(line) {
    this.isReading = false;
    if (this.kept.mend(line)) {
      this.mended += 1;
      this.read();
    } else if (!this.snapshot) {
      this.isReading = true;
      this.engine?.open(new Uint8Array(), '', true);
    }
  }

  /**
   * Opens a file.
   *
   * @param {Uint8Array} bytes
   * @param {string} name
   */
  open(bytes, name) { this.engine?.open(bytes, name); }

  /** Begins a new file. */
  begin() { this.engine?.open(new Uint8Array(), ''); }

  /** @param {{mode?: Mode, key?: number}} aim What the sound is for, and which key or note is tuned. */
  aim({ mode = this.mode, key = this.key }) {
    if (mode !== this.mode || key !== this.key) this.forget();
    this.mode = mode;
    this.key = key;
    this.engine?.aim({ mode, midi: this.aimedKey });
    this.tell('aim');
  }

  /** The key or note that the engine is to take. */
  get aimedKey() { return this.key; }

  /** Forgets what was heard for another task or key. */
  forget() { this.outcome = null; }

  /** Hears the microphone that is open, while the panel is shown. */
  listen() {
    const { engine } = this;
    if (!engine) return;
    const isShown = document.documentElement.dataset.shown === this.panel;
    const source = isShown && !session.remote && session.status === 'listening' ? microphone.source : null;
    const input = inputSettings();
    const key = JSON.stringify(input);
    if (source === this.heardFrom && key === this.inputKey) return;
    this.heardFrom = source;
    this.inputKey = key;
    if (source) engine.listen(source, input).catch((error) => console.warn(error));
    else engine.stop();
  }

  /** @param {string} name @param {unknown} [detail] */
  tell(name, detail) { this.dispatchEvent(new CustomEvent(name, { detail })); }
}
