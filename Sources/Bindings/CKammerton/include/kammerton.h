/* libkammerton detects, names, plays and sends musical tones.
 *
 * The library depends on libc and libm only. Functions that can fail return a ktn_status: KTN_OK, or a code
 * that ktn_status_message explains. A call that fails changes nothing and writes nothing, unless its
 * description says otherwise.
 *
 * Handles. ktn_..._create makes a handle and ktn_..._free frees it; free also accepts null. Use a handle
 * from one thread at a time. Different threads may use different handles at the same time.
 *
 * Settings. Call ktn_..._settings_init, which writes the defaults and the size of the struct, then change
 * the fields that you need. Later versions add fields at the end, and accept the shorter structs of programs
 * that were compiled earlier. All other structs stay the same within one soname.
 *
 * Samples are mono floats with a nominal range of -1...1. A sample that is not finite, or above 1,000,000 in
 * magnitude, counts as silence. One call accepts at most KTN_SAMPLE_LIMIT samples.
 *
 * Strings are UTF-8 and end with a zero byte. Strings that a function returns stay valid until the program
 * ends.
 *
 * Units: frequencies and sample rates in hertz (Hz), times in seconds (s), levels in decibels relative to
 * full scale (dBFS), intervals in cents (1200 an octave), notes as MIDI numbers (69 is A4).
 *
 * Only two things crash the program: an invalid pointer, such as a handle after free, and a lack of memory.
 */

#ifndef KAMMERTON_H
#define KAMMERTON_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Library ------------------------------------------------------------------------------------- */

/* The version of this header, and of everything that is built with it: commands and packages read it here. */
#define KTN_VERSION_MAJOR 0
#define KTN_VERSION_MINOR 1
#define KTN_VERSION_PATCH 0

/* The most samples, readings or bytes of one call: 2^31 - 1. */
#define KTN_SAMPLE_LIMIT 2147483647

/* The version of the library as 0x00MMmmpp: major, minor and patch, a byte each. */
uint32_t ktn_version(void);

/* The result of a call. */
typedef int32_t ktn_status;
enum {
  KTN_OK = 0,
  KTN_NULL_POINTER = 1,
  KTN_WRONG_SIZE = 2,
  KTN_FINISHED = 3,
  KTN_COUNT_TOO_LARGE = 4,
  KTN_BUFFER_TOO_SMALL = 5,
  KTN_INDEX_OUT_OF_RANGE = 6,
  KTN_UNKNOWN_CHOICE = 7,
  KTN_SAMPLE_RATE_OUT_OF_RANGE = 8,
  KTN_FREQUENCY_OUT_OF_RANGE = 9,
  KTN_HOP_OUT_OF_RANGE = 10,
  KTN_LOOKAHEAD_OUT_OF_RANGE = 11,
  KTN_LEVEL_OUT_OF_RANGE = 12,
  KTN_TIME_OUT_OF_RANGE = 13,
  KTN_CENTS_OUT_OF_RANGE = 14,
  KTN_NOTE_OUT_OF_RANGE = 15,
  KTN_NOT_A_NOTE = 16,
  KTN_CONCERT_PITCH_OUT_OF_RANGE = 17,
  KTN_TOLERANCE_OUT_OF_RANGE = 18,
  KTN_STRING_OUT_OF_RANGE = 19,
  KTN_UNKNOWN_METHOD = 20,
  KTN_UNKNOWN_INSTRUMENT = 21,
  KTN_UNKNOWN_TUNING = 22,
  KTN_UNKNOWN_TEMPERAMENT = 23,
  KTN_NOT_TWELVE_DEGREES = 24,
  KTN_TEMPO_OUT_OF_RANGE = 25,
  KTN_RHYTHM_OUT_OF_RANGE = 26,
  KTN_PAYLOAD_TOO_LONG = 27,
  KTN_RATE_TOO_LOW_FOR_BAND = 28,
  KTN_NOT_READY = 29,
  KTN_CHANNELS_OUT_OF_RANGE = 30,
  KTN_TOO_MANY_STRINGS = 31,
  KTN_NOT_A_PIANO_FILE = 32,
  KTN_SILENT = 33,
  KTN_TOO_SHORT = 34,
  KTN_NO_KEY = 35,
  KTN_NOT_STARTED = 36,
  KTN_NOT_A_SCORE = 37,
  KTN_NO_SUCH_VOICE = 38,
  KTN_NO_SUCH_BARS = 39,
  KTN_NOT_A_BELL_FILE = 40,
  KTN_NO_OBJECT = 41,
  KTN_OTHER_OBJECT = 42,
  KTN_INTERRUPTED = 43,
  KTN_TEMPERATURE_OUT_OF_RANGE = 44
};

/* Explains a status in an English sentence, with the limits; never null. */
const char *ktn_status_message(ktn_status status);

/* Mixes channels: each sample is the sum of its channels, first to last, times 1 / channel_count as a float.
 * kammerton mixes files and microphones so. samples: frame_count frames of channel_count samples each.
 * channel_count: 1...1024. mono: space for frame_count samples; may be the same place as samples. */
ktn_status ktn_mix(const float *samples, size_t frame_count, size_t channel_count, float *mono);

/* The level that counts as sound. */
enum {
  KTN_GATE_AUTOMATIC = 0, /* 8 dB above the background noise, within -65...-40 dBFS */
  KTN_GATE_OFF = 1,       /* everything counts */
  KTN_GATE_LEVEL = 2      /* a fixed root-mean-square level, in dBFS */
};

/* ---- Tracker: samples in, readings of pitch out -------------------------------------------------- */

typedef struct ktn_tracker ktn_tracker;

typedef struct ktn_tracker_settings {
  uint32_t size;       /* of this struct in bytes; ktn_tracker_settings_init sets it */
  int32_t gate;        /* KTN_GATE_...; automatic by default */
  double gate_level;   /* with KTN_GATE_LEVEL: dBFS, in -120...0 */
  const char *method;  /* a name of ktn_method_name; null, the default, is "best" */
  double sample_rate;  /* Hz, in 8000...192000; 44100 by default */
  double lowest;       /* the lowest frequency to look for, in Hz; 0, the default, is 26 */
  double highest;      /* the highest one; 0, the default, is 4980, or 0.45 of the rate if that is less */
  double hop;          /* from one reading to the next, in samples, from 1 up to 10 s of them; fractions
                          are fine; 0, the default, is 10 ms */
  double lookahead;    /* how much later sound may decide about a reading, in s, in 0...10 and at most
                          10,000 hops; 0.3 by default. Methods that estimate each frame by itself, all
                          but best and pyin, need none */
} ktn_tracker_settings;

/* A reading of the pitch. There is one per hop, the first at the first sample. */
typedef struct ktn_reading {
  double time;           /* s since the first sample */
  double frequency;      /* Hz, of the most likely candidate, voiced or not; 0 without one */
  double periodicity;    /* how exactly the sound repeats, in 0...1; 0 without a candidate */
  double level;          /* root mean square around the reading, in dBFS; -infinity for zeros */
  double peak_level;     /* largest magnitude around the reading, in dBFS; -infinity for zeros */
  double gate_threshold; /* the level below which the gate closes, in dBFS; -infinity without a gate */
  double inharmonicity;  /* B of a stiff string, partial k at k f sqrt(1 + B k^2); 0 if not measured */
  double confidence;     /* the probability that the pitch is right within 50 cents, in 0...1, and 0 if not
                            voiced; methods other than best cannot tell: here it is their periodicity */
  int32_t is_voiced;     /* 1 if there is a pitch: then it is the frequency; else 0 */
  int32_t reserved;      /* 0 */
} ktn_reading;

/* The number of methods, and their names as in kammerton track --estimator, with the default, "best",
 * first; null for an index that is too large. */
size_t ktn_method_count(void);
const char *ktn_method_name(size_t index);

/* Writes the defaults. size: sizeof(ktn_tracker_settings). */
ktn_status ktn_tracker_settings_init(ktn_tracker_settings *settings, size_t size);

/* Creates a tracker at the start of a stream. tracker: receives the handle, or null on failure. */
ktn_status ktn_tracker_create(const ktn_tracker_settings *settings, ktn_tracker **tracker);
void ktn_tracker_free(ktn_tracker *tracker);

/* Appends the next samples and computes the readings that they complete. Blocks of any size give the same
 * readings, to the bit. Nothing is allocated for blocks of up to 8192 samples, if you read all readings
 * after each. KTN_FINISHED after ktn_tracker_finish.
 * samples: may be null if count is 0. */
ktn_status ktn_tracker_append(ktn_tracker *tracker, const float *samples, size_t count);

/* Ends the stream: the readings up to its last sample become available. KTN_FINISHED the second time. */
ktn_status ktn_tracker_finish(ktn_tracker *tracker);

/* Starts a new stream with the same settings, including a changed gate. Unread readings are lost. */
ktn_status ktn_tracker_reset(ktn_tracker *tracker);

/* The number of readings that can be read now; 0 for a null handle. */
size_t ktn_tracker_available(const ktn_tracker *tracker);

/* Moves the oldest readings to the caller.
 * readings: space for capacity readings; may be null if capacity is 0. count: receives their number. */
ktn_status ktn_tracker_read(ktn_tracker *tracker, ktn_reading *readings, size_t capacity, size_t *count);

/* Changes the gate from the next frame on. gate: KTN_GATE_...; level: dBFS, in
 * -120...0, with KTN_GATE_LEVEL. */
ktn_status ktn_tracker_set_gate(ktn_tracker *tracker, int32_t gate, double level);

