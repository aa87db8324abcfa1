// The file of a piano or of bells as this browser stores it for all of its tabs: a row for each setting and for each
// measurement, so that two tabs that measure and write have all of it in the end.

import { store } from '../../app/store.js';

/**
 * @typedef {object} Parts
 * @property {Map<string, string>} settings Lines by what they set.
 * @property {string[]} entries The measurements in their order, each with the lines that belong to it.
 */

/**
 * @typedef {object} Format
 * @property {string} head The first line.
 * @property {string} entry The word that a measurement begins with.
 * @property {string} [more] The word of lines that belong to the measurement before them.
 * @property {string} [listed] The word of lines of which there is one for each number.
 */

/** @type {Record<'piano' | 'bell', Format>} */
const formats = {
  piano: { head: 'kammerton-piano 1', entry: 'key:' },
  bell: { head: 'kammerton-bells 1', entry: 'stroke:', more: 'line:', listed: 'beat:' },
};

/** @param {any} value @returns {value is string} */
const isText = (value) => typeof value === 'string';

/** @param {string} text A short name for it, the same in all tabs (FNV-1a). */
function hash(text) {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return value.toString(36);
}

/** @param {number} place @param {string} entry */
const entryName = (place, entry) => `entry ${String(place).padStart(6, '0')} ${hash(entry)}`;
/** @param {string} name */
const placeOf = (name) => Number(name.split(' ')[1]);
/** @param {string} name */
const isEntry = (name) => name.startsWith('entry ');

export class KeptFile {
  /** @param {'piano' | 'bell'} kind @param {import('../../app/store.js').Store} kept */
  constructor(kind, kept = store) {
    this.format = formats[kind];
    this.table = kept.table(`kammerton.${kind}`, isText);
    /** @type {Parts} The file as this tab's core has it. */
    this.known = { settings: new Map(), entries: [] };
    /** @type {string[]} The names of its measurements. */
    this.names = [];
    this.isKnown = false;
    kept.adopt(`kammerton.${kind}`, this.table, (text) => {
      const { settings, entries } = this.parts(text);
      const there = new Set(this.entryNames().map((name) => this.table.rows.get(name)));
      const next = this.nextPlace();
      return [...[...settings].map(([word, line]) => /** @type {[string, string]} */ ([`set ${word}`, line])),
        ...entries.filter((entry) => !there.has(entry)).map((entry, index) => /** @type {[string, string]} */ ([entryName(next + index, entry), entry]))];
    });
  }

  /** Why something of it is not stored, if that is so. */
  get trouble() { return this.table.trouble; }

  /** @returns {string[]} The names of the stored measurements, in their order. */
  entryNames() { return [...this.table.rows.keys()].filter(isEntry).sort(); }

  nextPlace() { return Math.max(-1, ...this.entryNames().map(placeOf)) + 1; }

  /** @param {string} text @returns {Parts} */
  parts(text) {
    const { head, entry, more, listed } = this.format;
    /** @type {Parts} */
    const parts = { settings: new Map(), entries: [] };
    for (const line of text.split('\n')) {
      const [word, first] = line.split(' ').filter(Boolean);
      if (!word || word.startsWith('#') || word === 'end:' || line === head) continue;
      if (word === entry) parts.entries.push(line);
      else if (word === more && parts.entries.length > 0) parts.entries[parts.entries.length - 1] += `\n${line}`;
      else parts.settings.set(word === listed ? `${word} ${(first ?? '').padStart(3, '0')}` : word, line);
    }
    return parts;
  }

  /**
   * The lines of the stored file, each with the name of its row; none if nothing is stored.
   *
   * @returns {{line: string, name: string}[]}
   */
  lines() {
    const { rows } = this.table;
    if (rows.size === 0) return [];
    const entries = this.entryNames();
    const settings = [...rows.keys()].filter((name) => !isEntry(name)).sort();
    return [{ line: this.format.head, name: '' },
      ...[...settings, ...entries].flatMap((name) => (rows.get(name) ?? '').split('\n').map((line) => ({ line, name }))),
      { line: `end: ${entries.length}`, name: '' }];
  }

  /** The stored file. */
  get text() { return this.lines().map(({ line }) => `${line}\n`).join(''); }

  /**
   * Removes the row that is damaged.
   *
   * @param {number} number Of its line, from 1.
   * @returns {boolean} Whether there was one.
   */
  mend(number) {
    const name = this.lines()[number - 1]?.name;
    if (!name) return false;
    this.table.write([[name, undefined]]);
    return true;
  }

  /**
   * Remembers the file as the tab's core has it, without a change.
   *
   * @param {string} text
   */
  know(text) {
    this.known = this.parts(text);
    this.isKnown = true;
    // Equal measurements have a row each.
    const left = this.entryNames();
    this.names = this.known.entries.map((entry) => {
      const place = left.findIndex((name) => this.table.rows.get(name) === entry);
      return place < 0 ? '' : left.splice(place, 1)[0];
    });
  }

  /**
   * Stores what has changed in the file since it was known.
   *
   * @param {string} text
   * @returns {boolean} Whether something has.
   */
  keep(text) {
    const { known, names } = this;
    const now = this.parts(text);
    /** @type {[string, string | undefined][]} */
    const changes = [];
    for (const [word, line] of now.settings) if (known.settings.get(word) !== line) changes.push([`set ${word}`, line]);
    for (const word of known.settings.keys()) if (!now.settings.has(word)) changes.push([`set ${word}`, undefined]);
    // Those that are still there come first, in their order; otherwise all are new, as those of another file are.
    let same = 0;
    const kept = names.filter((_, index) => {
      const isThere = known.entries[index] === now.entries[same];
      if (isThere) same += 1;
      return isThere;
    });
    const gone = names.filter((name) => !kept.includes(name));
    const isOther = now.entries.slice(same).some((entry) => known.entries.includes(entry));
    if (isOther) { gone.push(...kept.splice(0)); same = 0; }
    const next = this.nextPlace();
    const added = now.entries.slice(same).map((entry, index) => /** @type {[string, string]} */ ([entryName(next + index, entry), entry]));
    changes.push(...gone.filter(Boolean).map((name) => /** @type {[string, undefined]} */ ([name, undefined])), ...added);
    this.known = now;
    this.names = [...kept, ...added.map(([name]) => name)];
    if (changes.length > 0) this.table.write(changes);
    return changes.length > 0;
  }
}
