// The module that makes a synthesizer's notes of readings, with names for its functions: no audio, no page, so that it
// runs anywhere.

import { midiByteLimit, midiFieldCount, midiFields } from '../../vocabulary/stage.js';

/** @typedef {{concertPitch: number, temperament: ArrayLike<number>}} PitchSettings */

/** Every function returns the bytes to send now: whole messages of MIDI, which are good until the next call. */
export class MIDINotes {
  /** @param {import('../module.js').Module} module */
  constructor(module) {
    this.functions = module.functions;
    this.handle = this.functions.midi_create();
    this.settings = module.doubles(this.functions.midi_settings(this.handle), midiFieldCount);
    this.output = module.bytes(this.functions.midi_output(this.handle), midiByteLimit);
  }

  /**
   * Prepares a receiver, and silences what it holds.
   *
   * @param {PitchSettings & {isMPE: boolean, bend: number}} settings The range of the bend in semitones, or 0 for the
   *   usual one.
   * @throws {RangeError} If one of them is out of its range.
   */
  begin({ isMPE, bend, ...pitch }) {
    this.settings[midiFields.isMPE] = isMPE ? 1 : 0;
    this.settings[midiFields.bend] = bend;
    this.write(pitch);
    const count = this.functions.midi_begin(this.handle);
    if (count < 0) throw new RangeError('MIDI refuses a setting: it is out of its range.');
    return this.bytes(count);
  }

  /**
   * Changes the frequencies of the keys while notes sound.
   *
   * @param {PitchSettings} pitch
   * @throws {RangeError} If one of them is out of its range.
   */
  tune(pitch) {
    this.write(pitch);
    if (!this.functions.midi_tune(this.handle)) throw new RangeError('MIDI refuses a pitch: it is out of its range.');
  }

  /** @param {import('../types.js').ReadingDetail} reading The next one. */
  take({ time, frequency, level, confidence }) {
    return this.bytes(this.functions.midi_take(this.handle, time, frequency, level, confidence));
  }

  /** Ends the note that sounds. */
  finish() { return this.bytes(this.functions.midi_finish(this.handle)); }

  /** Ends the note that sounds, and any that the receiver may hold. */
  silence() { return this.bytes(this.functions.midi_silence(this.handle)); }

  release() { this.functions.midi_release(this.handle); }

  /** @param {PitchSettings} pitch */
  write({ concertPitch, temperament }) {
    this.settings[midiFields.concertPitch] = concertPitch;
    for (let index = 0; index < 12; index += 1) this.settings[midiFields.temperament + index] = temperament[index] ?? 0;
  }

  /** @param {number} count */
  bytes(count) { return this.output.subarray(0, count); }
}
