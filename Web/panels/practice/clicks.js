// Clicks at their places in the sound: each is handed to the audio thread ahead of its time, which keeps it to the sample.

/** So far ahead are clicks handed over, in seconds: also a page in the background looks again before they are played. */
const ahead = 30;
/** How often it is looked, in milliseconds. */
const interval = 5000;

/** @typedef {import('../../engine/types.js').PracticeClick} PracticeClick */

/**
 * @param {Float32Array} samples
 * @param {BaseAudioContext} context
 */
export function bufferOf(samples, { sampleRate }) {
  const buffer = new AudioBuffer({ length: samples.length, sampleRate });
  buffer.copyToChannel(samples, 0);
  return buffer;
}

export class Clicks {
  /**
   * @param {AudioContext} context
   * @param {Float32Array[]} sounds The normal and the strong click, with a peak of 1.
   * @param {number} level In dBFS.
   */
  constructor(context, sounds, level) {
    this.context = context;
    this.gain = new GainNode(context, { gain: 10 ** (level / 20) });
    this.gain.connect(context.destination);
    this.buffers = sounds.map((samples) => bufferOf(samples, context));
    this.timer = 0;
  }

  /**
   * @param {PracticeClick[]} clicks In order of time.
   * @param {number} start Of the score, in seconds of the context.
   * @param {number} scale Seconds of the context in one of the clicks.
   */
  start(clicks, start, scale) {
    let next = 0;
    const add = () => {
      for (; next < clicks.length; next += 1) {
        const time = start + clicks[next].time * scale;
        if (time > this.context.currentTime + ahead) return;
        const source = new AudioBufferSourceNode(this.context, { buffer: this.buffers[Number(clicks[next].isStrong)] });
        source.connect(this.gain);
        source.start(time);
      }
    };
    add();
    this.timer = window.setInterval(add, interval);
  }

  stop() {
    clearInterval(this.timer);
    this.gain.disconnect();
  }
}
