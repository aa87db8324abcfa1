// An engine without a microphone: the core hears a guitar that is being tuned, for working on the page.

import { noteOfConcertPitch } from '../vocabulary/settings.js';
import { snapshotBytes } from './core.js';
import { Hearing } from './hearing.js';
import { Module, messageOf } from './module.js';
import { Listener } from './state.js';

/** @typedef {import('./types.js').TunerSettings} TunerSettings */

/** A guitar's, where no instrument is chosen. */
const guitar = [40, 45, 50, 55, 59, 64].map((midi, index) => ({ number: 6 - index, midi, cents: 0 }));
const sampleRate = 48000;
const blockSize = 128;
/** The time of each string, in seconds: it is plucked after half of the first one, and damped before the last. */
const [secondsAString, pluck, damp] = [6, 0.5, 5];
const partials = [0.6, 0.3, 0.2, 0.1, 0.05];

/** Has the methods and events of the real engine. */
export class SimulatedEngine extends Listener {
  /** @param {Module} module The tuner's. */
  constructor(module) {
    super(sampleRate);
    this.hearing = new Hearing(module, sampleRate);
    this.block = new Float32Array(blockSize);
    this.bytes = new Uint8Array(snapshotBytes);
    /** The samples that were heard so far, and the turns of the string. */
    this.position = 0;
    this.turns = 0;
    this.start = performance.now();
    this.timer = setInterval(() => this.step(), 1000 / 60);
  }

  get settings() { return this.hearing.settings; }

  connect() {}
  disconnect() {}
  play() {}
  stopTone() {}
  startMetronome() {}
  followBeat() {}
  stopMetronome() {}
  reset() { this.hearing.tuner.reset(); }
  /** @param {Partial<TunerSettings>} settings */
  configure(settings) {
    try {
      this.hearing.configure(settings);
    } catch (error) { this.tell('refused', { part: 'tuner', message: messageOf(error) }); }
  }
  /** @param {boolean} isFollowed */
  follow(isFollowed) { this.hearing.isFollowed = isFollowed; }
  close() { clearInterval(this.timer); }

  /** @param {boolean} isDrawn */
  async draw(isDrawn) {
    this.hearing.isDrawn = isDrawn;
    if (isDrawn && !this.hearing.views) this.hearing.addViews(await Module.load('views'));
  }

  /** The strings that are tuned, one after another. */
  get strings() {
    const { mode } = this.settings;
    if (mode === 'chromatic' || !('strings' in mode)) return guitar;
    const locked = mode.strings.filter((string) => string.number === mode.locked);
    return locked.length > 0 ? locked : mode.strings;
  }

  /** Hears what has sounded since the last step; a page that was asleep goes on where it was. */
  step() {
    const time = (performance.now() - this.start) / 1000;
    const missing = time - this.position / sampleRate;
    if (missing > 1) this.start += 1000 * missing;
    for (; this.position + blockSize <= time * sampleRate && missing <= 1; this.position += blockSize) {
      this.render();
      this.hearing.hear([this.block], blockSize, (reading) => this.tell('reading', reading));
    }
    if (!this.hearing.isDue(time)) return;
    this.hearing.write(this.bytes, time);
    this.takeState(this.bytes.buffer);
  }

  /** Fills the block: the string is drawn from 35 cents below to its note, and dies away. */
  render() {
    const { strings, settings: { concertPitch, temperament }, block } = this;
    const time = this.position / sampleRate;
    const place = time % secondsAString;
    const { midi, cents } = strings[Math.floor(time / secondsAString) % strings.length];
    const age = place - pluck;
    const off = (temperament[midi % 12] ?? 0) + cents - 35 * Math.exp(-1.2 * age) + 0.2 * Math.sin(9 * time);
    const frequency = concertPitch * 2 ** ((midi - noteOfConcertPitch + off / 100) / 12);
    const amplitude = place < pluck || place > damp ? 0 : 10 ** (-(12 + 6 * age) / 20);
    for (let index = 0; index < block.length; index += 1) {
      this.turns = (this.turns + frequency / sampleRate) % 1;
      let sum = 0.0005 * (Math.random() - 0.5);
      for (let order = 1; order <= partials.length && amplitude > 0; order += 1) {
        sum += amplitude * partials[order - 1] * Math.sin(2 * Math.PI * order * this.turns);
      }
      block[index] = sum;
    }
  }
}
