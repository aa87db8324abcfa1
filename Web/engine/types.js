// What the page and the engine say to each other. Types only: nothing here runs. The limits of numbers are in
// `vocabulary/settings.js`, and what is as delivered in `core.js`.

/**
 * What is tuned to. In a list of strings the nearest is chosen, unless one is locked.
 *
 * @typedef {object} TuningString
 * @property {number} number The number of the string, as players count; several strings of a course
 *   may share it. 1 or more.
 * @property {number} midi MIDI number of the note.
 * @property {number} cents How far above the note, -100...100.
 */

/**
 * @typedef {{number: number, midi: number} & import('../vocabulary/strum.js').StrumStringState} StrumString
 * @typedef {Omit<import('../vocabulary/strum.js').StrumState, 'readingCount'> & {strings: StrumString[]}} StrumReading
 */

/** @typedef {import('../vocabulary/measured.js').MeasuredOutcome} MeasuredOutcome */

/**
 * A piano: `keys` are those from A0 to C8, and `file` is the text of its file.
 *
 * @typedef {{midi: number} & import('../vocabulary/piano.js').PianoKey} PianoKeyRow
 * @typedef {import('../vocabulary/piano.js').PianoFacts
 *   & {file: string, name: string, temperament: string, keys: PianoKeyRow[]}} PianoSnapshot
 * @typedef {import('../vocabulary/piano.js').PianoReading} PianoReading
 * @typedef {import('../vocabulary/piano.js').PianoUnison} PianoUnison
 */

/**
 * A file of bells or their kin: `rows` are the newest measurements, by note and state, `current` is the stroke that was
 * measured last, and `file` is the text of the file.
 *
 * @typedef {import('../vocabulary/bell.js').BellPartial} BellPartial
 * @typedef {import('../vocabulary/bell.js').BellRow & {partials: BellPartial[]}} BellMeasurement
 * @typedef {import('../vocabulary/bell.js').BellFacts & {
 *   file: string, name: string, temperament: string, rows: BellMeasurement[], current: BellMeasurement | null,
 *   isStored?: boolean}} BellSnapshot
 */

/** @typedef {Parameters<import('./objects/practice.js').PracticeObject['scale']>[0]} PracticeScale */
/** @typedef {Parameters<import('./objects/practice.js').PracticeObject['plan']>[0]} PracticePlan */

/**
 * A score and its playing so far: `json` are the members of the object that the command prints, and `file` is the name of
 * the score's file, if it has one.
 *
 * @typedef {import('../vocabulary/practice.js').PracticeNote & {barName: string}} PracticeNoteRow
 * @typedef {import('../vocabulary/practice.js').PracticeMean} PracticeMean
 * @typedef {import('../vocabulary/practice.js').PracticeFacts & import('../vocabulary/practice.js').PracticeResult & {
 *   title: string, voiceName: string, unreached: string, notes: PracticeNoteRow[], pitches: PracticeMean[], steps: PracticeMean[],
 *   times: PracticeTimes, json: string, file?: string}} PracticeSnapshot
 * @typedef {import('../vocabulary/practice.js').PracticeTimes & {places: import('../vocabulary/practice.js').PracticePlace[]}} PracticeTimes
 * @typedef {import('../vocabulary/practice.js').PracticeClick} PracticeClick
 * @typedef {import('../vocabulary/practice.js').PracticeVoice} PracticeVoice
 * @typedef {import('../vocabulary/practice.js').PracticeFrozen} PracticeFrozen
 * @typedef {import('../vocabulary/practice.js').LatencyResult} LatencyResult
 */

/**
 * A rhythm that is practised alone.
 *
 * @typedef {object} PracticeRhythm
 * @property {number} beats Of a bar.
 * @property {number} unit Their note value: 4 for quarters.
 * @property {number} subdivision Sounds in a beat.
 * @property {string} pattern A sign for each beat: x to play, and . for a rest; all are played if it is empty, or has another length.
 */

/**
 * @typedef {object} StringsMode
 * @property {TuningString[]} strings At most `stringLimit`.
 * @property {number} locked The number of the one string that is tuned, or 0 for the nearest one.
 */

