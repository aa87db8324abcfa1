// What is remembered: one store, checked on the way in, kept in this browser.

import { accentCodes, waveforms } from '../vocabulary/engine.js';
import { keepInAddress, readAddress, slug, writeAddress } from './address.js';
import { store } from './store.js';
import { isEmpty, readLink } from './link.js';
import { languages } from './language.js';
import {
  bandNames, limits, modes, notations, octaveMarks, spellings, standardConcertPitch, standardTolerance, transpositions,
} from '../vocabulary/settings.js';

/**
 * @typedef {object} Rule
 * @property {any} initial
 * @property {(value: any) => boolean} accepts
 * @property {boolean} [shared] Whether a link carries it.
 */

/**
 * @param {number} low
 * @param {number} high
 */
const number = (low, high) => (/** @type {any} */ value) =>
  typeof value === 'number' && value >= low && value <= high;
/** @param {readonly [number, number]} limits The core's. */
const within = ([low, high]) => number(low, high);
/** @param {any[]} values */
const oneOf = (...values) => (/** @type {any} */ value) => values.includes(value);
const flag = oneOf(true, false);
const text = (/** @type {any} */ value) => typeof value === 'string' && value.length <= 200;
const whole = (/** @type {readonly [number, number]} */ limits) => (/** @type {any} */ value) => (
  Number.isInteger(value) && within(limits)(value));
/** @param {number} most */
const tunings = (most) => (/** @type {any} */ value) => Array.isArray(value) && value.length <= most
  && value.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every(text));

export const views = ['knob', 'needle', 'strobe', 'trace', 'spectrum', 'waveform', 'giant', 'playing', 'strum', 'chord'];
/** Those that draw the sound itself, not only its pitch: they take another part of the core. */
/** Those that move with the pitch while a note sounds, and so are not there while it is frozen. */
export const movingViews = ['strobe', 'playing', 'strum', 'chord'];
export const soundViews = ['strobe', 'spectrum', 'waveform'];

/** The tonics of scales, as the core reads them. */
export const practiceTonics = ['C', 'C#', 'Db', 'D', 'D#', 'Eb', 'E', 'F', 'F#', 'Gb', 'G', 'G#', 'Ab', 'A', 'A#', 'Bb', 'B'];

