// A chord: its name in large letters, and every note with its place, its cents, a sign, a word, a colour and the pure
// interval that it is near, and the beats of pairs. All of it is the core's; it is loaded with its module when the view
// is first shown.

import { h, setAttribute, setText } from '../app/dom.js';
import { formatNumber, t } from '../app/i18n.js';
import { later } from '../app/later.js';
import { notation, transposition } from '../app/names.js';
import { inputSettings, settings } from '../app/settings.js';
import { loadSheet } from '../app/sheet.js';
import { temperamentOffsets } from '../app/targets.js';
import { Chord } from '../engine/chord/chord.js';
import { notationParts } from '../engine/names.js';
import { microphone } from '../session/microphone.js';
import { playing } from '../session/playing.js';
import { session } from '../session/session.js';
import { spellings } from '../vocabulary/settings.js';
import { Panel } from './panel.js';
import './chord-texts.js';

/** @typedef {import('../engine/chord/chord-core.js').HeardChord} HeardChord */
/** @typedef {HeardChord['notes'][number]} Note */
/** @typedef {{element: HTMLElement, name: HTMLElement, dot: HTMLElement, cents: HTMLElement, sign: HTMLElement, word: HTMLElement}} Row */

/** The end of each note's scale, in cents. */
const limit = 50;
/** More beats than these would be a table to study. */
const mostBeats = 6;

const sides = { flat: 'flat', inTune: 'good', sharp: 'sharp' };
const words = { flat: 'tune-up', inTune: 'in-tune', sharp: 'tune-down' };
const signs = { flat: '♭', inTune: '', sharp: '♯' };

class ChordView extends Panel {
  constructor() {
    super();
    /** @type {Row[]} */
    this.rows = [];
    /** @type {HeardChord | null} The one that sounds. */
    this.chord = null;
    /** @type {Chord | null} */
    this.ear = null;
    /** @type {AudioNode | 'simulation' | null} What is heard: a source, or chords that are made up. */
    this.heardFrom = null;
    /** In which channel. */
    this.input = '';
    /** The settings that the core has. */
    this.applied = '';
    /** What was told to screen readers. */
    this.told = '';
    this.name = h('p', { class: 'chord-name' });
    this.list = h('ol', { class: 'chord-rows' });
    this.beats = h('ul', { class: 'chord-beats' });
    this.hint = h('p', { class: 'hint chord-hint' });
    this.status = h('p', { class: 'visually-hidden', role: 'status' });
  }

  get usesNames() { return true; }

  build() {
    this.append(this.name, this.list, this.beats, this.hint, this.status);
    setAttribute(this.beats, 'aria-label', t('chord-beats'));
    this.apply();
    this.show();
  }

  begin() {
    session.addEventListener('status', () => this.listen());
    microphone.addEventListener('input', () => this.listen());
    playing.addEventListener('sounding', () => this.listen());
    settings.watch(['channel', 'clock'], () => this.listen());
    settings.watch(['concertPitch', 'temperament', 'root', 'tolerance'], () => this.apply());
    // The temperament may be of a table that comes later.
    addEventListener('targets', () => this.apply());
    later(() => Chord.load(), (ear) => {
      this.ear = ear;
      ear.addEventListener('chord', (event) => this.take(/** @type {CustomEvent} */ (event).detail));
      ear.addEventListener('error', (event) => console.warn(/** @type {CustomEvent} */ (event).detail));
      this.apply();
      this.listen();
    });
  }

  connectedCallback() {
    super.connectedCallback();
    this.listen();
  }

  disconnectedCallback() { this.hear(null); }

  /** Has the core compare and write chords as it is set. */
  apply() {
    const [names, octaves] = notationParts(notation());
    const wanted = {
      concertPitch: settings.get('concertPitch'), temperament: temperamentOffsets(), tolerance: settings.get('tolerance'),
      spelling: spellings.indexOf(settings.get('spelling')), names, octaves, transposition: transposition(settings.get('transposition')),
    };
    const key = JSON.stringify(wanted);
    if (!this.ear || key === this.applied) return;
    this.applied = key;
    this.ear.set(wanted);
  }

  /** Hears the microphone that is open, if this is shown and nothing of ours sounds. */
  listen() {
    const isWanted = this.isConnected && session.status === 'listening' && !session.remote && !session.isMuted;
    this.hear(!isWanted ? null : session.simulated ? 'simulation' : microphone.source);
    this.show();
  }