/**
 * @typedef {object} NoteMode
 * @property {number} note MIDI number of the note.
 * @property {number} cents How far above the note, -100...100.
 */

/**
 * @typedef {object} ScaleMode
 * @property {number[]} degrees Cents of the degrees from 1 on; the last one is the period. At most `degreeLimit`.
 * @property {number} root The pitch class of degree 0.
 */

/**
 * How to listen and what to tune to. `configure` takes any part of it; the rest stays as it was.
 *
 * @typedef {object} TunerSettings
 * @property {number} concertPitch Frequency of A4 in hertz.
 * @property {ArrayLike<number>} temperament Cents of the twelve pitch classes C...B above equal
 *   temperament. The engine measures from A, so that A4 keeps the concert pitch. Default twelve 0.
 * @property {number} tolerance How near is in tune, in cents.
 * @property {'auto' | 'off' | number} gate The lowest level that counts as sound, in dBFS;
 *   'auto' follows the noise of the room. Default 'auto'.
 * @property {[number, number]} range The frequencies to look for, in hertz. Default `standardRange`,
 *   cut at 0.45 of the sample rate. A change starts a new tracker: it takes about 10 ms.
 * @property {number} lowestString The frequency of the lowest string, in hertz, which lowers the range
 *   if it needs to; 0 for none. Default 0.
 * @property {boolean} [isPrompt] Whether readings come as soon as possible: from 75 Hz or the
 *   lowest string on, whatever the range says. Default false.
 * @property {'chromatic' | StringsMode | NoteMode | ScaleMode} mode Default 'chromatic'.
 * @property {number} clock True frequencies relative to measured ones, since the microphone's clock is wrong. Default 1. A
 *   change starts a new tracker.
 * @property {'mix' | number} channel A channel of the microphone, counted from 1, or all of them.
 *   Default 'mix'.
 */

/**
 * A steady sound. A change while it sounds takes 50 ms, without a click: a glide within a semitone,
 * otherwise one sound fades into the other.
 *
 * @typedef {object} ToneSettings
 * @property {import('../vocabulary/engine.js').Waveform} waveform
 * @property {number[]} frequencies Up to `toneLimit`, in hertz, above 0 and below half of the
 *   sample rate; they share the level, so that a chord is no louder than a note.
 * @property {number} level Peak level in dBFS.
 */

/**
 * @typedef {object} MetronomeSettings
 * @property {number} tempo Beats a minute; fractions count. A change keeps the place in
 *   the beat.
 * @property {number} beats Beats a bar. This, accents, subdivision, polyrhythm and swing
 *   change with the next bar.
 * @property {number[]} accents One a beat, as `accentCodes` says. Missing ones are normal, and the first is
 *   strong.
 * @property {number} subdivision Clicks a beat. Default 1.
 * @property {number} polyrhythm Clicks spread evenly over the bar, with a voice of their own;
 *   0 for none. Default 0.
 * @property {number} swing Where the second of two subdivisions falls, in percent of the pair.
 *   Default 50, which is even.
 * @property {number} level Peak level in dBFS. Default -6.
 */

/**
 * One reading of what is heard: `TunerState.Field` says what its numbers are. It never changes; the next reading is another
 * object. Spectrum, wave and strobe are there after `draw(true)`.
 *
 * @typedef {'none' | 'flat' | 'good' | 'sharp' | 'several'} Verdict The core's decision, with hysteresis, which every word,
 *   colour and voice follows; none while there is no note, and several where it is only the common divisor of several tones.
 * @typedef {Readonly<import('../vocabulary/engine.js').TunerState & Drawn & {verdict: Verdict}>} EngineState
 *
 * @typedef {object} Drawn
 * @property {number} sampleRate Of the context, in hertz.
 * @property {Float32Array} spectrum `spectrumCount` levels in dBFS, in bands that are equal on a logarithmic scale over
 *   `spectrumRange`, up to half of the sample rate; `silence` at least.
 * @property {number} spectrumTop Where the last band ends, in hertz.
 * @property {Float32Array} wave `waveCount` points from a rising zero crossing on: whole periods of the note, at least two
 *   and about 20 ms.
 * @property {number} waveDuration How long those points last, in seconds.
 * @property {Float32Array} strobe For each of the target's partials, as `strobeFields` says: turns (0...1, still when in
 *   tune, rising when sharp), level in dBFS (`silence` where there is none), deviation in cents (not a number where it does not stand out).
 */

