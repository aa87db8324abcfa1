// Hands what the microphone hears to a worker that listens. Its scope has no fetch, no timers and no text decoder.

import { Capture } from './capture.js';

class CaptureProcessor extends AudioWorkletProcessor {
  constructor() {
    super();
    this.capture = new Capture();
    this.isRunning = true;
    this.hasBegun = false;
    this.port.onmessage = ({ data }) => {
      if (data.kind === 'listen') { this.capture.listen(data.port, data.channel); this.hasBegun = false; }
      else this.isRunning = false;
    };
  }

  /** @param {Float32Array[][]} inputs */
  process([channels]) {
    // When the first sample was heard, on the clock of what is played. From then on none is missing.
    if (!this.hasBegun && channels.length > 0 && this.capture.worker) {
      this.hasBegun = true;
      this.port.postMessage({ kind: 'began', detail: currentTime });
    }
    if (this.hasBegun) this.capture.hear(channels, channels[0]?.length ?? 128);
    return this.isRunning;
  }
}

registerProcessor('kammerton-capture', CaptureProcessor);
