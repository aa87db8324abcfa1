import {
  partialCount, silence, spectrumCount, spectrumRange, strobeFields, strobeSize, waveCount,
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
    time: 0, sampleRate, level: silence, gate: silence, noise: silence, voiced: false, frequency: 0, rawFrequency: 0,
    periodicity: 0, note: 0, cents: 0, targetFrequency: 0, string: 0, degree: 0, side: 0, held: false,
    inTune: false, inharmonicity: 0, rejected: 0,
    spectrum: new Float32Array(spectrumCount).fill(silence),
    spectrumTop: Math.min(spectrumRange[1], sampleRate / 2),
    wave: new Float32Array(waveCount),
    waveDuration: 1024 / sampleRate,
    strobe: new Float32Array(partialCount * strobeSize)
      .map((_, index) => (index % strobeSize === strobeFields.level ? silence : 0)),
  };
}
