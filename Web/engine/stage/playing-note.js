// The module of the players' calm note with names for its functions: no audio, no page, so that it runs anywhere.

import { playingParts, readPlayedNote, writePlayingSettings } from '../../vocabulary/stage.js';
import { CoreObject } from '../module.js';

/** @typedef {import('../../vocabulary/stage.js').PlayedNote} PlayedNote */

export class PlayingNote extends CoreObject {
  /** @param {import('../module.js').Module} module */
  constructor(module) {
    super(module, module.functions.playing_create());
    this.settings = this.doubles(playingParts.settings);
    this.state = this.doubles(playingParts.state);
  }

  /**
   * @param {import('../../vocabulary/stage.js').PlayingSettings} settings
   * @throws {RangeError} If one of them is out of its range.
   */
  configure(settings) {
    writePlayingSettings(this.settings, settings);
    if (!this.functions.playing_configure(this.handle)) throw new RangeError('The playing view refuses a setting: it is out of its range.');
  }

  /**
   * @param {number} frequency Hertz; 0 for silence.
   * @param {number} time Seconds.
   * @returns {PlayedNote} What to show.
   */
  take(frequency, time) {
    this.functions.playing_take(this.handle, frequency, time);
    return readPlayedNote(this.state);
  }

  /** Shows nothing, and forgets what was heard. */
  reset() { this.functions.playing_reset(this.handle); }
}
