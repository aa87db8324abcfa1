// The module of the players' calm note, with what is more than a call: no audio, no page, so that it runs anywhere.

import { PlayingObject } from '../objects/playing.js';

/** @typedef {import('../../vocabulary/stage.js').PlayedNote} PlayedNote */

export class PlayingNote extends PlayingObject {
  /**
   * @param {import('../../vocabulary/stage.js').PlayingSettings} settings
   * @throws {RangeError} If one of them is out of its range.
   */
  apply(settings) {
    this.settings = settings;
    this.configure();
  }

  /**
   * @param {number} frequency Hertz; 0 for silence.
   * @param {number} time Seconds.
   * @returns {PlayedNote} What to show.
   */
  show(frequency, time) {
    this.take(frequency, time);
    return this.state;
  }
}