/* The time from a sample's arrival to its reading, in s, without computing time. */
ktn_status ktn_tracker_latency(const ktn_tracker *tracker, double *latency);

/* The number of samples that were not finite or above 1,000,000, and counted as silence. */
ktn_status ktn_tracker_rejected(const ktn_tracker *tracker, uint64_t *count);

/* ---- Segmenter: readings in, notes out ----------------------------------------------------------- */

typedef struct ktn_segmenter ktn_segmenter;

typedef struct ktn_segmenter_settings {
  uint32_t size;           /* of this struct in bytes; ktn_segmenter_settings_init sets it */
  uint32_t reserved;       /* 0 */
  double minimum_duration; /* the shortest note, in s, in 0...10; 0.08 by default */
  double leap;             /* a change of pitch beyond this starts a new note, in cents, in 1...12000;
                              70 by default */
  double longest_gap;      /* the longest silence within a note, in s, in 0...10; 0.05 by default */
} ktn_segmenter_settings;

typedef struct ktn_note {
  double onset;          /* s since the first sample */
  double offset;         /* s since the first sample */
  double frequency;      /* the median of its frequencies, in Hz */
  double spread;         /* root mean square of the distances from it, in cents */
  double vibrato_rate;   /* swings per second, in Hz; 0 without a vibrato */
  double vibrato_extent; /* how far the pitch swings to each side, in cents; 0 without a vibrato */
  double level;          /* the highest level during the note, in dBFS */
} ktn_note;

/* Writes the defaults. size: sizeof(ktn_segmenter_settings). */
ktn_status ktn_segmenter_settings_init(ktn_segmenter_settings *settings, size_t size);

/* Creates a segmenter at the start of a track. settings: null for the defaults. */
ktn_status ktn_segmenter_create(const ktn_segmenter_settings *settings, ktn_segmenter **segmenter);
void ktn_segmenter_free(ktn_segmenter *segmenter);

/* Appends the next readings of a track, in order of time. A reading whose time or level is NaN, or whose
 * frequency is not above 0 Hz and finite, counts as unvoiced. KTN_FINISHED after ktn_segmenter_finish. */
ktn_status ktn_segmenter_append(
    ktn_segmenter *segmenter, const ktn_reading *readings, size_t count);

/* Ends the track, and with it the last note. KTN_FINISHED the second time. */
ktn_status ktn_segmenter_finish(ktn_segmenter *segmenter);

/* Moves the oldest notes to the caller. notes: space for capacity notes; may be null if capacity is 0.
 * count: receives their number. */
ktn_status ktn_segmenter_read(
    ktn_segmenter *segmenter, ktn_note *notes, size_t capacity, size_t *count);

/* ---- Note detector: notes by pitch and attacks together, as `kammerton track --notes` has them ------- */

typedef struct ktn_note_detector ktn_note_detector;

/* Creates a detector at the start of a sound. A segmenter knows readings only: a string that is plucked twice is one
 * note for it, and what rings on in a room may be another. This one hears the attacks too. sample_rate: in Hz, in
 * 8000...192000. settings: the rules for the pitch, null for the defaults. detector: receives the handle, or null on
 * failure. */
ktn_status ktn_note_detector_create(
    double sample_rate, const ktn_segmenter_settings *settings, ktn_note_detector **detector);
void ktn_note_detector_free(ktn_note_detector *detector);

/* Appends the next samples of one channel, and the readings of a tracker that has had these samples and those before.
 * Readings count as in ktn_segmenter_append. Notes follow up to 0.8 s after they end. Allocates. KTN_FINISHED after
 * ktn_note_detector_finish. */
ktn_status ktn_note_detector_append(
    ktn_note_detector *detector, const float *samples, size_t sample_count, const ktn_reading *readings,
    size_t reading_count);

/* Ends the sound, and with it the last note. KTN_FINISHED the second time. */
ktn_status ktn_note_detector_finish(ktn_note_detector *detector);

/* Moves the oldest notes to the caller. notes: space for capacity notes; may be null if capacity is 0.
 * count: receives their number. */
ktn_status ktn_note_detector_read(
    ktn_note_detector *detector, ktn_note *notes, size_t capacity, size_t *count);

/* ---- Chords: up to six notes at once, and the chord that stands ---------------------------------------- */

typedef struct ktn_chord_listener ktn_chord_listener;

/* The most notes at once, and the most pairs of them. */
#define KTN_CHORD_NOTE_LIMIT 6
#define KTN_CHORD_BEAT_LIMIT 15

/* The readings that the frequencies of a chord are medians of. */
enum {
  KTN_CHORD_RECENT = 0, /* the last 1.3 s, for a display */
  KTN_CHORD_WHOLE = 1   /* all since the chord stands, for a verdict */
};

typedef struct ktn_chord_listener_settings {
  uint32_t size;         /* of this struct in bytes; ktn_chord_listener_settings_init sets it */
  int32_t window;        /* KTN_CHORD_...; recent by default */
  double sample_rate;    /* Hz, in 8000...192000; 44100 by default */
  double hop;            /* from one reading to the next, in samples, of 1 ms to 1 s; 0, the default, is 10 ms */
  double concert_pitch;  /* the frequency of A4, in Hz, in 300...500; 440 by default */
  double deviations[12]; /* the temperament, as of ktn_temperament; zeros, the default, are equal */
} ktn_chord_listener_settings;

/* One of the notes that sound at a time. */
typedef struct ktn_chord_note {
  double frequency;  /* the fundamental, in Hz */
  double level;      /* root mean square of its partials, in dBFS */
  double confidence; /* how likely it is that the note sounds, in 0...1 */
  double error;      /* one standard error of the frequency, in cents */
} ktn_chord_note;

/* The notes that sound at a time, as `kammerton track --chords` has them. There is one reading per hop, the first at
 * the first sample. */
typedef struct ktn_chord_reading {
  double time;        /* s since the first sample */
  int32_t note_count; /* 0...KTN_CHORD_NOTE_LIMIT */
  int32_t reserved;   /* 0 */
  ktn_chord_note notes[KTN_CHORD_NOTE_LIMIT]; /* from the lowest; zeros beyond the count */
} ktn_chord_reading;

/* A note of a chord that stands. */
typedef struct ktn_told_note {
  double frequency;    /* the median, in Hz */
  double cents;        /* how far it lies above the note, in cents */
  double level;        /* the newest, in dBFS */
  double ratio_cents;  /* how far it lies above the pure interval, in cents */
  int32_t note;        /* a MIDI number */
  int32_t numerator;   /* the pure interval that it is nearest to, above the base of the chord, octaves left out: 5 of 5/4 */
  int32_t denominator; /* 4 of 5/4 */
  int32_t is_sounding; /* 0 while it is waited for, for a moment before the chord changes */
} ktn_told_note;

/* Two partials of two notes that are nearly one, and beat. */
typedef struct ktn_chord_beat {
  double rate;           /* the difference of the two, in Hz */
  int32_t lower;         /* the place of the lower note in the chord */
  int32_t upper;         /* the place of the upper note */
  int32_t lower_partial; /* the number of the lower note's partial, from 1 */
  int32_t upper_partial; /* the number of the upper note's partial */
  int32_t is_locked;     /* 1 if it is slower than 0.5 Hz: the interval is pure */
  int32_t reserved;      /* 0 */
} ktn_chord_beat;

/* The chord that stands, as `kammerton tune chord` tells it. */
typedef struct ktn_chord {
  double start;       /* the time of its first reading, in s since the first sample */
  double time;        /* the time of this report; of the last one if it has ended */
  uint32_t number;    /* counts the chords from 1 */
  int32_t is_end;     /* 1 if this is the last report of the chord */
  int32_t is_rest;    /* 1 if it is what is left of the chord before it, which dies away */
  int32_t is_brief;   /* 1 while it has lasted for less than 0.3 s, which is too short for a verdict */
  int32_t base;       /* the place of the note that the pure intervals stand on */
  int32_t note_count; /* 0...KTN_CHORD_NOTE_LIMIT; 0 if nothing stands any more */
  int32_t beat_count; /* 0...KTN_CHORD_BEAT_LIMIT */
  int32_t reserved;   /* 0 */
  ktn_told_note notes[KTN_CHORD_NOTE_LIMIT];  /* from the lowest; zeros beyond the count */
  ktn_chord_beat beats[KTN_CHORD_BEAT_LIMIT]; /* from the lowest pair; zeros beyond the count */
} ktn_chord;

/* Writes the defaults. size: sizeof(ktn_chord_listener_settings). */
ktn_status ktn_chord_listener_settings_init(ktn_chord_listener_settings *settings, size_t size);

/* Creates a listener at the start of a stream. listener: receives the handle, or null on failure. */
ktn_status ktn_chord_listener_create(
    const ktn_chord_listener_settings *settings, ktn_chord_listener **listener);
void ktn_chord_listener_free(ktn_chord_listener *listener);

/* Appends the next samples. A reading needs the samples up to 0.15 s after its time. Blocks of any size give the same
 * readings and chords, to the bit. Allocates. KTN_FINISHED after ktn_chord_listener_finish. */
ktn_status ktn_chord_listener_append(ktn_chord_listener *listener, const float *samples, size_t count);

/* Ends the stream, and with it the chord. KTN_FINISHED the second time. */
ktn_status ktn_chord_listener_finish(ktn_chord_listener *listener);

/* Moves the oldest readings to the caller: what is not read is kept. readings: space for capacity readings; may be null
 * if capacity is 0. count: receives their number. */
ktn_status ktn_chord_listener_read(
    ktn_chord_listener *listener, ktn_chord_reading *readings, size_t capacity, size_t *count);

