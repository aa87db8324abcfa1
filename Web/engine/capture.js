// What the audio thread hears, as one channel: for the tuner at once, for workers in chunks.

/** The number of samples that a worker gets at once: a hundredth of a second and more at 192 kHz. */
const chunkSize = 2048;
/** A worker that is this far behind, in chunks, loses what comes, and is told how much. */
const backlogLimit = 512;
const poolSize = 16;

/** @typedef {'mix' | number} Channel One of the microphone, counted from 1, or the mean of all. */

/**
 * Writes one channel of a part of a block.
 *
 * @param {Float32Array[]} channels At least one.
 * @param {Channel} channel
 * @param {number} start Of the part in the block.
 * @param {number} count
 * @param {Float32Array} output
 * @param {number} place Of the part in the output.
 */
export function mix(channels, channel, start, count, output, place = 0) {
  const first = channel === 'mix' ? 0 : Math.min(channel, channels.length) - 1;
  const last = channel === 'mix' ? channels.length : first + 1;
  const samples = channels[first];
  for (let index = 0; index < count; index += 1) output[place + index] = samples[start + index];
  if (last - first === 1) return;
  for (let other = first + 1; other < last; other += 1) {
    const more = channels[other];
    for (let index = 0; index < count; index += 1) output[place + index] += more[start + index];
  }
  for (let index = 0; index < count; index += 1) output[place + index] /= last - first;
}

/** Sends what is heard to a worker, which sends each chunk back. */
export class Capture {
  constructor() {
    /** @type {Float32Array[]} */
    this.pool = Array.from({ length: poolSize }, () => new Float32Array(chunkSize));
    this.chunk = new Float32Array(chunkSize);
    this.filled = 0;
    this.backlog = 0;
    /** How many samples were lost since the last chunk. */
    this.lost = 0;
    /** @type {Channel} */
    this.channel = 'mix';
    /** @type {MessagePort | null} */
    this.worker = null;
  }

  /** @param {MessagePort | null} port Of the worker, instead of the one before. @param {Channel} channel */
  listen(port, channel) {
    this.worker?.close();
    this.worker = port;
    this.channel = channel;
    this.filled = 0;
    this.backlog = 0;
    this.lost = 0;
    if (!port) return;
    port.onmessage = (event) => {
      this.backlog -= 1;
      if (this.pool.length < poolSize) this.pool.push(new Float32Array(event.data));
    };
  }

  /** @param {Float32Array[]} channels With none, silence is heard. @param {number} count */
  hear(channels, count) {
    for (let start = 0; start < count && this.worker;) {
      const length = Math.min(count - start, chunkSize - this.filled);
      if (channels.length > 0) mix(channels, this.channel, start, length, this.chunk, this.filled);
      else this.chunk.fill(0, this.filled, this.filled + length);
      start += length;
      this.filled += length;
      if (this.filled === chunkSize) this.send();
    }
  }

  /** Sends a full chunk on its way, and takes an empty one. */
  send() {
    this.filled = 0;
    if (this.backlog >= backlogLimit) {
      this.lost += chunkSize;
      return;
    }
    if (this.lost > 0) this.worker?.postMessage({ lost: this.lost });
    this.lost = 0;
    this.backlog += 1;
    this.worker?.postMessage(this.chunk.buffer, [this.chunk.buffer]);
    this.chunk = this.pool.pop() ?? new Float32Array(chunkSize);
  }
}
