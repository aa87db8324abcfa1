// An engine that hears nothing: a guitar that is being tuned, for working on the page.

import { accentCodes, clickVoices, partialCount, silence, spectrumRange, strobeFields, strobeSize } from '../vocabulary/engine.js';
import { noteOfConcertPitch, standardConcertPitch, standardTolerance } from '../vocabulary/settings.js';
import { standardMetronomeSettings } from './core.js';
import { emptyState } from './state.js';

/** @typedef {import('./types.js').EngineState} EngineState */
/** @typedef {import('./types.js').TunerSettings} TunerSettings */
/** @typedef {import('./types.js').MetronomeSettings} MetronomeSettings */

/** A guitar's, where no instrument is chosen. */
const guitar = [40, 45, 50, 55, 59, 64].map((midi, index) => ({ number: 6 - index, midi, cents: 0 }));
const secondsAString = 6;

/** Has the methods and events of the real engine. */
export class SimulatedEngine extends EventTarget {
  constructor() {
    super();
    this.state = emptyState(48000);
    this.isConnected = false;
    this.isFollowed = false;
    /** @type {Partial<TunerSettings>} */
    this.settings = {};
    this.start = performance.now();
    this.timer = setInterval(() => this.step(), 1000 / 60);
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.metronome = undefined;
    this.wasInTune = false;
    this.noteStart = 0;
  }

  /** @param {unknown} _source */
  connect(_source) { this.isConnected = true; }
  disconnect() { this.isConnected = false; }
  /** @param {Partial<TunerSettings>} settings */
  configure(settings) { Object.assign(this.settings, settings); }
  /** @param {unknown} _settings */
  play(_settings) {}
  stopTone() {}
  reset() {}
  async draw() {}
  /** @param {boolean} isFollowed */
  follow(isFollowed) { this.isFollowed = isFollowed; }
  close() {
    clearInterval(this.timer);
    this.stopMetronome();
  }

  /** @param {Partial<MetronomeSettings>} settings */
  startMetronome(settings) {
    this.stopMetronome();
    let beat = 0;
    const { beats, tempo } = { ...standardMetronomeSettings, ...settings };
    this.metronome = setInterval(() => {
      const accent = settings.accents?.[beat % beats] ?? (beat % beats === 0 ? accentCodes.strong : accentCodes.normal);
      this.dispatchEvent(new CustomEvent('click', {
        detail: {
          time: (performance.now() - this.start) / 1000, bar: Math.floor(beat / beats),
          beat: beat % beats, accent, voice: clickVoices[0],
        },
      }));
      beat += 1;
    }, 60000 / tempo);
  }
  stopMetronome() { clearInterval(this.metronome); }

  /** What is tuned, string by string. */
  get strings() {
    const { mode } = this.settings;
    if (!mode || mode === 'chromatic' || !('strings' in mode)) return guitar;
    const locked = mode.strings.filter((string) => string.number === mode.locked);
    return locked.length > 0 ? locked : mode.strings;
  }

  step() {
    const { state, strings } = this;
    state.time = (performance.now() - this.start) / 1000;
    const place = state.time % secondsAString;
    const string = strings[Math.floor(state.time / secondsAString) % strings.length];
    const { midi } = string;
    // Plucked after 0.5 s, drawn from 35 cents below to the note, dying away in the last second.
    const sounds = place > 0.5;
    const cents = -35 * Math.exp(-(place - 0.5) * 1.2) + Math.sin(9 * state.time) * 0.2;
    state.held = sounds && place > secondsAString - 1;
    state.voiced = sounds;
    state.level = sounds ? -18 - 6 * (place - 0.5) : -72 + 2 * Math.sin(7 * state.time);
    state.gate = -62;
    state.noise = -70;
    state.note = sounds ? midi : 0;
    state.cents = sounds ? cents : 0;
    const pitch = this.settings.concertPitch ?? standardConcertPitch;
    const offset = (this.settings.temperament?.[midi % 12] ?? 0) + string.cents;
    state.targetFrequency = sounds ? pitch * 2 ** ((midi - noteOfConcertPitch + offset / 100) / 12) : 0;
    state.frequency = state.targetFrequency * 2 ** (cents / 1200);
    state.rawFrequency = state.held ? 0 : state.frequency;
    state.periodicity = sounds ? 0.98 : 0.1;
    state.string = sounds && strings !== guitar ? string.number : 0;
    const tolerance = this.settings.tolerance ?? standardTolerance;
    state.side = !sounds || Math.abs(cents) <= tolerance ? 0 : cents < 0 ? -1 : 1;
    state.inTune = sounds && Math.abs(cents) <= tolerance;
    state.inharmonicity = sounds ? 1.2e-4 : 0;
    this.drawArrays();
    this.tell(midi, place);
    this.dispatchEvent(new Event('state'));
    if (!this.isFollowed) return;
    const { time, rawFrequency: frequency, level } = state;
    this.dispatchEvent(new CustomEvent('reading', { detail: { time, frequency, level, confidence: 1 } }));
  }

  drawArrays() {
    const { state } = this;
    const { spectrum, wave, strobe } = state;
    const octaves = Math.log2(state.spectrumTop / spectrumRange[0]);
    for (let band = 0; band < spectrum.length; band += 1) {
      const frequency = spectrumRange[0] * 2 ** ((octaves * (band + 0.5)) / spectrum.length);
      const order = state.frequency > 0 ? frequency / state.frequency : 0;
      const nearest = Math.max(1, Math.round(order));
      const distance = state.voiced ? (Math.abs(order - nearest) / nearest) * 60 : 9;
      const noise = -88 - 8 * Math.log10(frequency / spectrumRange[0]) + 4 * Math.random();
      spectrum[band] = Math.max(noise, state.level - 5 * nearest - 18 * distance * distance);
    }
    const amplitude = state.voiced ? 10 ** (state.level / 20) * 1.4 : 0.0005;
    for (let index = 0; index < wave.length; index += 1) {
      const turns = (index / wave.length) * state.waveDuration * (state.frequency || 100);
      wave[index] = amplitude * (Math.sin(2 * Math.PI * turns) + 0.5 * Math.sin(4 * Math.PI * turns)
        + 0.3 * Math.sin(6 * Math.PI * turns)) / 1.6;
    }
    for (let partial = 0; partial < partialCount; partial += 1) {
      const numbers = strobe.subarray(strobeSize * partial);
      const speed = (state.frequency - state.targetFrequency) * (partial + 1);
      const turns = numbers[strobeFields.phase] + speed / 60;
      numbers[strobeFields.phase] = turns - Math.floor(turns);
      numbers[strobeFields.level] = state.voiced ? state.level - 5 * partial : silence;
      numbers[strobeFields.deviation] = state.cents + 0.1 * partial * partial;
    }
  }

  /**
   * @param {number} midi
   * @param {number} place Seconds since the string's turn began.
   */
  tell(midi, place) {
    const { state } = this;
    if (state.inTune !== this.wasInTune) {
      this.wasInTune = state.inTune;
      const detail = state.inTune ? 'entered' : 'left';
      this.dispatchEvent(new CustomEvent('intune', { detail }));
    }
    if (!state.voiced && this.noteStart > 0) {
      const detail = {
        start: this.noteStart, duration: state.time - this.noteStart, midi, meanCents: -4.2,
        spreadCents: 6.3, secondsInTune: 3.1,
      };
      this.noteStart = 0;
      this.dispatchEvent(new CustomEvent('note', { detail }));
    } else if (state.voiced && this.noteStart === 0 && place < 1) {
      this.noteStart = state.time;
    }
  }
}