/* Moves the oldest reports to the caller: one when a chord is told or none stands any more, ten a second while one
 * stands, and one at its end. chords: space for capacity reports; may be null if capacity is 0. count: receives their
 * number. */
ktn_status ktn_chord_listener_read_chords(
    ktn_chord_listener *listener, ktn_chord *chords, size_t capacity, size_t *count);

/* Writes the name of a chord, such as Bbm7/Db, or of the interval of two notes, such as M3; nothing for notes without
 * a common name. 32 bytes are always enough. Only the numbers of its notes are read, 0...127. spelling: KTN_SPELLING_...,
 * for a root that needs equally many signs either way. */
ktn_status ktn_chord_name(const ktn_chord *chord, int32_t spelling, char *buffer, size_t capacity);

/* Writes the name of a note as its chord spells it, such as Eb4 in C minor. index: its place. 16 bytes are always
 * enough. spelling: of notes that are in no named chord. */
ktn_status ktn_chord_note_name(
    const ktn_chord *chord, size_t index, int32_t spelling, char *buffer, size_t capacity);

/* ---- Notes: names, numbers, frequencies, cents --------------------------------------------------- */

/* The spelling of the black keys. */
enum {
  KTN_SPELLING_SHARPS = 0, /* C# D# F# G# A# */
  KTN_SPELLING_FLATS = 1,  /* Db Eb Gb Ab Bb */
  KTN_SPELLING_MIXED = 2   /* C# Eb F# Ab Bb */
};

/* The MIDI number of a note such as "A4", "c#3", "Bb" (octave 4) or "F♯-1": letter, signs, octave in
 * -99...99. */
ktn_status ktn_note_number(const char *name, int32_t *number);

/* Writes a note as it is spelled, in ASCII: "b♭3" becomes "Bb3", and "cb" is "Cb4". buffer: receives it with
 * its zero byte; 16 bytes are always enough. */
ktn_status ktn_note_spelled(const char *name, char *buffer, size_t capacity);

/* Writes the name of a note in ASCII, such as "A4" or "Bb-1". buffer: receives it with its zero byte;
 * 16 bytes are always enough. number: in -1300...1300. spelling: KTN_SPELLING_... */
ktn_status ktn_note_name(int32_t number, int32_t spelling, char *buffer, size_t capacity);

/* The frequency of a note, in Hz.
 * number: the note, in -1300...1300. cents: how far above it, in -120000...120000. concert_pitch: of A4,
 * in Hz, in 300...500. temperament: twelve deviations as of ktn_temperament; null is equal temperament. */
ktn_status ktn_note_frequency(
    int32_t number, double cents, double concert_pitch, const double *temperament, double *frequency);

/* The note nearest to a frequency, and how far above it the frequency lies, in cents.
 * frequency: Hz, in 1e-6...1e12. The rest as of ktn_note_frequency. cents: may be null. */
ktn_status ktn_nearest_note(
    double frequency, double concert_pitch, const double *temperament, int32_t *number, double *cents);

/* The same of many frequencies. One that is NaN, such as a track has where there is no pitch, gives the number 0
 * and NaN cents. frequencies: count of them. numbers, cents: space for count numbers; either may be null. */
ktn_status ktn_nearest_notes(
    const double *frequencies, size_t count, double concert_pitch, const double *temperament,
    int32_t *numbers, double *cents);

/* The interval from one frequency to another, in cents; both in Hz, above 0 and finite. */
ktn_status ktn_interval_cents(double from, double to, double *cents);

/* The same of many pairs; NaN gives NaN. cents: space for count intervals. */
ktn_status ktn_interval_cents_of_many(const double *from, const double *to, size_t count, double *cents);

/* The number of temperaments, and their names; null for an index that is too large. Scales without twelve
 * degrees are excluded. */
size_t ktn_temperament_count(void);
const char *ktn_temperament_name(size_t index);

/* How far the notes of a temperament lie above equal temperament.
 * name: one of the names, or another name that kammerton scale accepts. root: the pitch class of its
 * degree 0, counted from C, in 0...11. deviations: receives twelve numbers, from C to B, in cents; that of
 * A is 0. */
ktn_status ktn_temperament(const char *name, int32_t root, double *deviations);

/* ---- Tuner: samples in; notes, cents and in-tune state out ---------------------------------------- */

typedef struct ktn_tuner ktn_tuner;

/* The target of a tuner. */
enum {
  KTN_TARGET_CHROMATIC = 0, /* the nearest note */
  KTN_TARGET_STRINGS = 1,   /* the nearest string of an instrument */
  KTN_TARGET_STRING = 2,    /* one string of an instrument */
  KTN_TARGET_NOTE = 3       /* one note */
};

typedef struct ktn_tuner_settings {
  uint32_t size;           /* of this struct in bytes; ktn_tuner_settings_init sets it */
  int32_t gate;            /* KTN_GATE_...; automatic by default */
  double gate_level;       /* with KTN_GATE_LEVEL: dBFS, in -120...0 */
  double sample_rate;      /* Hz, in 8000...192000; 44100 by default */
  double lowest;           /* the lowest frequency to look for, in Hz; 0, the default, is 26, and with an
                              instrument 0.6 of its lowest string if that is less */
  double highest;          /* the highest one; 0, the default, is 4980, or 0.45 of the rate if less */
  double concert_pitch;    /* the frequency of A4, in Hz, in 300...500; 440 by default */
  double tolerance;        /* what counts as in tune, in cents to both sides, in 0.1...50; 3 by default */
  double deviations[12];   /* the temperament, as of ktn_temperament; zeros, the default, are equal */
  const char *instrument;  /* with KTN_TARGET_STRINGS and _STRING: its name, or the start of it */
  const char *tuning;      /* the name of its tuning; null, the default, for the usual one */
  int32_t target;          /* KTN_TARGET_...; chromatic by default */
  int32_t string;          /* with KTN_TARGET_STRING: its number, from 1; a guitar's 6 is E2 */
  int32_t note;            /* with KTN_TARGET_NOTE: the MIDI number, in 0...127; 69 by default */
  int32_t reserved;        /* 0 */
  double note_cents;       /* with KTN_TARGET_NOTE: how far above the note, in cents, in -100...100 */
} ktn_tuner_settings;

/* What a tuner's pitch belongs to. */
enum {
  KTN_SOUNDING_NOTHING = 0, /* no pitch is shown */
  KTN_SOUNDING_TONE = 1,    /* a tone */
  KTN_SOUNDING_SEVERAL = 2  /* several tones at once: the pitch is only their common divisor, and never in tune */
};

/* The display of a tuner, every 10 ms. While nothing sounds, all fields except time and levels are 0. */
typedef struct ktn_tuner_reading {
  double time;             /* s since the first sample */
  double level;            /* root mean square, in dBFS; -infinity for zeros */
  double gate_threshold;   /* the level below which nothing counts as sound, in dBFS */
  double frequency;        /* steadied, in Hz */
  double target_frequency; /* of the target, in Hz */
  double cents;            /* how far the frequency lies above the target, in cents */
  int32_t note;            /* the target, as a MIDI number */
  int32_t string;          /* the number of its string, from 1; 0 without one */
  int32_t is_sounding;     /* KTN_SOUNDING_...: 0 if no pitch is shown */
  int32_t is_held;         /* 1 if the sound has stopped and its last value is still shown */
  int32_t side;            /* -1 flat, 0 near enough, 1 sharp */
  int32_t is_in_tune;      /* 1 if it has been in tune long enough */
} ktn_tuner_reading;

/* A note that was played, from its start to its end. */
typedef struct ktn_heard_note {
  double start;            /* s since the first sample */
  double duration;         /* s */
  double target_frequency; /* of the target, in Hz */
  double mean_cents;       /* the mean distance from the target, in cents */
  double spread;           /* the standard deviation of that distance, in cents */
  double time_in_tune;     /* how long it was within the tolerance, in s */
  int32_t note;            /* the target, as a MIDI number */
  int32_t string;          /* the number of its string, from 1; 0 without one */
} ktn_heard_note;

/* Writes the defaults. size: sizeof(ktn_tuner_settings). */
ktn_status ktn_tuner_settings_init(ktn_tuner_settings *settings, size_t size);

/* Creates a tuner at the start of a stream. tuner: receives the handle, or null on failure. */
ktn_status ktn_tuner_create(const ktn_tuner_settings *settings, ktn_tuner **tuner);
void ktn_tuner_free(ktn_tuner *tuner);

/* Changes concert pitch, temperament, tolerance, target and gate within a stream. The tuner keeps its sample
 * rate and search range. A new tolerance ends the current note. */
ktn_status ktn_tuner_configure(ktn_tuner *tuner, const ktn_tuner_settings *settings);

/* Appends the next samples, like ktn_tracker_append. */
ktn_status ktn_tuner_append(ktn_tuner *tuner, const float *samples, size_t count);

/* Ends the stream and the current note. KTN_FINISHED the second time. */
ktn_status ktn_tuner_finish(ktn_tuner *tuner);

/* Forgets the current note, for example after a reference tone. A finished stream restarts at 0 s. */
ktn_status ktn_tuner_reset(ktn_tuner *tuner);

/* Move the oldest readings, or the oldest notes that have ended, to the caller, like ktn_tracker_read. */
ktn_status ktn_tuner_read(
    ktn_tuner *tuner, ktn_tuner_reading *readings, size_t capacity, size_t *count);
ktn_status ktn_tuner_read_notes(
    ktn_tuner *tuner, ktn_heard_note *notes, size_t capacity, size_t *count);

/* ---- Freeze: the first stable pitch of each note --------------------------------------------------- */

