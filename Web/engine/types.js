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
 * @typedef {object} StrumString
 * @property {number} number
 * @property {number} midi
 * @property {number | null} cents To the target; `null` for a string that does not sound.
 * @property {number} frequency Hertz.
 * @property {boolean} isGliding Whether it still moves, as after a hard pluck.
 * @property {number | null} beat Hertz, with the others of its course.
 * @property {boolean} isMerged Whether it and another string that is tuned alike are read as one, until they can be told apart.
 */

/**
 * @typedef {object} StrumReading
 * @property {number} time Seconds of sound heard.
 * @property {boolean} isOther Whether the sound is something else than the open strings.
 * @property {boolean} isClipped
 * @property {StrumString[]} strings
 */

/**
 * @typedef {object} PianoKeyRow What is not known is `null`.
 * @property {number} midi
 * @property {number} cents The target above equal temperament, with all that counts.
 * @property {number} frequency Of the target, in hertz.
 * @property {number} partial The number of the one to listen to.
 * @property {number} partialFrequency
 * @property {number} curve The stretch alone, in cents.
 * @property {number} model B as the fit has it.
 * @property {number | null} measured B.
 * @property {number | null} measuredError One standard error, as a share.
 * @property {number | null} before Cents above equal temperament.
 * @property {number | null} after
 * @property {number | null} beat The slowest that is heard, in hertz.
 */

/**
 * @typedef {object} PianoSnapshot
 * @property {string} file The text of the file.
 * @property {string} name
 * @property {string} temperament
 * @property {number} concertPitch Hertz.
 * @property {import('../vocabulary/piano.js').PianoStyle} style
 * @property {number | null} temperature Degrees Celsius.
 * @property {number} lowestPlainKey A MIDI number.
 * @property {boolean} isRaising
 * @property {number} entryCount How many measurements there are.
 * @property {PianoKeyRow[]} keys From A0 to C8.
 */

/**
 * @typedef {object} PianoReading
 * @property {number} stroke The number of the stroke.
 * @property {number} time Seconds.
 * @property {number} key A MIDI number.
 * @property {number} partial
 * @property {number} frequency Of the partial, in hertz.
 * @property {number} cents Above the target.
 * @property {number} error One standard error, in cents.
 * @property {boolean} isClipped
 */

/** @typedef {{stroke: number, beat: number, limit: number}} PianoUnison The slowest beat that is heard, or 0, and that could be. */

/**
 * @typedef {object} PianoOutcome What came of a stroke that was to be measured.
 * @property {(typeof import('../vocabulary/piano.js').pianoOutcomes)[number]} kind
 * @property {number} key A MIDI number.
 * @property {boolean} isClipped
 * @property {import('../vocabulary/piano.js').PianoKept} kept
 */

/**
 * @typedef {object} PracticeScale
 * @property {import('../vocabulary/practice.js').PracticePattern} pattern
 * @property {number} letter Steps above C, 0...6.
 * @property {number} accidental Semitones.
 * @property {number} octave
 * @property {number} octaves How far up.
 */

/**
 * @typedef {object} PracticeNoteRow A note of a score; what is not known is `null`.
 * @property {number} midi
 * @property {number} onset In quarter notes.
 * @property {boolean} isGrace
 * @property {import('../vocabulary/practice.js').PracticeSpelling} spelling
 * @property {number | null} cents Without the offset of all notes.
 * @property {boolean} isWrong
 * @property {boolean} isMissing Neither played, nor free to be left out.
 * @property {number | null} time Seconds.
 * @property {number | null} duration Seconds.
 * @property {number | null} frequency Hertz.
 * @property {number | null} spread Cents.
 * @property {boolean} isInTune
 */

/** @typedef {{value: number, count: number, cents: number, error: number | null}} PracticeMean Of a pitch or an interval. */

