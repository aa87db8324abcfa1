// The module of the players' calm note with names for its functions: no audio, no page, so that it runs anywhere.

import { playingFieldCount, playingFields, playingSettingCount, playingSettings } from '../../vocabulary/stage.js';

/**
 * @typedef {object} PlayedNote
 * @property {boolean} isShown
 * @property {number} note A MIDI number.
 * @property {number} cents From the note, smoothed.
 * @property {number} side -1 flat, 0 in tune, 1 sharp.
 * @property {boolean} isHeld Whether the sound has stopped, and the note stays for a while.
 * @property {number | null} deviation Of the tone from the note, in cents; `null` while none sounds.
 */

export class PlayingNote {
  /** @param {import('../module.js').Module} module */
  constructor(module) {
    this.functions = module.functions;
    this.handle = this.functions.playing_create();
    this.settings = module.doubles(this.functions.playing_settings(this.handle), playingSettingCount);
    this.state = module.doubles(this.functions.playing_state(this.handle), playingFieldCount);
    /** @type {PlayedNote} */
    this.shown = { isShown: false, note: 0, cents: 0, side: 0, isHeld: false, deviation: null };
  }

  /**
   * @param {{concertPitch: number, temperament: ArrayLike<number>, tolerance: number}} settings
   * @throws {RangeError} If one of them is out of its range.
   */
  configure({ concertPitch, temperament, tolerance }) {
    const { settings } = this;
    settings[playingSettings.concertPitch] = concertPitch;
    for (let index = 0; index < 12; index += 1) settings[playingSettings.temperament + index] = temperament[index] ?? 0;
    settings[playingSettings.tolerance] = tolerance;
    if (!this.functions.playing_configure(this.handle)) throw new RangeError('The playing view refuses a setting: it is out of its range.');
  }

  /**
   * @param {number} frequency Hertz; 0 for silence.
   * @param {number} time Seconds.
   * @returns {PlayedNote} What to show, until the next call.
   */
  take(frequency, time) {
    this.functions.playing_take(this.handle, frequency, time);
    return this.read();
  }

  /** Shows nothing, and forgets what was heard. */
  reset() {
    this.functions.playing_reset(this.handle);
    this.read();
  }

  release() { this.functions.playing_release(this.handle); }

  read() {
    const { shown, state } = this;
    shown.isShown = state[playingFields.isShown] !== 0;
    shown.note = state[playingFields.note];
    shown.cents = state[playingFields.cents];
    shown.side = state[playingFields.side];
    shown.isHeld = state[playingFields.isHeld] !== 0;
    shown.deviation = state[playingFields.hasDeviation] ? state[playingFields.deviation] : null;
    return shown;
  }
}
