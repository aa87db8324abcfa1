// What a link may change: settings only, by pairs that are known and well formed, and by names that exist. All else in it is
// told, and changes nothing.

import { flags, panels, slug } from './address.js';
import { printable } from './printable.js';

/** @typedef {import('./settings.js').Rule} Rule */
/** @typedef {import('./targets.js').InstrumentRow} InstrumentRow */

/** Settings whose values are names of tables, or need them. They wait until those are loaded. */
const named = ['instrument', 'tuning', 'temperament', 'capo'];

/**
 * @typedef {object} Link
 * @property {Map<string, any>} changes Settings to change at once.
 * @property {string[]} words An instrument and its tuning, which wait for the tables.
 * @property {Map<string, any>} names Settings that wait for the tables.
 * @property {Map<string, string>} kept What says how the page is shown, and stays in the address.
 * @property {string[]} refused Parts that are unknown, out of range or not well formed.
 */

/**
 * A value as the rule's first one is: exactly as a link writes it, or undefined.
 *
 * @param {any} initial
 * @param {string} written
 */
function parsed(initial, written) {
  if (Array.isArray(initial)) return /^\d+$/.test(written) ? [...written].map(Number) : undefined;
  if (typeof initial === 'number') return /^-?\d{1,9}(\.\d{1,9})?$/.test(written) ? Number(written) : undefined;
  if (typeof initial === 'boolean') return { true: true, false: false }[written];
  return written;
}

/** @param {string} name @param {string} value */
function isKept(name, value) {
  if (name === 'panel') return panels.includes(value);
  if (name === 'idle-after') return Number(value) > 0;
  return flags.includes(name);
}

/**
 * @param {import('./address.js').Address} address
 * @param {Record<string, Rule>} rules
 * @param {Map<string, string>} longNames Names of settings by their short ones.
 * @param {string} [shown] The panel that is shown, which stays if the address names none that there is.
 * @returns {Link}
 */
export function readLink({ words, values, broken }, rules, longNames, shown = '') {
  /** @type {Link} */
  const link = { changes: new Map(), words, names: new Map(), kept: new Map(), refused: [...broken] };
  for (const [name, written] of values) {
    const key = longNames.get(name) ?? name;
    const rule = Object.hasOwn(rules, key) && rules[key].shared ? rules[key] : null;
    const value = rule ? parsed(rule.initial, written) : undefined;
    if (isKept(name, written)) link.kept.set(name, written);
    else if (value === undefined || !rule?.accepts(value)) link.refused.push(`${name}=${written}`);
    else (named.includes(key) ? link.names : link.changes).set(key, value);
  }
  if (values.has('panel') && !link.kept.has('panel') && panels.indexOf(shown) > 0) link.kept.set('panel', shown);
  return link;
}

/** @param {Link} link Whether the address has nothing that is to be taken out of it. */
export const isEmpty = ({ changes, words, names, refused }) => changes.size + words.length + names.size + refused.length === 0;

/**
 * Whether a name, or a word of an address that is made of it, is that of a row.
 *
 * @param {string} wanted
 */
export const called = (wanted) => (/** @type {{name: string}} */ row) => row.name === wanted || slug(row.name) === slug(wanted);

/**
 * The instrument of a name.
 *
 * @param {string} wanted
 * @param {InstrumentRow[]} instruments
 */
export function findInstrument(wanted, instruments) {
  return instruments.find(called(wanted)) ?? instruments.find((row) => row.otherNames.some((name) => called(wanted)({ name })));
}

/**
 * What the names in a link change, now that the tables are there.
 *
 * @param {Pick<Link, 'words' | 'names'>} link
 * @param {{instruments: InstrumentRow[], temperaments: {name: string}[], current: InstrumentRow | undefined}} tables
 * @returns {{changes: Map<string, any>, refused: string[]}}
 */
export function resolveLink({ words, names }, { instruments, temperaments, current }) {
  /** @type {Map<string, any>} */
  const changes = new Map();
  /** @type {string[]} */
  const refused = words.slice(2);
  const instrument = words[0] ?? names.get('instrument');
  const tuning = words[1] ?? names.get('tuning');
  const row = instrument === undefined ? current : instrument === '' ? undefined : findInstrument(instrument, instruments);
  // Empty names stand for every note, and for the usual tuning.
  const isTuning = !tuning || (row?.tunings.some(called(tuning)) ?? false);
  if (instrument && !row) refused.push(words[0] ?? `instrument=${instrument}`);
  if (tuning !== undefined && !isTuning) refused.push(words[1] ?? `tuning=${tuning}`);
  const isRefused = refused.length > 0;
  const isOther = instrument !== undefined && row !== current;
  if (!isRefused && instrument !== undefined) changes.set('instrument', instrument);
  if (!isRefused && (instrument !== undefined || tuning !== undefined)) changes.set('tuning', tuning ?? '');
  // A capo and a lock hold for the instrument that they were chosen with.
  if (!isRefused && isOther) changes.set('locked', 0).set('capo', 0);
  const capo = names.get('capo');
  if (capo !== undefined && (isRefused || (capo > 0 && !takesCapo(row)))) refused.push(`capo=${capo}`);
  else if (capo !== undefined) changes.set('capo', capo);
  const temperament = names.get('temperament');
  if (temperaments.some(({ name }) => name === temperament)) changes.set('temperament', temperament);
  else if (temperament !== undefined) refused.push(`temperament=${temperament}`);
  return { changes, refused };
}

/**
 * Whether a capo can be put on an instrument: it has frets.
 *
 * @param {InstrumentRow | undefined} row
 */
export const takesCapo = (row) => row !== undefined && row.fretted !== false;

const [mostParts, mostSigns] = [4, 40];

/**
 * Parts of a link for a notice, without signs that cannot be seen or turn the line around.
 *
 * @param {string[]} parts
 */
export function listed(parts) {
  const shown = parts.slice(0, mostParts).map((part) => `“${printable(part, mostSigns)}”`);
  return [...shown, ...(parts.length > mostParts ? ['…'] : [])].join(', ');
}
