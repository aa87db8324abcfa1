// The modules with names for their functions: no audio, no page, so that they run anywhere.

import {
  accentCodes, beatLimit, blockLimit, clickLimit, clickFields, clickSize, clickVoices, degreeLimit, gateKinds,
  metronomeFields, standardRange, stateCount, stateFields, stringLimit, stringSize, toneLimit, toneFields,
  tunerModes, tunerFields, tunerSettingCount, viewCount, waveforms,
} from '../vocabulary/engine.js';
import { standardConcertPitch, standardTolerance } from '../vocabulary/settings.js';

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
export class Tuner {
  /**
   * @param {Module} module
   * @param {number} sampleRate
   * @param {TunerSettings} settings
   */
  constructor(module, sampleRate, settings) {
    const { gate } = settings;
    const [kind, level] = typeof gate === 'number' ? [gateKinds.level, gate] : [gateKinds[gate], 0];
    this.functions = module.functions;
    this.gate = gate;
    this.range = this.rangeOf(settings);
    this.handle = this.functions.tuner_create(sampleRate, ...this.range, kind, level);
    if (!this.handle) throw new RangeError('The tuner refuses its range or sample rate.');
    this.input = module.floats(this.functions.tuner_input(this.handle), blockLimit);
    this.settings = module.doubles(this.functions.tuner_settings(this.handle), tunerSettingCount);
    const state = this.functions.tuner_state(this.handle);
    this.state = module.doubles(state, stateCount);
    this.bytes = module.bytes(state, stateBytes);
    try {
      this.configure(settings);
    } catch (error) {
      this.release();
      throw error;
    }
  }

  /**
   * The frequencies to look for; lower strings lower them.
   *
   * @param {TunerSettings} settings
   * @returns {[number, number]}
   */
  rangeOf({ range: [low, high], lowestString, isPrompt }) {
    if (isPrompt) return [this.functions.tuner_prompt_frequency(lowestString), high];
    return [this.functions.tuner_lowest_frequency(low, lowestString), high];
  }

  /**
   * Whether the tracker is the one for some settings; else it takes a new tuner.
   *
   * @param {TunerSettings} settings
   */
  listensAs(settings) {
    const [low, high] = this.rangeOf(settings);
    return settings.gate === this.gate && low === this.range[0] && high === this.range[1];
  }

  /** @param {TunerSettings} settings */
  configure(settings) {
    const { mode } = settings;
    const fields = tunerFields;
    const numbers = this.settings;
    numbers[fields.concertPitch] = settings.concertPitch;
    numbers[fields.tolerance] = settings.tolerance;
    numbers[fields.clock] = settings.clock;
    for (let index = 0; index < 12; index += 1) {
      numbers[fields.temperament + index] = settings.temperament[index] ?? 0;
    }
    numbers.fill(0, fields.mode);  // chromatic, unless
    if (mode !== 'chromatic' && 'strings' in mode) {
      numbers[fields.mode] = tunerModes.strings;
      numbers[fields.target] = mode.locked;
      numbers[fields.stringCount] = mode.strings.length;
      mode.strings.slice(0, stringLimit).forEach((string, index) => {
        numbers.set([string.number, string.midi, string.cents], fields.strings + stringSize * index);
      });
    } else if (mode !== 'chromatic' && 'degrees' in mode) {
      numbers[fields.mode] = tunerModes.scale;
      numbers[fields.target] = mode.root;
      numbers[fields.stringCount] = mode.degrees.length;
      numbers.set(mode.degrees.slice(0, degreeLimit), fields.strings);
    } else if (mode !== 'chromatic') {
      numbers[fields.mode] = tunerModes.note;
      numbers[fields.target] = mode.note;
      numbers[fields.cents] = mode.cents;
    }
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
  release() { this.functions.tuner_release(this.handle); }
  get readingCount() { return this.state[stateFields.readingCount]; }
}

/** Spectrum, wave and strobe of the newest sound. */
export class Views {
  /** @param {Module} module @param {number} sampleRate */
  constructor(module, sampleRate) {
    this.functions = module.functions;
    this.handle = this.functions.views_create(sampleRate);
    if (!this.handle) throw new RangeError('Views need a sample rate of 8 to 192 kHz.');
    this.input = module.floats(this.functions.views_input(this.handle), blockLimit);
    const output = this.functions.views_output(this.handle);
    this.output = module.floats(output, viewCount);
    this.bytes = module.bytes(output, 4 * viewCount);
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
   * @param {number} clock By what the tuner multiplies measured frequencies.
   */
  draw(state, clock) {
    this.functions.views_draw(this.handle, state[stateFields.frequency], state[stateFields.targetFrequency], clock);
  }

  release() { this.functions.views_release(this.handle); }
}

/** Reference tones. */
export class Tones {
  /** @param {Module} module @param {number} sampleRate */
  constructor(module, sampleRate) {
    this.functions = module.functions;
    this.handle = this.functions.tones_create(sampleRate);
    if (!this.handle) throw new RangeError('Tones need a sample rate of 8 to 192 kHz.');
    this.settings = module.doubles(
      this.functions.tones_settings(this.handle), toneFields.frequencies + toneLimit);
    this.output = module.floats(this.functions.tones_output(this.handle), blockLimit);
  }

