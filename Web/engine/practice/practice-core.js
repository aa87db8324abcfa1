// The module of practice with names for its functions: no audio, no page, so that it runs anywhere.

import { blockLimit } from '../../vocabulary/engine.js';
import { pitchClassCount } from '../../vocabulary/settings.js';
import {
  practiceFieldCount, practiceFields, practiceMeanFieldCount, practiceMeanFields, practiceNoteFieldCount, practiceNoteFields,
  practicePatterns, practiceProblems, practiceSpellings, practiceTexts, xmlByteLimit,
} from '../../vocabulary/practice.js';
import { PracticeRefusal } from './refusal.js';
import { pushAll } from '../module.js';

/** @typedef {import('../types.js').PracticeMean} PracticeMean */
/** @typedef {import('../types.js').PracticeNoteRow} PracticeNoteRow */
/** @typedef {import('../types.js').PracticeScale} PracticeScale */
/** @typedef {import('../types.js').PracticeSnapshot} PracticeSnapshot */

/** @param {number} value @returns {number | null} What is known. */
const known = (value) => (Number.isNaN(value) ? null : value);

export class PracticeCore {
  /** @param {import('../module.js').Module} module */
  constructor(module) {
    this.module = module;
    this.functions = module.functions;
    this.handle = this.functions.practice_create();
    this.input = module.floats(this.functions.practice_input(this.handle), blockLimit);
    this.fields = module.doubles(this.functions.practice_fields(this.handle), practiceFieldCount);
    this.degrees = module.doubles(this.functions.practice_degrees(this.handle), pitchClassCount);
  }

  /** @param {PracticeScale} scale @throws {PracticeRefusal} What was chosen stays. */
  scale({ pattern, letter, accidental, octave, octaves }) {
    this.demand(this.functions.practice_scale(this.handle, practicePatterns.indexOf(pattern), letter, accidental, octave, octaves));
  }

  /** @param {Uint8Array} bytes A MIDI file. @throws {PracticeRefusal} */
  midi(bytes) {
    this.fill(bytes);
    this.demand(this.functions.practice_midi(this.handle));
  }

  /** @param {number} number Of a voice of the file, from 1. @throws {PracticeRefusal} */
  voice(number) { this.demand(this.functions.practice_voice(this.handle, number)); }

  /**
   * Reads the events of a score.
   *
   * @param {Uint8Array[]} chunks As `xmlEvents` gives them.
   * @throws {PracticeRefusal}
   */
  score(chunks) {
    this.events(chunks, false);
    this.demand(this.functions.practice_end(this.handle));
  }

  /** @param {Uint8Array[]} chunks Of the container of the archive that is open. @throws {PracticeRefusal} */
  container(chunks) {
    this.events(chunks, true);
    this.demand(this.functions.practice_end_container(this.handle));
  }

  /** @param {Uint8Array[]} chunks @param {boolean} isContainer */
  events(chunks, isContainer) {
    this.functions.practice_begin(this.handle, Number(isContainer));
    for (const chunk of chunks) {
      this.fill(chunk);
      this.demand(this.functions.practice_events(this.handle));
    }
  }

  /** @param {Uint8Array} bytes */
  isArchive(bytes) {
    this.fill(bytes.subarray(0, 4));
    return this.functions.practice_is_archive(this.handle) === 1;
  }

  /** @param {Uint8Array} bytes @throws {PracticeRefusal} */
  openArchive(bytes) {
    this.fill(bytes);
    this.demand(this.functions.practice_archive(this.handle));
  }

  /**
   * Where a file is in the archive that is open.
   *
   * @param {boolean} isContainer Whether the container, or the score that it has named.
   * @throws {PracticeRefusal}
   */
  find(isContainer) {
    this.demand(this.functions.practice_find(this.handle, Number(isContainer)));
    const { fields } = this;
    return {
      start: fields[practiceFields.fileStart], end: fields[practiceFields.fileEnd],
      isDeflated: fields[practiceFields.fileIsDeflated] !== 0, count: fields[practiceFields.fileCount],
    };
  }

  /** @param {Uint8Array} contents Of the file that was found last. @throws {PracticeRefusal} If they are damaged. */
  check(contents) {
    this.fill(contents);
    this.demand(this.functions.practice_check(this.handle));
  }

  /**
   * @param {number} concertPitch Hertz.
   * @param {ArrayLike<number>} degrees Of the temperament, in cents above the tonic.
   * @param {number} clock What to multiply measured frequencies by.
   * @returns {boolean} Whether they are in their ranges.
   */
  tune(concertPitch, degrees, clock) {
    this.degrees.set(degrees);
    return this.functions.practice_tune(this.handle, concertPitch, clock) === 1;
  }

