// The module of a shared beat, with what is more than a call.

import { packetSize } from '../../vocabulary/beat.js';
import { BeatObject } from '../objects/beat.js';

/** A follower: packets in and out, and what the metronome is to follow. Times are in milliseconds of one clock. */
export class BeatCore extends BeatObject {
  /**
   * A question, and after how many milliseconds to ask again.
   *
   * @param {number} time Now.
   */
  question(time) {
    const pause = this.ask(time);
    return { packet: this.packet.slice(), pause };
  }

  /**
   * A report on the alignment; `null` if there is nobody to report to.
   *
   * @param {number} time
   */
  reported(time) {
    const pause = this.report(time);
    return pause > 0 ? { packet: this.packet.slice(), pause } : null;
  }

  /**
   * @param {Uint8Array} packet That has come.
   * @param {number} time
   * @returns {import('../../vocabulary/beat.js').BeatChange}
   */
  read(packet, time) {
    if (packet.length !== packetSize) return 'none';
    this.packet.set(packet);
    return this.take(time);
  }

  /**
   * What the metronome is to follow, once it is known.
   *
   * @param {number} second Of the audio context: one that is near.
   * @returns {Float64Array | null}
   */
  courseAt(second) { return this.course(second) ? this.followed.slice() : null; }

  /**
   * When the chirps of a session begin, in seconds of the audio context: all rounds of one device, then those of the next.
   *
   * @returns {{own: number, slots: Float64Array}} The number of this device, or -1, and the slots.
   */
  get chirps() {
    const own = this.slots();
    const { deviceCount, roundCount } = this.state;
    return { own, slots: this.times.slice(0, own < 0 ? 0 : deviceCount * roundCount) };
  }

  /** @param {ArrayLike<number>} arrivals When `chirps` were heard; not a number for those that were not. */
  heard(arrivals) {
    this.times.set(arrivals);
    this.arrivals();
  }
}
