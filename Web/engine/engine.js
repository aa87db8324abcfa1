// The page's side of the engine: microphone in, newest state and events out.

import { Module, fetchModule } from './module.js';
import { loadNames } from './names.js';
import { Listener } from './state.js';

/** @typedef {import('./types.js').MetronomeSettings} MetronomeSettings */
/** @typedef {import('./types.js').Names} Names */
/** @typedef {import('./types.js').ToneSettings} ToneSettings */
/** @typedef {import('./types.js').TunerSettings} TunerSettings */

/** The core, in the audio thread. Its events are listed in types.js. */
export class Engine extends Listener {
  /**
   * Loads the core into a context. Create or resume the context in a tap; any sample rate will do.
   *
   * @param {BaseAudioContext} context
   * @returns {Promise<Engine>}
   * @throws {Error} If the tuner's module cannot be fetched, or does not run here.
   */
  static async create(context) {
    const [bytes, names] = await Promise.all([
      fetchModule('tuner'), Engine.names(),
      context.audioWorklet.addModule(new URL('./worklet.js', import.meta.url)),
    ]);
    const engine = new Engine(context, bytes, names);
    // An offline context tells nothing before it renders.
    if (context instanceof AudioContext) await engine.ready;
    return engine;
  }

  /** Fetches what `create` needs, so that a tap does not wait for it. */
  static prepare() { fetchModule('tuner').catch(() => {}); }  // `create` tells it

  /**
   * The names of notes, without any sound.
   *
   * @returns {Promise<Names>}
   */
  static async names() { return loadNames(await fetchModule('names')); }

  /**
   * A counter of taps, without any sound.
   *
   * @returns {Promise<import('./objects/metronome.js').MetronomeTapsObject>}
   */
  static async taps() {
    const [module, { MetronomeTapsObject }] = await Promise.all([Module.load('metronome'), import('./objects/metronome.js')]);
    return new MetronomeTapsObject(module);
  }

  /**
   * An engine that plays through a tuning of a guitar without hearing anything.
   *
   * @returns {Promise<import('./simulated.js').SimulatedEngine>}
   */
  static async simulated() {
    const [module, { SimulatedEngine }] = await Promise.all([Module.load('tuner'), import('./simulated.js')]);
    return new SimulatedEngine(module);
  }

  /**
   * @param {BaseAudioContext} context
   * @param {ArrayBuffer} bytes The tuner's module.
   * @param {Names} names
   */
  constructor(context, bytes, names) {
    super(context.sampleRate);
    this.names = names;
    /** @type {AudioNode | undefined} */
    this.source = undefined;
    /** @type {Map<string, Promise<void>>} */
    this.loaded = new Map();
    /** Raised by every start and stop, so that what was still being loaded is not played late. */
    this.toneTurn = 0;
    this.metronomeTurn = 0;
    this.isOffline = !(context instanceof AudioContext);
    this.node = new AudioWorkletNode(context, 'kammerton', {
      numberOfInputs: 1, numberOfOutputs: 1, outputChannelCount: [1],
      channelInterpretation: 'discrete',
      processorOptions: { bytes, isOffline: this.isOffline },
    });
    /** Fulfilled once the core runs. */
    this.ready = new Promise((resolve, reject) => {
      this.markReady = resolve;
      this.markFailed = reject;
    });
    this.ready.catch(() => {}); // also told by an event
    this.node.port.onmessage = (event) => this.receive(event.data);
    this.node.onprocessorerror = () => this.fail('The audio thread has stopped the engine.');
    this.node.connect(context.destination);
  }

  /**
   * Hears a source, instead of the one before.
   *
   * @param {AudioNode} source
   */
  connect(source) {
    this.disconnect();
    source.connect(this.node);
    this.source = source;
  }

  /** Hears nothing. */
  disconnect() {
    this.source?.disconnect(this.node);
    this.source = undefined;
  }

  /** @param {Partial<TunerSettings>} settings Any part of them, at any time. */
  configure(settings) {
    const copy = { ...settings };
    if (copy.temperament) copy.temperament = Float64Array.from(copy.temperament);
    this.send({ kind: 'configure', settings: copy });
  }

  /** @param {Float32Array} evidence What else is known of the sound, from `Evidence`. */
  judge(evidence) { this.send({ kind: 'evidence', evidence }); }

  /** Forgets the note that sounds, as after a tone of the page's own. */
  reset() { this.send({ kind: 'reset' }); }

  /**
   * Brings another part of the core into the audio thread, once.
   *
   * @param {'views' | 'tones' | 'metronome'} name
   * @throws {Error} If its module cannot be fetched; the next call tries again.
   */
  load(name) {
    let loading = this.loaded.get(name);
    if (!loading) {
      loading = fetchModule(name).then((bytes) => this.send({ kind: 'module', name, bytes }));
      loading.catch(() => this.loaded.delete(name));
      this.loaded.set(name, loading);
    }
    return loading;
  }

  /** @param {boolean} isFollowed Whether every reading is told, by the event `reading`; it is not at first. */
  follow(isFollowed) { this.send({ kind: 'follow', isFollowed }); }

  /**
   * Whether spectrum, wave and strobe of the state are to be kept up to date; they are not at first.
   *
   * @param {boolean} isDrawn
   * @throws {Error} If what draws them cannot be fetched; the next call tries again.
   */
  async draw(isDrawn) {
    this.send({ kind: 'draw', isDrawn });
    if (isDrawn) await this.load('views');
  }

  /** @param {ToneSettings} settings */
  async play(settings) {
    const turn = this.toneTurn += 1;
    await this.load('tones');
    if (turn === this.toneTurn) this.send({ kind: 'play', settings });
  }

  stopTone() {
    this.toneTurn += 1;
    this.send({ kind: 'stopTone' });
  }

  /** @param {Partial<MetronomeSettings>} settings Changes them while it runs. */
  async startMetronome(settings) {
    const turn = this.metronomeTurn;
    await this.load('metronome');
    if (turn === this.metronomeTurn) this.send({ kind: 'metronome', settings });
  }

  /** @param {Float64Array} course The beat of others that the metronome follows from now on. */
  async followBeat(course) {
    const turn = this.metronomeTurn;
    await this.load('metronome');
    if (turn === this.metronomeTurn) this.send({ kind: 'beat', course });
  }

  stopMetronome() {
    this.metronomeTurn += 1;
    this.send({ kind: 'stopMetronome' });
  }

  /**
   * How often memory was asked for so far, which must stand still while sound is processed.
   *
   * @returns {Promise<{allocations: number, time: number}>}
   */
  diagnose() {
    return new Promise((resolve) => {
      this.markDiagnosis = resolve;
      this.send({ kind: 'diagnose' });
    });
  }

  /** Ends the engine; the context stays open. */
  close() {
    this.disconnect();
    this.stopTone();
    this.stopMetronome();
    this.node.disconnect();
    this.node.port.onmessage = null;
  }

  /** @param {object} message */
  send(message) { this.node.port.postMessage(message); }

  /** @param {any} message */
  receive(message) {
    if (message instanceof ArrayBuffer) {
      this.takeState(message);
      if (!this.isOffline) this.node.port.postMessage(message, [message]);
      return;
    }
    switch (message.kind) {
      case 'ready': this.markReady?.(undefined); break;
      case 'diagnosis': this.markDiagnosis?.(message.detail); break;
      case 'error': this.fail(message.detail); break;
      default: this.tell(message.kind, message.detail);
    }
  }

  /** @param {string} message */
  fail(message) {
    this.markFailed?.(new Error(message));
    this.tell('error', { message });
  }
}
