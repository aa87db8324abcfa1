// Tuner, views, tones and metronome, with what is more than a call: no audio, no page, so that they run anywhere.

import {
  accentCodes, beatLimit, clickLimit, standardRange, stateCount, stateFields, temperamentStart, tunerModes, viewCount, writeTunerNumbers,
} from '../vocabulary/engine.js';
import { pitchClassCount, standardConcertPitch, standardTolerance } from '../vocabulary/settings.js';
import { trueRate } from './module.js';
import { MetronomeObject } from './objects/metronome.js';
import { TonesObject } from './objects/tones.js';
import { TunerObject, tunerLowestFrequency, tunerPromptFrequency } from './objects/tuner.js';
import { ViewsObject } from './objects/views.js';

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
export class Tuner extends TunerObject {
  /**
   * @param {Module} module
   * @param {number} sampleRate
   * @param {TunerSettings} settings
   */
  constructor(module, sampleRate, settings) {
    const [low, high] = rangeOf(module, settings);
    super(module, { sampleRate: trueRate(sampleRate, settings.clock), low, high, ...gateOf(settings) });
    this.gate = settings.gate;
    this.clock = settings.clock;
    this.range = [low, high];
    this.snapshot = bytesOf(this.state);
    try {
      this.apply(settings);
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
  apply(settings) {
    writeTuner(this.settings, settings);
    this.configure();
  }

  get readingCount() { return this.state[stateFields.readingCount]; }
}

/** @param {Float64Array} numbers @param {TunerSettings} settings */
export function writeTuner(numbers, settings) {
  writeTunerNumbers(numbers, { ...settings, ...target(settings.mode) });
  for (let index = 0; index < pitchClassCount; index += 1) numbers[temperamentStart + index] = settings.temperament[index] ?? 0;
}

/** @param {Float32Array | Float64Array} numbers In the memory of a module. */
const bytesOf = ({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength);

/** @param {TunerSettings} settings */
export function gateOf({ gate }) {
  return typeof gate === 'number' ? { gateKind: /** @type {const} */ ('level'), gateLevel: gate } : { gateKind: gate, gateLevel: 0 };
}

/**
 * The frequencies to look for; lower strings lower them.
 *
 * @param {Module} module
 * @param {TunerSettings} settings
 * @returns {[number, number]}
 */
function rangeOf(module, { range: [low, high], lowestString, isPrompt }) {
  return [isPrompt ? tunerPromptFrequency(module, lowestString) : tunerLowestFrequency(module, low, lowestString), high];
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
export class Views extends ViewsObject {
  /** @param {Module} module @param {number} sampleRate @param {number} [clock] */
  constructor(module, sampleRate, clock = 1) {
    super(module, trueRate(sampleRate, clock));
    this.clock = clock;
    this.snapshot = bytesOf(this.output);
  }

  /** @param {Float64Array} state The tuner's, for which `output` is brought up to date. */
  show(state) { this.draw(state[stateFields.frequency], state[stateFields.targetFrequency]); }
}

/** Reference tones. */
export class Tones extends TonesObject {
  /** @param {ToneSettings} settings @throws {RangeError} If one of them is out of its range. */
  start(settings) {
    this.settings = { ...settings, toneCount: settings.frequencies.length };
    this.play();
  }
}

/** The metronome. */
export class Metronome extends MetronomeObject {
  /** @param {MetronomeSettings} settings @throws {RangeError} If one of them is out of its range. */
  apply(settings) {
    const { normal, strong } = accentCodes;
    const accents = Array.from({ length: beatLimit }, (_, beat) => settings.accents[beat] ?? (beat === 0 ? strong : normal));
    this.settings = { ...settings, accents };
    this.configure();
  }

  /** @param {ArrayLike<number>} course A beat of others, as the module of a shared beat writes it. @throws {RangeError} */
  join(course) {
    this.course.set(course);
    this.follow();
  }

  /** @param {number} index Of a click, counted from the start; the newest `clickLimit` are there. */
  click(index) { return this.clicks(1, index % clickLimit)[0]; }
}
