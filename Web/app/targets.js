// From the settings to what the engine tunes to: concert pitch, temperament, strings.

import { midiNumber } from '../engine/note-names.js';
import { standardRange } from '../vocabulary/engine.js';
import { pitchClassCount } from '../vocabulary/settings.js';
import { t } from './i18n.js';
import { called, findInstrument, listed, resolveLink, takesCapo } from './link.js';
import { pitches, withCapo } from './names.js';
import { notify } from './notice.js';
import { own } from './own.js';
import { settings } from './settings.js';

/**
 * @typedef {{string: number, note: string, cents?: number}} StringRow Without `cents`, they are 0.
 * @typedef {{name: string, strings: StringRow[]}} TuningRow
 * @typedef {{name: string, group: string, otherNames: string[], fretted?: boolean, unisonCourses?: [number, number], tunings: TuningRow[]}} InstrumentRow
 * @typedef {object} TemperamentRow
 * @property {string} name
 * @property {string} title
 * @property {string} source
 * @property {number[]} cents Of the degrees from 0 on.
 * @property {number} period Cents.
 * @property {boolean} [isOwn] Whether the user brought it.
 * @property {boolean} [isScale] Whether its degrees are what is tuned to, rather than where twelve notes lie.
 * @typedef {import('../engine/types.js').TuningString} TuningString
 */

const equalDegrees = Array.from({ length: pitchClassCount }, (_, degree) => 100 * degree);

/** @type {InstrumentRow[]} */
export let instruments = [];
/** @type {TemperamentRow[]} */
export let temperaments = [{ name: 'equal', title: 'Twelve equal semitones', source: 'ISO 16', cents: [], period: 1200 }];

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

/** What the build made, without what the user brought. */
const builtIn = {
  /** @type {InstrumentRow[]} */
  instruments: [],
  temperaments,
};

/** @param {string} name */
async function table(name) {
  const response = await fetch(`data/${name}.json`);
  if (!response.ok) throw new Error(`data/${name}.json: ${response.status}`);
  return response.json();
}

/** Loads the instruments, and the temperaments if one is set. Without the tables the tuner is chromatic and equal. */
export async function loadTargets() {
  settings.watch(['instrument', 'tuning', 'capo'], learnSpellings);
  settings.watch(['instrument', 'capo'], dropCapo);
  settings.watch(['temperament'], () => { if (settings.get('temperament') !== 'equal') loadTemperaments(); });
  [builtIn.instruments] = await Promise.all([table('instruments'), comingTemperaments]);
  own.addEventListener('change', gather);
  gather();
}

/** @type {Promise<void> | undefined} */
let comingTemperaments;

/**
 * Loads the temperaments, once. Until then there is the equal one, and those that the user brought.
 *
 * @returns {Promise<void>} Fulfilled without them too; the next call tries again.
 */
export function loadTemperaments() {
  comingTemperaments ??= table('temperaments').then((/** @type {TemperamentRow[]} */ rows) => {
    builtIn.temperaments = rows.map((row) => ({ ...row, isScale: row.cents.length !== pitchClassCount }));
    if (builtIn.instruments.length > 0) gather();
  }).catch((error) => {
    console.warn(error);
    comingTemperaments = undefined;
  });
  return comingTemperaments;
}

/** Whether the temperaments are loaded. */
const hasTemperaments = () => builtIn.temperaments.length > 1;

/** The tables, with what the user brought: an instrument of the same name takes the place of the built-in one. */
function gather() {
  const brought = new Map(own.instruments.map((row) => [row.name, row]));
  instruments = builtIn.instruments.map((row) => brought.get(row.name) ?? row);
  instruments.push(...own.instruments.filter((row) => !builtIn.instruments.some(({ name }) => name === row.name)));
  temperaments = [...builtIn.temperaments, ...own.scales];
  dropCapo();
  learnSpellings();
  dispatchEvent(new Event('targets'));
}

/** Takes over the names in the address, now that the tables are there, and says what it has that is unknown or out of range. */
export async function checkAddress() {
  if (settings.linked?.names.has('temperament')) await loadTemperaments();
  const link = settings.linked;
  if (!link) return;
  if (instruments.length === 0 || (link.names.has('temperament') && !hasTemperaments())) {
    if (link.words.length + link.names.size > 0) notify(t('not-loaded'));
    return;
  }
  settings.linked = null;
  const { changes, refused } = resolveLink(link, { instruments, temperaments, current: chosenInstrument() });
  for (const [key, value] of changes) settings.set(key, value);
  const all = [...link.refused, ...refused];
  if (all.length > 0) notify(t('link-refused', { parts: listed(all) }));
}

