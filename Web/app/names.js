// How a note is written: the engine's one table, in the notation and transposition that were chosen.

import { pitchClassNumber } from '../engine/note-names.js';
import { limits, pitchClassCount, pitchClassNames, transpositions } from '../vocabulary/settings.js';
import { language, onLanguage } from './i18n.js';
import { settings } from './settings.js';

/** @typedef {import('../engine/types.js').Names} Names */
/** @typedef {import('../engine/types.js').Spelling} Spelling */

/**
 * @typedef {object} WrittenNote
 * @property {string} letter
 * @property {string} accidental A sign that is set small and high, or nothing.
 * @property {string} octave Digits that are set small and low, or nothing.
 * @property {string} plain All of it.
 */

/**
 * Until the engine has come.
 *
 * @type {Names}
 */
const fallback = {
  notations: ['english'],
  noteName: (/** @type {number} */ midi) => fallback.pitchClassName(midi) + (Math.floor(midi / 12) - 1),
  pitchClassName: (/** @type {number} */ midi) => pitchClassNames[midi % 12].replace('#', '♯').replace('b', '♭'),
  capo: (midi) => midi,
  pitches: { tune: () => {}, offsets: new Float64Array(pitchClassCount), frequency: () => 0 },
};

const [lowest, highest] = limits.midi;

/** @type {Names} */
let names = fallback;
const listeners = new Set();
/** @type {Map<string, WrittenNote>} */
const written = new Map();

/** @param {Names} provider */
export function useNames(provider) {
  names = provider;
  forget();
}

/** The frequencies of notes; none until the engine has come. */
export function pitches() { return names.pitches; }

/**
 * The note that a string sounds with the capo that is set.
 *
 * @param {number} midi The open string's.
 */
export function withCapo(midi) { return names.capo(midi, settings.get('capo')); }

/** @param {() => void} listener Called when notes are written otherwise. */
export function onNames(listener) { listeners.add(listener); }

function forget() {
  written.clear();
  for (const listener of listeners) listener();
}

export function notations() { return names.notations; }

/** @type {Record<string, string>} What musicians call notes, where it is not the English way. */
const notationsOfLanguages = { de: 'german', fr: 'french', es: 'fixed-do' };

/** The words for notes: those that were chosen, or else those of the language. */
function notationWords() {
  const chosen = settings.get('notation');
  return chosen === 'auto' ? notationsOfLanguages[language] ?? 'english' : chosen;
}

/** The name of the notation that is set, with that of its octaves if they are chosen. */
export function notation() {
  const octaves = settings.get('octaves');
  return notationWords() + (octaves ? `-${octaves}` : '');
}

/**
 * Semitones from what is written to what sounds.
 *
 * @param {string} name
 */
export function transposition(name) { return transpositions[/** @type {keyof typeof transpositions} */ (name)] ?? 0; }

/**
 * A sounding note as it is written for the chosen instrument.
 *
 * @param {number} midi
 * @param {Spelling | ''} [own] The spelling that the note has by itself, as a string of a tuning in E♭ does.
 * @returns {WrittenNote}
 */
export function note(midi, own = '') {
  const spelling = own || settings.get('spelling');
  const key = `${midi}${spelling}${notation()}`;
  const known = written.get(key);
  if (known) return known;
  const value = split(Math.min(highest, Math.max(lowest, midi - transposition(settings.get('transposition')))), spelling);
  written.set(key, value);
  return value;
}

/**
 * @param {number} midi
 * @param {Spelling} spelling
 * @returns {WrittenNote}
 */
function split(midi, spelling) {
  const plain = names.noteName(midi, notation(), spelling);
  const name = names.pitchClassName(midi, notation(), spelling);
  const octave = plain.startsWith(name) && name !== '' ? plain.slice(name.length) : '';
  const base = octave || plain === name ? name : plain;
  const sign = /^(.+?)([♯♭#b]+)$/u.exec(base);
  return sign
    ? { letter: sign[1], accidental: sign[2], octave, plain }
    : { letter: base, accidental: '', octave, plain };
}

/**
 * The name of a pitch class 0...11 without octave, as it sounds.
 *
 * @param {number} pitchClass
 */
export function pitchClassName(pitchClass) {
  return names.pitchClassName(60 + pitchClass, notationWords(), settings.get('spelling'));
}

/**
 * A note as it sounds, whatever the transposition.
 *
 * @param {number} midi
 * @param {Spelling | ''} [own] The spelling that the note has by itself.
 */
export function soundingName(midi, own = '') {
  return names.noteName(midi, notation(), own || settings.get('spelling'));
}

/**
 * A pitch class as it sounds, spelled as the core's name for it is.
 *
 * @param {string} name Such as `Bb`.
 */
export function pitchClassOf(name) {
  const spelling = name.endsWith('#') ? 'sharps' : name.endsWith('b') ? 'flats' : settings.get('spelling');
  return names.pitchClassName(60 + (pitchClassNumber(name) ?? 0), notationWords(), spelling);
}

export function startNames() {
  settings.watch(['notation', 'octaves', 'spelling', 'transposition'], forget);
  onLanguage(forget);
}
