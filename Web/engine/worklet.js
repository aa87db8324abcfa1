// The engine's part in the audio thread. Its scope has no fetch, no timers and no text decoder:
// modules come as bytes, and everything else is numbers.

import { Metronome, Tones, snapshotBytes, standardMetronomeSettings } from './core.js';
import { Hearing } from './hearing.js';
import { Module, messageOf } from './module.js';
import { blockLimit } from '../vocabulary/engine.js';

/** How many buffers travel between here and the page. */
const poolSize = 4;
/** @type {Record<string, import('./types.js').RefusedDetail['part']>} Whose settings a message brings. */
const parts = { configure: 'tuner', play: 'tones', metronome: 'metronome', beat: 'metronome' };

class KammertonProcessor extends AudioWorkletProcessor {
  /** @param {{processorOptions: {bytes: ArrayBuffer, isOffline: boolean}}} options */
  constructor(options) {
    super();
    // An offline context renders before it reads what the page gives back.
    this.isOffline = options.processorOptions.isOffline;
    this.isRunning = false;
    this.metronomeSettings = { ...standardMetronomeSettings };
    /** @type {Uint8Array[]} */
    this.pool = [];
    for (let index = 0; index < poolSize; index += 1) {
      this.pool.push(new Uint8Array(snapshotBytes));
    }
    this.clicksTold = 0;
    /** The first sample of the metronome, as the context counts them; not a number until it is rendered. */
    this.metronomeStart = NaN;
    this.isFollowing = false;
    /** @type {(reading: import('./types.js').ReadingDetail) => void} */
    this.tellReading = (reading) => this.tell('reading', reading);
    this.port.onmessage = (event) => this.receive(event.data);
    this.guard(() => this.start(options.processorOptions.bytes));
  }

  /** @param {ArrayBuffer} bytes */
  start(bytes) {
    const module = Module.compiled(bytes);
    /** All modules so far. */
    this.modules = [module];
    this.hearing = new Hearing(module, sampleRate);
    this.isRunning = true;
    this.tell('ready');
  }

  /**
   * Takes in what plays or draws, when it is first wanted.
   *
   * @param {string} name
   * @param {ArrayBuffer} bytes
   */
  add(name, bytes) {
    const module = Module.compiled(bytes);
    this.modules?.push(module);
    if (name === 'views') this.hearing?.addViews(module);
    else if (name === 'tones') this.tones = new Tones(module, sampleRate);
    else this.metronome = new Metronome(module, sampleRate);
  }

  /**
   * Tells the page what went wrong, and stops; refused settings only tell.
   *
   * @param {() => void} action
   * @param {import('./types.js').RefusedDetail['part']} [part] What may refuse its settings.
   */
  guard(action, part = 'tuner') {
    try {
      action();
    } catch (error) {
      if (this.isRunning && error instanceof RangeError) this.tell('refused', { part, message: error.message });
      else this.fail(error);
    }
  }

  /** @param {any} message */
  receive(message) {
    if (message instanceof ArrayBuffer) {
      this.pool.push(new Uint8Array(message));
    } else if (this.isRunning) {
      this.guard(() => this.obey(message), parts[message.kind] ?? message.name);
    }
  }

  /** @param {any} message */
  obey(message) {
    const { hearing } = this;
    if (!hearing) return;
    switch (message.kind) {
      case 'module': this.add(message.name, message.bytes); break;
      case 'configure': hearing.configure(message.settings); break;
      case 'evidence': hearing.judge(message.evidence); break;
      case 'reset': hearing.tuner.reset(); break;
      case 'follow': hearing.isFollowed = message.isFollowed; break;
      case 'draw': hearing.isDrawn = message.isDrawn; break;
      case 'play': this.tones?.start(message.settings); break;
      case 'stopTone': this.tones?.stop(); break;
      case 'metronome':
        this.startMetronome({ ...this.metronomeSettings, ...message.settings });
        break;
      case 'beat':
        this.followBeat(message.course);
        break;
      case 'stopMetronome':
        this.metronome?.stop();
        [this.clicksTold, this.metronomeStart, this.isFollowing] = [0, NaN, false];
        break;
      case 'diagnose': {
        let allocations = 0;
        for (const module of this.modules ?? []) allocations += module.allocations;
        this.tell('diagnosis', { allocations, time: currentTime });
        break;
      }
      default: break;
    }
  }

  /** @param {import('./types.js').MetronomeSettings} settings */
  startMetronome(settings) {
    this.metronome?.apply(settings);
    this.metronomeSettings = settings;
    this.begin(false);
  }

  /** @param {Float64Array} course */
  followBeat(course) {
    this.metronome?.join(course);
    this.begin(true);
  }

  /** @param {boolean} isFollowing Clicks are counted anew if another kind of metronome begins. */
  begin(isFollowing) {
    if (isFollowing !== this.isFollowing) [this.clicksTold, this.metronomeStart] = [0, NaN];
    this.isFollowing = isFollowing;
  }

  /**
   * @param {Float32Array[][]} inputs
   * @param {Float32Array[][]} outputs
   */
  process(inputs, outputs) {
    if (!this.isRunning) return false;
    try {
      const output = outputs[0];
      const count = output[0].length;
      this.hearing?.hear(inputs[0], count, this.tellReading);
      this.render(output, count);
      this.tellState();
    } catch (error) {
      this.fail(error);
    }
    return this.isRunning;
  }

  /** @param {unknown} error */
  fail(error) {
    this.isRunning = false;
    this.tell('error', messageOf(error));
  }

  /** @param {string} kind @param {unknown} [detail] */
  tell(kind, detail) { this.port.postMessage({ kind, detail }); }

  /** @param {Float32Array[]} output @param {number} count */
  render(output, count) {
    const { tones, metronome } = this;
    if (!tones && !metronome) return;
    for (let start = 0; start < count; start += blockLimit) {
      const length = Math.min(blockLimit, count - start);
      if (tones?.render(length)) add(tones.output, output, start, length);
      if (metronome?.render(length, currentFrame + start)) {
        if (Number.isNaN(this.metronomeStart)) this.metronomeStart = currentFrame + start;
        this.tellClicks();
        add(metronome.output, output, start, length);
      }
    }
  }

  tellClicks() {
    const { metronome } = this;
    if (!metronome || metronome.clickCount[0] === this.clicksTold) return;
    for (; this.clicksTold < metronome.clickCount[0]; this.clicksTold += 1) {
      const { sample, bar, beat, accent, voice } = metronome.click(this.clicksTold);
      const time = (this.metronomeStart + sample) / sampleRate;
      this.tell('click', { time, bar, beat, accent, voice });
    }
  }

  tellState() {
    const { hearing } = this;
    if (!hearing?.isDue(currentTime)) return;
    const bytes = this.pool.pop() ?? (this.isOffline ? new Uint8Array(snapshotBytes) : undefined);
    if (!bytes) return; // the page is busy: it gets the next one
    hearing.write(bytes, currentTime);
    this.port.postMessage(bytes.buffer, [bytes.buffer]);
  }
}

/**
 * Adds sound to every channel, which the browser gives out silent.
 *
 * @param {Float32Array} sound
 * @param {Float32Array[]} channels
 * @param {number} start Where in the channels it begins.
 * @param {number} count
 */
function add(sound, channels, start, count) {
  for (let channel = 0; channel < channels.length; channel += 1) {
    const samples = channels[channel];
    for (let index = 0; index < count; index += 1) samples[start + index] += sound[index];
  }
}

registerProcessor('kammerton', KammertonProcessor);
