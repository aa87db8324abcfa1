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
  KTN_NO_KEY = 35
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
