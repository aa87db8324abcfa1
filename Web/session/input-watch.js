// Listens to the raw input beside the engine for what a tuner cannot see: nothing but zeros, clipping,
// sound on the other channel.

/** @typedef {import('./failures.js').HintKind} HintKind */

const period = 0.25;
const patience = 2;

export class InputWatch {
  /**
   * @param {AudioContext} context
   * @param {AudioNode} source
   * @param {number} channels
   * @param {() => 'mix' | number} channel The one that is listened to.
   * @param {(hint: HintKind | null) => void} report Called when the hint changes.
   */
  constructor(context, source, channels, channel, report) {
    this.channel = channel;
    this.report = report;
    this.splitter = context.createChannelSplitter(Math.max(1, channels));
    source.connect(this.splitter);
    this.analysers = Array.from({ length: Math.max(1, channels) }, (_, index) => {
      const analyser = context.createAnalyser();
      analyser.fftSize = 8192;
      this.splitter.connect(analyser, index);
      return analyser;
    });
    this.source = source;
    this.samples = new Float32Array(8192);
    this.silence = 0;
    this.elsewhere = 0;
    this.clipped = 0;
    /** @type {HintKind | null} */
    this.hint = null;
    this.timer = setInterval(() => this.look(), 1000 * period);
  }

  close() {
    clearInterval(this.timer);
    try { this.source.disconnect(this.splitter); } catch { /* Already gone. */ }
  }

  look() {
    let loudest = 0;
    let chosen = 0;
    this.clipped = Math.max(0, this.clipped - period);
    this.analysers.forEach((analyser, index) => {
      const peak = this.peak(analyser);
      loudest = Math.max(loudest, peak);
      if (this.channel() === index + 1) chosen = peak;
    });
    if (this.channel() === 'mix') chosen = loudest;
    this.silence = loudest === 0 ? this.silence + period : 0;
    this.elsewhere = loudest > 0.01 && chosen < 0.0002 ? this.elsewhere + period : 0;
    this.say();
  }

  /** @param {AnalyserNode} analyser */
  peak(analyser) {
    analyser.getFloatTimeDomainData(this.samples);
    let peak = 0;
    let full = 0;
    for (const sample of this.samples) {
      const size = Math.abs(sample);
      if (size > peak) peak = size;
      if (size >= 0.999) full += 1;
    }
    if (full >= 4) this.clipped = 3;
    return peak;
  }

  say() {
    /** @type {HintKind | null} */
    let hint = null;
    if (this.silence >= patience) hint = 'silent';
    else if (this.elsewhere >= patience) hint = 'channel';
    else if (this.clipped > 0) hint = 'clipping';
    if (hint === this.hint) return;
    this.hint = hint;
    this.report(hint);
  }
}