/** @type {Record<string, Rule>} */
const rules = {
  // What is tuned to.
  concertPitch: { initial: standardConcertPitch, accepts: within(limits.concertPitch), shared: true },
  temperament: { initial: 'equal', accepts: text, shared: true },
  root: { initial: 0, accepts: whole(limits.pitchClass), shared: true },
  instrument: { initial: '', accepts: text, shared: true },
  tuning: { initial: '', accepts: text, shared: true },
  capo: { initial: 0, accepts: whole(limits.capo), shared: true },
  // Pairs of an instrument and its tuning.
  recent: { initial: [], accepts: tunings(6) },
  favourites: { initial: [], accepts: tunings(100) },
  locked: { initial: 0, accepts: number(0, limits.string[1]) },
  transposition: { initial: 'concert', accepts: oneOf(...Object.keys(transpositions)), shared: true },
  tolerance: { initial: standardTolerance, accepts: oneOf(1, 2, 3, 5, 10), shared: true },
  // How it is written.
  notation: { initial: 'auto', accepts: oneOf('auto', ...notations), shared: true },
  octaves: { initial: '', accepts: oneOf('', ...octaveMarks), shared: true },
  spelling: { initial: 'mixed', accepts: oneOf(...spellings), shared: true },
  language: { initial: 'auto', accepts: oneOf('auto', ...Object.keys(languages)), shared: true },
  // How it is heard.
  gate: { initial: 'auto', accepts: (value) => value === 'auto' || value === 'off' || number(-100, -10)(value) },
  channel: { initial: 'mix', accepts: (value) => value === 'mix' || number(1, 32)(value) },
  device: { initial: '', accepts: text },
  // What to multiply measured frequencies by.
  clock: { initial: 1, accepts: within(limits.clock) },
  // How it is shown.
  freeze: { initial: false, accepts: flag, shared: true },
  view: { initial: 'knob', accepts: oneOf(...views), shared: true },
  theme: { initial: 'auto', accepts: oneOf('auto', 'light', 'dark', 'contrast') },
  motion: { initial: 'auto', accepts: oneOf('auto', 'reduce') },
  leftHanded: { initial: false, accepts: flag },
  idle: { initial: true, accepts: flag },
  wakeLock: { initial: true, accepts: flag },
  shortcuts: { initial: true, accepts: flag },
  // Whether it is known what is played.
  asked: { initial: false, accepts: flag },
  // How it is told to the ear.
  speak: { initial: false, accepts: flag },
  clicks: { initial: false, accepts: flag },
  chime: { initial: false, accepts: flag },
  // Tones.
  waveform: { initial: waveforms[0], accepts: oneOf(...waveforms) },
  toneKind: { initial: 'note', accepts: oneOf('note', 'drone', 'free') },
  toneNote: { initial: 69, accepts: number(12, 119) },
  toneFrequency: { initial: 440, accepts: number(20, 20000) },
  toneLevel: { initial: -20, accepts: number(-60, -3) },
  // Practice.
  practiceTonic: { initial: 'C', accepts: oneOf(...practiceTonics), shared: true },
  practiceOctave: { initial: 4, accepts: whole([1, 7]), shared: true },
  practiceScale: { initial: 'major', accepts: (value) => text(value) && /^[a-z]+(-[a-z]+)*$/.test(value), shared: true },
  practiceOctaves: { initial: 1, accepts: whole([1, 4]), shared: true },
  practiceDirection: { initial: 'bothWays', accepts: oneOf('bothWays', 'up', 'down'), shared: true },
  practiceTemperament: { initial: 'equal', accepts: oneOf('equal', 'just', 'settings'), shared: true },
  practiceDrone: { initial: false, accepts: flag },
  practiceCues: { initial: false, accepts: flag },
  practiceFreeze: { initial: false, accepts: flag, shared: true },
  practiceMode: { initial: 'through', accepts: oneOf('through', 'wait', 'loop'), shared: true },
  practiceIgnoreOctave: { initial: false, accepts: flag, shared: true },
  practiceKind: { initial: 'notes', accepts: oneOf('notes', 'rhythm'), shared: true },
  practiceTime: { initial: 'any', accepts: oneOf('any', 'tempo', 'score'), shared: true },
  practiceTempo: { initial: 80, accepts: number(20, 400), shared: true },
  practiceClick: { initial: true, accepts: flag, shared: true },
  practiceMute: { initial: '0', accepts: oneOf('0', '1:1', '2:2', '3:1', '1:3'), shared: true },
  practiceMetre: { initial: '4/4', accepts: (value) => text(value) && /^([1-9]|1[0-6])\/(2|4|8)$/.test(value), shared: true },
  practiceSwing: { initial: 'straight', accepts: oneOf('straight', 'triplet', 'own'), shared: true },
  practiceRubato: { initial: false, accepts: flag, shared: true },
  practiceName: { initial: '', accepts: (value) => text(value) && value.length <= 60 },
  practicePattern: { initial: '', accepts: (value) => text(value) && /^[x.]{0,16}$/.test(value), shared: true },
  practiceSubdivision: { initial: 1, accepts: whole([1, 8]), shared: true },
  // How late a sound comes back through a microphone and a loudspeaker, in milliseconds, with its spread: the newest first.
  latencies: { initial: [], accepts: (value) => Array.isArray(value) && value.length <= 60 && value.every((row) => (
    Array.isArray(row) && row.length === 3 && text(row[0]) && number(-1000, 5000)(row[1]) && number(0, 5000)(row[2]))) },
  // Metronome.
  tempo: { initial: 80, accepts: within(limits.tempo), shared: true },
  beats: { initial: 4, accepts: whole([1, 16]), shared: true },
  accents: { initial: [2, 1, 1, 1], accepts: (value) => Array.isArray(value) && value.length <= limits.beats[1] && value.every(oneOf(...Object.values(accentCodes))), shared: true },
  subdivision: { initial: 1, accepts: whole([1, 8]), shared: true },
  polyrhythm: { initial: 0, accepts: whole([0, 16]), shared: true },
  swing: { initial: 50, accepts: number(50, 75), shared: true },
  clickLevel: { initial: -6, accepts: number(-40, 0) },
  flash: { initial: false, accepts: flag },
  vibrate: { initial: false, accepts: flag },
  shareBeat: { initial: false, accepts: flag },
  alignBeat: { initial: false, accepts: flag },
  savedTempo: { initial: 0, accepts: number(0, limits.tempo[1]) },
  // MIDI: the identifier and the name of an output; the bend in semitones, or 0 for the usual range.
  midiOutput: { initial: ['', ''], accepts: (value) => Array.isArray(value) && value.length === 2 && value.every(text) },
  midiMPE: { initial: false, accepts: flag },
  midiBend: { initial: 0, accepts: whole(limits.bend) },
  // Messages.
  airBand: { initial: bandNames[0], accepts: oneOf(...bandNames) },
  airDistance: { initial: 'automatic', accepts: oneOf('automatic', ...modes) },
  airLevel: { initial: -12, accepts: number(-40, 0) },
  heardBands: { initial: 'all', accepts: oneOf('all', ...bandNames) },
};

/**
 * The rule of a setting: none for other words, such as `constructor`, which every object has.
 *
 * @param {string} key
 * @returns {Rule | undefined}
 */
const ruleOf = (key) => (Object.hasOwn(rules, key) ? rules[key] : undefined);