/**
 * Tunes an instrument from now on. Another one has no capo and no locked string.
 *
 * @param {string} name None for every note.
 * @param {string} [tuning]
 */
export function chooseInstrument(name, tuning = '') {
  const isOther = findInstrument(name, instruments) !== chosenInstrument();
  settings.set('instrument', name);
  settings.set('tuning', tuning);
  settings.set('locked', 0);
  if (isOther) settings.set('capo', 0);
}

/** A capo on an instrument without frets may come from a file, or from an older version. */
function dropCapo() {
  const row = chosenInstrument();
  if (row && !takesCapo(row)) settings.set('capo', 0);
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

/** The instrument that is set, also while a scale is tuned to. */
function chosenInstrument() {
  const wanted = settings.get('instrument');
  return wanted ? findInstrument(wanted, instruments) : undefined;
}

/** The instrument that is tuned; none while a scale is tuned to, which needs none. */
export function currentInstrument() { return currentScale() ? undefined : chosenInstrument(); }

export function currentTuning() {
  const instrument = currentInstrument();
  return instrument?.tunings.find(called(settings.get('tuning'))) ?? instrument?.tunings[0];
}

export function currentTemperament() {
  return temperaments.find((row) => row.name === settings.get('temperament')) ?? temperaments[0];
}

/** The scale whose degrees are tuned to, if there is one. */
export function currentScale() {
  const row = currentTemperament();
  return row.isScale ? row : undefined;
}

/** The core's table of frequencies, in the tuning that is set. */
function tunedPitches() {
  const table = pitches();
  const { cents, isScale } = currentTemperament();
  const [concertPitch, root] = [settings.get('concertPitch'), settings.get('root')];
  try {
    table.tune(concertPitch, isScale || cents.length !== pitchClassCount ? equalDegrees : cents, root);
  } catch {
    table.tune(concertPitch, equalDegrees, root);  // A scale of the user's that was damaged since.
  }
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
  for (const row of currentTuning()?.strings ?? []) stringSpellings.set(withCapo(midiOf(row.note)), spellingOf(row.note));
}

/**
 * The strings as they sound, with the capo that is set.
 *
 * @returns {TuningString[]}
 */
export function strings() {
  return (currentTuning()?.strings ?? []).map((row) => (
    { number: row.string, midi: withCapo(midiOf(row.note)), cents: row.cents ?? 0 }));
}

/** A guitar's, where no instrument is chosen. */
const guitar = [40, 45, 50, 55, 59, 64].map((midi, index) => ({ number: 6 - index, midi, cents: 0 }));

/**
 * The strings of a strum, as they sound: where courses have two strings in unison, each of them.
 *
 * @returns {TuningString[]}
 */
export function strumStrings() {
  const list = strings();
  const [first, last] = currentInstrument()?.unisonCourses ?? [1, 0];
  const isAlone = (/** @type {TuningString} */ { number }) => list.filter((other) => other.number === number).length === 1;
  return (list.length > 0 ? list : guitar).flatMap((string) => (
    string.number >= first && string.number <= last && isAlone(string) ? [string, string] : [string]));
}

/** @returns {import('../engine/types.js').TunerSettings['mode']} */
function mode() {
  const scale = currentScale();
  if (scale) return { degrees: [...scale.cents.slice(1), scale.period], root: settings.get('root') };
  const list = strings();
  // A lock may be of another tuning, as where a link names one.
  const locked = list.some((string) => string.number === settings.get('locked')) ? settings.get('locked') : 0;
  return list.length > 0 ? { strings: list, locked } : 'chromatic';
}

/**
 * What the engine needs to know.
 *
 * @returns {import('../engine/types.js').TunerSettings}
 */
export function tunerSettings() {
  const list = strings();
  return {
    concertPitch: settings.get('concertPitch'),
    temperament: temperamentOffsets(),
    tolerance: settings.get('tolerance'),
    gate: settings.get('gate'),
    range: standardRange,
    lowestString: list.length > 0
      ? Math.min(...list.map((string) => frequencyOf(string.midi, string.cents))) : 0,
    mode: mode(),
    channel: settings.get('channel'),
    clock: settings.get('clock'),
  };
}
