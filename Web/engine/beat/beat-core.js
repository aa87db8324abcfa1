// The module of a shared beat, with what is more than a call.

import { packetSize } from '../../vocabulary/beat.js';
import { BeatObject } from '../objects/beat.js';

/** A follower: packets in and out, and what the metronome is to follow. Times are in milliseconds of one clock. */
export class BeatCore extends BeatObject {
  /**
   * The packets that are due, and after how many milliseconds the next one is.
   *
   * @param {number} time Now.
   * @returns {{packets: Uint8Array[], pause: number}}
   */
  due(time) {
    const packets = [];
    for (;;) {
      const pause = this.nextPacket(time);
      if (pause > 0) return { packets, pause };
      packets.push(this.packet.slice());
    }
  }

  /** @param {Uint8Array} packet That has come. @param {number} time */
  read(packet, time) {
    if (packet.length !== packetSize) return;
    this.packet.set(packet);
    this.receive(time);
  }

  /** What has changed since the last call. */
  get changes() {
    /** @type {import('../../vocabulary/beat.js').BeatChange[]} */
    const changes = [];
    for (let change = this.nextChange(); change !== 'none'; change = this.nextChange()) changes.push(change);
    return changes;
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
