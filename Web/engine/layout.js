// Where the module keeps its numbers: the other side of Sources/WebCore.

/** Places in the tuner's settings, in numbers of 8 bytes. */
export const tunerPlaces = {
  concertPitch: 0, tolerance: 1, temperament: 2, mode: 14, target: 15, cents: 16, stringCount: 17,
  strings: 18,
};

/** Places in the tuner's state, in numbers of 8 bytes, up to the ring of events. */
export const statePlaces = {
  time: 0, level: 1, gate: 2, voiced: 3, frequency: 4, rawFrequency: 5, periodicity: 6, note: 7,
  cents: 8, targetFrequency: 9, string: 10, side: 11, held: 12, inTune: 13, inharmonicity: 14,
  rejected: 15, readingCount: 16, eventCount: 17, waveDuration: 18, events: 19,
};
export const eventLimit = 8;
export const eventSize = 7;
export const stateCount = statePlaces.events + eventLimit * eventSize;

/** What the views are drawn from follows the state, in numbers of 4 bytes. */
export const spectrumCount = 256;
export const waveCount = 512;
export const strobeCount = 24;
export const viewCount = spectrumCount + waveCount + strobeCount;

/** The bytes of state and views together. */
export const snapshotBytes = 8 * stateCount + 4 * viewCount;

/** Places in the settings of tones, and of the metronome, in numbers of 8 bytes. */
export const tonePlaces = { waveform: 0, level: 1, toneCount: 2, frequencies: 3 };
export const waveforms = ['sine', 'triangle', 'sawtooth', 'square', 'pulse'];
export const toneLimit = 8;
export const metronomePlaces = {
  tempo: 0, level: 1, beats: 2, subdivision: 3, polyrhythm: 4, swing: 5, accents: 6,
};
export const beatLimit = 32;
export const clickLimit = 32;
export const clickSize = 5;
export const clickVoices = ['beat', 'subdivision', 'polyrhythm'];

export const standardRange = /** @type {[number, number]} */ ([26, 4435]);

/** The most samples that the module takes, or gives, at once. */
export const blockLimit = 8192;
