// Sends the microphone's samples to the page, 1024 at a time.
registerProcessor("copier", class extends AudioWorkletProcessor {
  block = new Float32Array(1024);
  count = 0;

  process([[samples]]) {
    if (samples) {
      this.block.set(samples, this.count);
      this.count += samples.length;
      if (this.count === this.block.length) {
        this.port.postMessage(this.block.slice());
        this.count = 0;
      }
    }
    return true;
  }
});