/* A tuner whose display stands still: a player who watches the needle corrects the note by eye. It reads the first
 * stable pitch of each note, as kammerton tune --freeze does, and of a bell its strike note. */
typedef struct ktn_freeze ktn_freeze;

/* Creates one at the start of a stream. settings: those of a tuner. freeze: receives the handle, or null on
 * failure. */
ktn_status ktn_freeze_create(const ktn_tuner_settings *settings, ktn_freeze **freeze);
void ktn_freeze_free(ktn_freeze *freeze);

/* Changes concert pitch, temperament, tolerance, target and gate for the next notes, like ktn_tuner_configure. */
ktn_status ktn_freeze_configure(ktn_freeze *freeze, const ktn_tuner_settings *settings);

/* Appends the next samples. KTN_FINISHED after ktn_freeze_finish. Blocks of any size give the same readings, to the
 * bit. Allocates. */
ktn_status ktn_freeze_append(ktn_freeze *freeze, const float *samples, size_t count);

/* Marks a gap in the samples: append silence for those that are missing, if their number is known. */
ktn_status ktn_freeze_interrupt(ktn_freeze *freeze);

/* Ends the stream, and with it the last note. KTN_FINISHED the second time. */
ktn_status ktn_freeze_finish(ktn_freeze *freeze);

/* Moves the oldest readings to the caller, one for each note that has a stable pitch, like ktn_tracker_read. The time
 * is that at which the pitch became stable; is_held is 0. */
ktn_status ktn_freeze_read(
    ktn_freeze *freeze, ktn_tuner_reading *readings, size_t capacity, size_t *count);

/* ---- Instruments: what a tuner can tune ----------------------------------------------------------- */

/* The instruments of the tuner, counted from 0, and their tunings, the standard one first. Names are
 * written with their zero byte; 81 bytes are always enough. */
size_t ktn_instrument_count(void);
ktn_status ktn_instrument_name(size_t index, char *buffer, size_t capacity);
ktn_status ktn_tuning_count(size_t instrument, size_t *count);
ktn_status ktn_tuning_name(size_t instrument, size_t tuning, char *buffer, size_t capacity);

/* A string of a tuning. */
typedef struct ktn_string {
  int32_t number; /* of its course, from 1; a guitar's 6 is E2 */
  int32_t note;   /* as a MIDI number */
  double cents;   /* how far above the note it is tuned, in cents */
} ktn_string;

/* The strings of a tuning, as a player lists them. instrument, tuning: names, as in the settings of a
 * tuner. strings: space for capacity strings; 400 are always enough. count: receives their number, even
 * with KTN_BUFFER_TOO_SMALL. */
ktn_status ktn_tuning_strings(
    const char *instrument, const char *tuning, ktn_string *strings, size_t capacity, size_t *count);

/* ---- Strum: all strings of an instrument at once -------------------------------------------------- */

typedef struct ktn_strum ktn_strum;

/* The most strings of a strum, those of a course counted each, and the most courses. */
#define KTN_STRUM_STRING_LIMIT 26
#define KTN_STRUM_COURSE_LIMIT 16

typedef struct ktn_strum_settings {
  uint32_t size;             /* of this struct in bytes; ktn_strum_settings_init sets it */
  uint32_t frequency_count;  /* of frequencies; 0, the default, for the strings of the instrument */
  double sample_rate;        /* Hz, in 8000...192000; 44100 by default */
  double concert_pitch;      /* the frequency of A4, in Hz, in 300...500; 440 by default */
  double deviations[12];     /* the temperament, as of ktn_temperament; zeros, the default, are equal */
  const char *instrument;    /* its name, or the start of it; "guitar" by default */
  const char *tuning;        /* the name of its tuning; null, the default, for the usual one */
  const double *frequencies; /* what other strings are tuned to, in Hz, 20 up to a sixth of the sample rate;
                                two that are equal are a course */
} ktn_strum_settings;

/* One string of a reading. While a string does not sound, its frequency, cents, error, glide and beat are 0. */
typedef struct ktn_strum_string {
  double time;             /* the end of the samples that were used, in s since the first sample */
  double target_frequency; /* in Hz */
  double frequency;        /* in Hz */
  double cents;            /* how far the frequency lies above the target, in cents */
  double error;            /* one standard error of the cents */
  double glide;            /* how fast the pitch rises, in cents per second */
  double beat;             /* beats per second with the others of its course; 0 if none is known */
  double beat_limit;       /* the slowest beat that could be seen, in Hz; 0 without one */
  uint32_t strum;          /* the number of the strum, from 1 */
  int32_t number;          /* of its course, from 1; without an instrument, the place of its frequency, from 1 */
  int32_t note;            /* the target, as a MIDI number */
  int32_t is_sounding;     /* 1 if the string sounds */
  int32_t is_merged;       /* 1 if it and another one that is tuned alike are read as one */
  int32_t is_other;        /* 1 if the sound is mostly something else than the strings, such as a chord */
  int32_t is_clipped;      /* 1 if the strum reaches full scale */
  int32_t reserved;        /* 0 */
} ktn_strum_string;

/* Writes the defaults. size: sizeof(ktn_strum_settings). */
ktn_status ktn_strum_settings_init(ktn_strum_settings *settings, size_t size);

/* Creates a tuner of strums. KTN_TOO_MANY_STRINGS for an instrument with more than can be heard at once.
 * strum: receives the handle, or null on failure. */
ktn_status ktn_strum_create(const ktn_strum_settings *settings, ktn_strum **strum);
void ktn_strum_free(ktn_strum *strum);

/* The number of strings of each reading; 0 for a null handle. */
size_t ktn_strum_string_count(const ktn_strum *strum);

/* Appends the next samples. A strum is read 0.56 s after it began, and then ten times a second while it
 * sounds. Allocates. */
ktn_status ktn_strum_append(ktn_strum *strum, const float *samples, size_t count);

/* Marks a gap in the samples: the strum that sounds is not read any more. */
ktn_status ktn_strum_interrupt(ktn_strum *strum);

/* Moves the oldest strings to the caller: a reading is ktn_strum_string_count of them, as a player lists them.
 * strings: space for capacity strings; may be null if capacity is 0. count: receives their number. */
ktn_status ktn_strum_read(
    ktn_strum *strum, ktn_strum_string *strings, size_t capacity, size_t *count);

/* ---- Onsets: when sounds start -------------------------------------------------------------------- */

typedef struct ktn_onset_detector ktn_onset_detector;

/* The start of a note, a stroke, a clap or another sound. */
typedef struct ktn_onset {
  double time;     /* when its attack first reaches a quarter of its amplitude, in s since the first sample */
  double rise;     /* from a quarter to 90 percent of its amplitude, in s */
  double level;    /* of the attack, in dBFS */
  double strength; /* the mean rise of its frequency bands, in powers of ten; above 0 */
} ktn_onset;

/* Creates a detector. sample_rate: in Hz, in 8000...192000. detector: receives the handle, or null on failure. */
ktn_status ktn_onset_create(double sample_rate, ktn_onset_detector **detector);
void ktn_onset_free(ktn_onset_detector *detector);

/* Appends the next samples. Onsets follow up to 0.35 s after they sound. Allocates. */
ktn_status ktn_onset_append(ktn_onset_detector *detector, const float *samples, size_t count);

/* Marks a gap in the samples: append silence for those that are missing, if their number is known. */
ktn_status ktn_onset_interrupt(ktn_onset_detector *detector);

/* Ends the stream: all onsets can be read, and no samples may follow. */
ktn_status ktn_onset_finish(ktn_onset_detector *detector);

/* Moves the oldest onsets to the caller. onsets: space for capacity of them; may be null if capacity is 0.
 * count: receives their number. */
ktn_status ktn_onset_read(
    ktn_onset_detector *detector, ktn_onset *onsets, size_t capacity, size_t *count);

/* ---- Piano: keys, their stretch, and their unisons ------------------------------------------------ */

typedef struct ktn_piano ktn_piano;

/* The keys of a piano: A0...C8, MIDI numbers 21...108. */
#define KTN_PIANO_KEYS 88

/* What a tuning makes pure, as far as stiff strings allow. */
enum {
  KTN_STYLE_OCTAVES = 0,
  KTN_STYLE_BALANCED = 1, /* octaves first, then twelfths and fifths */
  KTN_STYLE_TWELFTHS = 2
};

/* The purpose of the sound. */
enum {
  KTN_PIANO_TUNE = 0,          /* keys are compared with their targets */
  KTN_PIANO_MEASURE_BEFORE = 1, /* keys are measured, and the measurements kept as those before tuning */
  KTN_PIANO_MEASURE_AFTER = 2   /* the same after tuning */
};

typedef struct ktn_piano_settings {
  uint32_t size;           /* of this struct in bytes; ktn_piano_settings_init sets it */
  int32_t style;           /* KTN_STYLE_...; balanced by default */
  double sample_rate;      /* Hz, in 16000...192000; 44100 by default */
  double concert_pitch;    /* the frequency of A4, in Hz, in 300...500; 440 by default */
  const char *temperament; /* the name of a temperament, on C; null, the default, is equal */
  int32_t is_raising;      /* 1 to tune flat keys sharp, for a piano whose pitch is raised as a whole */
  int32_t reserved;        /* 0 */
} ktn_piano_settings;

/* What a key is tuned to. */
typedef struct ktn_piano_key {
  double frequency;         /* of the first partial, in Hz */
  double cents;             /* above equal temperament, with stretch and temperament */
  double partial_frequency; /* of the partial to listen to, in Hz */
  double inharmonicity;     /* B, partial k at k f sqrt(1 + B k^2): as measured, or as its neighbours suggest */
  int32_t partial;          /* the number of the partial to listen to */
  int32_t key;              /* the MIDI number */
} ktn_piano_key;