const place = 'kammerton.settings';
/** @type {Record<string, string>} Short names in an address. */
const shortNames = { concertPitch: 'a4' };
const longNames = new Map(Object.entries(shortNames).map(([long, short]) => [short, long]));

/** The settings of all tabs. A change is one `change` event with the key as its detail. */
export class Settings extends EventTarget {
  /** @param {import('./store.js').Store} kept */
  constructor(kept = store) {
    super();
    this.table = kept.table(place, isAnything);
    /** @type {Set<string>} What was changed here since it was last stored. */
    this.unsaved = new Set();
    /** @type {Record<string, any>} */
    this.values = {};
    for (const [key, rule] of Object.entries(rules)) this.values[key] = rule.initial;
    /** @type {import('./link.js').Link | null} What the last address has that waits for the tables of names, or is to be told. */
    this.linked = null;
    kept.adopt(place, this.table, (text) => Object.entries(JSON.parse(text)).filter(([key, value]) => this.allows(key, value)));
    for (const [key, value] of this.table.rows) this.take(key, value);
    this.table.addEventListener('change', (event) => {
      const key = /** @type {CustomEvent} */ (event).detail;
      this.take(key, this.table.rows.get(key));
    });
    this.loadFragment();
    addEventListener('hashchange', () => this.loadFragment());
  }

  /** @param {string} key */
  get(key) { return this.values[key]; }

  /**
   * Keeps a value if it is allowed.
   *
   * @param {string} key
   * @param {any} value
   * @returns {boolean} Whether it was.
   */
  set(key, value) {
    if (!this.accept(key, value)) return false;
    this.save();
    return true;
  }

  /**
   * Calls back at once, and whenever one of the keys changes.
   *
   * @param {string[]} keys
   * @param {() => void} listener
   */
  watch(keys, listener) {
    listener();
    this.addEventListener('change', (event) => {
      if (keys.includes(/** @type {CustomEvent} */ (event).detail)) listener();
    });
  }

  /** Everything but what belongs to this device. */
  all() {
    const { device: _, midiOutput: __, asked: ___, latencies: ____, practiceName: _____, ...values } = this.values;
    return values;
  }

  /**
   * @param {string} key
   * @param {any} value
   */
  allows(key, value) { return ruleOf(key)?.accepts(value) ?? false; }

  /** @param {string} key @returns {boolean} Whether there is such a setting. */
  has(key) { return ruleOf(key) !== undefined; }

  reset() { for (const [key, rule] of Object.entries(rules)) this.set(key, rule.initial); }

  /** The address of this page with what is not as delivered. */
  link() {
    const words = [this.values.instrument, this.values.tuning].filter(Boolean).map(slug);
    /** @type {[string, string][]} */
    const values = [];
    for (const [key, rule] of Object.entries(rules)) {
      if (!rule.shared || key === 'instrument' || key === 'tuning') continue;
      const value = this.values[key];
      const plain = Array.isArray(value) ? value.join('') : String(value);
      const initial = Array.isArray(rule.initial) ? rule.initial.join('') : String(rule.initial);
      if (plain !== initial) values.push([shortNames[key] ?? key, plain]);
    }
    return `${location.origin}${location.pathname}#${writeAddress(words, values)}`;
  }

  /**
   * @param {string} key
   * @param {any} value
   */
  accept(key, value) {
    if (!this.allows(key, value)) return false;
    if (this.isSame(key, value)) return true;
    this.unsaved.add(key);
    this.take(key, value);
    return true;
  }

  /**
   * Takes over what is stored.
   *
   * @param {string} key
   * @param {any} value
   */
  take(key, value) {
    if (!this.allows(key, value) || this.isSame(key, value)) return;
    this.values[key] = value;
    this.dispatchEvent(new CustomEvent('change', { detail: key }));
  }

  /** @param {string} key @param {any} value */
  isSame(key, value) { return JSON.stringify(value) === JSON.stringify(this.values[key]); }

  /** Takes over what the address sets, and takes it out: a reload sets nothing again that was changed meanwhile. */
  loadFragment() {
    const link = readLink(readAddress(), rules, longNames, document.documentElement.dataset.shown);
    if (isEmpty(link)) return;
    this.linked = link;
    for (const [key, value] of link.changes) this.accept(key, value);
    // Where nothing is kept, a reload needs the address again.
    if (this.save()) keepInAddress(link.kept);
  }

  /**
   * Stores what was changed here, and nothing else.
   *
   * @returns {boolean} Whether it was possible: else the settings hold until the page is closed.
   */
  save() {
    const changes = [...this.unsaved].map((key) => /** @type {[string, any]} */ ([key, this.values[key]]));
    this.unsaved.clear();
    return this.table.write(changes);
  }
}

/** @param {any} value @returns {value is any} What a setting may be is its rule's to say. */
function isAnything(value) { return value !== undefined; }

export const settings = new Settings();

/** How the microphone is heard. */
export const inputSettings = () => ({ channel: settings.get('channel'), clock: settings.get('clock') });