  /** @param {ToneSettings} settings */
  play(settings) {
    this.settings[toneFields.waveform] = waveforms.indexOf(settings.waveform);
    this.settings[toneFields.level] = settings.level;
    this.settings[toneFields.toneCount] = settings.frequencies.length;
    this.settings.set(settings.frequencies.slice(0, toneLimit), toneFields.frequencies);
    if (!this.functions.tones_play(this.handle)) {
      throw new RangeError('The tone is out of range.');
    }
  }

  stop() { this.functions.tones_stop(this.handle); }

  /** @param {number} count @returns {boolean} Whether `output` has something to play. */
  render(count) { return this.functions.tones_render(this.handle, count) !== 0; }
}

/** The metronome. */
export class Metronome {
  /** @param {Module} module @param {number} sampleRate */
  constructor(module, sampleRate) {
    this.functions = module.functions;
    this.handle = this.functions.metronome_create(sampleRate);
    if (!this.handle) throw new RangeError('The metronome needs a sample rate of 8 to 192 kHz.');
    this.settings = module.doubles(
      this.functions.metronome_settings(this.handle), metronomeFields.accents + beatLimit);
    this.output = module.floats(this.functions.metronome_output(this.handle), blockLimit);
    this.clicks = module.doubles(
      this.functions.metronome_clicks(this.handle), 1 + clickLimit * clickSize);
  }

  /** @param {MetronomeSettings} settings */
  configure(settings) {
    const fields = metronomeFields;
    const numbers = this.settings;
    numbers[fields.tempo] = settings.tempo;
    numbers[fields.level] = settings.level;
    numbers[fields.beats] = settings.beats;
    numbers[fields.subdivision] = settings.subdivision;
    numbers[fields.polyrhythm] = settings.polyrhythm;
    numbers[fields.swing] = settings.swing;
    for (let beat = 0; beat < beatLimit; beat += 1) {
      numbers[fields.accents + beat] = settings.accents[beat] ?? (beat === 0 ? accentCodes.strong : accentCodes.normal);
    }
    if (!this.functions.metronome_configure(this.handle)) {
      throw new RangeError('The metronome refuses a setting: it is out of its range.');
    }
  }

  stop() { this.functions.metronome_stop(this.handle); }

  /** @param {number} count @returns {boolean} Whether `output` has something to play. */
  render(count) { return this.functions.metronome_render(this.handle, count) !== 0; }

  get clickCount() { return this.clicks[0]; }

  /** @param {number} index Of a click, counted from the start; the newest `clickLimit` are there. */
  click(index) {
    const start = 1 + (index % clickLimit) * clickSize;
    const click = this.clicks.subarray(start, start + clickSize);
    const fields = clickFields;
    return {
      sample: click[fields.sample], bar: click[fields.bar], beat: click[fields.beat],
      accent: click[fields.accent], voice: clickVoices[click[fields.voice]],
    };
  }
}

/** A tempo from taps. */
export class Taps {
  /** @param {Module} module The metronome's. */
  constructor(module) {
    this.functions = module.functions;
    this.handle = this.functions.metronome_taps_create();
  }

  /**
   * @param {number} time When the tap came, in seconds on any clock that does not go back.
   * @returns {number | null} Beats a minute, from the second tap on.
   */
  tap(time) { return this.functions.metronome_taps_take(this.handle, time) || null; }
}