/* A reading of the key that sounds, ten times a second. */
typedef struct ktn_piano_reading {
  double time;           /* the end of the samples that were used, in s since the first sample */
  double frequency;      /* of the partial, in Hz */
  double cents;          /* how far the key lies above its target, in cents */
  double error;          /* one standard error of the cents */
  int32_t key;           /* the MIDI number */
  int32_t partial;       /* the number of the partial that is listened to */
  int32_t is_new_stroke; /* 1 for the first reading of a stroke */
  int32_t is_clipped;    /* 1 if the stroke reaches full scale */
} ktn_piano_reading;

/* A stroke that was measured: the strings of a key, against each other and with their stiffness. */
typedef struct ktn_piano_measurement {
  double time;                /* the end of the stroke, in s since the first sample */
  double frequency;           /* of the first partial, in Hz; that of the mean of several strings */
  double frequency_error;     /* one standard error of it, in cents */
  double cents;               /* above equal temperament without stretch */
  double inharmonicity;       /* B, as of ktn_piano_key */
  double inharmonicity_error; /* one standard error of it, as a share; 1 or more if B is not known */
  double beat;                /* the slowest beat that a listener hears, in Hz; 0 without one */
  double beat_limit;          /* the slowest beat that the stroke could show, in Hz */
  int32_t status;             /* KTN_OK; or KTN_SILENT, KTN_TOO_SHORT or KTN_NO_KEY, and all else is 0 */
  int32_t key;                /* the MIDI number */
  int32_t string_count;       /* the strings that can be told apart */
  int32_t is_clipped;         /* 1 if the stroke reaches full scale */
} ktn_piano_measurement;

/* Writes the defaults. size: sizeof(ktn_piano_settings). */
ktn_status ktn_piano_settings_init(ktn_piano_settings *settings, size_t size);

/* Creates a piano without measurements, at the start of a stream. piano: receives the handle, or null on
 * failure. */
ktn_status ktn_piano_create(const ktn_piano_settings *settings, ktn_piano **piano);
void ktn_piano_free(ktn_piano *piano);

/* Says what the next samples are for. At first, each key that sounds is tuned. When the purpose changes, the stroke
 * that sounds ends.
 * purpose: KTN_PIANO_... key: the only key to tune, as a MIDI number; 0 finds each. date: of what is measured, in
 * UTC, such as "2026-11-25T10:15:00Z", 1 to 32 characters without a blank; null writes "-". */
ktn_status ktn_piano_set_purpose(ktn_piano *piano, int32_t purpose, int32_t key, const char *date);

/* Takes a file that kammerton piano, the page or ktn_piano_save has written, with its measurements, concert pitch,
 * style and temperament. KTN_NOT_A_PIANO_FILE for anything else. bytes: count of them. */
ktn_status ktn_piano_load(ktn_piano *piano, const uint8_t *bytes, size_t count);

/* Writes the file. bytes: space for capacity bytes. count: receives their number, even with
 * KTN_BUFFER_TOO_SMALL. */
ktn_status ktn_piano_save(const ktn_piano *piano, uint8_t *bytes, size_t capacity, size_t *count);

/* The targets of all keys. keys: space for KTN_PIANO_KEYS of them. */
ktn_status ktn_piano_keys(const ktn_piano *piano, ktn_piano_key *keys);

/* Appends the next samples. KTN_FINISHED after ktn_piano_finish. Allocates. */
ktn_status ktn_piano_append(ktn_piano *piano, const float *samples, size_t count);

/* Ends the stream, and measures the stroke that sounds. KTN_FINISHED the second time. */
ktn_status ktn_piano_finish(ktn_piano *piano);

/* Move the oldest readings of what is tuned, or the oldest measurements, to the caller, like ktn_tracker_read.
 * While a key is tuned, its unison is measured too, after 2 s and after 4 s: such a measurement has time, key,
 * beat, beat_limit and string_count, and is not kept in the file. */
ktn_status ktn_piano_read(
    ktn_piano *piano, ktn_piano_reading *readings, size_t capacity, size_t *count);
ktn_status ktn_piano_read_measurements(
    ktn_piano *piano, ktn_piano_measurement *measurements, size_t capacity, size_t *count);

/* ---- Bell: bells, bars, drums, reeds and pipes, partial by partial --------------------------------- */

typedef struct ktn_bell ktn_bell;

/* A kind of object that is struck, plucked or blown, by the physics of its partials. */
enum {
  KTN_OBJECT_ANY = -1,      /* told from the sound: a bar, drum, tongue or tube that its partials clearly fit, or
                               else a bell */
  KTN_OBJECT_BELL = 0,      /* a tuned bell, with a minor or a major third */
  KTN_OBJECT_BAR = 1,       /* a free bar of even thickness: glockenspiel, celesta, tuning fork */
  KTN_OBJECT_MARIMBA = 2,   /* a bar that is cut to 1 : 4 : 10 */
  KTN_OBJECT_XYLOPHONE = 3, /* a bar that is cut to 1 : 3 */
  KTN_OBJECT_VIBRAPHONE = 4,/* a metal bar that is cut to 1 : 4 */
  KTN_OBJECT_TUBE = 5,      /* a tubular bell */
  KTN_OBJECT_DRUM = 6,      /* a kettledrum */
  KTN_OBJECT_TONGUE = 7,    /* a tongue of steel, or a note of a handpan */
  KTN_OBJECT_KALIMBA = 8,   /* a clamped bar, such as the tines of a kalimba */
  KTN_OBJECT_REED = 9,      /* one to three reeds, a few hertz apart */
  KTN_OBJECT_PIPE = 10      /* an organ pipe */
};

/* The name of a kind of object, such as "bell", and the name of its partial, such as "tierce"; null for a number that
 * is too large. partial: from 0. */
const char *ktn_object_name(int32_t object);
const char *ktn_object_partial_name(int32_t object, int32_t partial);

/* The third of a bell. */
enum { KTN_THIRD_OWN = 0, KTN_THIRD_MINOR = 1, KTN_THIRD_MAJOR = 2 };

/* The purpose of the sound. */
enum {
  KTN_BELL_TUNE = 0,           /* objects are measured, and not kept */
  KTN_BELL_MEASURE_BEFORE = 1, /* measurements are kept as those before tuning */
  KTN_BELL_MEASURE_AFTER = 2   /* the same after tuning */
};

typedef struct ktn_bell_settings {
  uint32_t size;           /* of this struct in bytes; ktn_bell_settings_init sets it */
  int32_t object;          /* KTN_OBJECT_...; any by default, and a bell for what is kept */
  double sample_rate;      /* Hz, in 8000...192000; 44100 by default */
  double concert_pitch;    /* the frequency of A4, in Hz, in 300...500; 440 by default */
  const char *temperament; /* the name of a temperament, on C; null, the default, is equal */
  double temperature;      /* that the pitch of pipes is meant for, in degrees Celsius, in -50...60; 20 by default */
  int32_t third;           /* the third that bells are to have: KTN_THIRD_...; by default that of each bell */
  int32_t reserved;        /* 0 */
} ktn_bell_settings;

/* The most partials of a measurement. */
#define KTN_BELL_PARTIALS 8

/* A partial of an object, or one of its reeds. What is not known is NaN. */
typedef struct ktn_bell_partial {
  double frequency;   /* in Hz */
  double error;       /* one standard error of it, in cents */
  double cents;       /* above the strike note */
  double off;         /* above its place, in cents; of a reed, above its target */
  double level;       /* below the strongest one, in dB: 0 or less */
  double decay;       /* the time in which it falls by 60 dB, in s */
  double beat;        /* between the two lines of the partial, or with the reed below, in Hz; 0 without one */
  double wanted_beat; /* of a reed: the beat that it is to have, in Hz */
  int32_t number;     /* as of ktn_object_partial_name, or the number of the reed, from 0 */
  int32_t reserved;   /* 0 */
} ktn_bell_partial;

/* A stroke that was measured, or refused: then the status says why, and all numbers are 0. */
typedef struct ktn_bell_measurement {
  double strike;         /* the strike note, in Hz; of a bell an octave below its nominal */
  double cents;          /* how far it lies above its note, in cents */
  double duration;       /* of the sound that was used, in s */
  double score;          /* how well the partials fit the object, in 0...1 */
  double air;            /* the temperature of the air in degrees Celsius; NaN if it was not noted */
  int32_t status;        /* KTN_OK; or KTN_SILENT, KTN_TOO_SHORT, KTN_NO_OBJECT, KTN_OTHER_OBJECT, and
                            KTN_INTERRUPTED if samples of the stroke are missing */
  int32_t object;        /* KTN_OBJECT_...; with KTN_OTHER_OBJECT, what it sounds like */
  int32_t likelier;      /* an object that the partials fit better; KTN_OBJECT_ANY without one */
  int32_t note;          /* the MIDI number of the note that it has, or is to have */
  int32_t purpose;       /* KTN_BELL_MEASURE_BEFORE or _AFTER */
  int32_t third;         /* KTN_THIRD_MINOR or _MAJOR of a bell that has one, else KTN_THIRD_OWN */
  int32_t is_final;      /* 0 for a first result, by the first 1.5 s of a stroke that goes on */
  int32_t is_clipped;    /* 1 if the stroke reaches full scale */
  int32_t is_mixed;      /* 1 if another bell seems to sound as well */
  int32_t is_doubtful;   /* 1 if the partials leave a doubt about the object, and so about the strike note */
  int32_t is_kept;       /* 1 if it is kept in the file */
  int32_t partial_count; /* of partials */
  ktn_bell_partial partials[KTN_BELL_PARTIALS]; /* from the lowest; the rest are 0 */
} ktn_bell_measurement;

