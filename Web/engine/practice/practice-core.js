// The module of practice with names for its functions: no audio, no page, so that it runs anywhere.

import { blockLimit } from '../../vocabulary/engine.js';
import { pitchClassCount } from '../../vocabulary/settings.js';
import {
  practiceCues, practiceModes, practiceParts, practicePatterns, practiceTexts, readPracticeClick, readPracticeFacts, readPracticeFile, readPracticeFrozen, readPracticeMean,
  readPracticeNote, readPracticePlace, readPracticeReport, readPracticeResult, readPracticeTimes, readPracticeVoice, xmlByteLimit,
} from '../../vocabulary/practice.js';
import { CoreObject, Refusal, pushAll } from '../module.js';
import { PracticeRefusal } from './refusal.js';

/** @typedef {import('../types.js').PracticeScale} PracticeScale */
/** @typedef {import('../types.js').PracticeSnapshot} PracticeSnapshot */

/**
 * @template Row
 * @param {number} count
 * @param {Float64Array} numbers
 * @param {(numbers: Float64Array, row: number) => Row} read
 */
const rows = (count, numbers, read) => Array.from({ length: count }, (_, row) => read(numbers, row));

export class PracticeCore extends CoreObject {
  /** @param {import('../module.js').Module} module */
  constructor(module) {
    super(module, module.functions.practice_create());
    this.input = this.floats(practiceParts.input, blockLimit);
    this.degrees = this.doubles(practiceParts.degrees, pitchClassCount);
  }

  /** @param {PracticeScale} scale @throws {PracticeRefusal} What was chosen stays. */
  scale({ pattern, letter, accidental, octave, octaves }) {
    this.demand(this.functions.practice_scale(this.handle, practicePatterns.indexOf(pattern), letter, accidental, octave, octaves));
  }

  /** @param {import('../types.js').PracticeRhythm} rhythm @throws {Refusal} If there is no such bar. */
  rhythm({ beats, unit, subdivision, pattern = '' }) {
    // A bit for each beat that is played; 0 for all.
    const played = pattern.length === beats && beats <= 16 ? [...pattern].reduce((bits, sign, beat) => bits | Number(sign === 'x') << beat, 0) : 0;
    if (!this.functions.practice_rhythm(this.handle, beats, unit, subdivision, played)) throw new Refusal(`Bar ${beats}/${unit}`);
  }

  /**
   * @param {import('../types.js').PracticePlan} plan How times are judged.
   * @throws {Refusal} If the tempo is not in its range.
   */
  plan({ isTimed, tempo, hasClick, sounding, silent, isRubato = false, swing = 0.5 }) {
    const { functions, handle } = this;
    if (!functions.practice_plan(handle, Number(isTimed), tempo, Number(hasClick), sounding, silent, Number(isRubato), swing)) throw new Refusal(`Tempo ${tempo}`);
  }

  /**
   * @param {number} start Of the score, in seconds of what is heard, with the latency in it.
   * @param {number} latency Seconds; NaN if it is not known.
   * @param {number} spread
   */
  click(start, latency, spread) { this.functions.practice_click(this.handle, start, latency, spread); }

  /**
   * @param {import('../../vocabulary/practice.js').PracticeMode} mode How the score is gone through.
   * @param {boolean} [ignoresOctaves] Whether a note that is waited for is right in any octave.
   */
  mode(mode, ignoresOctaves = false) { this.functions.practice_mode(this.handle, practiceModes.indexOf(mode), Number(ignoresOctaves)); }

  /** @param {number} first Bar, as it is written. @param {number} last All bars, if it is before the first. */
  passage(first, last) { return this.functions.practice_passage(this.handle, first, last) === 1; }

  /** Leaves out the note that is waited for. */
  skip() { this.functions.practice_skip(this.handle); }

  /** @param {'midi' | 'musicXML'} kind @returns {Uint8Array} What was played, as a file. */
  take(kind) {
    const address = this.functions.practice_write(this.handle, practiceTexts[kind]);
    return this.module.bytes(address, this.report.textCount).slice();
  }

