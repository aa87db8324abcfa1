// Files that the user brings, read by the core: scales and keyboard mappings of the program Scala, and instruments.

import { fileByteLimit, fileParts, readFileFacts } from '../vocabulary/files.js';
import { CoreObject, Module } from './module.js';

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

/** The module, with names for its functions. */
export class FileParser extends CoreObject {
  /** @throws {Error} If the module cannot be fetched. */
  static async load() { return new FileParser(await Module.load('files')); }

  /** @param {Module} module */
  constructor(module) { super(module, module.functions.files_create()); }

  get facts() { return readFileFacts(this.doubles(fileParts.fields)); }

  /**
   * @param {Uint8Array} bytes Of a scale (`.scl`).
   * @returns {ReadScale}
   * @throws {FileRefusal}
   */
  readScale(bytes) {
    this.fill(bytes);
    this.demand(this.functions.files_read_scale(this.handle));
    return this.scale;
  }

  /**
   * @param {Uint8Array} bytes Of a keyboard mapping (`.kbm`), for the scale that was read last.
   * @returns {ReadScale & {root: number, concertPitch: number}} The degrees of its keys; the pitch class of degree 0, and
   *   what A4 has then, in hertz.
   * @throws {FileRefusal}
   */
  readMapping(bytes) {
    this.fill(bytes);
    this.demand(this.functions.files_read_mapping(this.handle));
    const { root, concertPitch } = this.facts;
    return { ...this.scale, root, concertPitch };
  }

  /**
   * @param {number} count Equal steps of an octave.
   * @returns {ReadScale}
   * @throws {FileRefusal}
   */
  divide(count) {
    if (!this.functions.files_divide(this.handle, count)) throw new FileRefusal('countOutOfRange');
    return this.scale;
  }

  /**
   * @param {Uint8Array} bytes As docs/instruments.md says.
   * @returns {InstrumentRow[]} Those of the file, with the tunings of built-in ones of the same name.
   * @throws {FileRefusal}
   */
  readInstruments(bytes) {
    this.fill(bytes);
    this.demand(this.functions.files_read_instruments(this.handle));
    /** @type {InstrumentRow[]} */
    const rows = [];
    for (const line of this.text.split('\n').filter(Boolean)) {
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
    const address = this.functions.files_input(this.handle, bytes.length);
    if (!address) throw new FileRefusal('fileTooLarge', { limit: fileByteLimit });
    this.module.bytes(address, bytes.length).set(bytes);
  }

  /** @param {number} isRead */
  demand(isRead) {
    if (isRead) return;
    const { problem, ...facts } = this.facts;
    throw new FileRefusal(problem, { ...facts, text: this.text });
  }

  get text() { return new TextDecoder().decode(this.bytes(fileParts.text, this.facts.textCount)); }

  get scale() {
    const degrees = [...this.doubles(fileParts.degrees, this.facts.degreeCount)];
    return { title: this.text, cents: [0, ...degrees.slice(0, -1)], period: degrees[degrees.length - 1] };
  }
}
