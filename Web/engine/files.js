// Files that the user brings, read by the core: scales and keyboard mappings of the program Scala, and instruments.

import { fileByteLimit } from '../vocabulary/files.js';
import { Module } from './module.js';
import { FilesObject } from './objects/files.js';

/** @typedef {import('../vocabulary/files.js').FileProblem} FileProblem */
/** @typedef {import('../vocabulary/files.js').ScalaPart} ScalaPart */

/**
 * @typedef {{name: string, strings: {string: number, note: string, cents: number}[]}} TuningRow
 * @typedef {{name: string, group: string, otherNames: string[], tunings: TuningRow[]}} InstrumentRow
 */

/**
 * @typedef {object} ReadScale
 * @property {string} title
 * @property {number[]} cents Of the degrees from 0 on.
 * @property {number} period Cents.
 */

/** Why a file is not read. */
export class FileRefusal extends Error {
  /**
   * @param {FileProblem} problem
   * @param {{line?: number, part?: ScalaPart, text?: string, limit?: number}} details The line, what is missing or
   *   wrong there, the words of the file, and the limit that is exceeded.
   */
  constructor(problem, { line = 0, part = 'title', text = '', limit = 0 } = {}) {
    super(problem);
    this.problem = problem;
    this.line = line;
    this.part = part;
    this.text = text;
    this.limit = limit;
  }
}

/** The module, with what is more than a call. */
export class FileParser extends FilesObject {
  /** @throws {Error} If the module cannot be fetched. */
  static async load() { return new FileParser(await Module.load('files')); }

  /**
   * @param {Uint8Array} bytes Of a scale (`.scl`).
   * @returns {ReadScale}
   * @throws {FileRefusal}
   */
  scaleOf(bytes) {
    this.fill(bytes);
    this.readScale();
    return this.scale;
  }

  /**
   * @param {Uint8Array} bytes Of a keyboard mapping (`.kbm`), for the scale that was read last.
   * @returns {ReadScale & {root: number, concertPitch: number}} The degrees of its keys; the pitch class of degree 0, and
   *   what A4 has then, in hertz.
   * @throws {FileRefusal}
   */
  mappingOf(bytes) {
    this.fill(bytes);
    this.readMapping();
    const { root, concertPitch } = this.fields;
    return { ...this.scale, root, concertPitch };
  }

  /**
   * @param {number} count Equal steps of an octave.
   * @returns {ReadScale}
   * @throws {FileRefusal}
   */
  equalSteps(count) {
    if (!this.divide(count)) throw new FileRefusal('countOutOfRange');
    return this.scale;
  }

  /**
   * @param {Uint8Array} bytes As docs/instruments.md says.
   * @returns {InstrumentRow[]} Those of the file, with the tunings of built-in ones of the same name.
   * @throws {FileRefusal}
   */
  instrumentsOf(bytes) {
    this.fill(bytes);
    this.readInstruments();
    /** @type {InstrumentRow[]} */
    const rows = [];
    for (const line of this.words.split('\n').filter(Boolean)) {
      const [kind, first, ...rest] = line.split('\t');
      const instrument = rows[rows.length - 1];
      if (kind === 'i') rows.push({ name: first, group: rest[0], otherNames: [], tunings: [] });
      else if (kind === 'a') instrument.otherNames.push(first);
      else if (kind === 't') instrument.tunings.push({ name: first, strings: [] });
      else {
        instrument.tunings[instrument.tunings.length - 1].strings.push(
          { string: Number(first), note: rest[0], cents: Number(rest[1]) / 1000 });
      }
    }
    return rows;
  }

  /** @param {Uint8Array} bytes */
  fill(bytes) {
    if (!this.input(bytes)) throw new FileRefusal('fileTooLarge', { limit: fileByteLimit });
  }

  /** @param {number} isLegible @throws {FileRefusal} Why not. */
  demand(isLegible) {
    if (isLegible) return;
    const { problem, ...facts } = this.fields;
    throw new FileRefusal(problem, { ...facts, text: this.words });
  }

  /** What was written last: the words that are wrong, the title of a scale, or instruments. */
  get words() { return new TextDecoder().decode(this.text(this.fields.textCount)); }

  /** @returns {ReadScale} The one that was read last. */
  get scale() {
    const degrees = [...this.degrees(this.fields.degreeCount)];
    return { title: this.words, cents: [0, ...degrees.slice(0, -1)], period: degrees[degrees.length - 1] };
  }
}
