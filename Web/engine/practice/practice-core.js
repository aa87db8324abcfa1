// The module of practice, with what is more than a call: no audio, no page, so that it runs anywhere.

import { practiceTexts } from '../../vocabulary/practice.js';
import { Refusal, pushAll } from '../module.js';
import { PracticeObject } from '../objects/practice.js';
import { PracticeRefusal } from './refusal.js';

/** @typedef {import('../types.js').PracticeSnapshot} PracticeSnapshot */

/** @param {{beats: number, pattern?: string}} rhythm @returns A bit for each beat that is played; 0 for all. */
export const playedBeats = ({ beats, pattern = '' }) => (
  pattern.length === beats && beats <= 16 ? [...pattern].reduce((bits, sign, beat) => bits | Number(sign === 'x') << beat, 0) : 0);

export class PracticeCore extends PracticeObject {
  /**
   * @param {number} concertPitch Hertz.
   * @param {ArrayLike<number>} degrees Of the temperament, in cents above the tonic.
   * @returns {boolean} Whether they are in their ranges.
   */
  retune(concertPitch, degrees) {
    this.degrees.set(degrees);
    return this.tune(concertPitch);
  }

  /**
   * @param {Float32Array} samples
   * @returns {boolean} Whether another note was heard, or answered.
   */
  hear(samples) {
    const before = this.result;
    pushAll(samples, this);
    const { playedCount, answerCount } = this.result;
    return playedCount !== before.playedCount || answerCount !== before.answerCount;
  }

  /** Whether a silence has ended the playing. */
  get hasPaused() { return this.result.hasPaused; }

  /** @returns {Omit<PracticeSnapshot, 'json'>} */
  get snapshot() {
    const { score, result, times } = this;
    return {
      ...score, ...result, title: this.text('title'), voiceName: this.text('voiceName'), notes: this.rows,
      unreached: score.leavesBarsOut ? this.text('unreached') : '',
      pitches: this.pitches(result.pitchCount), steps: this.steps(result.stepCount),
      times: { ...times, places: this.places(times.placeCount) },
    };
  }

  /** The notes of the score, with the names of bars that have no number. */
  get rows() {
    const { hasBarNames, noteCount } = this.score;
    const names = hasBarNames ? this.text('barNames').split('\n') : [];
    return this.notes(noteCount).map((row, index) => ({ ...row, barName: names[index] ?? '' }));
  }

  /** The members of the object that the command prints. */
  get json() { return this.text('json'); }

  /** @param {keyof typeof practiceTexts} text */
  text(text) { return new TextDecoder().decode(this.take(text)); }

  /** @param {keyof typeof practiceTexts} text @returns {Uint8Array} Its bytes: of `midi` and `musicXML`, a file with what was played. */
  take(text) {
    const address = this.write(text);
    return this.module.bytes(address, this.report.textCount).slice();
  }

  /** @param {Uint8Array} bytes For what is called next. @throws {PracticeRefusal} If they are too many. */
  fill(bytes) {
    if (!this.room(bytes)) throw new PracticeRefusal('tooLong');
    return this;
  }

  /**
   * Reads the events of a document.
   *
   * @param {Uint8Array[]} chunks As `xmlEvents` gives them.
   * @param {boolean} [isContainer] Whether of the container of the archive that is open, or of a score.
   * @throws {PracticeRefusal}
   */
  document(chunks, isContainer = false) {
    this.begin(isContainer);
    for (const chunk of chunks) this.fill(chunk).events();
    if (isContainer) this.endContainer();
    else this.end();
  }

  /**
   * Hears a recording that is followed, whose notes are the score: twice, because the second time it is heard as its player will be.
   *
   * @param {Float32Array} samples
   * @param {number} sampleRate
   * @throws {PracticeRefusal}
   */
  follow(samples, sampleRate) {
    for (const isSecond of [false, true]) {
      this.beginReference(sampleRate, isSecond);
      pushAll(samples, { input: this.input, push: (count) => this.hearReference(count) });
      this.endReference(isSecond);
    }
  }

  /** @param {number} isAccepted @param {string} request @throws {Refusal} */
  accept(isAccepted, request) { super.accept(isAccepted, request, Refusal); }

  /** @param {number} isLegible @throws {PracticeRefusal} Why not. */
  demand(isLegible) {
    if (isLegible) return;
    const { problem, number } = this.report;
    throw new PracticeRefusal(problem, number, this.text('problem'));
  }
}
