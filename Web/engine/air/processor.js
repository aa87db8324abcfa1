// The modem's part in the audio thread: it plays messages, and hands what it hears to a worker, where
// there is time to read packets. Its scope has no fetch, no timers and no text decoder.

import { Module } from '../core.js';
import { blockLimit } from '../../vocabulary/engine.js';
import { Sender } from './modem.js';

/** How many samples go to the worker together: a hundredth of a second and more at 192 kHz. */
const chunkSize = 2048;
/** A worker that is so far behind, in chunks, loses what comes. */
const backlogLimit = 512;
/** The most messages about progress, a second. */
const tellRate = 20;

class AirProcessor extends AudioWorkletProcessor {
  constructor() {
    super();
    /** @type {Float32Array[]} */
    this.pool = Array.from({ length: 16 }, () => new Float32Array(chunkSize));
    this.chunk = new Float32Array(chunkSize);
    this.filled = 0;
    this.backlog = 0;
    this.lost = 0;
    /** @type {'mix' | number} */
    this.channel = 'mix';
    /** @type {MessagePort | null} Where what is heard goes. */
    this.worker = null;
    /** @type {Sender | null} */
    this.sender = null;
    this.isSending = false;
    this.isStopping = false;
    this.position = 0;
    this.nextTold = 0;
    this.isRunning = true;
    this.port.onmessage = (event) => this.guard(() => this.obey(event.data));
  }

  /** @param {() => void} action */
  guard(action) {
    try {
      action();
    } catch (error) {
      const isRefusal = error instanceof RangeError;
      if (!isRefusal) this.isRunning = false;
      this.isSending = false;
      const message = error instanceof Error ? error.message : String(error);
      this.port.postMessage({ kind: isRefusal ? 'refused' : 'error', message });
    }
  }

  /** @param {any} message */
  obey(message) {
    switch (message.kind) {
      case 'module': this.sender = new Sender(Module.compiled(message.bytes), sampleRate); break;
      case 'listen': this.listen(message.port, message.channel); break;
      case 'deaf': this.listen(null, 'mix'); break;
      case 'send':
        this.sender?.prepare(message.settings);
        this.position = 0;
        this.nextTold = 0;
        this.isStopping = false;
        this.isSending = this.sender !== null;
        break;
      case 'stop': this.isStopping = true; break;
      case 'close': this.isRunning = false; break;
      default: break;
    }
  }

  /** @param {MessagePort | null} port @param {'mix' | number} channel */
  listen(port, channel) {
    this.worker?.close();
    this.worker = port;
    this.channel = channel;
    this.filled = 0;
    this.backlog = 0;
    if (!port) return;
    port.onmessage = (event) => {
      this.backlog -= 1;
      if (this.pool.length < 16) this.pool.push(new Float32Array(event.data));
    };
  }

  /**
   * @param {Float32Array[][]} inputs
   * @param {Float32Array[][]} outputs
   */
  process(inputs, outputs) {
    this.guard(() => {
      const output = outputs[0];
      if (this.worker) this.hear(inputs[0], output[0].length);
      if (this.isSending) this.play(output);
    });
    return this.isRunning;
  }

  /** @param {Float32Array[]} channels @param {number} count */
  hear(channels, count) {
    const { channel } = this;
    const first = channel === 'mix' ? 0 : Math.min(channel, channels.length) - 1;
    const last = channel === 'mix' ? channels.length : first + 1;
    for (let index = 0; index < count; index += 1) {
      let sum = 0;
      // What this device says is not for itself.
      if (channels.length > 0 && !this.isSending) {
        for (let place = first; place < last; place += 1) sum += channels[place][index];
        sum /= last - first;
      }
      this.chunk[this.filled] = sum;
      this.filled += 1;
      if (this.filled === chunkSize) this.hand();
    }
  }

  /** Sends a full chunk on its way, and takes an empty one. */
  hand() {
    this.filled = 0;
    if (this.backlog >= backlogLimit) { this.lost += chunkSize; return; }
    this.backlog += 1;
    this.worker?.postMessage(this.chunk.buffer, [this.chunk.buffer]);
    this.chunk = this.pool.pop() ?? new Float32Array(chunkSize);
  }

  /** @param {Float32Array[]} output */
  play(output) {
    const { sender } = this;
    if (!sender) return;
    const count = output[0].length;
    for (let start = 0; start < count && this.isSending; start += blockLimit) {
      const length = Math.min(blockLimit, count - start);
      const rendered = sender.render(length);
      for (const samples of output) samples.set(sender.output.subarray(0, length), start);
      this.position += rendered;
      if (rendered < length) this.end(true);
    }
    if (this.isSending && this.isStopping) {
      // Faded out within the block: a cut would click.
      for (const samples of output) {
        for (let index = 0; index < count; index += 1) samples[index] *= 1 - (index + 1) / count;
      }
      this.end(false);
    }
    if (this.isSending && currentTime >= this.nextTold) {
      this.nextTold = currentTime + 1 / tellRate;
      this.tell('sending');
    }
  }

  /** @param {boolean} isWhole */
  end(isWhole) {
    this.isSending = false;
    this.tell('sent', isWhole);
  }

  /** @param {'sending' | 'sent'} kind @param {boolean} [isWhole] */
  tell(kind, isWhole = false) {
    const { sender } = this;
    if (!sender) return;
    this.port.postMessage({
      kind, isWhole, seconds: this.position / sampleRate, duration: sender.sampleCount / sampleRate,
      packet: sender.startedPacketCount, packetCount: sender.packetCount, mode: sender.mode,
    });
  }
}

registerProcessor('kammerton-air', AirProcessor);
