// From the settings to what the engine tunes to: concert pitch, temperament, strings.

import { standardRange } from '../engine/layout.js';
import { settings } from './settings.js';

/**
 * @typedef {{string: number, note: string, cents: number, frequency: number}} StringRow
 * @typedef {{name: string, strings: StringRow[]}} TuningRow
 * @typedef {{name: string, group: string, otherNames: string[], tunings: TuningRow[]}} InstrumentRow
 * @typedef {{name: string, title: string, source: string, cents: number[]}} TemperamentRow
 * @typedef {import('../engine/types.js').TuningString} TuningString
 */

/** @type {InstrumentRow[]} */
export let instruments = [];
/** @type {TemperamentRow[]} */
export let temperaments = [{ name: 'equal', title: 'Twelve equal semitones', source: 'ISO 16', cents: [] }];

const steps = /** @type {Record<string, number>} */ ({ C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 });

/**
 * The MIDI number of a note as the data writes it: `Eb2`, `F#3`.
 *
 * @param {string} name
 */
export function midiOf(name) {
  const match = /^([A-G])([#b]*)(-?\d+)$/.exec(name);
  if (!match) throw new Error(`No note: ${name}`);
  const sign = match[2].startsWith('b') ? -1 : 1;
  return steps[match[1]] + sign * match[2].length + 12 * (Number(match[3]) + 1);
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

/**
 * Cents of the pitch classes C...B above equal temperament, A at 0.
 *
 * @returns {number[]}
 */
export function temperamentOffsets() {
  const { cents } = currentTemperament();
  const offsets = new Array(12).fill(0);
  if (cents.length !== 12) return offsets;
  const root = settings.get('root');
  for (let pitchClass = 0; pitchClass < 12; pitchClass += 1) {
    const degree = (pitchClass - root + 12) % 12;
    offsets[pitchClass] = cents[degree] - 100 * degree;
  }
  const atA = offsets[9];
  return offsets.map((offset) => offset - atA);
}

/**
 * The frequency of a note in the tuning that is set.
 *
 * @param {number} midi
 * @param {number} [cents]
 */
export function frequencyOf(midi, cents = 0) {
  const semitones = midi - 69 + (temperamentOffsets()[midi % 12] + cents) / 100;
  return settings.get('concertPitch') * 2 ** (semitones / 12);
}

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
