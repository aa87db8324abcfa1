// The page's side of practice: a score and a source in, and how it is played out.

import { WorkerListener } from '../listener.js';
import { fetchModule } from '../module.js';
import { PracticeRefusal } from './refusal.js';
import { xmlEvents } from './xml.js';

/**
 * Events: `score` (with the name of its file as `file`), `heard`, `pass` (of a loop that goes on), `ended` and `compared`, each with a {@link import('../types.js').PracticeSnapshot}, `refused` with why a
 * file is not read, `clicks` with what is to be clicked, `voice` with readings of the pitch, `frozen` when a note begins or has its first stable pitch, `cue` with how the last note was off, `began` as listeners have it, `sound` with the normal and the
 * strong click, `cues` with the tone of each cue, `file` with what was played, `probe` with what is to be played, `latency` with its result, `rejected` with a request that was out of range, and `error` with a message.
 */
export class Practice extends WorkerListener {
  /** @throws {Error} If its module cannot be fetched. */
  static async load() {
    return new Practice(await fetchModule('practice'));
  }

  /** @param {ArrayBuffer} bytes */
  constructor(bytes) {
    super(bytes, () => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }));
    this.addEventListener('xml', (event) => this.parse(/** @type {CustomEvent} */ (event).detail));
  }

  /** @param {Uint8Array} bytes Of a document, which only the page can parse. */
  parse(bytes) {
    let reply;
    try {
      reply = { chunks: xmlEvents(bytes) };
    } catch (error) {
      reply = error instanceof PracticeRefusal ? { problem: error.problem, number: error.number, text: error.text } : { problem: 'notXML', number: 1 };
    }
    this.post({ kind: 'parsed', reply });
  }

  /** @param {import('../types.js').PracticeScale} scale */
  scale(scale) { this.post({ kind: 'scale', scale }); }

  /** @param {import('../types.js').PracticeRhythm} rhythm */
  rhythm(rhythm) { this.post({ kind: 'rhythm', rhythm }); }

  /** @param {import('../types.js').PracticePlan} plan */
  plan(plan) { this.post({ kind: 'plan', plan }); }

  /**
   * @param {import('../../vocabulary/practice.js').PracticeMode} mode How the score is gone through.
   * @param {boolean} ignoresOctaves Whether a note that is waited for is right in any octave.
   */
  mode(mode, ignoresOctaves) { this.post({ kind: 'mode', mode, ignoresOctaves }); }

  /** @param {[number, number]} bars The first and the last; all, if the last is before the first. @param {string} file Of the score. */
  passage([first, last], file) { this.post({ kind: 'passage', first, last, file }); }

  /** Leaves out the note that is waited for. */
  skip() { this.post({ kind: 'skip' }); }

  /** @param {'midi' | 'musicXML'} format Of the file that `file` brings. */
  take(format) { this.post({ kind: 'take', format }); }

  /** @param {number} sampleRate Of the clicks that `sound` brings. */
  sound(sampleRate) { this.post({ kind: 'sound', sampleRate }); }

  /** @param {number} sampleRate Of the tones that `cues` brings. */
  cues(sampleRate) { this.post({ kind: 'cues', sampleRate }); }

  /** @param {number} start Of the score. @param {{latency: number, spread: number} | null} known Seconds. */
  click(start, known) { this.post({ kind: 'click', start, latency: known?.latency ?? NaN, spread: known?.spread ?? NaN }); }

  /** @param {AudioNode} source That hears the clicks of `probe`. @param {import('../listener.js').Input} input */
  measureFrom(source, input) { return this.hear(source, input, {}, 'probe'); }

  /** @param {number} start When the probe was played, in seconds from the first sample. */
  measure(start) {
    this.post({ kind: 'measure', start });
    this.stop();
  }

  /** @param {Uint8Array} bytes Of a file. @param {string} name */
  open(bytes, name) { this.post({ kind: 'open', bytes, name }); }

  /** @param {Float32Array} samples Of a recording that is followed. @param {number} sampleRate @param {string} name Of its file. */
  follow(samples, sampleRate, name) { this.post({ kind: 'follow', samples, sampleRate, name }, [samples.buffer]); }

  /** @param {number} number Of a voice of the file, from 1. @param {string} file Its name. */
  voice(number, file) { this.post({ kind: 'voice', number, file }); }

  /** @param {{concertPitch: number, degrees: number[]}} tuning */
  tune(tuning) { this.post({ kind: 'tune', ...tuning }); }

  /** @param {AudioNode} source @param {import('../listener.js').Input} input */
  listen(source, input) { return this.hear(source, input); }

  /** The player has ended. */
  finish() {
    this.post({ kind: 'finish' });
    this.stop();
  }
}
