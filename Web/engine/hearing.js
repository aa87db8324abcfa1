// Tuner and views of one source, in whatever thread it is heard.

import { blockLimit, hopDuration, sounds, stateFields } from '../vocabulary/engine.js';
import { mix } from './capture.js';
import { trueRate } from './module.js';
import { Tuner, Views, standardTunerSettings, stateBytes } from './core.js';

/** @typedef {import('./types.js').TunerSettings} TunerSettings */

/** The most snapshots, a second: as many as the page draws frames, and twice as many while the sound itself is drawn. */
const [stateRate, drawnRate] = [30, 60];

export class Hearing {
  /** @param {import('./module.js').Module} module The tuner's. @param {number} sampleRate */
  constructor(module, sampleRate) {
    this.module = module;
    this.sampleRate = sampleRate;
    this.settings = { ...standardTunerSettings };
    this.tuner = new Tuner(module, sampleRate, this.settings);
    /** @type {Views | null} */
    this.views = null;
    /** Whether spectrum, wave or strobe are shown. */
    this.isDrawn = false;
    /** Whether every reading is told, and not only the newest. */
    this.isFollowed = false;
    this.readingsFollowed = 0;
    this.readingsTold = 0;
    /** The verdict of the newest state that was told. */
    this.verdictTold = 0;
    this.nextState = 0;
  }

  /** @param {import('./module.js').Module} module Of the views. */
  addViews(module) {
    this.views?.release();
    this.views = new Views(module, this.sampleRate, this.settings.clock);
  }

  /** The most samples that the tuner gets at once: no more than one reading comes of them, but for the first. */
  get pieceSize() { return Math.min(blockLimit, Math.floor(hopDuration * trueRate(this.sampleRate, this.settings.clock))); }

  /** @param {Partial<TunerSettings>} settings */
  configure(settings) {
    const merged = { ...this.settings, ...settings };
    if (this.tuner.listensAs(merged)) {
      this.tuner.apply(merged);
    } else {
      const tuner = new Tuner(this.module, this.sampleRate, merged);
      tuner.evidence.set(this.tuner.evidence);
      this.tuner.release();
      this.tuner = tuner;
      this.readingsTold = 0;
    }
    this.settings = merged;
    if (this.views && this.views.clock !== merged.clock) this.addViews(this.views.module);
  }

  /** @param {Float32Array} evidence Of bells and of several tones: it counts for the readings from now on. */
  judge(evidence) { this.tuner.evidence.set(evidence); }

  /**
   * @param {Float32Array[]} channels
   * @param {number} count
   * @param {(reading: import('./types.js').ReadingDetail) => void} tell Gets every reading while they are followed.
   */
  hear(channels, count, tell) {
    const { tuner, views, pieceSize } = this;
    if (channels.length === 0) return;
    for (let start = 0; start < count; start += pieceSize) {
      const length = Math.min(pieceSize, count - start);
      mix(channels, this.settings.channel, start, length, tuner.input);
      tuner.push(length);
      this.tellReading(tell);
      if (views) {
        for (let index = 0; index < length; index += 1) views.input[index] = tuner.input[index];
        views.push(length);
      }
    }
  }

  /** @param {(reading: import('./types.js').ReadingDetail) => void} tell */
  tellReading(tell) {
    const { state, readingCount } = this.tuner;
    if (readingCount === this.readingsFollowed) return;
    this.readingsFollowed = readingCount;
    if (!this.isFollowed) return;
    tell({
      time: state[stateFields.time], frequency: state[stateFields.rawFrequency], level: state[stateFields.level],
      confidence: state[stateFields.confidence],
    });
  }

  /** The note that is heard, on which side of its target and as what sound, as one number; 0 for none. */
  get verdict() {
    const { state } = this.tuner;
    if (state[stateFields.voiced] === 0) return 0;
    return 2 + state[stateFields.side] + 4 * (state[stateFields.sound] + sounds.length * state[stateFields.note]);
  }

  /** @param {number} time Now, in seconds. @returns {boolean} Whether there is a new state to tell; another verdict is told at once. */
  isDue(time) {
    if (this.tuner.readingCount === this.readingsTold) return false;
    const { verdict } = this;
    return time >= this.nextState || (verdict !== 0 && verdict !== this.verdictTold);
  }

  /** @param {Uint8Array} bytes Gets the newest state, and what is drawn of it. @param {number} time Now, in seconds. */
  write(bytes, time) {
    const { tuner, views } = this;
    this.readingsTold = tuner.readingCount;
    this.verdictTold = this.verdict;
    const period = 1 / (this.isDrawn ? drawnRate : stateRate);
    this.nextState = Math.max(this.nextState + period, time - period);
    bytes.set(tuner.snapshot);
    if (views && this.isDrawn) {
      views.show(tuner.state);
      bytes.set(views.snapshot, stateBytes);
    } else {
      bytes.fill(0, stateBytes); // a wave that lasts no time: nothing was drawn
    }
  }
}
