// The tones that tell how the last note was off: sounds of the core, one at a time.

import { practiceCues } from '../../vocabulary/practice.js';
import { bufferOf } from './clicks.js';

/** @typedef {import('../../vocabulary/practice.js').PracticeCue} PracticeCue */

/** From one tone to the next where all are heard in turn, in seconds. */
const distance = 1;

/** Those of one context. */
class Tones {
  /** @param {AudioContext} context @param {Float32Array[]} tones In the order of the core's names. */
  constructor(context, tones) {
    this.context = context;
    this.buffers = tones.map((samples) => bufferOf(samples, context));
    /** @type {AudioBufferSourceNode[]} That may still sound. */
    this.sources = [];
  }

  /** @param {PracticeCue} cue Takes the place of one that still sounds. */
  play(cue) {
    this.stop();
    this.start(cue, 0);
  }

  /**
   * Plays all of them, one after another.
   *
   * @returns {number} How long that takes, in seconds.
   */
  playAll() {
    this.stop();
    practiceCues.forEach((cue, index) => this.start(cue, this.context.currentTime + index * distance));
    return practiceCues.length * distance;
  }

  /** @param {PracticeCue} cue @param {number} time In seconds of the context; at once, if it is over. */
  start(cue, time) {
    const source = new AudioBufferSourceNode(this.context, { buffer: this.buffers[practiceCues.indexOf(cue)] });
    source.connect(this.context.destination);
    source.start(time);
    this.sources.push(source);
  }

  stop() {
    for (const source of this.sources) source.disconnect();
    this.sources = [];
  }
}

/** The tones in the context that plays them: the core makes them once for each. */
export class Cues {
  constructor() {
    /** @type {Tones | null} */
    this.tones = null;
  }

  /**
   * @param {AudioContext} context
   * @param {import('../../engine/practice/practice.js').Practice | null} engine That makes them.
   * @returns {Promise<Tones>}
   */
  async into(context, engine) {
    if (engine && this.tones?.context !== context) {
      const made = await new Promise((resolve) => {
        engine.addEventListener('cues', (event) => resolve(/** @type {CustomEvent} */ (event).detail), { once: true });
        engine.cues(context.sampleRate);
      });
      this.tones = new Tones(context, made);
    }
    return /** @type {Tones} */ (this.tones);
  }
}
