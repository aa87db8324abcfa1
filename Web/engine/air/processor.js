// The modem's part in the audio thread: it plays messages, and hands what it receives to a worker, where
// there is time to read packets. Its scope has no fetch, no timers and no text decoder.

import { Capture } from '../capture.js';
import { Module, messageOf } from '../module.js';
import { blockLimit } from '../../vocabulary/engine.js';
import { modes } from '../../vocabulary/settings.js';
import { Sender } from './modem.js';

/** The most messages about progress, a second. */
const tellRate = 20;

class AirProcessor extends AudioWorkletProcessor {
  constructor() {
    super();
    this.capture = new Capture();
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
      this.port.postMessage({ kind: isRefusal ? 'refused' : 'error', detail: messageOf(error) });
    }
  }

  /** @param {any} message */
  obey(message) {
    switch (message.kind) {
      case 'module': this.sender = new Sender(Module.compiled(message.bytes), sampleRate); break;
      case 'listen': this.capture.listen(message.port, message.channel); break;
      case 'deaf': this.capture.listen(null, 'mix'); break;
      case 'send':
        this.sender?.load(message.settings);
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

  /**
   * @param {Float32Array[][]} inputs
   * @param {Float32Array[][]} outputs
   */
  process(inputs, outputs) {
    this.guard(() => {
      const output = outputs[0];
      // What this device plays is not for itself.
      this.capture.hear(this.isSending ? [] : inputs[0], output[0].length);
      if (this.isSending) this.play(output);
    });
    return this.isRunning;
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
    const { sampleCount, startedPacketCount: packet, packetCount, mode } = sender.status;
    const [seconds, duration] = [this.position, sampleCount].map((count) => count / sampleRate);
    this.port.postMessage({ kind, detail: { isWhole, seconds, duration, packet, packetCount, mode: modes[mode] } });
  }
}

registerProcessor('kammerton-air', AirProcessor);