/* Writes the defaults. size: sizeof(ktn_bell_settings). */
ktn_status ktn_bell_settings_init(ktn_bell_settings *settings, size_t size);

/* Creates a set of objects without measurements, at the start of a stream. bell: receives the handle, or null on
 * failure. */
ktn_status ktn_bell_create(const ktn_bell_settings *settings, ktn_bell **bell);
void ktn_bell_free(ktn_bell *bell);

/* Says what the next samples are for. At first, strokes are measured and not kept. The stroke that sounds ends.
 * purpose: KTN_BELL_... note: the MIDI number of the note that is struck, in 0...127; -1 takes the nearest. air: the
 * temperature of the room in degrees Celsius, in -50...60, for pipes; NaN if it is not known. date: of what is measured,
 * as of ktn_piano_set_purpose. */
ktn_status ktn_bell_set_purpose(
    ktn_bell *bell, int32_t purpose, int32_t note, double air, const char *date);

/* Sets the beat that the reeds of a note are to have; those of notes between follow. note: in 0...127. rate: in Hz, in
 * 0...50; NaN removes it. */
ktn_status ktn_bell_set_beat(ktn_bell *bell, int32_t note, double rate);

/* Takes a file that kammerton bell, the page or ktn_bell_save has written, with its measurements and settings.
 * KTN_NOT_A_BELL_FILE for anything else. bytes: count of them. */
ktn_status ktn_bell_load(ktn_bell *bell, const uint8_t *bytes, size_t count);

/* Writes the file. bytes: space for capacity bytes. count: receives their number, even with
 * KTN_BUFFER_TOO_SMALL. */
ktn_status ktn_bell_save(const ktn_bell *bell, uint8_t *bytes, size_t capacity, size_t *count);

/* The measurements of the file, in the order of measuring, against their targets now. measurements: space for capacity
 * of them. count: receives their number, even with KTN_BUFFER_TOO_SMALL. */
ktn_status ktn_bell_objects(
    const ktn_bell *bell, ktn_bell_measurement *measurements, size_t capacity, size_t *count);

/* Appends the next samples: strokes, one after another. A stroke is measured after 1.5 s and again when it is over, at
 * the latest after 6 s. KTN_FINISHED after ktn_bell_finish. Blocks of any size give the same measurements, to the bit.
 * Allocates. */
ktn_status ktn_bell_append(ktn_bell *bell, const float *samples, size_t count);

/* Marks a gap in the samples: the stroke that sounds is not measured. */
ktn_status ktn_bell_interrupt(ktn_bell *bell);

/* Ends the stream, and measures the stroke that sounds. KTN_FINISHED the second time. */
ktn_status ktn_bell_finish(ktn_bell *bell);

/* Moves the oldest measurements to the caller, like ktn_tracker_read. */
ktn_status ktn_bell_read(
    ktn_bell *bell, ktn_bell_measurement *measurements, size_t capacity, size_t *count);

/* ---- Practice: how a score or a rhythm was played ------------------------------------------------- */

typedef struct ktn_practice ktn_practice;

/* How a score is gone through. */
enum {
  KTN_PRACTICE_THROUGH = 0, /* from its beginning to its end, in any tempo */
  KTN_PRACTICE_WAIT = 1,    /* note by note: the next one once the last one was right */
  KTN_PRACTICE_LOOP = 2     /* again and again, until it was right often enough in a row */
};

/* What is practised is exactly one of these: a score as text, a MIDI file, or a rhythm. */
typedef struct ktn_practice_settings {
  uint32_t size;           /* of this struct in bytes; ktn_practice_settings_init sets it */
  int32_t mode;            /* KTN_PRACTICE_...; through by default. A rhythm is always gone through */
  const char *score;       /* a scale, such as "C-major", "Bb3-harmonic-minor-up" or
                              "C-major-in-thirds-from-G3-to-G5", or notes, such as "C4 D4:0.5 -:1 E4": octave 4 if there is none, after the colon the length in
                              quarter notes, 0.01...64 (default 1), and a hyphen for a rest; null for none */
  const uint8_t *midi;     /* a standard MIDI file; null for none */
  size_t midi_count;       /* its bytes */
  const char *temperament; /* the name of a temperament; null, the default, is equal */
  double concert_pitch;    /* the frequency of A4, in Hz, in 300...500; 440 by default */
  double tempo;            /* quarter notes per minute, in 20...400; 0, the default, for that of the MIDI
                              file, or else that of the player */
  double swing;            /* where the second of two eighths belongs, in percent of the beat, in 50...80; 50
                              by default; 0 for where the player puts it */
  double tolerance;        /* of a loop: the largest deviation of a right note, in cents, in 1...70; 25 */
  int32_t root;            /* pitch class of the temperament's degree 0, from C, in 0...11; -1, the default, for
                              the tonic of the score, or C if it has none */
  int32_t octaves;         /* of a scale without "to", in 1...4; 1 by default */
  int32_t voice;           /* of a MIDI file, from 1; 0, the default, for the first with notes */
  int32_t first_bar;       /* practise these bars only, by their numbers from 1; 0, the default, for all */
  int32_t last_bar;        /* the last one; 0 for all */
  int32_t beat_count;      /* of a rhythm: the beats of a bar, in 1...128; 0, the default, without one */
  int32_t beat_unit;       /* their note value: 1, 2, 4, 8, 16, 32 or 64; 4 by default */
  int32_t subdivision;     /* sounds per beat, in 1...16; 1 by default */
  uint32_t played_beats;   /* a bit for each of the first 32 beats that is played, the lowest for the first, and
                              all later beats are; 0, the default, for all */
  int32_t goal;            /* of a loop: right passes in a row that end it, in 1...100; 3 by default */
  int32_t has_click;       /* 1 if the player follows a click, which begins a bar before the score:
                              see ktn_practice_set_start */
  int32_t follows_rubato;  /* 1 to compare times with a curve that follows the player; not with a click */
  int32_t ignores_octaves; /* 1 if a note that is waited for is right in any octave */
  int32_t ends_by_silence; /* 1 if a silence of 4 s or more ends the playing, or a pass of 2 s or more; 0, the
                              default, for recordings */
  int32_t is_live;         /* 1, the default, to judge each note when it ends; 0 for recordings of which only
                              the result matters */
  int32_t reserved;        /* 0 */
} ktn_practice_settings;

/* What happens to a playing. */
enum {
  KTN_PRACTICE_NOTE = 0,    /* a note has ended, or another sound of a rhythm has begun */
  KTN_PRACTICE_RIGHT = 1,   /* the note that was waited for */
  KTN_PRACTICE_OCTAVE = 2,  /* the same note in another octave */
  KTN_PRACTICE_WRONG = 3,   /* another note than that which is waited for */
  KTN_PRACTICE_SKIPPED = 4, /* ktn_practice_skip left out the note that was waited for */
  KTN_PRACTICE_CUE = 5,     /* the note that ended last was off: cue says how */
  KTN_PRACTICE_PASS = 6     /* a pass of a loop is over: ktn_practice_passes has it */
};

/* How a note was off: by its pitch or its time, whichever is farther off. */
enum {
  KTN_CUE_NONE = 0,
  KTN_CUE_EARLY = 1,
  KTN_CUE_LATE = 2,
  KTN_CUE_SHARP = 3,
  KTN_CUE_FLAT = 4,
  KTN_CUE_WRONG = 5
};

typedef struct ktn_practice_event {
  double time;      /* of NOTE, when it began, or else up to when the sound was analysed; in s since the start */
  double frequency; /* of NOTE, in Hz; NaN of a rhythm and of all others */
  double cents;     /* of NOTE and RIGHT, how far above the note of the score; NaN if it is another note, or if
                       the playing is not judged while it goes on */
  double late;      /* of NOTE, in ms; NaN while no tempo is known, which takes six notes */
  int32_t kind;     /* KTN_PRACTICE_NOTE or one of those that follow */
  int32_t index;    /* of NOTE, RIGHT and SKIPPED, the index of the note of the score, from 0, and -1 for one that
                       is not in the score; of PASS, that of the pass */
  int32_t note;     /* of NOTE, RIGHT and SKIPPED, the note of the score; of WRONG, the note that was played; -1
                       without one */
  int32_t octaves;  /* of OCTAVE, how many octaves higher it was played than before */
  int32_t cue;      /* of CUE, KTN_CUE_... */
  int32_t is_wrong; /* of NOTE, 1 if another note was played than that of the score */
} ktn_practice_event;

/* What became of a note of the score. */
enum {
  KTN_NOTE_RIGHT = 0,
  KTN_NOTE_WRONG = 1,      /* another note was played */
  KTN_NOTE_MISSING = 2,    /* not played, or not yet */
  KTN_NOTE_AS_ONE = 3,     /* it repeats a note, and was played as one with it: right, without a time */
  KTN_NOTE_LEFT_OUT = 4    /* a grace note, or a beat before the first that was played: need not be played */
};

