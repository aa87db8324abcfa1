// The module that makes a synthesizer's notes of readings, with what is more than a call: no audio, no page, so that it
// runs anywhere.

import { MIDIObject } from '../objects/midi.js';

/** @typedef {{concertPitch: number, temperament: ArrayLike<number>}} PitchSettings */

/** Every function returns the bytes to send now: whole messages of MIDI, which are good until the next call. */
export class MIDINotes {
  /** @param {import('../module.js').Module} module */
  constructor(module) {
    this.midi = new MIDIObject(module);
    this.receiver = { isMPE: false, bend: 0 };
  }

  /**
   * Prepares a receiver, and silences what it holds.
   *
   * @param {PitchSettings & {isMPE: boolean, bend: number}} settings The range of the bend in semitones, or 0 for the
   *   usual one.
   * @throws {RangeError} If one of them is out of its range.
   */
  begin({ isMPE, bend, ...pitch }) {
    this.receiver = { isMPE, bend };
    this.midi.settings = { ...pitch, ...this.receiver };
    const count = this.midi.begin();
    if (count < 0) throw new RangeError('MIDI refuses a setting: it is out of its range.');
    return this.sent(count);
  }

  /**
   * Changes the frequencies of the keys while notes sound.
   *
   * @param {PitchSettings} pitch
   * @throws {RangeError} If one of them is out of its range.
   */
  tune(pitch) {
    this.midi.settings = { ...pitch, ...this.receiver };
    this.midi.tune();
  }

  /** @param {import('../types.js').ReadingDetail} reading The next one. */
  take(reading) { return this.sent(this.midi.take(reading)); }

  /** Ends the note that sounds. */
  finish() { return this.sent(this.midi.finish()); }

  /** Ends the note that sounds, and any that the receiver may hold. */
  silence() { return this.sent(this.midi.silence()); }

  /** @param {number} count */
  sent(count) { return this.midi.output.subarray(0, count); }
}
