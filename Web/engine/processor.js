// Hands what the microphone hears to a worker that listens. Its scope has no fetch, no timers and no text decoder.

import { Capture } from './capture.js';

class CaptureProcessor extends AudioWorkletProcessor {
  constructor() {
    super();
    this.capture = new Capture();
    this.isRunning = true;
    this.port.onmessage = ({ data }) => {
      if (data.kind === 'listen') this.capture.listen(data.port, data.channel);
      else this.isRunning = false;
    };
  }

  /** @param {Float32Array[][]} inputs */
  process([channels]) {
    if (channels.length > 0) this.capture.hear(channels, channels[0].length);
    return this.isRunning;
  }
}

registerProcessor('kammerton-capture', CaptureProcessor);