/* A note of the score, or a beat of a rhythm, and how it was played. What is not known is NaN. */
typedef struct ktn_practice_note {
  double onset;           /* in quarter notes from the start of the score */
  double duration;        /* in quarter notes; 0 for a grace note */
  double beat;            /* the beat in the bar, from 1 */
  double cents;           /* above the temperament, apart from the offset of the whole playing */
  double first_cents;     /* the same of its first stable pitch, before any correction */
  double last_cents;      /* the same of its last stable pitch */
  double spread;          /* of its pitch, in cents */
  double frequency;       /* in Hz */
  double time;            /* when it was played, in s since the start */
  double played_duration; /* for how long, in s */
  double expected;        /* when it was expected, in s since the start */
  double late;            /* how late it was, in ms; negative if early */
  int32_t note;           /* the MIDI number; -1 for a rhythm */
  int32_t bar;            /* its number; 0 without one, and for a pickup */
  int32_t state;          /* KTN_NOTE_RIGHT or one of those that follow */
  int32_t is_grace;       /* 1 for a grace note */
  int32_t is_in_tune;     /* 1 if it is right, and at most 10 cents off */
  int32_t is_corrected;   /* 1 if the player moved its pitch by 5 cents or more */
} ktn_practice_note;

/* The whole playing. What is not known is NaN. */
typedef struct ktn_practice_result {
  double duration;        /* of the sound that was analysed, in s */
  double offset;          /* the median deviation from the concert pitch, in cents */
  double spread;          /* the root mean square of all deviations, apart from the offset, in cents */
  double first_spread;    /* the same of the first stable pitches */
  double last_spread;     /* the same of the last stable pitches */
  double own_a4;          /* the player's own A4, in Hz */
  double median_late;     /* how late the median note was against the click, in ms */
  double time_spread;     /* the standard deviation of the times, in ms */
  double tempo;           /* the mean, in quarter notes per minute */
  double tempo_error;     /* one standard error of it */
  double tempo_start;     /* the tempo at the first note */
  double tempo_end;       /* the tempo at the last note */
  double swing_ratio;     /* the first of two eighths divided by the second: 1 straight, 2 triplets */
  double loop_tempo;      /* of a loop with a click: the tempo of the next pass */
  double density;         /* of a rhythm: 2 and 0.5 if it was played with twice and half as many sounds, else 1 */
  int32_t is_over;        /* 1 once nothing more needs to be heard */
  int32_t is_finished;    /* 1 after ktn_practice_finish */
  int32_t note_count;     /* of the score; of a rhythm, up to the last beat that was played */
  int32_t played_count;   /* the notes or sounds that were heard */
  int32_t right_count;    /* the notes that were right */
  int32_t wrong_count;    /* the notes that were played as other ones */
  int32_t missing_count;  /* the notes that were not played, or not yet */
  int32_t extra_count;    /* the notes that were heard and are not in the score */
  int32_t corrected_count;/* the notes whose pitch the player corrected */
  int32_t octaves;        /* how many octaves higher it was played than written */
  int32_t is_doubled;     /* 1 if most notes begin twice: two players, an echo, or a click in the microphone */
  int32_t position;       /* of a score that waits: the index of the note that is waited for */
  int32_t pass_count;     /* of a loop: the passes so far */
  int32_t streak;         /* of a loop: how many of the last passes in a row were right */
} ktn_practice_result;

/* A pass of a loop. */
typedef struct ktn_practice_pass {
  double tempo;              /* quarter notes per minute; NaN without a click */
  double worst;              /* the largest deviation of a right note, in cents, with its sign */
  double offset;             /* the deviation of the whole pass, in cents */
  int32_t is_right;          /* 1 if every note was right, and nothing else was played */
  int32_t wrong_count;       /* the notes that were played as other ones */
  int32_t missing_count;     /* the notes that were not played */
  int32_t extra_count;       /* the notes that are not in the score */
  int32_t out_of_tune_count; /* the notes that were farther off than the tolerance */
  int32_t off_beat_count;    /* with a click: the notes that were more than 100 ms early or late */
} ktn_practice_pass;

/* Writes the defaults. size: sizeof(ktn_practice_settings). */
ktn_status ktn_practice_settings_init(ktn_practice_settings *settings, size_t size);

/* Creates a practice, which is not started. The score is copied. KTN_NOT_A_SCORE for a text or a file that is none,
 * that has no notes or more than 4000, and if there is none or more than one; KTN_NOT_A_NOTE for a text with a
 * word that is neither note nor rest. practice: receives the handle, or null on failure. */
ktn_status ktn_practice_create(const ktn_practice_settings *settings, ktn_practice **practice);

/* Creates a practice of another recording, such as a teacher's, which takes the place of the score: its notes, its
 * tuning and its tempo with all its freedom are wanted. The onsets of ktn_practice_note are in s from its first note
 * then. The recording is heard twice, and not kept. The concert pitch and the temperament of the settings do not
 * count. KTN_NOT_A_SCORE if the settings have a score, a MIDI file, a rhythm or bars, and for a recording that has no
 * notes, more than 4000, or no melody alone; KTN_TEMPO_OUT_OF_RANGE with a tempo or a click; KTN_UNKNOWN_CHOICE for a
 * loop. sample_rate: in Hz, in 8000...192000. practice: receives the handle, or null on failure. */
ktn_status ktn_practice_create_like(const ktn_practice_settings *settings, const float *samples, size_t count,
                                    double sample_rate, ktn_practice **practice);
void ktn_practice_free(ktn_practice *practice);

/* Starts to listen: a playing, or the next pass of a loop with a click, at the tempo that it has earned. Unread
 * events are lost. sample_rate: in Hz, in 8000...192000. */
ktn_status ktn_practice_start(ktn_practice *practice, double sample_rate);

/* Sets when the score begins, after ktn_practice_start, as the player hears its click, with a latency of loudspeaker and microphone in it.
 * With a click, early and late are against it then, and otherwise against the player's own beat.
 * start: in s since ktn_practice_start. latency: in s; NaN if it is not known: then early and late are relative to
 * the player's median. spread: one standard deviation of the latency, in s. */
ktn_status ktn_practice_set_start(ktn_practice *practice, double start, double latency, double spread);

/* Appends the next samples. KTN_NOT_STARTED before ktn_practice_start, and KTN_FINISHED after ktn_practice_finish.
 * Blocks of any size give the same events and results, to the bit. Allocates. */
ktn_status ktn_practice_append(ktn_practice *practice, const float *samples, size_t count);

/* Marks a gap in the samples: append silence for those that are missing, if their number is known. */
ktn_status ktn_practice_interrupt(ktn_practice *practice);

/* Leaves out the note that is waited for. */
ktn_status ktn_practice_skip(ktn_practice *practice);

/* Ends the playing, and judges it. A pass of a loop with a click counts if it is over. KTN_FINISHED the second time. */
ktn_status ktn_practice_finish(ktn_practice *practice);

/* Moves the oldest events to the caller, like ktn_tracker_read. */
ktn_status ktn_practice_read(
    ktn_practice *practice, ktn_practice_event *events, size_t capacity, size_t *count);

/* The result so far, of a loop that has ended that of its last pass. */
ktn_status ktn_practice_result_of(const ktn_practice *practice, ktn_practice_result *result);

/* The notes so far, in the order of the score, and the passes of a loop. notes, passes: space for capacity of them.
 * count: receives their number, even with KTN_BUFFER_TOO_SMALL. */
ktn_status ktn_practice_notes(
    const ktn_practice *practice, ktn_practice_note *notes, size_t capacity, size_t *count);
ktn_status ktn_practice_passes(
    const ktn_practice *practice, ktn_practice_pass *passes, size_t capacity, size_t *count);

/* Writes the result as a JSON object: what kammerton practice --json prints after title and tuning. bytes: space for
 * capacity bytes of UTF-8, without a zero byte. count: receives their number, even with KTN_BUFFER_TOO_SMALL. */
ktn_status ktn_practice_json(
    const ktn_practice *practice, uint8_t *bytes, size_t capacity, size_t *count);

/* ---- Tone: a reference tone that changes without a click ----------------------------------------- */

typedef struct ktn_tone ktn_tone;

/* Band-limited shapes of a period. */
enum {
  KTN_WAVEFORM_SINE = 0,
  KTN_WAVEFORM_TRIANGLE = 1, /* odd harmonics, falling by 12 dB per octave */
  KTN_WAVEFORM_SAWTOOTH = 2, /* all harmonics, falling by 6 dB per octave */
  KTN_WAVEFORM_SQUARE = 3,   /* odd harmonics, falling by 6 dB per octave */
  KTN_WAVEFORM_PULSE = 4     /* all harmonics equally strong */
};

typedef struct ktn_tone_settings {
  uint32_t size;      /* of this struct in bytes; ktn_tone_settings_init sets it */
  int32_t waveform;   /* KTN_WAVEFORM_...; a sine by default */
  double sample_rate; /* Hz, in 8000...192000; 44100 by default */
  double frequency;   /* Hz, above 0 and below half the sample rate; 440 by default */
  double level;       /* peak, in dBFS, in -120...0; -20 by default */
  double lowest;      /* the lowest frequency that it may glide to later, in Hz; 0, the default: the
                         frequency itself */
  double highest;     /* the highest one, likewise */
} ktn_tone_settings;

/* Writes the defaults. size: sizeof(ktn_tone_settings). */
ktn_status ktn_tone_settings_init(ktn_tone_settings *settings, size_t size);

/* Creates a tone, which fades in over 50 ms. tone: receives the handle, or null on failure. */
ktn_status ktn_tone_create(const ktn_tone_settings *settings, ktn_tone **tone);
void ktn_tone_free(ktn_tone *tone);

/* Glides to another frequency, in Hz, from lowest to highest. duration: s, in 0...60. */
ktn_status ktn_tone_set_frequency(ktn_tone *tone, double frequency, double duration);

