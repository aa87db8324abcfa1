// The modules with names for their functions: no audio, no page, so that they run anywhere.

import {
  accentCodes, beatLimit, blockLimit, clickLimit, evidenceCount, gateKinds, metronomeParts, readClick, standardRange, stateCount,
  stateFields, temperamentStart, toneParts, tunerModes, tunerParts, tunerSettingCount, viewCount, viewParts,
  writeMetronomeNumbers, writeToneNumbers, writeTunerNumbers,
} from '../vocabulary/engine.js';
import { sharedCourseCount } from '../vocabulary/beat.js';
import { pitchClassCount, standardConcertPitch, standardTolerance } from '../vocabulary/settings.js';
import { CoreObject, trueRate } from './module.js';

/** @typedef {import('./module.js').Module} Module */
/** @typedef {import('./types.js').TunerSettings} TunerSettings */
/** @typedef {import('./types.js').ToneSettings} ToneSettings */
/** @typedef {import('./types.js').MetronomeSettings} MetronomeSettings */

/** @type {TunerSettings} */
export const standardTunerSettings = {
  concertPitch: standardConcertPitch, temperament: new Float64Array(12), tolerance: standardTolerance, gate: 'auto',
  range: standardRange, lowestString: 0, isPrompt: false, mode: 'chromatic', channel: 'mix', clock: 1,
};

/** @type {MetronomeSettings} */
export const standardMetronomeSettings = {
  tempo: 120, beats: 4, accents: [accentCodes.strong], subdivision: 1, polyrhythm: 0, swing: 50, level: -6,
};

/** Bytes of the state, and of what is drawn, in a snapshot: the one, then the other. */
export const stateBytes = 8 * stateCount;
export const snapshotBytes = stateBytes + 4 * viewCount;

/** Tracker and tuner. */
export class Tuner extends CoreObject {
  /**
   * @param {Module} module
   * @param {number} sampleRate
   * @param {TunerSettings} settings
   */
  constructor(module, sampleRate, settings) {
    const { gate } = settings;
    const range = rangeOf(module, settings);
    const rate = trueRate(sampleRate, settings.clock);
    super(module, module.functions.tuner_create(rate, ...range, ...gateNumbers(gate)), 'The tuner refuses its range or sample rate.');
    this.gate = gate;
    this.clock = settings.clock;
    this.range = range;
    this.input = this.floats(tunerParts.input, blockLimit);
    this.settings = this.doubles(tunerParts.settings, tunerSettingCount);
    this.state = this.doubles(tunerParts.state, stateCount);
    this.snapshot = this.bytes(tunerParts.state, stateBytes);
    /** Of bells and of several tones, as `EvidenceCore` writes it; zeros until it tells some. */
    this.evidence = this.floats(tunerParts.evidence, evidenceCount);
    try {
      this.configure(settings);
    } catch (error) {
      this.release();
      throw error;
    }
  }

  /**
   * Whether the tracker is the one for some settings; else it takes a new tuner.
   *
   * @param {TunerSettings} settings
   */
  listensAs(settings) {
    const [low, high] = rangeOf(this.module, settings);
    return settings.gate === this.gate && settings.clock === this.clock && low === this.range[0] && high === this.range[1];
  }

  /** @param {TunerSettings} settings */
  configure(settings) {
    writeTuner(this.settings, settings);
    if (!this.functions.tuner_configure(this.handle)) {
      throw new RangeError('The tuner refuses a setting: it is out of its range.');
    }
  }

  /**
   * Takes in the first samples of `input`.
   *
   * @param {number} count At most `blockLimit`.
   */
  push(count) { this.functions.tuner_push(this.handle, count); }

  reset() { this.functions.tuner_reset(this.handle); }
  get readingCount() { return this.state[stateFields.readingCount]; }
}

/** @param {Float64Array} numbers @param {TunerSettings} settings */
export function writeTuner(numbers, settings) {
  writeTunerNumbers(numbers, { ...settings, ...target(settings.mode) });
  for (let index = 0; index < pitchClassCount; index += 1) numbers[temperamentStart + index] = settings.temperament[index] ?? 0;
}

/** @param {TunerSettings['gate']} gate @returns {[number, number]} Its kind and level. */
export const gateNumbers = (gate) => (typeof gate === 'number' ? [gateKinds.level, gate] : [gateKinds[gate], 0]);

/**
 * The frequencies to look for; lower strings lower them.
 *
 * @param {Module} module
 * @param {TunerSettings} settings
 * @returns {[number, number]}
 */
function rangeOf({ functions }, { range: [low, high], lowestString, isPrompt }) {
  if (isPrompt) return [functions.tuner_prompt_frequency(lowestString), high];
  return [functions.tuner_lowest_frequency(low, lowestString), high];
}

