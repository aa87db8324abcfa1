/** @typedef {import('./types.js').EngineState} EngineState */

/**
 * What is known before anything was heard.
 *
 * @param {number} sampleRate Of the context, in hertz.
 * @returns {EngineState}
 */
export function emptyState(sampleRate) {
  return {
    time: 0, sampleRate, level: -150, gate: -150, voiced: false, frequency: 0, rawFrequency: 0,
    periodicity: 0, note: 0, cents: 0, targetFrequency: 0, string: 0, side: 0, held: false,
    inTune: false, inharmonicity: 0, rejected: 0,
    spectrum: new Float32Array(256).fill(-150),
    spectrumTop: Math.min(16000, sampleRate / 2),
    wave: new Float32Array(512),
    waveDuration: 1024 / sampleRate,
    strobe: new Float32Array(24).map((_, index) => (index % 3 === 1 ? -150 : 0)),
  };
}
