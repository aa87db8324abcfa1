// What is heard, as the page sees it.

import {
  eventKinds, eventLimit, partialCount, readTunerEvent, readTunerState, silence, spectrumCount, spectrumRange, stateCount,
  stateFields, strobeFields, strobeSize, viewCount, viewFields, waveCount,
} from '../vocabulary/engine.js';

/** @typedef {import('./types.js').EngineState} EngineState */

/**
 * What is known before anything was heard.
 *
 * @param {number} sampleRate Of the context, in hertz.
 * @returns {EngineState}
 */
export function emptyState(sampleRate) {
  return {
    ...readTunerState(new Float64Array(stateCount)), sampleRate, level: silence, gate: silence, noise: silence,
    spectrum: new Float32Array(spectrumCount).fill(silence),
    spectrumTop: Math.min(spectrumRange[1], sampleRate / 2),
    wave: new Float32Array(waveCount),
    waveDuration: 1024 / sampleRate,
    strobe: new Float32Array(partialCount * strobeSize)
      .map((_, index) => (index % strobeSize === strobeFields.level ? silence : 0)),
  };
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

  /** @param {ArrayBuffer} buffer */
  takeState(buffer) {
    const numbers = new Float64Array(buffer, 0, stateCount);
    Object.assign(this.state, readTunerState(numbers));
    this.takeViews(new Float32Array(buffer, 8 * stateCount, viewCount));
    this.tellEvents(numbers.subarray(stateFields.events));
    this.dispatchEvent(new Event('state'));
  }

  /** @param {Float32Array} views */
  takeViews(views) {
    const { state } = this;
    const part = (/** @type {number} */ start, /** @type {number} */ count) => views.subarray(start, start + count);
    if (views[viewFields.waveDuration] === 0) return; // not drawn
    state.waveDuration = views[viewFields.waveDuration];
    state.spectrum.set(part(viewFields.spectrum, spectrumCount));
    state.wave.set(part(viewFields.wave, waveCount));
    state.strobe.set(part(viewFields.strobe, partialCount * strobeSize));
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