  /** @param {number} sampleRate @throws {RangeError} If it is too low or too high. */
  start(sampleRate) {
    if (!this.functions.practice_start(this.handle, sampleRate)) throw new RangeError(`Sample rate ${sampleRate}`);
  }

  /**
   * @param {Float32Array} samples
   * @returns {boolean} Whether another note was heard.
   */
  push(samples) {
    const before = this.fields[practiceFields.playedCount];
    pushAll(samples, this.input, (count) => this.functions.practice_push(this.handle, count));
    return this.fields[practiceFields.playedCount] !== before;
  }

  /** Whether a silence has ended the playing. */
  get hasPaused() { return this.fields[practiceFields.hasPaused] !== 0; }

  /** The player has ended. */
  finish() { this.functions.practice_finish(this.handle); }

  /** @returns {Omit<PracticeSnapshot, 'json'>} */
  get snapshot() {
    const field = (/** @type {keyof typeof practiceFields} */ name) => this.fields[practiceFields[name]];
    const count = field('noteCount');
    const notes = this.module.doubles(this.functions.practice_notes(this.handle), Math.max(1, count * practiceNoteFieldCount));
    return {
      title: this.text('title'), voice: field('voice'), voiceCount: field('voiceCount'), voiceName: this.text('voiceName'),
      leftOutCount: field('leftOutCount'), leavesPercussionOut: field('leavesPercussionOut') !== 0,
      leavesJumpsOut: field('leavesJumpsOut') !== 0, droneFrequency: field('droneFrequency'),
      playedCount: field('playedCount'), rightCount: field('rightCount'), wrongCount: field('wrongCount'),
      missingCount: field('missingCount'), extraCount: field('extraCount'), offset: field('offset'), spread: known(field('spread')),
      octaves: field('octaves'), ownConcertPitch: field('ownConcertPitch'),
      notes: Array.from({ length: count }, (_, index) => noteRow(notes.subarray(index * practiceNoteFieldCount))),
      pitches: this.means(this.functions.practice_pitches(this.handle), field('pitchCount')),
      steps: this.means(this.functions.practice_steps(this.handle), field('stepCount')),
    };
  }

  /** The members of the object that the command prints. */
  get json() { return this.text('json'); }

  /** @param {number} address @param {number} count @returns {PracticeMean[]} */
  means(address, count) {
    const rows = this.module.doubles(address, Math.max(1, count * practiceMeanFieldCount));
    return Array.from({ length: count }, (_, index) => {
      const value = (/** @type {keyof typeof practiceMeanFields} */ name) => rows[index * practiceMeanFieldCount + practiceMeanFields[name]];
      return { value: value('value'), count: value('count'), cents: value('cents'), error: known(value('error')) };
    });
  }

  /** @param {keyof typeof practiceTexts} text */
  text(text) {
    const address = this.functions.practice_write(this.handle, practiceTexts[text]);
    return new TextDecoder().decode(this.module.bytes(address, this.fields[practiceFields.textCount]).slice());
  }

  /** @param {Uint8Array} bytes @throws {PracticeRefusal} If they are too many. */
  fill(bytes) {
    const address = bytes.length <= xmlByteLimit ? this.functions.practice_room(this.handle, bytes.length) : 0;
    if (!address) throw new PracticeRefusal('tooLong');
    this.module.bytes(address, bytes.length).set(bytes);
  }

  /** @param {number} isTaken @throws {PracticeRefusal} Why not. */
  demand(isTaken) {
    if (isTaken) return;
    const { fields } = this;
    throw new PracticeRefusal(practiceProblems[fields[practiceFields.problem]], fields[practiceFields.problemNumber], this.text('problem'));
  }

  release() { this.functions.practice_release(this.handle); }
}

/** @param {Float64Array} row @returns {PracticeNoteRow} */
function noteRow(row) {
  const value = (/** @type {keyof typeof practiceNoteFields} */ name) => row[practiceNoteFields[name]];
  return {
    midi: value('midi'), onset: value('onset'), isGrace: value('isGrace') !== 0, spelling: practiceSpellings[value('spelling')],
    cents: known(value('cents')), isWrong: value('isWrong') !== 0, isMissing: value('isMissing') !== 0, time: known(value('time')), duration: known(value('duration')),
    frequency: known(value('frequency')), spread: known(value('spread')), isInTune: value('isInTune') !== 0,
  };
}
