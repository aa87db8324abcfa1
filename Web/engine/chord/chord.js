// The page's side of chords: a source in, the chord that sounds out.

import { WorkerListener } from '../listener.js';
import { fetchModule } from '../module.js';
import { simulatedRate, simulateChords } from './simulated.js';

/** @typedef {import('../../vocabulary/chord.js').ChordSettings} ChordSettings */

/** Events: `chord` with a {@link import('./chord-core.js').HeardChord}, and `error` with a message. */
export class Chord extends WorkerListener {
  /**
   * Loads the core's part.
   *
   * @throws {Error} If its module cannot be fetched.
   */
  static async load() {
    return new Chord(await fetchModule('chord'));
  }

  /** @param {ArrayBuffer} bytes */
  constructor(bytes) {
    super(bytes, () => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }));
    /** @type {ChordSettings | null} */
    this.settings = null;
    this.endSimulation = () => {};
  }

  /**
   * Hears a source, instead of the one before.
   *
   * @param {AudioNode} source
   * @param {import('../listener.js').Input} input
   */
  async listen(source, input) {
    await this.hear(source, input, { settings: this.settings });
    this.set(this.settings);  // they may have changed meanwhile
  }

  /** Hears chords that are made up, instead of a source. */
  simulate() {
    this.stop();
    const { port1, port2 } = new MessageChannel();
    this.post({ kind: 'start', settings: this.settings, sampleRate: simulatedRate, port: port1 }, [port1]);
    this.endSimulation = simulateChords(port2);
  }

  stop() {
    this.endSimulation();
    super.stop();
  }

  /** @param {ChordSettings | null} settings What chords are compared with, and how they are written, from now on. */
  set(settings) {
    this.settings = settings;
    if (this.worker) this.post({ kind: 'set', settings });
  }
}