/* Fades to another level, in dBFS, in -120...0. duration: s, in 0...60. */
ktn_status ktn_tone_set_level(ktn_tone *tone, double level, double duration);

/* Falls silent along a raised cosine, and ends. duration: s, in 0...60; 0.05 makes no click. */
ktn_status ktn_tone_stop(ktn_tone *tone, double duration);

/* Renders the next samples. samples: space for count samples. rendered: receives the number of samples that
 * belong to the tone, fewer than count only after ktn_tone_stop, when silence follows; may be null. Blocks
 * of any size give the same samples, to the bit. Allocates nothing. */
ktn_status ktn_tone_render(ktn_tone *tone, float *samples, size_t count, size_t *rendered);

/* ---- Metronome: clicks at their samples ---------------------------------------------------------- */

typedef struct ktn_metronome ktn_metronome;

/* The sound of clicks. */
enum {
  KTN_CLICK_DRY = 0,  /* a tick of a few milliseconds */
  KTN_CLICK_WOOD = 1, /* a woodblock */
  KTN_CLICK_BEEP = 2  /* an electronic beep */
};

/* The kind of a click. */
enum { KTN_CLICK_BEAT = 0, KTN_CLICK_SUBDIVISION = 1, KTN_CLICK_POLYRHYTHM = 2 };

/* The accent of a beat. */
enum {
  KTN_ACCENT_SILENT = 0,
  KTN_ACCENT_WEAK = 1,
  KTN_ACCENT_NORMAL = 2,
  KTN_ACCENT_MEDIUM = 3,
  KTN_ACCENT_STRONG = 4
};

typedef struct ktn_metronome_settings {
  uint32_t size;       /* of this struct in bytes; ktn_metronome_settings_init sets it */
  int32_t sound;       /* KTN_CLICK_DRY, _WOOD or _BEEP; wood by default */
  double sample_rate;  /* Hz, a whole number in 8000...192000; 44100 by default */
  double tempo;        /* beats per minute, in 10...600; 120 by default */
  double level;        /* the peak of the strong click, in dBFS, in -120...0; -10 by default */
  double swing;        /* the part of a pair that its first note takes, in percent, in 50...80; 50 */
  int32_t beats;       /* beats per bar, in 1...32; 4 by default */
  int32_t subdivision; /* clicks per beat, in 1...16; 1 by default */
  int32_t polyrhythm;  /* clicks of a second voice per bar, in 0...32; 0 by default */
  int32_t reserved;    /* 0 */
  uint8_t accents[32]; /* KTN_ACCENT_... of each beat; strong and then normal by default */
} ktn_metronome_settings;

typedef struct ktn_click {
  uint64_t sample; /* where it begins, counted from the start */
  int32_t bar;     /* from 0 */
  int32_t beat;    /* of the bar, from 0; of other clicks, the beat before */
  int32_t kind;    /* KTN_CLICK_BEAT, _SUBDIVISION or _POLYRHYTHM */
  int32_t accent;  /* KTN_ACCENT_... */
} ktn_click;

/* Writes the defaults. size: sizeof(ktn_metronome_settings). */
ktn_status ktn_metronome_settings_init(ktn_metronome_settings *settings, size_t size);

/* Creates a metronome whose first click is at sample 0. metronome: receives the handle, or null on
 * failure. */
ktn_status ktn_metronome_create(
    const ktn_metronome_settings *settings, ktn_metronome **metronome);
void ktn_metronome_free(ktn_metronome *metronome);

/* Changes the tempo from the next sample on, in phase. tempo: beats per minute, in 10...600. */
ktn_status ktn_metronome_set_tempo(ktn_metronome *metronome, double tempo);

/* Renders the next samples. samples: space for count samples. Allocates nothing. */
ktn_status ktn_metronome_render(ktn_metronome *metronome, float *samples, size_t count);

/* Moves the clicks in the samples rendered since the last call, audible or not, to the caller. clicks: space
 * for capacity clicks. count: receives their number. The metronome keeps the last 1024. */
ktn_status ktn_metronome_clicks(
    ktn_metronome *metronome, ktn_click *clicks, size_t capacity, size_t *count);

/* ---- Modem: bytes by sound ----------------------------------------------------------------------- */

/* Where in the spectrum. */
enum {
  KTN_BAND_ULTRASONIC = 0, /* 17.0-19.5 kHz; needs 44100 Hz or more */
  KTN_BAND_EXTENDED = 1,   /* 15.5-18.0 kHz; needs 44100 Hz or more */
  KTN_BAND_AUDIBLE = 2     /* 2.0-6.5 kHz; needs 16000 Hz or more */
};

/* The reach of a message: the nearer, the faster. */
enum {
  KTN_MODE_AUTOMATIC = -1, /* for an unknown distance */
  KTN_MODE_TOUCH = 0,      /* devices that touch each other, or a cable */
  KTN_MODE_DESK = 1,       /* the same desk */
  KTN_MODE_ROOM = 2,       /* the same room */
  KTN_MODE_FAR = 3,        /* a large or loud room */
  KTN_MODE_BEACON = 4      /* as far as possible, and slowly */
};

/* The most bytes of a message. */
#define KTN_PAYLOAD_LIMIT 65535

typedef struct ktn_sender ktn_sender;

typedef struct ktn_sender_settings {
  uint32_t size;       /* of this struct in bytes; ktn_sender_settings_init sets it */
  int32_t band;        /* KTN_BAND_...; ultrasonic by default */
  int32_t mode;        /* KTN_MODE_...; automatic by default */
  uint32_t number;     /* 24 random bits, by which receivers tell messages in parts apart; 0 by default */
  double sample_rate;  /* Hz, up to 192000; 48000 by default */
  double level;        /* peak, in dBFS, in -120...0; -6 by default */
} ktn_sender_settings;

/* Writes the defaults. size: sizeof(ktn_sender_settings). */
ktn_status ktn_sender_settings_init(ktn_sender_settings *settings, size_t size);

/* Creates the sender of a message. bytes: may be null if count is 0. sender: receives the handle, or null
 * on failure. */
ktn_status ktn_sender_create(
    const ktn_sender_settings *settings, const uint8_t *bytes, size_t count, ktn_sender **sender);
void ktn_sender_free(ktn_sender *sender);

/* The length of the message in samples. */
ktn_status ktn_sender_length(const ktn_sender *sender, uint64_t *count);

/* Renders the next samples. samples: space for count samples. rendered: receives the number of samples that
 * belong to the message, fewer than count only at its end, when silence follows; may be null. Allocates
 * when a packet begins: do not call it on the thread of a sound device. */
ktn_status ktn_sender_render(ktn_sender *sender, float *samples, size_t count, size_t *rendered);

typedef struct ktn_receiver ktn_receiver;

typedef struct ktn_receiver_settings {
  uint32_t size;      /* of this struct in bytes; ktn_receiver_settings_init sets it */
  uint32_t bands;     /* a sum of 1 << KTN_BAND_...; 0, the default, for all that the sample rate carries */
  double sample_rate; /* Hz, 16000...192000; 48000 by default */
} ktn_receiver_settings;

/* The events of a receiver. */
enum {
  KTN_EVENT_NONE = 0,      /* nothing until more samples arrive */
  KTN_EVENT_PACKET = 1,    /* a packet arrived, whole message or part of one */
  KTN_EVENT_PROGRESS = 2,  /* a part of a message arrived, and parts are still missing */
  KTN_EVENT_MESSAGE = 3,   /* a message arrived whole */
  KTN_EVENT_ABANDONED = 4  /* the receiver gave up an incomplete message */
};

typedef struct ktn_event {
  int32_t kind;           /* KTN_EVENT_... */
  int32_t band;           /* KTN_BAND_... */
  int32_t mode;           /* KTN_MODE_... */
  uint32_t number;        /* of a message in parts; 0 without */
  uint32_t heard_count;   /* of an incomplete message: the number of parts received */
  uint32_t needed_count;  /* and the number of parts needed */
  double time;            /* when it began, in s since the first sample */
  double speed;           /* at which sender and receiver approach each other, in m/s */
  double signal_to_noise; /* within the band, in dB */
  uint64_t payload_count; /* of a packet or a message: its length in bytes */
} ktn_event;

/* Writes the defaults. size: sizeof(ktn_receiver_settings). */
ktn_status ktn_receiver_settings_init(ktn_receiver_settings *settings, size_t size);

/* Creates a receiver. receiver: receives the handle, or null on failure. */
ktn_status ktn_receiver_create(const ktn_receiver_settings *settings, ktn_receiver **receiver);
void ktn_receiver_free(ktn_receiver *receiver);

/* Appends the next samples. KTN_FINISHED after ktn_receiver_finish. Allocates when it decodes packets. */
ktn_status ktn_receiver_append(ktn_receiver *receiver, const float *samples, size_t count);

/* Ends the recording, and decodes a last packet if only its trailing silence is missing. KTN_FINISHED the
 * second time. */
ktn_status ktn_receiver_finish(ktn_receiver *receiver);

/* Moves the oldest event to the caller; KTN_EVENT_NONE without one. */
ktn_status ktn_receiver_next(ktn_receiver *receiver, ktn_event *event);

/* Copies the bytes of the last event. bytes: space for capacity bytes; KTN_PAYLOAD_LIMIT are always enough.
 * count: receives their number, even with KTN_BUFFER_TOO_SMALL. KTN_NOT_READY if the event was neither a
 * packet nor a message. */
ktn_status ktn_receiver_payload(
    const ktn_receiver *receiver, uint8_t *bytes, size_t capacity, size_t *count);

#ifdef __cplusplus
}
#endif

#endif
