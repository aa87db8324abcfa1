// All strings of a strum in a row, each with its place, its cents, a sign, a word and a colour. When a single string
// sounds, its fine view takes their place by itself. Loaded, with the solver, when it is first shown.

import { h, setAttribute, setText } from '../app/dom.js';
import { formatNumber, t } from '../app/i18n.js';
import { icon } from '../app/icons.js';
import { later } from '../app/later.js';
import { note } from '../app/names.js';
import { inputSettings, settings } from '../app/settings.js';
import { frequencyOf, ownSpelling, strumStrings } from '../app/targets.js';
import { loadSheet } from '../app/sheet.js';
import { Strum } from '../engine/strum/strum.js';
import { microphone } from '../session/microphone.js';
import { session } from '../session/session.js';
import { keyOf, tuned } from '../session/tuned.js';
import { Panel } from './panel.js';
import './strum-texts.js';

/** @typedef {import('../engine/types.js').StrumReading} StrumReading */
/** @typedef {import('../engine/types.js').StrumString} StrumString */
/** @typedef {{element: HTMLElement, number: HTMLElement, name: HTMLElement, dot: HTMLElement, cents: HTMLElement, sign: HTMLElement, word: HTMLElement}} Row */

/** The end of each string's scale, in cents. */
const limit = 50;

class StrumView extends Panel {
  constructor() {
    super();
    /** @type {Row[]} */
    this.rows = [];
    /** @type {StrumReading | null} */
    this.reading = null;
    /** @type {Strum | null} */
    this.strum = null;
    /** @type {AudioNode | null} What the solver hears. */
    this.heardFrom = null;
    /** For which strings, and in which channel. */
    this.key = '';
    this.list = h('ol', { class: 'strum-rows' });
    this.fine = h('div', { class: 'strum-fine', hidden: true });
    this.hint = h('p', { class: 'hint strum-hint', role: 'status' });
    this.change = () => this.listen();
  }

  get usesNames() { return true; }

  build() {
    this.append(this.list, this.fine, this.hint);
    this.fill(this.reading?.strings ?? emptyRows());
    this.show();
  }

  begin() {
    session.addEventListener('status', () => { this.forget(); this.listen(); });
    session.addEventListener('strum', (event) => this.take(/** @type {CustomEvent} */ (event).detail));
    microphone.addEventListener('input', this.change);
    settings.watch(['instrument', 'tuning', 'capo', 'temperament', 'root', 'concertPitch', 'channel', 'clock'], () => { this.forget(); this.listen(); });
    addEventListener('targets', () => { this.forget(); this.listen(); });
    later(() => Strum.load(), (strum) => {
      this.strum = strum;
      strum.addEventListener('reading', (event) => this.take(/** @type {CustomEvent} */ (event).detail));
      strum.addEventListener('error', (event) => console.warn(/** @type {CustomEvent} */ (event).detail));
      this.listen();
    });
  }

  connectedCallback() {
    super.connectedCallback();
    this.listen();
  }

  disconnectedCallback() {
    this.heardFrom = null;
    this.strum?.stop();
    this.setFine(false);
  }

  /** Hears the microphone that is open, if this is shown. */
  listen() {
    const { strum } = this;
    if (!strum) return;
    const source = this.isConnected && !session.remote && session.status === 'listening' ? microphone.source : null;
    const targets = strumStrings().map((string) => ({ number: string.number, midi: string.midi, target: frequencyOf(string.midi, string.cents) }));
    const input = inputSettings();
    const key = JSON.stringify([targets, input]);
    if (source === this.heardFrom && key === this.key) return;
    this.heardFrom = source;
    this.key = key;
    if (source) strum.listen(source, targets, input).catch((error) => console.warn(error));
    else strum.stop();
  }

  forget() {
    this.reading = null;
    this.fill(emptyRows());
    this.show();
  }

  /** @param {StrumReading} reading */
  take(reading) {
    this.reading = reading;
    if (reading.strings.length !== this.rows.length) this.fill(reading.strings);
    this.show();
  }

