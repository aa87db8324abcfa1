// The module of a shared beat, with names for its functions.

import {
  beatChanges, beatParts, earParts, packetSize, readBeatState, sharedCourseCount, slotLimit,
} from '../../vocabulary/beat.js';
import { blockLimit } from '../../vocabulary/engine.js';
import { CoreObject, pushAll } from '../module.js';

/** @typedef {import('../module.js').Module} Module */

/** A follower: packets in and out, and what the metronome is to follow. Times are in milliseconds of one clock. */
export class BeatCore extends CoreObject {
  /** @param {Module} module @param {number} sampleRate Of the audio context. @param {[number, number]} number Random, of 32 bits each. */
  constructor(module, sampleRate, [high, low]) {
    super(module, module.functions.beat_create(sampleRate, high, low), `Sample rate ${sampleRate}`);
    this.packet = this.bytes(beatParts.packet, packetSize);
    this.course = this.doubles(beatParts.course, sharedCourseCount);
    this.numbers = this.doubles(beatParts.state);
    this.arrivals = this.doubles(beatParts.arrivals, slotLimit);
  }

  get state() { return readBeatState(this.numbers); }

  /**
   * A question, and after how many milliseconds to ask again.
   *
   * @param {number} time Now.
   * @returns {{packet: Uint8Array, pause: number}}
   */
  ask(time) {
    const pause = this.functions.beat_ask(this.handle, time);
    return { packet: this.packet.slice(), pause };
  }

  /**
   * A report on the alignment; `null` if there is nobody to report to.
   *
   * @param {number} time
   * @returns {{packet: Uint8Array, pause: number} | null}
   */
  report(time) {
    const pause = this.functions.beat_report(this.handle, time);
    return pause > 0 ? { packet: this.packet.slice(), pause } : null;
  }

  /**
   * @param {Uint8Array} packet That has come.
   * @param {number} time
   * @returns {import('../../vocabulary/beat.js').BeatChange}
   */
  take(packet, time) {
    if (packet.length !== packetSize) return 'none';
    this.packet.set(packet);
    return beatChanges[this.functions.beat_take(this.handle, time)];
  }

  /** @param {number} time @returns {import('../../vocabulary/beat.js').BeatChange} What its passing has changed. */
  watch(time) { return beatChanges[this.functions.beat_watch(this.handle, time)]; }

  /** @param {number} second Of the audio context, that leaves the loudspeaker. @param {number} time When it does. */
  hear(second, time) { this.functions.beat_hear(this.handle, second, time); }

  /**
   * What the metronome is to follow, once it is known.
   *
   * @param {number} second Of the audio context: one that is near.
   * @returns {Float64Array | null}
   */
  courseAt(second) { return this.functions.beat_course(this.handle, second) ? this.course.slice() : null; }

  /** @param {boolean} isOn @param {boolean} hasMicrophone */
  align(isOn, hasMicrophone) { this.functions.beat_align(this.handle, isOn ? 1 : 0, hasMicrophone ? 1 : 0); }

  /**
   * When the chirps of a session begin, in seconds of the audio context: all rounds of one device, then those of the next.
   *
   * @returns {{own: number, slots: Float64Array}} The number of this device, or -1, and the slots.
   */
  get slots() {
    const own = this.functions.beat_slots(this.handle);
    const { deviceCount, roundCount } = this.state;
    return { own, slots: this.arrivals.slice(0, own < 0 ? 0 : deviceCount * roundCount) };
  }

  /** @param {ArrayLike<number>} arrivals When the chirps of `slots` were heard; not a number for those that were not. */
  heard(arrivals) {
    this.arrivals.set(arrivals);
    this.functions.beat_arrivals(this.handle);
  }
}

/** The chirps: what is played, and what is heard. */
export class EarCore extends CoreObject {
  /** @param {Module} module @param {number} sampleRate */
  constructor(module, sampleRate) {
    super(module, module.functions.beat_ear_create(sampleRate), `Sample rate ${sampleRate}`);
    this.input = this.floats(earParts.input, blockLimit);
  }

  /** @returns {Float32Array} With a peak of about 1. */
  get chirp() { return this.floats(earParts.chirp, this.functions.beat_ear_chirp_count(this.handle)).slice(); }

  /** @param {Float32Array} samples That were heard. */
  push(samples) { pushAll(samples, this.input, (count) => this.functions.beat_ear_push(this.handle, count)); }

  /** Forgets old sound. */
  forget() { this.functions.beat_ear_forget(this.handle); }

  /** @param {ArrayLike<number>} slots In seconds from the first sample. @returns {number[]} When their chirps were heard. */
  arrivals(slots) { return Array.from(slots, (second) => this.functions.beat_ear_arrival(this.handle, second)); }
}
