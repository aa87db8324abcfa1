// What is heard, as the page sees it.

import {
  eventKinds, eventLimit, partialCount, readTunerEvent, readTunerState, silence, spectrumCount, spectrumRange, stateCount,
  stateFields, strobeFields, strobeSize, viewCount, viewFields, waveCount,
} from '../vocabulary/engine.js';

/** @typedef {import('./types.js').EngineState} EngineState */

/**
 * A state, of one reading: it never changes, so that all that is drawn, written and spoken of it agrees.
 *
 * @param {import('../vocabulary/engine.js').TunerState} reading
 * @param {import('./types.js').Drawn} drawn Is not written to any more.
 * @returns {EngineState}
 */
export function stateOf(reading, { sampleRate, spectrum, spectrumTop, wave, waveDuration, strobe }) {
  const { voiced, sound, side } = reading;
  const verdict = !voiced ? 'none' : sound === 'several' ? 'several' : side < 0 ? 'flat' : side > 0 ? 'sharp' : 'good';
  return Object.freeze({ ...reading, verdict, sampleRate, spectrum, spectrumTop, wave, waveDuration, strobe });
}

/**
 * What is known before anything was heard.
 *
 * @param {number} sampleRate Of the context, in hertz.
 */
export function emptyState(sampleRate) {
  return stateOf({ ...readTunerState(new Float64Array(stateCount)), level: silence, gate: silence, noise: silence }, {
    sampleRate,
    spectrum: new Float32Array(spectrumCount).fill(silence),
    spectrumTop: Math.min(spectrumRange[1], sampleRate / 2),
    wave: new Float32Array(waveCount),
    waveDuration: 1024 / sampleRate,
    strobe: new Float32Array(partialCount * strobeSize)
      .map((_, index) => (index % strobeSize === strobeFields.level ? silence : 0)),
  });
}

/** Has the newest state, and tells the events that are listed in types.js. */
export class Listener extends EventTarget {
  /** @param {number} sampleRate */
  constructor(sampleRate) {
    super();
    this.state = emptyState(sampleRate);
    this.eventsTold = 0;
  }

  /** @param {string} kind @param {unknown} detail */
  tell(kind, detail) { this.dispatchEvent(new CustomEvent(kind, { detail })); }

  /** @param {ArrayBuffer} buffer Is read at once: what it holds may change afterwards. */
  takeState(buffer) {
    const numbers = new Float64Array(buffer, 0, stateCount);
    this.state = stateOf(readTunerState(numbers), this.drawn(new Float32Array(buffer, 8 * stateCount, viewCount)));
    this.tellEvents(numbers.subarray(stateFields.events));
    this.dispatchEvent(new Event('state'));
  }

  /**
   * A copy of what is drawn of the sound; the last one if nothing is.
   *
   * @param {Float32Array} views
   */
  drawn(views) {
    const { state } = this;
    const part = (/** @type {number} */ start, /** @type {number} */ count) => views.slice(start, start + count);
    if (views[viewFields.waveDuration] === 0) return state;
    return {
      sampleRate: state.sampleRate, spectrumTop: state.spectrumTop,
      waveDuration: views[viewFields.waveDuration],
      spectrum: part(viewFields.spectrum, spectrumCount),
      wave: part(viewFields.wave, waveCount),
      strobe: part(viewFields.strobe, partialCount * strobeSize),
    };
  }

  /** @param {Float64Array} events */
  tellEvents(events) {
    const { eventCount } = this.state;
    if (eventCount < this.eventsTold) this.eventsTold = 0; // a new tracker counts anew
    this.eventsTold = Math.max(this.eventsTold, eventCount - eventLimit);
    for (; this.eventsTold < eventCount; this.eventsTold += 1) {
      const { kind, ...note } = readTunerEvent(events, this.eventsTold % eventLimit);
      if (kind === eventKinds.note) this.tell('note', note);
      else this.tell('intune', kind === eventKinds.enteredTune ? 'entered' : 'left');
    }
  }
}
