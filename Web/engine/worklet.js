// The engine's part in the audio thread. Its scope has no fetch, no timers and no text decoder:
// modules come as bytes, and everything else is numbers.

import { mix } from './capture.js';
import {
  Metronome, Tones, Tuner, Views, snapshotBytes, standardMetronomeSettings, standardTunerSettings, stateBytes,
} from './core.js';
import { Module, messageOf } from './module.js';
import { blockLimit, hopDuration, stateFields } from '../vocabulary/engine.js';

/** The most messages with a new state, a second. */
const stateRate = 60;
/** How many buffers travel between here and the page. */
const poolSize = 4;
/** @type {Record<string, import('./types.js').RefusedDetail['part']>} Whose settings a message brings. */
const parts = { configure: 'tuner', play: 'tones', metronome: 'metronome' };

class KammertonProcessor extends AudioWorkletProcessor {
  /** @param {{processorOptions: {bytes: ArrayBuffer, isOffline: boolean}}} options */
  constructor(options) {
    super();
    // An offline context renders before it reads what the page gives back.
    this.isOffline = options.processorOptions.isOffline;
    this.isRunning = false;
    this.settings = { ...standardTunerSettings };
    this.metronomeSettings = { ...standardMetronomeSettings };
    /** @type {Uint8Array[]} */
    this.pool = [];
    for (let index = 0; index < poolSize; index += 1) {
      this.pool.push(new Uint8Array(snapshotBytes));
    }
    /** Whether the page shows spectrum, wave or strobe. */
    this.isDrawn = false;
    /** Whether the page gets every reading, and not only the newest. */
    this.isFollowed = false;
    this.readingsFollowed = 0;
    /** The most samples that the tuner gets at once: no more than one reading comes of them, but for the first. */
    this.pieceSize = Math.min(blockLimit, Math.floor(hopDuration * sampleRate));
    this.readingsTold = 0;
    /** Whether the newest state that was told has a note. */
    this.wasVoiced = false;
    this.nextState = 0;
    this.clicksTold = 0;
    this.metronomeStart = 0;
    this.port.onmessage = (event) => this.receive(event.data);
    this.guard(() => this.start(options.processorOptions.bytes));
  }

  /** @param {ArrayBuffer} bytes */
  start(bytes) {
    this.module = Module.compiled(bytes);
    /** All modules so far. */
    this.modules = [this.module];
    this.tuner = new Tuner(this.module, sampleRate, this.settings);
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
    if (name === 'views') this.views = new Views(module, sampleRate);
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
    switch (message.kind) {
      case 'module': this.add(message.name, message.bytes); break;
      case 'configure': this.configure(message.settings); break;
      case 'reset': this.tuner?.reset(); break;
      case 'follow': this.isFollowed = message.isFollowed; break;
      case 'draw': this.isDrawn = message.isDrawn; break;
      case 'play': this.tones?.play(message.settings); break;
      case 'stopTone': this.tones?.stop(); break;
      case 'metronome':
        this.startMetronome({ ...this.metronomeSettings, ...message.settings });
        break;
      case 'stopMetronome':
        this.metronome?.stop();
        this.clicksTold = 0;
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
    this.metronome?.configure(settings);
    this.metronomeSettings = settings;
  }

  /** @param {Partial<import('./types.js').TunerSettings>} settings */
  configure(settings) {
    const merged = { ...this.settings, ...settings };
    if (this.module && this.tuner && !this.tuner.listensAs(merged)) {
      const tuner = new Tuner(this.module, sampleRate, merged);
      this.tuner.release();
      this.tuner = tuner;
      this.readingsTold = 0;
    } else {
      this.tuner?.configure(merged);
    }
    this.settings = merged;
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
      this.listen(inputs[0], count);
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

  /** @param {Float32Array[]} channels @param {number} count */
  listen(channels, count) {
    const { tuner, views } = this;
    if (!tuner || channels.length === 0) return;
    const { input } = tuner;
    for (let start = 0; start < count; start += this.pieceSize) {
      const length = Math.min(this.pieceSize, count - start);
      mix(channels, this.settings.channel, start, length, input);
      tuner.push(length);
      this.tellReading(tuner);
      if (views) {
        for (let index = 0; index < length; index += 1) views.input[index] = input[index];
        views.push(length);
      }
    }
  }

  /** @param {Tuner} tuner */
  tellReading({ state, readingCount }) {
    if (readingCount === this.readingsFollowed) return;
    this.readingsFollowed = readingCount;
    if (!this.isFollowed) return;
    this.tell('reading', {
      time: state[stateFields.time], frequency: state[stateFields.rawFrequency], level: state[stateFields.level],
      confidence: state[stateFields.confidence],
    });
  }

  /** @param {Float32Array[]} output @param {number} count */
  render(output, count) {
    const { tones, metronome } = this;
    if (!tones && !metronome) return;
    for (let start = 0; start < count; start += blockLimit) {
      const length = Math.min(blockLimit, count - start);
      if (tones?.render(length)) add(tones.output, output, start, length);
      if (metronome?.render(length)) {
        this.tellClicks(start);
        add(metronome.output, output, start, length);
      }
    }
  }

  /** @param {number} start Of the part that was rendered, in the block. */
  tellClicks(start) {
    const { metronome } = this;
    if (!metronome || metronome.clickCount === this.clicksTold) return;
    if (this.clicksTold === 0) this.metronomeStart = currentFrame + start;
    for (; this.clicksTold < metronome.clickCount; this.clicksTold += 1) {
      const { sample, bar, beat, accent, voice } = metronome.click(this.clicksTold);
      const time = (this.metronomeStart + sample) / sampleRate;
      this.tell('click', { time, bar, beat, accent, voice });
    }
  }

  tellState() {
    const { tuner, views } = this;
    if (!tuner || tuner.readingCount === this.readingsTold) return;
    // A note that begins is told at once.
    const isVoiced = tuner.state[stateFields.voiced] !== 0;
    if (currentTime < this.nextState && (!isVoiced || this.wasVoiced)) return;
    const bytes = this.pool.pop() ?? (this.isOffline ? new Uint8Array(snapshotBytes) : undefined);
    if (!bytes) return; // the page is busy: it gets the next one
    this.readingsTold = tuner.readingCount;
    this.wasVoiced = isVoiced;
    this.nextState = Math.max(this.nextState + 1 / stateRate, currentTime - 1 / stateRate);
    bytes.set(tuner.bytes);
    if (views && this.isDrawn) {
      views.draw(tuner.state, this.settings.clock);
      bytes.set(views.bytes, stateBytes);
    } else {
      bytes.fill(0, stateBytes); // a wave that lasts no time: nothing was drawn
    }
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
