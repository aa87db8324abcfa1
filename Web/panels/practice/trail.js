// What has been heard of the playing so far, as the lane draws it.

import { placeOn, startOf } from './timeline.js';

/** @typedef {import('../../engine/types.js').PracticeVoice} PracticeVoice */
/** @typedef {import('../../engine/types.js').PracticeFrozen} PracticeFrozen */
/** @typedef {import('../../engine/types.js').PracticeSnapshot} PracticeSnapshot */

/** So many readings of the pitch are drawn: half a minute. */
const mostVoice = 3000;
/** So many beginnings of notes and first pitches are drawn. */
const mostFirsts = 200;

export class Trail {
  constructor() {
    /** @type {import('./timeline.js').Timeline | null} Of what is played now, or was played last. */
    this.timeline = null;
    /** @type {PracticeVoice[]} The newest readings of the pitch. */
    this.voice = [];
    /** @type {PracticeFrozen[]} The newest beginnings of notes, and first stable pitches. */
    this.firsts = [];
    /** @type {number | null} Without a click, when the score started in what is heard. */
    this.zero = null;
  }

  /** @param {PracticeVoice[]} readings @param {PracticeSnapshot | null} snapshot */
  takeVoice(readings, snapshot) {
    this.voice.push(...readings);
    if (this.voice.length > mostVoice) this.voice.splice(0, this.voice.length - mostVoice);
    if (this.zero !== null || this.timeline?.start !== null) return;
    // Without a click the player gives the start.
    this.zero = startOf(readings, snapshot);
  }

  /** @param {PracticeFrozen} note */
  takeFirst(note) {
    this.firsts.push(note);
    if (this.firsts.length > mostFirsts) this.firsts.shift();
  }

  /**
   * Where the score is.
   *
   * @param {PracticeSnapshot | null} snapshot
   * @returns {{now: number, zero: number} | null} Now, in seconds from its start; and its start in what is heard.
   */
  place(snapshot) { return this.timeline ? placeOn(this.timeline, this.zero, snapshot) : null; }
}
