// Hands what the microphone hears to the worker that reads strums. Its scope has no fetch, no timers and no
// text decoder.

/** How many samples go to the worker together. */
const chunkSize = 2048;
/** A worker that is so far behind, in chunks, loses what comes. */
const backlogLimit = 256;

class StrumProcessor extends AudioWorkletProcessor {
  constructor() {
    super();
    /** @type {Float32Array[]} */
    this.pool = Array.from({ length: 8 }, () => new Float32Array(chunkSize));
    this.chunk = new Float32Array(chunkSize);
    this.filled = 0;
    this.backlog = 0;
    this.isRunning = true;
    /** @type {'mix' | number} */
    this.channel = 'mix';
    /** @type {MessagePort | null} */
    this.worker = null;
    this.port.onmessage = ({ data }) => {
      if (data.kind === 'listen') this.listen(data.port, data.channel);
      else this.isRunning = false;
    };
  }

  /** @param {MessagePort} port @param {'mix' | number} channel */
  listen(port, channel) {
    this.worker?.close();
    this.worker = port;
    this.channel = channel;
    this.filled = 0;
    this.backlog = 0;
    port.onmessage = (event) => {
      this.backlog -= 1;
      if (this.pool.length < 8) this.pool.push(new Float32Array(event.data));
    };
  }

  /** @param {Float32Array[][]} inputs */
  process(inputs) {
    const [channels] = inputs;
    if (!this.worker || channels.length === 0) return this.isRunning;
    const { channel } = this;
    const first = channel === 'mix' ? 0 : Math.min(channel, channels.length) - 1;
    const last = channel === 'mix' ? channels.length : first + 1;
    for (let index = 0; index < channels[0].length; index += 1) {
      let sum = 0;
      for (let place = first; place < last; place += 1) sum += channels[place][index];
      this.chunk[this.filled] = sum / (last - first);
      this.filled += 1;
      if (this.filled === chunkSize) this.hand();
    }
    return this.isRunning;
  }

  /** Sends a full chunk on its way, and takes an empty one. */
  hand() {
    this.filled = 0;
    if (this.backlog >= backlogLimit) return;
    this.backlog += 1;
    this.worker?.postMessage(this.chunk.buffer, [this.chunk.buffer]);
    this.chunk = this.pool.pop() ?? new Float32Array(chunkSize);
  }
}

registerProcessor('kammerton-strum', StrumProcessor);