  /** @param {StrumString[]} strings */
  fill(strings) {
    this.rows = strings.map(() => {
      const row = {
        number: h('span'), name: h('span', { class: 'strum-name' }), dot: h('span', { class: 'strum-dot' }), cents: h('span', { class: 'strum-cents' }),
        sign: h('span', { class: 'strum-sign', 'aria-hidden': 'true' }), word: h('span', { class: 'strum-word' }),
      };
      const element = h('li', { class: 'strum-row' }, h('span', { class: 'strum-number' }, row.number, icon('check')), row.name,
        h('span', { class: 'strum-scale', 'aria-hidden': 'true' }, row.dot), row.cents, row.sign, row.word);
      return { ...row, element };
    });
    this.list.replaceChildren(...this.rows.map(({ element }) => element));
  }

  show() {
    const strings = this.reading?.strings ?? emptyRows();
    const problem = this.reading?.isOther ? 'strum-other' : this.reading?.isClipped ? 'hint-clipping' : '';
    if (this.reading && !problem) this.judge(this.reading.strings);
    strings.forEach((string, index) => this.showRow(this.rows[index], string));
    const sounding = strings.filter((string) => string.cents !== null);
    const [first] = sounding;
    this.setFine(first !== undefined && sounding.every((string) => string.number === first.number));
    setText(this.hint, problem ? t(problem) : tuned.words() || (this.reading ? '' : t('strum-hint')));
  }

  /**
   * Marks the strings that have come in tune, and those that are not any more. Where two are in unison, both must be.
   *
   * @param {StrumString[]} strings
   */
  judge(strings) {
    for (const key of new Set(strings.map(keyOf))) {
      const same = strings.filter((string) => keyOf(string) === key);
      if (same.some(({ cents, isGliding, isMerged }) => cents === null || isGliding || isMerged)) continue;
      if (same.every(({ cents }) => Math.abs(cents ?? 0) <= settings.get('tolerance'))) tuned.add(key);
      else tuned.keys.delete(key);
    }
  }

  /** @param {Row} row @param {StrumString} string */
  showRow(row, string) {
    const { cents, number, midi } = string;
    const { letter, accidental, octave, plain } = note(midi, ownSpelling(midi));
    setText(row.number, String(number));
    if (row.name.textContent !== plain) row.name.replaceChildren(letter + accidental, h('sub', {}, octave));
    setAttribute(row.element, 'data-tuned', tuned.has(keyOf(string)));
    const side = cents === null || string.isMerged ? 'none' : Math.abs(cents) <= settings.get('tolerance') ? 'good' : cents < 0 ? 'flat' : 'sharp';
    setAttribute(row.element, 'data-side', side);
    row.dot.style.insetInlineStart = `${50 + 50 * Math.max(-1, Math.min(1, (cents ?? 0) / limit))}%`;
    setText(row.cents, cents === null ? '–' : formatNumber(cents, 1, true));
    setText(row.sign, side === 'flat' ? '♭' : side === 'sharp' ? '♯' : '');
    const words = cents === null ? [t('strum-silent')] : string.isMerged ? [t('strum-merged')] : [t(side === 'good' ? 'in-tune' : side === 'flat' ? 'tune-up' : 'tune-down')];
    if (string.isGliding) words.push(t('strum-gliding'));
    if (string.beat !== null) words.push(t('strum-beat', { hertz: formatNumber(string.beat, 2) }));
    setText(row.word, words.join(' · '));
  }

  /** @param {boolean} isFine Whether a single string sounds, whose fine view is shown instead of the rows. */
  setFine(isFine) {
    if (isFine && this.fine.childElementCount === 0) this.fine.append(document.createElement('view-needle'));
    this.fine.hidden = !isFine;
    this.list.hidden = isFine;
    this.closest('tuner-panel')?.toggleAttribute('data-fine', isFine);
  }
}

/** The strings, none of which sounds. @returns {StrumString[]} */
function emptyRows() {
  return strumStrings().map(({ number, midi }) => ({ number, midi, cents: null, frequency: 0, isGliding: false, beat: null, isMerged: false }));
}

await loadSheet('strum');
customElements.define('view-strum', StrumView);