/**
 * @typedef {object} ClickDetail
 * @property {number} time When it sounds, in seconds of the context's clock: compare with
 *   `context.currentTime`, or add `context.outputLatency` for when it is heard.
 * @property {number} bar Counted from 0.
 * @property {number} beat Counted from 0; for a polyrhythm its own count.
 * @property {import('../vocabulary/engine.js').AccentCode} accent As set: 0 is a beat that makes no sound.
 * @property {import('../vocabulary/engine.js').ClickVoice} voice
 */

/** @typedef {Omit<import('../vocabulary/engine.js').TunerEvent, 'kind'>} NoteDetail A note that has ended. */

/**
 * Names of notes, from the core's one table.
 *
 * @typedef {object} Names
 * @property {readonly string[]} notations Those of the vocabulary. Each may be followed by -c3 or -helmholtz.
 * @property {(midi: number, notation?: string, spelling?: Spelling) => string} noteName With its
 *   octave: "C♯4", "cis′".
 * @property {(midi: number, notation?: string, spelling?: Spelling) => string} pitchClassName Without
 *   the octave: "C♯", "Cis".
 * @property {(midi: number, fret: number) => number} capo The note that a string sounds with a capo at a fret, or
 *   the open one if that is beyond the keyboard.
 * @property {Pitches} pitches
 */

/**
 * Frequencies of notes, by the core's arithmetic.
 *
 * @typedef {object} Pitches
 * @property {(concertPitch: number, degrees: ArrayLike<number>, root: number) => void} tune Takes up a concert
 *   pitch in hertz and a temperament: twelve degrees in cents above the root, a pitch class. Throws a
 *   RangeError for what the core refuses.
 * @property {ArrayLike<number>} offsets Cents of the pitch classes C...B above equal temperament, A at 0.
 * @property {(midi: number, cents: number) => number} frequency Hertz of a note, and of so many cents above it.
 */

/** @typedef {import('../vocabulary/settings.js').Spelling} Spelling */

/**
 * Events of the engine:
 * - `state` (no detail): `engine.state` is new; 30 a second, 60 while spectrum, wave or strobe are drawn, and at once for another note or verdict
 * - `intune`: {@link InTuneDetail}
 * - `click`: {@link ClickDetail}, when it is rendered: `context.outputLatency` before it is heard
 * - `reading`: {@link ReadingDetail}, every one while it is followed
 * - `note`: {@link NoteDetail}
 * - `refused`: {@link RefusedDetail}; the part goes on as before
 * - `error`: {@link ErrorDetail}; the engine has stopped
 *
 * @typedef {'entered' | 'left'} InTuneDetail
 * @typedef {{time: number, frequency: number, level: number, confidence: number}} ReadingDetail Seconds; hertz, 0 for
 *   silence; dBFS; how likely the frequency is right, 0...1.
 * @typedef {{part: 'tuner' | 'tones' | 'metronome', message: string}} RefusedDetail
 * @typedef {{message: string}} ErrorDetail
 */

/**
 * What is used of Web MIDI, which the compiler's library does not know.
 *
 * @typedef {object} MIDIPort An output.
 * @property {string} id
 * @property {string | null} name
 * @property {'connected' | 'disconnected'} state
 * @property {(bytes: number[]) => void} send
 * @property {() => Promise<unknown>} close
 *
 * @typedef {object} MIDIPorts
 * @property {ReadonlyMap<string, MIDIPort>} outputs
 * @property {(() => void) | null} onstatechange
 *
 * @typedef {{requestMIDIAccess?: (options: {sysex: boolean}) => Promise<MIDIPorts>}} MIDINavigator
 */

export {};