/**
 * @typedef {object} PracticeSnapshot
 * @property {string} title
 * @property {number} voice From 1; 0 where there is only one.
 * @property {number} voiceCount
 * @property {string} voiceName
 * @property {number} leftOutCount Of notes that sound with higher ones.
 * @property {boolean} leavesPercussionOut
 * @property {boolean} leavesJumpsOut
 * @property {number} droneFrequency Hertz.
 * @property {number} playedCount
 * @property {number} rightCount
 * @property {number} wrongCount
 * @property {number} missingCount
 * @property {number} extraCount
 * @property {number} offset Cents.
 * @property {number | null} spread Cents.
 * @property {number} octaves
 * @property {number} ownConcertPitch Hertz.
 * @property {PracticeNoteRow[]} notes
 * @property {PracticeMean[]} pitches
 * @property {PracticeMean[]} steps
 * @property {string} json The members of the object that the command prints.
 * @property {string} [file] The name of the file of a score that was asked for; none for a scale.
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
 * @property {number} clock What to multiply measured frequencies by, since the microphone's clock is wrong. Default 1.
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
 * The newest of what is heard. One object for ever: read it when you draw, and copy what you keep.
 *
 * @typedef {object} EngineState
 * @property {number} time Seconds of sound heard: the moment that the reading belongs to, about
 *   0.1 s before the newest sample.
 * @property {number} sampleRate Of the context, in hertz.
 * @property {number} level dBFS, `silence` at least.
 * @property {number} gate The level below which nothing counts as sound, in dBFS; `silence` for none.
 * @property {number} noise The noise of the room as far as it is learned, in dBFS; `silence` if it is not.
 * @property {boolean} voiced Whether there is a note to show, sounding or held.
 * @property {number} frequency The note's, steadied for the eye, in hertz; 0 while not voiced.
 * @property {number} rawFrequency The last reading's own frequency, in hertz; 0 where unvoiced.
 * @property {number} periodicity How exactly the sound repeats, 0...1.
 * @property {number} note MIDI number of the target; 0 while not voiced.
 * @property {number} cents How far the frequency lies above the target; 0 while not voiced.
 * @property {number} targetFrequency Hertz; 0 while not voiced.
 * @property {number} string The number of the target's string, or 0.
 * @property {number} degree The degree of a scale that is tuned to, counted from its root below A4; else 0.
 * @property {-1 | 0 | 1} side -1 flat, 0 near enough, 1 sharp: at once, with hysteresis.
 * @property {boolean} held Whether the sound has stopped and its last value stays for a moment.
 * @property {boolean} inTune Whether it has been in tune for long enough to say so.
 * @property {number} inharmonicity The stiffness of the string, B; 0 if not measured.
 * @property {number} rejected Samples that were not finite, and counted as silence.
 * @property {Float32Array} spectrum After `draw(true)`: `spectrumCount` levels in dBFS, in bands that are equal on a
 *   logarithmic scale over `spectrumRange`, up to half of the sample rate; `silence` at least.
 * @property {number} spectrumTop Where the last band ends, in hertz.
 * @property {Float32Array} wave After `draw(true)`: `waveCount` points from a rising zero crossing on: whole periods of the note,
 *   at least two and about 20 ms.
 * @property {number} waveDuration How long those points last, in seconds.
 * @property {Float32Array} strobe After `draw(true)`: for each of the target's partials, as `strobeFields` says: turns (0...1, still when in
 *   tune, rising when sharp), level in dBFS (`silence` where there is none), deviation in cents (0 where it
 *   does not stand out).
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

/**
 * A note that has ended.
 *
 * @typedef {object} NoteDetail
 * @property {number} start Seconds of sound heard.
 * @property {number} duration Seconds.
 * @property {number} midi MIDI number of the target.
 * @property {number} meanCents
 * @property {number} spreadCents Standard deviation.
 * @property {number} secondsInTune
 */

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
 * - `state` (no detail): `engine.state` is new; at most 60 a second
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