  /** @param {AudioNode | 'simulation' | null} source */
  hear(source) {
    const { ear } = this;
    if (!ear) return;
    const input = inputSettings();
    const key = JSON.stringify(input);
    if (source === this.heardFrom && key === this.input) return;
    [this.heardFrom, this.input] = [source, key];
    this.chord = null;
    if (source === 'simulation') ear.simulate();
    else if (source) ear.listen(source, input).catch((error) => console.warn(error));
    else ear.stop();
  }

  /** @param {HeardChord} chord */
  take(chord) {
    if (!this.heardFrom) return;  // it was on its way
    this.chord = chord.notes.length > 0 ? chord : null;
    this.show();
  }

  show() {
    const { chord } = this;
    const notes = chord?.notes ?? [];
    const title = chord ? titleOf(chord) : '';
    setText(this.name, title);
    this.name.style.setProperty('--length', String(Math.max(3, title.length)));
    if (notes.length !== this.rows.length) this.fill(notes.length);
    notes.forEach((note, index) => showRow(this.rows[index], note));
    this.showBeats();
    setText(this.hint, chord ? '' : t(session.remote ? 'remote-no-view' : 'chord-hint'));
    this.tell(title, notes);
  }

  /** @param {number} count */
  fill(count) {
    this.rows = Array.from({ length: count }, () => {
      const row = {
        name: h('span', { class: 'chord-note' }), dot: h('span', { class: 'chord-dot' }), cents: h('span', { class: 'chord-cents' }),
        sign: h('span', { class: 'chord-sign', 'aria-hidden': 'true' }), word: h('span', { class: 'chord-word' }),
      };
      const element = h('li', { class: 'chord-row' }, row.name, h('span', { class: 'chord-scale', 'aria-hidden': 'true' }, row.dot),
        row.cents, row.sign, row.word);
      return { ...row, element };
    });
    this.list.replaceChildren(...this.rows.map(({ element }) => element));
  }

  showBeats() {
    const { notes, beats } = this.chord ?? { notes: [], beats: [] };
    const shown = beats.slice(0, mostBeats);
    while (this.beats.childElementCount > shown.length) this.beats.lastElementChild?.remove();
    while (this.beats.childElementCount < shown.length) this.beats.append(h('li', { class: 'chord-beat' }));
    shown.forEach(({ lower, upper, lowerPartial, upperPartial, rate, isLocked }, index) => {
      const element = /** @type {HTMLElement} */ (this.beats.children[index]);
      setAttribute(element, 'data-locked', isLocked);
      setText(element, `${notes[lower].plain}–${notes[upper].plain} ${lowerPartial}:${upperPartial} `
        + (isLocked ? t('chord-locked') : `${formatNumber(rate, 2)} Hz`));
    });
  }

  /**
   * Tells screen readers each chord once; its cents are in the rows.
   *
   * @param {string} name
   * @param {Note[]} notes
   */
  tell(name, notes) {
    const text = notes.length === 0 ? '' : t('chord-told', { name, notes: notes.map(({ plain }) => plain).join(', ') });
    if (text === this.told) return;
    this.told = text;
    this.status.textContent = text;
  }
}

/** @param {HeardChord} chord */
function titleOf({ name, interval, notes }) {
  if (interval > 0) return t(`interval-${interval}`);
  return name || notes.map(({ plain }) => plain).join(' ');
}

/** @param {Row} row @param {Note} note */
function showRow(row, note) {
  const { name, plain, cents, verdict, isSounding } = note;
  if (row.name.textContent !== plain) {
    // Where the octave changes the letter itself, as Helmholtz writes it, they are not set apart.
    row.name.replaceChildren(...plain.startsWith(name) ? [name, h('sub', {}, plain.slice(name.length))] : [plain]);
  }
  setAttribute(row.element, 'data-side', sides[verdict]);
  setAttribute(row.element, 'data-sounding', isSounding);
  row.dot.style.insetInlineStart = `${50 + 50 * Math.max(-1, Math.min(1, cents / limit))}%`;
  setText(row.cents, formatNumber(cents, 1, true));
  setText(row.sign, signs[verdict]);
  setText(row.word, [t(words[verdict]), purityOf(note)].filter(Boolean).join(' · '));
}

/** @param {Note} note @returns {string} How near it is to a pure interval; nothing for the note that they stand on. */
function purityOf({ isBase, numerator, denominator, centsFromRatio }) {
  if (isBase) return '';
  const ratio = `${numerator}/${denominator}`;
  const cents = formatNumber(Math.abs(centsFromRatio), 1);
  if (cents === formatNumber(0, 1)) return t('chord-pure', { ratio });
  return t(centsFromRatio < 0 ? 'chord-below' : 'chord-above', { cents, ratio });
}

await loadSheet('chord');
customElements.define('view-chord', ChordView);
