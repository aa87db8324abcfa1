// From the settings to what the engine tunes to: concert pitch, temperament, strings.

import { midiNumber } from '../engine/note-names.js';
import { standardRange } from '../vocabulary/engine.js';
import { pitchClassCount } from '../vocabulary/settings.js';
import { pitches } from './names.js';
import { settings } from './settings.js';

/**
 * @typedef {{string: number, note: string, cents: number, frequency: number}} StringRow
 * @typedef {{name: string, strings: StringRow[]}} TuningRow
 * @typedef {{name: string, group: string, otherNames: string[], tunings: TuningRow[]}} InstrumentRow
 * @typedef {{name: string, title: string, source: string, cents: number[]}} TemperamentRow
 * @typedef {import('../engine/types.js').TuningString} TuningString
 */

const equalDegrees = Array.from({ length: pitchClassCount }, (_, degree) => 100 * degree);

/** @type {InstrumentRow[]} */
export let instruments = [];
/** @type {TemperamentRow[]} */
export let temperaments = [{ name: 'equal', title: 'Twelve equal semitones', source: 'ISO 16', cents: [] }];

/**
 * The MIDI number of a note as the data writes it: `Eb2`, `F#3`.
 *
 * @param {string} name
 */
export function midiOf(name) {
  const midi = midiNumber(name);
  if (midi === null) throw new Error(`No note: ${name}`);
  return midi;
}

/** Loads the tables that the build made. Without them the tuner is chromatic and equal. */
export async function loadTargets() {
  settings.watch(['instrument', 'tuning'], learnSpellings);
  const [first, second] = await Promise.all(['instruments', 'temperaments'].map(async (name) => {
    const response = await fetch(`data/${name}.json`);
    if (!response.ok) throw new Error(`data/${name}.json: ${response.status}`);
    return response.json();
  }));
  instruments = first;
  learnSpellings();
  temperaments = second.filter((/** @type {any} */ row) => row.cents?.length === 12 || row.name === 'equal');
}

/**
 * The spelling that a note of the data has by itself.
 *
 * @param {string} name
 * @returns {import('../engine/types.js').Spelling | ''}
 */
export function spellingOf(name) {
  if (name.includes('#')) return 'sharps';
  return /^.b/.test(name) ? 'flats' : '';
}

/** @type {Map<number, import('../engine/types.js').Spelling | ''>} */
const stringSpellings = new Map();

/**
 * How the tuning that is set spells a note, if one of its strings has it.
 *
 * @param {number} midi
 */
export function ownSpelling(midi) { return stringSpellings.get(midi) ?? ''; }

export function currentInstrument() {
  return instruments.find((row) => row.name === settings.get('instrument'));
}

export function currentTuning() {
  const instrument = currentInstrument();
  return instrument?.tunings.find((row) => row.name === settings.get('tuning')) ?? instrument?.tunings[0];
}

export function currentTemperament() {
  return temperaments.find((row) => row.name === settings.get('temperament')) ?? temperaments[0];
}

/** The core's table of frequencies, in the tuning that is set. */
function tunedPitches() {
  const table = pitches();
  const { cents } = currentTemperament();
  table.tune(settings.get('concertPitch'), cents.length === pitchClassCount ? cents : equalDegrees, settings.get('root'));
  return table;
}

/**
 * Cents of the pitch classes C...B above equal temperament, A at 0.
 *
 * @returns {number[]}
 */
export function temperamentOffsets() { return Array.from(tunedPitches().offsets); }

/**
 * The frequency of a note in the tuning that is set.
 *
 * @param {number} midi
 * @param {number} [cents]
 */
export function frequencyOf(midi, cents = 0) { return tunedPitches().frequency(midi, cents); }

function learnSpellings() {
  stringSpellings.clear();
  for (const row of currentTuning()?.strings ?? []) stringSpellings.set(midiOf(row.note), spellingOf(row.note));
}

/** @returns {TuningString[]} */
export function strings() {
  return (currentTuning()?.strings ?? []).map((row) => (
    { number: row.string, midi: midiOf(row.note), cents: row.cents }));
}

/**
 * What the engine needs to know.
 *
 * @returns {import('../engine/types.js').TunerSettings}
 */
export function tunerSettings() {
  const list = strings();
  // A lock may be of another tuning, as where a link names one.
  const locked = list.some((string) => string.number === settings.get('locked')) ? settings.get('locked') : 0;
  return {
    concertPitch: settings.get('concertPitch'),
    temperament: temperamentOffsets(),
    tolerance: settings.get('tolerance'),
    gate: settings.get('gate'),
    range: standardRange,
    lowestString: list.length > 0
      ? Math.min(...list.map((string) => frequencyOf(string.midi, string.cents))) : 0,
    mode: list.length > 0 ? { strings: list, locked } : 'chromatic',
    channel: settings.get('channel'),
  };
}