/** @param {TunerSettings['mode']} mode */
function target(mode) {
  const numbers = { mode: 0, target: 0, cents: 0, stringCount: 0, strings: /** @type {number[]} */ ([]) };
  if (mode === 'chromatic') return { ...numbers, mode: tunerModes.chromatic };
  if ('note' in mode) return { ...numbers, mode: tunerModes.note, target: mode.note, cents: mode.cents };
  if ('degrees' in mode) {
    return { ...numbers, mode: tunerModes.scale, target: mode.root, stringCount: mode.degrees.length, strings: mode.degrees };
  }
  const strings = mode.strings.flatMap(({ number, midi, cents }) => [number, midi, cents]);
  return { ...numbers, mode: tunerModes.strings, target: mode.locked, stringCount: mode.strings.length, strings };
}

/** Spectrum, wave and strobe of the newest sound. */
export class Views extends CoreObject {
  /** @param {Module} module @param {number} sampleRate @param {number} [clock] */
  constructor(module, sampleRate, clock = 1) {
    super(module, module.functions.views_create(trueRate(sampleRate, clock)), 'Views need a sample rate of 8 to 192 kHz.');
    this.clock = clock;
    this.input = this.floats(viewParts.input, blockLimit);
    this.output = this.floats(viewParts.output, viewCount);
    this.snapshot = this.bytes(viewParts.output, 4 * viewCount);
  }

  /**
   * Takes in the first samples of `input`.
   *
   * @param {number} count At most `blockLimit`.
   */
  push(count) { this.functions.views_push(this.handle, count); }

  /**
   * Brings `output` up to date.
   *
   * @param {Float64Array} state The tuner's.
   */
  draw(state) {
    this.functions.views_draw(this.handle, state[stateFields.frequency], state[stateFields.targetFrequency]);
  }
}

/** Reference tones. */
export class Tones extends CoreObject {
  /** @param {Module} module @param {number} sampleRate */
  constructor(module, sampleRate) {
    super(module, module.functions.tones_create(sampleRate), 'Tones need a sample rate of 8 to 192 kHz.');
    this.settings = this.doubles(toneParts.settings);
    this.output = this.floats(toneParts.output, blockLimit);
  }

  /** @param {ToneSettings} settings */
  play(settings) {
    writeToneNumbers(this.settings, { ...settings, toneCount: settings.frequencies.length });
    if (!this.functions.tones_play(this.handle)) {
      throw new RangeError('The tone is out of range.');
    }
  }

  stop() { this.functions.tones_stop(this.handle); }

  /** @param {number} count @returns {boolean} Whether `output` has something to play. */
  render(count) { return this.functions.tones_render(this.handle, count) !== 0; }
}

/** The metronome. */
export class Metronome extends CoreObject {
  /** @param {Module} module @param {number} sampleRate */
  constructor(module, sampleRate) {
    super(module, module.functions.metronome_create(sampleRate), 'The metronome needs a sample rate of 8 to 192 kHz.');
    this.settings = this.doubles(metronomeParts.settings);
    this.output = this.floats(metronomeParts.output, blockLimit);
    this.clicks = this.doubles(metronomeParts.clicks);
    this.count = this.doubles(metronomeParts.clickCount, 1);
    this.course = this.doubles(metronomeParts.course, sharedCourseCount);
  }

  /** @param {MetronomeSettings} settings */
  configure(settings) {
    const { normal, strong } = accentCodes;
    const accents = Array.from({ length: beatLimit }, (_, beat) => settings.accents[beat] ?? (beat === 0 ? strong : normal));
    writeMetronomeNumbers(this.settings, { ...settings, accents });
    if (!this.functions.metronome_configure(this.handle)) {
      throw new RangeError('The metronome refuses a setting: it is out of its range.');
    }
  }

  stop() { this.functions.metronome_stop(this.handle); }

  /** @param {ArrayLike<number>} course A beat of others, as the module of a shared beat writes it. */
  follow(course) {
    this.course.set(course);
    if (!this.functions.metronome_follow(this.handle)) throw new RangeError('The metronome refuses a beat: it is out of its range.');
  }

  /**
   * @param {number} count
   * @param {number} [frame] The first sample, as the audio context counts them: needed only to follow a beat.
   * @returns {boolean} Whether `output` has something to play.
   */
  render(count, frame = 0) { return this.functions.metronome_render(this.handle, count, frame) !== 0; }

  get clickCount() { return this.count[0]; }

  /** @param {number} index Of a click, counted from the start; the newest `clickLimit` are there. */
  click(index) { return readClick(this.clicks, index % clickLimit); }
}

/** A tempo from taps. */
export class Taps extends CoreObject {
  /** @param {Module} module The metronome's. */
  constructor(module) { super(module, module.functions.metronome_taps_create()); }

  /**
   * @param {number} time When the tap came, in seconds on any clock that does not go back.
   * @returns {number | null} Beats a minute, from the second tap on.
   */
  tap(time) { return this.functions.metronome_taps_take(this.handle, time) || null; }
}
