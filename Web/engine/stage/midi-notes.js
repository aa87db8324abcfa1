// The module that makes a synthesizer's notes of readings, with names for its functions: no audio, no page, so that it
// runs anywhere.

import { midiByteLimit, midiParts, writeMIDISettings } from '../../vocabulary/stage.js';
import { CoreObject } from '../module.js';

/** @typedef {{concertPitch: number, temperament: ArrayLike<number>}} PitchSettings */

/** Every function returns the bytes to send now: whole messages of MIDI, which are good until the next call. */
export class MIDINotes extends CoreObject {
  /** @param {import('../module.js').Module} module */
  constructor(module) {
    super(module, module.functions.midi_create());
    this.settings = this.doubles(midiParts.settings);
    this.output = this.bytes(midiParts.output, midiByteLimit);
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
    writeMIDISettings(this.settings, { ...pitch, ...this.receiver });
    const count = this.functions.midi_begin(this.handle);
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
    writeMIDISettings(this.settings, { ...pitch, ...this.receiver });
    if (!this.functions.midi_tune(this.handle)) throw new RangeError('MIDI refuses a pitch: it is out of its range.');
  }

  /** @param {import('../types.js').ReadingDetail} reading The next one. */
  take({ time, frequency, level, confidence }) {
    return this.sent(this.functions.midi_take(this.handle, time, frequency, level, confidence));
  }

  /** Ends the note that sounds. */
  finish() { return this.sent(this.functions.midi_finish(this.handle)); }

  /** Ends the note that sounds, and any that the receiver may hold. */
  silence() { return this.sent(this.functions.midi_silence(this.handle)); }

  /** @param {number} count */
  sent(count) { return this.output.subarray(0, count); }
}