  /** What is to be clicked: the seconds from the start of the score. */
  get clicks() { return rows(this.times.clickCount, this.doubles(practiceParts.clicks), readPracticeClick); }

  /** @param {number} sampleRate @param {boolean} isStrong @returns {Float32Array} */
  sound(sampleRate, isStrong) {
    const count = this.functions.practice_sound(this.handle, sampleRate, Number(isStrong));
    return this.floats(practiceParts.sound, count).slice();
  }

  /** @param {number} sampleRate @param {import('../../vocabulary/practice.js').PracticeCue} cue @returns {Float32Array} Its tone. */
  cueTone(sampleRate, cue) {
    const count = this.functions.practice_cue(this.handle, sampleRate, practiceCues.indexOf(cue));
    return this.floats(practiceParts.sound, count).slice();
  }

  /** The readings of the pitch that came with the last samples. */
  get readings() { return rows(this.result.readingCount, this.doubles(practiceParts.voice), readPracticeVoice); }

  /** The note that is shown while the pitch is frozen. */
  get frozen() { return readPracticeFrozen(this.doubles(practiceParts.frozen)); }

  get times() { return readPracticeTimes(this.doubles(practiceParts.times)); }

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
    return readPracticeFile(this.doubles(practiceParts.file));
  }

  /** @param {Uint8Array} contents Of the file that was found last. @throws {PracticeRefusal} If they are damaged. */
  check(contents) {
    this.fill(contents);
    this.demand(this.functions.practice_check(this.handle));
  }

  /**
   * @param {number} concertPitch Hertz.
   * @param {ArrayLike<number>} degrees Of the temperament, in cents above the tonic.
   * @returns {boolean} Whether they are in their ranges.
   */
  tune(concertPitch, degrees) {
    this.degrees.set(degrees);
    return this.functions.practice_tune(this.handle, concertPitch) === 1;
  }

  /** @param {number} sampleRate @throws {Refusal} If it is too low or too high. */
  start(sampleRate) {
    if (!this.functions.practice_start(this.handle, sampleRate)) throw new Refusal(`Sample rate ${sampleRate}`);
  }

  /**
   * @param {Float32Array} samples
   * @returns {boolean} Whether another note was heard, or answered.
   */
  push(samples) {
    const before = this.result;
    pushAll(samples, this.input, (count) => this.functions.practice_push(this.handle, count));
    const { playedCount, answerCount } = this.result;
    return playedCount !== before.playedCount || answerCount !== before.answerCount;
  }

  /** Samples are missing here. */
  interrupt() { this.functions.practice_interrupt(this.handle); }

  /** Whether a silence has ended the playing. */
  get hasPaused() { return this.result.hasPaused; }

  get result() { return readPracticeResult(this.doubles(practiceParts.result)); }
  get report() { return readPracticeReport(this.doubles(practiceParts.report)); }

  /** The player has ended. */
  finish() { this.functions.practice_finish(this.handle); }

  /** @returns {Omit<PracticeSnapshot, 'json'>} */
  get snapshot() {
    const [facts, { result, times }] = [readPracticeFacts(this.doubles(practiceParts.score)), this];
    return {
      ...facts, ...result, title: this.text('title'), voiceName: this.text('voiceName'),
      notes: rows(facts.noteCount, this.doubles(practiceParts.notes), readPracticeNote),
      pitches: rows(result.pitchCount, this.doubles(practiceParts.pitches), readPracticeMean),
      steps: rows(result.stepCount, this.doubles(practiceParts.steps), readPracticeMean),
      times: { ...times, places: rows(times.placeCount, this.doubles(practiceParts.places), readPracticePlace) },
    };
  }

  /** The members of the object that the command prints. */
  get json() { return this.text('json'); }

  /** @param {keyof typeof practiceTexts} text */
  text(text) {
    const address = this.functions.practice_write(this.handle, practiceTexts[text]);
    return new TextDecoder().decode(this.module.bytes(address, this.report.textCount));
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
    const { problem, number } = this.report;
    throw new PracticeRefusal(problem, number, this.text('problem'));
  }
}
