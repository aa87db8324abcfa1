/* What a careless or a hostile caller may do with valid pointers: each call must come back with its code,
 * and nothing may trap, leak or touch memory that is not its own.
 *
 * hostile [ROUNDS]: so many settings are drawn from dangerous values; 300 by default. */

#include <kammerton.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int checks, failures;

static void expect(ktn_status wanted, ktn_status got, const char *call, int line) {
  checks += 1;
  if (wanted == got) return;
  failures += 1;
  fprintf(stderr, "hostile.c:%d: %s is %d, not %d (%s)\n", line, call, got, wanted,
          ktn_status_message(got));
}
#define EXPECT(wanted, call) expect(wanted, call, #call, __LINE__)

static void hold(int is_true, const char *claim, int line) {
  checks += 1;
  if (is_true) return;
  failures += 1;
  fprintf(stderr, "hostile.c:%d: %s does not hold\n", line, claim);
}
#define HOLD(claim) hold(claim, #claim, __LINE__)

/* ---- Every function with null for each pointer ---- */

static void nulls(void) {
  double number = 7;
  int32_t note = 7;
  size_t count = 7;
  char text[16] = "before";
  EXPECT(KTN_NULL_POINTER, ktn_tracker_settings_init(NULL, sizeof(ktn_tracker_settings)));
  EXPECT(KTN_NULL_POINTER, ktn_tuner_settings_init(NULL, sizeof(ktn_tuner_settings)));
  EXPECT(KTN_NULL_POINTER, ktn_tone_settings_init(NULL, sizeof(ktn_tone_settings)));
  EXPECT(KTN_NULL_POINTER, ktn_metronome_settings_init(NULL, sizeof(ktn_metronome_settings)));
  EXPECT(KTN_NULL_POINTER, ktn_sender_settings_init(NULL, sizeof(ktn_sender_settings)));
  EXPECT(KTN_NULL_POINTER, ktn_receiver_settings_init(NULL, sizeof(ktn_receiver_settings)));
  EXPECT(KTN_NULL_POINTER, ktn_segmenter_settings_init(NULL, sizeof(ktn_segmenter_settings)));

  ktn_tracker *tracker = (ktn_tracker *)&number;
  EXPECT(KTN_NULL_POINTER, ktn_tracker_create(NULL, &tracker));
  HOLD(tracker == NULL);
  ktn_tracker_settings settings;
  EXPECT(KTN_OK, ktn_tracker_settings_init(&settings, sizeof settings));
  EXPECT(KTN_NULL_POINTER, ktn_tracker_create(&settings, NULL));
  EXPECT(KTN_NULL_POINTER, ktn_tracker_append(NULL, NULL, 0));
  EXPECT(KTN_NULL_POINTER, ktn_tracker_finish(NULL));
  EXPECT(KTN_NULL_POINTER, ktn_tracker_reset(NULL));
  EXPECT(KTN_NULL_POINTER, ktn_tracker_read(NULL, NULL, 0, &count));
  EXPECT(KTN_NULL_POINTER, ktn_tracker_set_gate(NULL, 0, 0));
  EXPECT(KTN_NULL_POINTER, ktn_tracker_latency(NULL, &number));
  EXPECT(KTN_NULL_POINTER, ktn_tracker_rejected(NULL, NULL));
  HOLD(ktn_tracker_available(NULL) == 0);
  EXPECT(KTN_NULL_POINTER, ktn_tuner_create(NULL, NULL));
  EXPECT(KTN_NULL_POINTER, ktn_tuner_configure(NULL, NULL));
  EXPECT(KTN_NULL_POINTER, ktn_tuner_append(NULL, NULL, 0));
  EXPECT(KTN_NULL_POINTER, ktn_tuner_finish(NULL));
  EXPECT(KTN_NULL_POINTER, ktn_tuner_reset(NULL));
  EXPECT(KTN_NULL_POINTER, ktn_tuner_read(NULL, NULL, 0, &count));
  EXPECT(KTN_NULL_POINTER, ktn_tuner_read_notes(NULL, NULL, 0, &count));
  EXPECT(KTN_NULL_POINTER, ktn_segmenter_append(NULL, NULL, 0));
  EXPECT(KTN_NULL_POINTER, ktn_segmenter_finish(NULL));
  EXPECT(KTN_NULL_POINTER, ktn_segmenter_read(NULL, NULL, 0, &count));
  EXPECT(KTN_NULL_POINTER, ktn_segmenter_create(NULL, NULL));
  EXPECT(KTN_NULL_POINTER, ktn_note_detector_create(48000, NULL, NULL));
  EXPECT(KTN_NULL_POINTER, ktn_note_detector_append(NULL, NULL, 0, NULL, 0));
  EXPECT(KTN_NULL_POINTER, ktn_note_detector_finish(NULL));
  EXPECT(KTN_NULL_POINTER, ktn_note_detector_read(NULL, NULL, 0, &count));
  EXPECT(KTN_NULL_POINTER, ktn_chord_listener_settings_init(NULL, sizeof(ktn_chord_listener_settings)));
  EXPECT(KTN_NULL_POINTER, ktn_chord_listener_create(NULL, NULL));
  EXPECT(KTN_NULL_POINTER, ktn_chord_listener_append(NULL, NULL, 0));
  EXPECT(KTN_NULL_POINTER, ktn_chord_listener_finish(NULL));
  EXPECT(KTN_NULL_POINTER, ktn_chord_listener_read(NULL, NULL, 0, &count));
  EXPECT(KTN_NULL_POINTER, ktn_chord_listener_read_chords(NULL, NULL, 0, &count));
  EXPECT(KTN_NULL_POINTER, ktn_chord_name(NULL, 0, text, sizeof text));
  EXPECT(KTN_NULL_POINTER, ktn_chord_note_name(NULL, 0, 0, text, sizeof text));
  EXPECT(KTN_NULL_POINTER, ktn_tone_render(NULL, NULL, 0, NULL));
  EXPECT(KTN_NULL_POINTER, ktn_tone_set_frequency(NULL, 440, 0));
  EXPECT(KTN_NULL_POINTER, ktn_tone_set_level(NULL, -20, 0));
  EXPECT(KTN_NULL_POINTER, ktn_tone_stop(NULL, 0));
  EXPECT(KTN_NULL_POINTER, ktn_metronome_render(NULL, NULL, 0));
  EXPECT(KTN_NULL_POINTER, ktn_metronome_set_tempo(NULL, 100));
  EXPECT(KTN_NULL_POINTER, ktn_metronome_clicks(NULL, NULL, 0, &count));
  EXPECT(KTN_NULL_POINTER, ktn_sender_length(NULL, NULL));
  EXPECT(KTN_NULL_POINTER, ktn_sender_render(NULL, NULL, 0, NULL));
  EXPECT(KTN_NULL_POINTER, ktn_receiver_append(NULL, NULL, 0));
  EXPECT(KTN_NULL_POINTER, ktn_receiver_finish(NULL));
  EXPECT(KTN_NULL_POINTER, ktn_receiver_next(NULL, NULL));
  EXPECT(KTN_NULL_POINTER, ktn_receiver_payload(NULL, NULL, 0, &count));
  EXPECT(KTN_NULL_POINTER, ktn_note_number(NULL, &note));
  EXPECT(KTN_NULL_POINTER, ktn_note_number("A4", NULL));
  EXPECT(KTN_NULL_POINTER, ktn_note_name(69, 0, NULL, 16));
  EXPECT(KTN_NULL_POINTER, ktn_note_frequency(69, 0, 440, NULL, NULL));
  EXPECT(KTN_NULL_POINTER, ktn_nearest_note(440, 440, NULL, NULL, NULL));
  EXPECT(KTN_NULL_POINTER, ktn_interval_cents(1, 2, NULL));
  EXPECT(KTN_NULL_POINTER, ktn_temperament(NULL, 0, &number));
  EXPECT(KTN_NULL_POINTER, ktn_temperament("equal", 0, NULL));
  EXPECT(KTN_NULL_POINTER, ktn_instrument_name(0, NULL, 81));
  EXPECT(KTN_NULL_POINTER, ktn_tuning_count(0, NULL));
  EXPECT(KTN_NULL_POINTER, ktn_tuning_name(0, 0, NULL, 81));
  EXPECT(KTN_NULL_POINTER, ktn_tuning_strings(NULL, NULL, NULL, 0, &count));
  EXPECT(KTN_NULL_POINTER, ktn_tuning_strings("guitar", NULL, NULL, 400, &count));
  EXPECT(KTN_NULL_POINTER, ktn_mix(NULL, 1, 1, NULL));
  EXPECT(KTN_NULL_POINTER, ktn_note_spelled(NULL, text, 16));
  EXPECT(KTN_NULL_POINTER, ktn_note_spelled("A4", NULL, 16));
  EXPECT(KTN_NULL_POINTER, ktn_nearest_notes(NULL, 1, 440, NULL, &note, &number));
  EXPECT(KTN_NULL_POINTER, ktn_interval_cents_of_many(NULL, NULL, 1, &number));
  EXPECT(KTN_NULL_POINTER, ktn_strum_settings_init(NULL, sizeof(ktn_strum_settings)));
  EXPECT(KTN_NULL_POINTER, ktn_strum_create(NULL, NULL));
  EXPECT(KTN_NULL_POINTER, ktn_strum_append(NULL, NULL, 0));
  EXPECT(KTN_NULL_POINTER, ktn_strum_interrupt(NULL));
  EXPECT(KTN_NULL_POINTER, ktn_strum_read(NULL, NULL, 0, &count));
  HOLD(ktn_strum_string_count(NULL) == 0);
  EXPECT(KTN_NULL_POINTER, ktn_onset_create(48000, NULL));
  EXPECT(KTN_NULL_POINTER, ktn_onset_append(NULL, NULL, 0));
  EXPECT(KTN_NULL_POINTER, ktn_onset_interrupt(NULL));
  EXPECT(KTN_NULL_POINTER, ktn_onset_finish(NULL));
  EXPECT(KTN_NULL_POINTER, ktn_onset_read(NULL, NULL, 0, &count));
  EXPECT(KTN_NULL_POINTER, ktn_piano_settings_init(NULL, sizeof(ktn_piano_settings)));
  EXPECT(KTN_NULL_POINTER, ktn_piano_create(NULL, NULL));
  EXPECT(KTN_NULL_POINTER, ktn_piano_set_purpose(NULL, 0, 0, NULL));
  EXPECT(KTN_NULL_POINTER, ktn_piano_load(NULL, NULL, 0));
  EXPECT(KTN_NULL_POINTER, ktn_piano_save(NULL, NULL, 0, &count));
  EXPECT(KTN_NULL_POINTER, ktn_piano_keys(NULL, NULL));
  EXPECT(KTN_NULL_POINTER, ktn_piano_append(NULL, NULL, 0));
  EXPECT(KTN_NULL_POINTER, ktn_piano_finish(NULL));
  EXPECT(KTN_NULL_POINTER, ktn_piano_read(NULL, NULL, 0, &count));
  EXPECT(KTN_NULL_POINTER, ktn_piano_read_measurements(NULL, NULL, 0, &count));
  HOLD(number == 7 && note == 7 && !strcmp(text, "before"));
  EXPECT(KTN_NULL_POINTER, ktn_freeze_create(NULL, NULL));
  EXPECT(KTN_NULL_POINTER, ktn_freeze_configure(NULL, NULL));
  EXPECT(KTN_NULL_POINTER, ktn_freeze_append(NULL, NULL, 0));
  EXPECT(KTN_NULL_POINTER, ktn_freeze_interrupt(NULL));
  EXPECT(KTN_NULL_POINTER, ktn_freeze_finish(NULL));
  EXPECT(KTN_NULL_POINTER, ktn_freeze_read(NULL, NULL, 0, &count));
  EXPECT(KTN_NULL_POINTER, ktn_bell_settings_init(NULL, sizeof(ktn_bell_settings)));
  EXPECT(KTN_NULL_POINTER, ktn_bell_create(NULL, NULL));
  EXPECT(KTN_NULL_POINTER, ktn_bell_set_purpose(NULL, 0, 0, 0, NULL));
  EXPECT(KTN_NULL_POINTER, ktn_bell_set_beat(NULL, 69, 1));
  EXPECT(KTN_NULL_POINTER, ktn_bell_load(NULL, NULL, 0));
  EXPECT(KTN_NULL_POINTER, ktn_bell_save(NULL, NULL, 0, &count));
  EXPECT(KTN_NULL_POINTER, ktn_bell_objects(NULL, NULL, 0, &count));
  EXPECT(KTN_NULL_POINTER, ktn_bell_append(NULL, NULL, 0));
  EXPECT(KTN_NULL_POINTER, ktn_bell_interrupt(NULL));
  EXPECT(KTN_NULL_POINTER, ktn_bell_finish(NULL));
  EXPECT(KTN_NULL_POINTER, ktn_bell_read(NULL, NULL, 0, &count));
  HOLD(!ktn_object_name(-1) && !ktn_object_name(INT32_MAX) && !ktn_object_name(INT32_MIN));
  HOLD(!ktn_object_partial_name(0, -1) && !ktn_object_partial_name(0, 99) && !ktn_object_partial_name(-1, 0));
  EXPECT(KTN_NULL_POINTER, ktn_practice_settings_init(NULL, sizeof(ktn_practice_settings)));
  EXPECT(KTN_NULL_POINTER, ktn_practice_create(NULL, NULL));
  EXPECT(KTN_NULL_POINTER, ktn_practice_create_like(NULL, NULL, 0, 44100, NULL));
  EXPECT(KTN_NULL_POINTER, ktn_practice_start(NULL, 44100));
  EXPECT(KTN_NULL_POINTER, ktn_practice_set_start(NULL, 0, 0, 0));
  EXPECT(KTN_NULL_POINTER, ktn_practice_append(NULL, NULL, 0));
  EXPECT(KTN_NULL_POINTER, ktn_practice_interrupt(NULL));
  EXPECT(KTN_NULL_POINTER, ktn_practice_skip(NULL));
  EXPECT(KTN_NULL_POINTER, ktn_practice_finish(NULL));
  EXPECT(KTN_NULL_POINTER, ktn_practice_read(NULL, NULL, 0, &count));
  EXPECT(KTN_NULL_POINTER, ktn_practice_result_of(NULL, NULL));
  EXPECT(KTN_NULL_POINTER, ktn_practice_notes(NULL, NULL, 0, &count));
  EXPECT(KTN_NULL_POINTER, ktn_practice_passes(NULL, NULL, 0, &count));
  EXPECT(KTN_NULL_POINTER, ktn_practice_json(NULL, NULL, 0, &count));
  ktn_freeze_free(NULL);
  ktn_bell_free(NULL);
  ktn_practice_free(NULL);
  ktn_strum_free(NULL);
  ktn_piano_free(NULL);
  ktn_tracker_free(NULL);
  ktn_tuner_free(NULL);
  ktn_segmenter_free(NULL);
  ktn_note_detector_free(NULL);
  ktn_chord_listener_free(NULL);
  ktn_tone_free(NULL);
  ktn_metronome_free(NULL);
  ktn_sender_free(NULL);
  ktn_receiver_free(NULL);
}

/* ---- Sizes, names, indices ---- */

static void sizes(void) {
  ktn_tracker_settings settings;
  memset(&settings, 0x55, sizeof settings);
  EXPECT(KTN_WRONG_SIZE, ktn_tracker_settings_init(&settings, sizeof settings - 1));
  EXPECT(KTN_WRONG_SIZE, ktn_tracker_settings_init(&settings, 0));
  EXPECT(KTN_WRONG_SIZE, ktn_tracker_settings_init(&settings, SIZE_MAX));
  HOLD(settings.size == 0x55555555);
  ktn_tracker *tracker;
  EXPECT(KTN_WRONG_SIZE, ktn_tracker_create(&settings, &tracker));
  EXPECT(KTN_OK, ktn_tracker_settings_init(&settings, sizeof settings));
  HOLD(settings.size == sizeof settings);
  static const char *const names[] = {"", "Best", "bes", "best ", "\xff\xfe", "yin\n"};
  for (size_t index = 0; index < sizeof names / sizeof *names; index += 1) {
    settings.method = names[index];
    EXPECT(KTN_UNKNOWN_METHOD, ktn_tracker_create(&settings, &tracker));
  }
  char *endless = malloc(100001);
  memset(endless, 'b', 100000);
  endless[100000] = 0;
  settings.method = endless;
  EXPECT(KTN_UNKNOWN_METHOD, ktn_tracker_create(&settings, &tracker));
  int32_t number;
  EXPECT(KTN_NOT_A_NOTE, ktn_note_number(endless, &number));
  double deviations[12];
  EXPECT(KTN_UNKNOWN_TEMPERAMENT, ktn_temperament(endless, 0, deviations));
  size_t count;
  EXPECT(KTN_UNKNOWN_INSTRUMENT, ktn_tuning_strings(endless, NULL, NULL, 0, &count));
  EXPECT(KTN_UNKNOWN_TUNING, ktn_tuning_strings("guitar", endless, NULL, 0, &count));
  free(endless);

  HOLD(ktn_method_count() == 19 && ktn_method_name(19) == NULL);
  HOLD(ktn_method_name(SIZE_MAX) == NULL && ktn_temperament_name(SIZE_MAX) == NULL);
  HOLD(!strcmp(ktn_method_name(0), "best"));
  char name[81];
  EXPECT(KTN_INDEX_OUT_OF_RANGE, ktn_instrument_name(ktn_instrument_count(), name, 81));
  EXPECT(KTN_INDEX_OUT_OF_RANGE, ktn_instrument_name(SIZE_MAX, name, 81));
  EXPECT(KTN_INDEX_OUT_OF_RANGE, ktn_tuning_name(0, SIZE_MAX, name, 81));
  EXPECT(KTN_BUFFER_TOO_SMALL, ktn_instrument_name(0, name, 0));
  EXPECT(KTN_BUFFER_TOO_SMALL, ktn_note_name(69, 0, name, 2));
  EXPECT(KTN_OK, ktn_note_name(69, 0, name, 3));
  HOLD(!strcmp(name, "A4"));
  EXPECT(KTN_UNKNOWN_CHOICE, ktn_note_name(69, 3, name, 81));
  EXPECT(KTN_UNKNOWN_CHOICE, ktn_note_name(69, INT32_MIN, name, 81));
  EXPECT(KTN_NOTE_OUT_OF_RANGE, ktn_note_name(INT32_MAX, 0, name, 81));
  EXPECT(KTN_BUFFER_TOO_SMALL, ktn_tuning_strings("guitar", NULL, NULL, 5, &count));
  HOLD(count == 6);
  EXPECT(KTN_NOT_A_NOTE, ktn_note_number("H4", &number));
  EXPECT(KTN_NOT_A_NOTE, ktn_note_number("A100", &number));
  EXPECT(KTN_NOT_TWELVE_DEGREES, ktn_temperament("19-edo", 0, deviations));
  EXPECT(KTN_NOTE_OUT_OF_RANGE, ktn_temperament("equal", 12, deviations));
  EXPECT(KTN_NOTE_OUT_OF_RANGE, ktn_temperament("equal", -1, deviations));
  for (ktn_status status = -3; status < 50; status += 1) {
    HOLD(strlen(ktn_status_message(status)) > 10);
  }
  HOLD(strlen(ktn_status_message(INT32_MIN)) > 10 && strlen(ktn_status_message(INT32_MAX)) > 10);
}

static const double wrong[] = {NAN, INFINITY, -INFINITY, -1, 1e308, -1e308};
enum { wrong_count = sizeof wrong / sizeof *wrong };

static void numbers(void) {
  double result, fine[12] = {0};
  int32_t note;
  for (int index = 0; index < wrong_count; index += 1) {
    double value = wrong[index];
    EXPECT(KTN_CONCERT_PITCH_OUT_OF_RANGE, ktn_note_frequency(69, 0, value, NULL, &result));
    EXPECT(KTN_CONCERT_PITCH_OUT_OF_RANGE, ktn_nearest_note(440, value, NULL, &note, NULL));
    EXPECT(KTN_FREQUENCY_OUT_OF_RANGE, ktn_nearest_note(value, 440, NULL, &note, NULL));
    if (value != -1) {
      EXPECT(KTN_CENTS_OUT_OF_RANGE, ktn_note_frequency(69, value, 440, NULL, &result));
    }
    if (value < 0 || !isfinite(value)) {
      EXPECT(KTN_FREQUENCY_OUT_OF_RANGE, ktn_interval_cents(value, 440, &result));
      EXPECT(KTN_FREQUENCY_OUT_OF_RANGE, ktn_interval_cents(440, value, &result));
    }
    double deviations[12] = {0};
    deviations[index] = value;
    if (value != -1) {
      EXPECT(KTN_NOT_TWELVE_DEGREES, ktn_note_frequency(69, 0, 440, deviations, &result));
    }
  }
  EXPECT(KTN_NOTE_OUT_OF_RANGE, ktn_note_frequency(INT32_MIN, 0, 440, fine, &result));
  EXPECT(KTN_OK, ktn_nearest_note(1e-6, 300, fine, &note, &result));
  EXPECT(KTN_OK, ktn_nearest_note(1e12, 500, fine, &note, &result));
  EXPECT(KTN_OK, ktn_interval_cents(4.9e-324, 1e308, &result));
}

/* ---- Channels, many notes, chords, strums, pianos, bells, practice ---- */

static void many(void) {
  float samples[6] = {1, 2, 3, NAN, 5, 6}, mono[2] = {7, 7};
  EXPECT(KTN_CHANNELS_OUT_OF_RANGE, ktn_mix(samples, 2, 0, mono));
  EXPECT(KTN_CHANNELS_OUT_OF_RANGE, ktn_mix(samples, 2, 1025, mono));
  EXPECT(KTN_CHANNELS_OUT_OF_RANGE, ktn_mix(samples, 2, SIZE_MAX, mono));
  EXPECT(KTN_COUNT_TOO_LARGE, ktn_mix(samples, SIZE_MAX, 3, mono));
  EXPECT(KTN_COUNT_TOO_LARGE, ktn_mix(samples, (size_t)1 << 30, 1024, mono));
  EXPECT(KTN_NULL_POINTER, ktn_mix(samples, 2, 3, NULL));
  EXPECT(KTN_OK, ktn_mix(NULL, 0, 3, NULL));
  HOLD(mono[0] == 7);
  EXPECT(KTN_OK, ktn_mix(samples, 2, 3, mono));
  HOLD(mono[0] == 6 * (1 / 3.0f) && isnan(mono[1]));
  EXPECT(KTN_OK, ktn_mix(samples, 2, 2, samples));
  HOLD(samples[0] == 1.5f && isnan(samples[1]));

  char name[16];
  EXPECT(KTN_OK, ktn_note_spelled("b\xe2\x99\xad\x33", name, sizeof name));
  HOLD(!strcmp(name, "Bb3"));
  EXPECT(KTN_BUFFER_TOO_SMALL, ktn_note_spelled("Bb3", name, 3));
  EXPECT(KTN_NOT_A_NOTE, ktn_note_spelled("H3", name, sizeof name));

  double frequencies[] = {440, NAN, 466}, cents[3];
  int32_t numbers[3];
  EXPECT(KTN_OK, ktn_nearest_notes(frequencies, 3, 440, NULL, numbers, cents));
  HOLD(numbers[0] == 69 && cents[0] == 0 && isnan(cents[1]) && numbers[2] == 70);
  EXPECT(KTN_OK, ktn_nearest_notes(frequencies, 3, 440, NULL, NULL, NULL));
  EXPECT(KTN_OK, ktn_nearest_notes(NULL, 0, 440, NULL, NULL, NULL));
  EXPECT(KTN_COUNT_TOO_LARGE, ktn_nearest_notes(frequencies, SIZE_MAX, 440, NULL, NULL, NULL));
  EXPECT(KTN_CONCERT_PITCH_OUT_OF_RANGE, ktn_nearest_notes(frequencies, 3, NAN, NULL, numbers, cents));
  EXPECT(KTN_OK, ktn_interval_cents_of_many(frequencies, frequencies, 3, cents));
  HOLD(cents[0] == 0 && isnan(cents[1]));
  EXPECT(KTN_NULL_POINTER, ktn_interval_cents_of_many(frequencies, frequencies, 3, NULL));
  frequencies[2] = 0;
  cents[0] = 7;
  EXPECT(KTN_FREQUENCY_OUT_OF_RANGE, ktn_nearest_notes(frequencies, 3, 440, NULL, numbers, cents));
  EXPECT(KTN_FREQUENCY_OUT_OF_RANGE, ktn_interval_cents_of_many(frequencies, frequencies, 3, cents));
  HOLD(cents[0] == 7);
}

static void chords(void) {
  static float samples[30000];
  ktn_chord_listener_settings settings;
  ktn_chord_listener *listener;
  EXPECT(KTN_WRONG_SIZE, ktn_chord_listener_settings_init(&settings, sizeof settings + 1));
  EXPECT(KTN_OK, ktn_chord_listener_settings_init(&settings, sizeof settings));
  for (int index = 0; index < wrong_count; index += 1) {
    ktn_chord_listener_settings other = settings;
    other.sample_rate = wrong[index];
    EXPECT(KTN_SAMPLE_RATE_OUT_OF_RANGE, ktn_chord_listener_create(&other, &listener));
    HOLD(listener == NULL);
    other = settings;
    other.hop = wrong[index];
    EXPECT(KTN_HOP_OUT_OF_RANGE, ktn_chord_listener_create(&other, &listener));
    other = settings;
    other.concert_pitch = wrong[index];
    EXPECT(KTN_CONCERT_PITCH_OUT_OF_RANGE, ktn_chord_listener_create(&other, &listener));
    other = settings;
    other.deviations[11] = wrong[index];
    HOLD(ktn_chord_listener_create(&other, &listener) == KTN_OK || listener == NULL);
    ktn_chord_listener_free(listener);
  }
  settings.hop = 44;
  EXPECT(KTN_HOP_OUT_OF_RANGE, ktn_chord_listener_create(&settings, &listener));
  settings.hop = 0;
  settings.window = 2;
  EXPECT(KTN_UNKNOWN_CHOICE, ktn_chord_listener_create(&settings, &listener));
  settings.window = KTN_CHORD_RECENT;
  settings.size = 0;
  EXPECT(KTN_WRONG_SIZE, ktn_chord_listener_create(&settings, &listener));
  settings.size = sizeof settings;
  EXPECT(KTN_OK, ktn_chord_listener_create(&settings, &listener));
  /* C major, and within it what is no sound. */
  for (int index = 0; index < 30000; index += 1) {
    double time = index / 44100.0, sum = 0;
    for (int partial = 1; partial < 6; partial += 1) {
      for (int note = 0; note < 3; note += 1) {
        static const double frequencies[] = {261.63, 329.63, 392};
        sum += 0.1 / partial * sin(6.283185307 * partial * frequencies[note] * time);
      }
    }
    samples[index] = index % 9973 ? (float)sum : NAN;
  }
  size_t count;
  ktn_chord chord, told = {0};
  ktn_chord_reading reading;
  EXPECT(KTN_NULL_POINTER, ktn_chord_listener_append(listener, NULL, 1));
  EXPECT(KTN_COUNT_TOO_LARGE, ktn_chord_listener_append(listener, samples, SIZE_MAX));
  EXPECT(KTN_OK, ktn_chord_listener_append(listener, NULL, 0));
  EXPECT(KTN_OK, ktn_chord_listener_append(listener, samples, 30000));
  EXPECT(KTN_OK, ktn_chord_listener_finish(listener));
  EXPECT(KTN_FINISHED, ktn_chord_listener_finish(listener));
  EXPECT(KTN_FINISHED, ktn_chord_listener_append(listener, samples, 1));
  EXPECT(KTN_NULL_POINTER, ktn_chord_listener_read(listener, NULL, 1, &count));
  EXPECT(KTN_NULL_POINTER, ktn_chord_listener_read_chords(listener, &chord, 1, NULL));
  do {
    EXPECT(KTN_OK, ktn_chord_listener_read(listener, &reading, 1, &count));
    HOLD(!count || (reading.note_count >= 0 && reading.note_count <= KTN_CHORD_NOTE_LIMIT && reading.reserved == 0));
  } while (count);
  do {
    EXPECT(KTN_OK, ktn_chord_listener_read_chords(listener, &chord, 1, &count));
    HOLD(!count || (chord.note_count >= 0 && chord.note_count <= KTN_CHORD_NOTE_LIMIT && chord.beat_count >= 0 &&
                    chord.beat_count <= KTN_CHORD_BEAT_LIMIT));
    if (count && chord.note_count) told = chord;
  } while (count);
  HOLD(told.note_count > 0 && told.is_end);
  ktn_chord_listener_free(listener);

  /* Nothing but what is no sound. */
  for (int index = 0; index < 30000; index += 1) samples[index] = (float)wrong[index % wrong_count];
  EXPECT(KTN_OK, ktn_chord_listener_create(&settings, &listener));
  EXPECT(KTN_OK, ktn_chord_listener_append(listener, samples, 30000));
  EXPECT(KTN_OK, ktn_chord_listener_finish(listener));
  do {
    EXPECT(KTN_OK, ktn_chord_listener_read(listener, &reading, 1, &count));
    HOLD(!count || (isfinite(reading.time) && isfinite(reading.notes[0].frequency)));
  } while (count);
  ktn_chord_listener_free(listener);
}

/* Names of what a caller makes up. */
static void chord_names(void) {
  char name[32];
  ktn_chord chord;
  memset(&chord, 0, sizeof chord);
  EXPECT(KTN_OK, ktn_chord_name(&chord, KTN_SPELLING_SHARPS, name, sizeof name));
  HOLD(name[0] == 0);
  EXPECT(KTN_INDEX_OUT_OF_RANGE, ktn_chord_note_name(&chord, 0, KTN_SPELLING_SHARPS, name, sizeof name));
  static const int32_t minor[] = {60, 63, 67};
  chord.note_count = 3;
  for (int index = 0; index < 3; index += 1) chord.notes[index].note = minor[index];
  EXPECT(KTN_OK, ktn_chord_name(&chord, KTN_SPELLING_SHARPS, name, sizeof name));
  HOLD(!strcmp(name, "Cm"));
  EXPECT(KTN_OK, ktn_chord_note_name(&chord, 1, KTN_SPELLING_SHARPS, name, sizeof name));
  HOLD(!strcmp(name, "Eb4"));
  EXPECT(KTN_INDEX_OUT_OF_RANGE, ktn_chord_note_name(&chord, 3, KTN_SPELLING_SHARPS, name, sizeof name));
  EXPECT(KTN_INDEX_OUT_OF_RANGE, ktn_chord_note_name(&chord, SIZE_MAX, KTN_SPELLING_SHARPS, name, sizeof name));
  EXPECT(KTN_BUFFER_TOO_SMALL, ktn_chord_name(&chord, KTN_SPELLING_SHARPS, name, 2));
  EXPECT(KTN_NULL_POINTER, ktn_chord_name(&chord, KTN_SPELLING_SHARPS, NULL, 2));
  EXPECT(KTN_UNKNOWN_CHOICE, ktn_chord_name(&chord, 3, name, sizeof name));
  EXPECT(KTN_UNKNOWN_CHOICE, ktn_chord_note_name(&chord, 0, -1, name, sizeof name));
  /* Sets of notes within an octave, from the lowest note to the highest. */
  for (int32_t lowest = 0; lowest < 117; lowest += 1) {
    for (int32_t set = lowest % 8; set < 2048; set += 8) {
      chord.note_count = 1;
      chord.notes[0].note = lowest;
      for (int32_t step = 0; step < 11 && chord.note_count < KTN_CHORD_NOTE_LIMIT; step += 1) {
        if (set >> step & 1) chord.notes[chord.note_count++].note = lowest + step;
      }
      HOLD(ktn_chord_name(&chord, set % 3, name, sizeof name) == KTN_OK && strlen(name) < 24);
      size_t place = (size_t)set % (size_t)chord.note_count;
      HOLD(ktn_chord_note_name(&chord, place, set % 3, name, 16) == KTN_OK);
    }
  }
  chord.notes[0].note = 128;
  EXPECT(KTN_NOTE_OUT_OF_RANGE, ktn_chord_name(&chord, KTN_SPELLING_SHARPS, name, sizeof name));
  chord.notes[0].note = INT32_MIN;
  EXPECT(KTN_NOTE_OUT_OF_RANGE, ktn_chord_note_name(&chord, 0, KTN_SPELLING_SHARPS, name, sizeof name));
  chord.note_count = KTN_CHORD_NOTE_LIMIT + 1;
  EXPECT(KTN_COUNT_TOO_LARGE, ktn_chord_name(&chord, KTN_SPELLING_SHARPS, name, sizeof name));
  chord.note_count = INT32_MIN;
  EXPECT(KTN_COUNT_TOO_LARGE, ktn_chord_note_name(&chord, 0, KTN_SPELLING_SHARPS, name, sizeof name));
}

static void strums(void) {
  static float samples[30000];
  double frequencies[27];
  for (int index = 0; index < 27; index += 1) frequencies[index] = 60 + 30 * index;
  ktn_strum_settings settings;
  ktn_strum *strum;
  EXPECT(KTN_WRONG_SIZE, ktn_strum_settings_init(&settings, sizeof settings - 1));
  EXPECT(KTN_OK, ktn_strum_settings_init(&settings, sizeof settings));
  settings.instrument = "kazoo";
  EXPECT(KTN_UNKNOWN_INSTRUMENT, ktn_strum_create(&settings, &strum));
  HOLD(strum == NULL);
  settings.instrument = NULL;
  EXPECT(KTN_NULL_POINTER, ktn_strum_create(&settings, &strum));
  settings.instrument = "guitar";
  settings.tuning = "x";
  EXPECT(KTN_UNKNOWN_TUNING, ktn_strum_create(&settings, &strum));
  settings.tuning = NULL;
  settings.sample_rate = NAN;
  EXPECT(KTN_SAMPLE_RATE_OUT_OF_RANGE, ktn_strum_create(&settings, &strum));
  settings.sample_rate = 44100;
  settings.frequencies = frequencies;
  settings.frequency_count = 27;
  EXPECT(KTN_TOO_MANY_STRINGS, ktn_strum_create(&settings, &strum));
  settings.frequency_count = UINT32_MAX;
  EXPECT(KTN_TOO_MANY_STRINGS, ktn_strum_create(&settings, &strum));
  settings.frequency_count = 6;
  settings.frequencies = NULL;
  EXPECT(KTN_NULL_POINTER, ktn_strum_create(&settings, &strum));
  settings.frequencies = frequencies;
  for (int index = 0; index < wrong_count; index += 1) {
    frequencies[3] = wrong[index];
    HOLD(ktn_strum_create(&settings, &strum) != KTN_OK && strum == NULL);
  }
  /* Any instrument is taken or refused. */
  settings.frequency_count = 0;
  for (size_t index = 0; index < ktn_instrument_count(); index += 1) {
    char name[81];
    EXPECT(KTN_OK, ktn_instrument_name(index, name, sizeof name));
    settings.instrument = name;
    ktn_status status = ktn_strum_create(&settings, &strum);
    HOLD(status == KTN_TOO_MANY_STRINGS || (status == KTN_OK && ktn_strum_string_count(strum) <= 26));
    if (strum) {
      EXPECT(KTN_OK, ktn_strum_append(strum, samples, 1000));
      ktn_strum_free(strum);
    }
  }
  settings.instrument = "guitar";
  EXPECT(KTN_OK, ktn_strum_create(&settings, &strum));
  for (int index = 0; index < 30000; index += 1) {
    samples[index] = index % 3 ? (float)wrong[index % wrong_count] : (float)sin(0.02 * index * (1 + index % 7));
  }
  size_t count;
  ktn_strum_string strings[7];
  for (int pass = 0; pass < 4; pass += 1) {
    EXPECT(KTN_OK, ktn_strum_append(strum, samples, 30000));
    EXPECT(KTN_OK, ktn_strum_read(strum, strings, 7, &count));
    for (size_t index = 0; index < count; index += 1) HOLD(isfinite(strings[index].cents));
    EXPECT(KTN_OK, ktn_strum_interrupt(strum));
  }
  EXPECT(KTN_NULL_POINTER, ktn_strum_append(strum, NULL, 1));
  EXPECT(KTN_COUNT_TOO_LARGE, ktn_strum_append(strum, samples, SIZE_MAX));
  EXPECT(KTN_NULL_POINTER, ktn_strum_read(strum, NULL, 1, &count));
  ktn_strum_free(strum);
}

static void pianos(void) {
  static float samples[60000];
  static uint8_t file[20000];
  size_t count;
  ktn_piano_settings settings;
  ktn_piano *piano;
  EXPECT(KTN_WRONG_SIZE, ktn_piano_settings_init(&settings, 0));
  EXPECT(KTN_OK, ktn_piano_settings_init(&settings, sizeof settings));
  settings.temperament = "19-edo";
  EXPECT(KTN_NOT_TWELVE_DEGREES, ktn_piano_create(&settings, &piano));
  settings.temperament = "x";
  EXPECT(KTN_UNKNOWN_TEMPERAMENT, ktn_piano_create(&settings, &piano));
  HOLD(piano == NULL);
  settings.temperament = NULL;
  settings.style = 3;
  EXPECT(KTN_UNKNOWN_CHOICE, ktn_piano_create(&settings, &piano));
  settings.style = KTN_STYLE_TWELFTHS;
  settings.sample_rate = 8000;
  EXPECT(KTN_SAMPLE_RATE_OUT_OF_RANGE, ktn_piano_create(&settings, &piano));
  settings.sample_rate = 16000;
  for (int index = 0; index < wrong_count; index += 1) {
    settings.concert_pitch = wrong[index];
    EXPECT(KTN_CONCERT_PITCH_OUT_OF_RANGE, ktn_piano_create(&settings, &piano));
  }
  settings.concert_pitch = 441;
  EXPECT(KTN_OK, ktn_piano_create(&settings, &piano));
  EXPECT(KTN_UNKNOWN_CHOICE, ktn_piano_set_purpose(piano, 3, 0, NULL));
  EXPECT(KTN_NOTE_OUT_OF_RANGE, ktn_piano_set_purpose(piano, 0, 20, NULL));
  EXPECT(KTN_NOTE_OUT_OF_RANGE, ktn_piano_set_purpose(piano, 0, INT32_MIN, NULL));
  EXPECT(KTN_TIME_OUT_OF_RANGE, ktn_piano_set_purpose(piano, 1, 0, ""));
  EXPECT(KTN_TIME_OUT_OF_RANGE, ktn_piano_set_purpose(piano, 1, 0, "now and then"));
  EXPECT(KTN_TIME_OUT_OF_RANGE, ktn_piano_set_purpose(piano, 1, 0, "\n"));
  ktn_piano_reading reading;
  ktn_piano_measurement measurement;
  for (int32_t purpose = 0; purpose < 3; purpose += 1) {
    EXPECT(KTN_OK, ktn_piano_set_purpose(piano, purpose, purpose == 0 ? 69 : 0, NULL));
    for (int index = 0; index < 60000; index += 1) {
      samples[index] = (float)(0.3 * sin(0.1729 * index) * exp(-1e-4 * (index % 20000)));
      if (index % 5000 == 77) samples[index] = (float)wrong[index / 5000 % wrong_count];
    }
    EXPECT(KTN_OK, ktn_piano_append(piano, samples, 60000));
    EXPECT(KTN_OK, ktn_piano_read(piano, &reading, 1, &count));
    HOLD(!count || (isfinite(reading.cents) && reading.key == 69));
  }
  EXPECT(KTN_OK, ktn_piano_finish(piano));
  EXPECT(KTN_FINISHED, ktn_piano_finish(piano));
  EXPECT(KTN_FINISHED, ktn_piano_append(piano, samples, 1));
  do {
    EXPECT(KTN_OK, ktn_piano_read_measurements(piano, &measurement, 1, &count));
    HOLD(!count || (isfinite(measurement.frequency) && isfinite(measurement.cents)));
  } while (count);
  EXPECT(KTN_BUFFER_TOO_SMALL, ktn_piano_save(piano, NULL, 0, &count));
  HOLD(count > 50 && count < sizeof file);
  EXPECT(KTN_OK, ktn_piano_save(piano, file, sizeof file, &count));
  EXPECT(KTN_OK, ktn_piano_load(piano, file, count));
  ktn_piano_key keys[KTN_PIANO_KEYS];
  EXPECT(KTN_OK, ktn_piano_keys(piano, keys));
  HOLD(keys[0].key == 21 && keys[87].key == 108 && keys[48].frequency > 440);
  /* A file that is cut or damaged anywhere is refused, and changes nothing. */
  for (size_t cut = 0; cut < count; cut += 1) {
    if (cut + 1 < count) EXPECT(KTN_NOT_A_PIANO_FILE, ktn_piano_load(piano, file, cut));
    uint8_t before = file[cut];
    file[cut] = (uint8_t)(cut % 3 ? 0xff : '\n');
    ktn_piano_load(piano, file, count);
    file[cut] = before;
  }
  EXPECT(KTN_NULL_POINTER, ktn_piano_load(piano, NULL, 1));
  EXPECT(KTN_NOT_A_PIANO_FILE, ktn_piano_load(piano, NULL, 0));
  EXPECT(KTN_NULL_POINTER, ktn_piano_keys(piano, NULL));
  ktn_piano_free(piano);
}

static void freezes(void) {
  static float samples[60000];
  size_t count;
  ktn_tuner_settings settings;
  ktn_freeze *freeze;
  EXPECT(KTN_OK, ktn_tuner_settings_init(&settings, sizeof settings));
  settings.sample_rate = 7000;
  EXPECT(KTN_SAMPLE_RATE_OUT_OF_RANGE, ktn_freeze_create(&settings, &freeze));
  HOLD(freeze == NULL);
  settings.sample_rate = 44100;
  settings.tolerance = NAN;
  EXPECT(KTN_TOLERANCE_OUT_OF_RANGE, ktn_freeze_create(&settings, &freeze));
  settings.tolerance = 3;
  EXPECT(KTN_OK, ktn_freeze_create(&settings, &freeze));
  for (int index = 0; index < 60000; index += 1) {
    samples[index] = index % 5000 == 77 ? (float)wrong[index / 5000 % wrong_count] : (float)(0.3 * sin(0.0627 * index));
  }
  ktn_tuner_reading reading;
  for (int pass = 0; pass < 3; pass += 1) {
    EXPECT(KTN_OK, ktn_freeze_append(freeze, samples, 60000));
    EXPECT(KTN_OK, ktn_freeze_interrupt(freeze));
    settings.target = pass == 0 ? KTN_TARGET_NOTE : 99;
    EXPECT(pass == 0 ? KTN_OK : KTN_UNKNOWN_CHOICE, ktn_freeze_configure(freeze, &settings));
  }
  EXPECT(KTN_OK, ktn_freeze_finish(freeze));
  EXPECT(KTN_FINISHED, ktn_freeze_finish(freeze));
  EXPECT(KTN_FINISHED, ktn_freeze_append(freeze, samples, 1));
  EXPECT(KTN_FINISHED, ktn_freeze_interrupt(freeze));
  EXPECT(KTN_NULL_POINTER, ktn_freeze_read(freeze, NULL, 1, &count));
  do {
    EXPECT(KTN_OK, ktn_freeze_read(freeze, &reading, 1, &count));
    HOLD(!count || (isfinite(reading.cents) && isfinite(reading.frequency) && reading.time >= 0));
  } while (count);
  ktn_freeze_free(freeze);
}

static void bells(void) {
  static float samples[60000];
  static uint8_t file[20000];
  size_t count;
  ktn_bell_settings settings;
  ktn_bell *bell;
  EXPECT(KTN_WRONG_SIZE, ktn_bell_settings_init(&settings, 0));
  EXPECT(KTN_OK, ktn_bell_settings_init(&settings, sizeof settings));
  settings.object = 11;
  EXPECT(KTN_UNKNOWN_CHOICE, ktn_bell_create(&settings, &bell));
  settings.object = INT32_MIN;
  EXPECT(KTN_UNKNOWN_CHOICE, ktn_bell_create(&settings, &bell));
  HOLD(bell == NULL);
  settings.object = KTN_OBJECT_BELL;
  settings.third = 3;
  EXPECT(KTN_UNKNOWN_CHOICE, ktn_bell_create(&settings, &bell));
  settings.third = KTN_THIRD_MAJOR;
  settings.temperament = "19-edo";
  EXPECT(KTN_NOT_TWELVE_DEGREES, ktn_bell_create(&settings, &bell));
  settings.temperament = "x";
  EXPECT(KTN_UNKNOWN_TEMPERAMENT, ktn_bell_create(&settings, &bell));
  settings.temperament = "vallotti";
  settings.temperature = 61;
  EXPECT(KTN_TEMPERATURE_OUT_OF_RANGE, ktn_bell_create(&settings, &bell));
  settings.temperature = 18;
  settings.sample_rate = 7999;
  EXPECT(KTN_SAMPLE_RATE_OUT_OF_RANGE, ktn_bell_create(&settings, &bell));
  settings.sample_rate = 44100;
  for (int index = 0; index < wrong_count; index += 1) {
    settings.concert_pitch = wrong[index];
    EXPECT(KTN_CONCERT_PITCH_OUT_OF_RANGE, ktn_bell_create(&settings, &bell));
  }
  settings.concert_pitch = 441;
  EXPECT(KTN_OK, ktn_bell_create(&settings, &bell));
  EXPECT(KTN_UNKNOWN_CHOICE, ktn_bell_set_purpose(bell, 3, -1, NAN, NULL));
  EXPECT(KTN_NOTE_OUT_OF_RANGE, ktn_bell_set_purpose(bell, 0, 128, NAN, NULL));
  EXPECT(KTN_NOTE_OUT_OF_RANGE, ktn_bell_set_purpose(bell, 0, INT32_MIN, NAN, NULL));
  EXPECT(KTN_TEMPERATURE_OUT_OF_RANGE, ktn_bell_set_purpose(bell, 0, 60, INFINITY, NULL));
  EXPECT(KTN_TIME_OUT_OF_RANGE, ktn_bell_set_purpose(bell, 1, -1, NAN, "now and then"));
  EXPECT(KTN_NOTE_OUT_OF_RANGE, ktn_bell_set_beat(bell, 128, 1));
  EXPECT(KTN_FREQUENCY_OUT_OF_RANGE, ktn_bell_set_beat(bell, 69, 51));
  EXPECT(KTN_OK, ktn_bell_set_beat(bell, 69, 2.5));
  EXPECT(KTN_OK, ktn_bell_set_beat(bell, 69, NAN));
  static const double factors[] = {0.5, 1, 1.19, 1.5, 2};
  ktn_bell_measurement measurement;
  for (int32_t purpose = 0; purpose < 3; purpose += 1) {
    EXPECT(KTN_OK, ktn_bell_set_purpose(bell, purpose, purpose == 0 ? 55 : -1, purpose == 0 ? 20 : NAN, NULL));
    for (int index = 0; index < 60000; index += 1) {
      samples[index] = 0;
      for (int partial = 0; partial < 5 && index > 8000; partial += 1) {
        samples[index] += (float)(0.1 * exp(-2e-5 * (index - 8000)) * sin(0.02793 * factors[partial] * (index - 8000)));
      }
      if (purpose == 1 && index % 5000 == 77) samples[index] = (float)wrong[index / 5000 % wrong_count];
    }
    EXPECT(KTN_OK, ktn_bell_append(bell, samples, 60000));
    if (purpose == 0) EXPECT(KTN_OK, ktn_bell_interrupt(bell));
  }
  EXPECT(KTN_NULL_POINTER, ktn_bell_append(bell, NULL, 1));
  EXPECT(KTN_OK, ktn_bell_finish(bell));
  EXPECT(KTN_FINISHED, ktn_bell_finish(bell));
  EXPECT(KTN_FINISHED, ktn_bell_append(bell, samples, 1));
  EXPECT(KTN_FINISHED, ktn_bell_interrupt(bell));
  int interrupted = 0, kept = 0;
  do {
    EXPECT(KTN_OK, ktn_bell_read(bell, &measurement, 1, &count));
    HOLD(!count || (isfinite(measurement.strike) && isfinite(measurement.cents) && measurement.partial_count <= 8));
    interrupted += count && measurement.status == KTN_INTERRUPTED;
    kept += count && measurement.is_kept;
  } while (count);
  HOLD(interrupted == 1 && kept >= 1);
  EXPECT(KTN_BUFFER_TOO_SMALL, ktn_bell_objects(bell, NULL, 0, &count));
  HOLD(count == (size_t)kept);
  EXPECT(KTN_BUFFER_TOO_SMALL, ktn_bell_save(bell, NULL, 0, &count));
  HOLD(count > 50 && count < sizeof file);
  EXPECT(KTN_OK, ktn_bell_save(bell, file, sizeof file, &count));
  EXPECT(KTN_OK, ktn_bell_load(bell, file, count));
  for (size_t cut = 0; cut < count; cut += 1) {
    if (cut + 1 < count) EXPECT(KTN_NOT_A_BELL_FILE, ktn_bell_load(bell, file, cut));
    uint8_t before = file[cut];
    file[cut] = (uint8_t)(cut % 3 ? 0xff : '\n');
    ktn_bell_load(bell, file, count);
    file[cut] = before;
  }
  EXPECT(KTN_NULL_POINTER, ktn_bell_load(bell, NULL, 1));
  EXPECT(KTN_NOT_A_BELL_FILE, ktn_bell_load(bell, NULL, 0));
  ktn_bell_free(bell);
}

static ktn_status made(const ktn_practice_settings *settings) {
  ktn_practice *practice;
  ktn_status status = ktn_practice_create(settings, &practice);
  HOLD((status == KTN_OK) == (practice != NULL));
  ktn_practice_free(practice);
  return status;
}

static void practices(void) {
  static float samples[60000];
  static char longest[200001];
  size_t count;
  ktn_practice_settings settings;
  ktn_practice *practice;
  EXPECT(KTN_WRONG_SIZE, ktn_practice_settings_init(&settings, 0));
  EXPECT(KTN_OK, ktn_practice_settings_init(&settings, sizeof settings));
  EXPECT(KTN_NOT_A_SCORE, made(&settings));
  static const struct {
    const char *score;
    ktn_status status;
  } scores[] = {
      {"", KTN_NOT_A_SCORE}, {"   ", KTN_NOT_A_SCORE}, {"-", KTN_NOT_A_SCORE}, {"H4", KTN_NOT_A_NOTE},
      {"C-majo", KTN_NOT_A_NOTE}, {"C4:", KTN_TIME_OUT_OF_RANGE}, {"C4:0", KTN_TIME_OUT_OF_RANGE},
      {"C4:nan", KTN_TIME_OUT_OF_RANGE}, {"C4:1e9", KTN_TIME_OUT_OF_RANGE}, {"C12", KTN_NOTE_OUT_OF_RANGE},
      {"C9-major", KTN_NOTE_OUT_OF_RANGE}, {"C4 \xff\xfe", KTN_NOT_A_NOTE}, {"C4 D4:0.5 -:2 E4", KTN_OK},
      {"c major", KTN_OK}, {"Bb3-Harmonic Minor", KTN_OK}, {"\tA4\n", KTN_OK}, {"C4\tD4", KTN_OK},
  };
  for (size_t index = 0; index < sizeof scores / sizeof *scores; index += 1) {
    settings.score = scores[index].score;
    EXPECT(scores[index].status, made(&settings));
  }
  for (int index = 0; index < 200000; index += 1) longest[index] = index % 2 ? ' ' : 'A';
  settings.score = longest;
  EXPECT(KTN_NOT_A_SCORE, made(&settings));
  settings.score = "C4-major";
  settings.midi = (const uint8_t *)"MThd";
  settings.midi_count = 4;
  EXPECT(KTN_NOT_A_SCORE, made(&settings));
  settings.score = NULL;
  EXPECT(KTN_NOT_A_SCORE, made(&settings));
  /* A file of two notes, cut and damaged anywhere. */
  static const uint8_t midi[] = {
      'M', 'T', 'h', 'd', 0, 0, 0, 6, 0, 0, 0, 1, 0, 96, 'M', 'T', 'r', 'k', 0, 0, 0, 22, 0, 0x90, 60, 64, 96, 0x80, 60,
      0, 0, 0x90, 62, 64, 96, 0x80, 62, 0, 0, 0xff, 0x2f, 0, 0, 0};
  uint8_t damaged[sizeof midi];
  settings.midi = midi;
  settings.midi_count = sizeof midi;
  EXPECT(KTN_OK, made(&settings));
  settings.voice = 2;
  EXPECT(KTN_NO_SUCH_VOICE, made(&settings));
  settings.voice = INT32_MIN;
  EXPECT(KTN_NO_SUCH_VOICE, made(&settings));
  settings.voice = 0;
  for (size_t cut = 0; cut < sizeof midi; cut += 1) {
    settings.midi_count = cut;
    made(&settings);
    for (int value = 0; value < 256; value += 15) {
      memcpy(damaged, midi, sizeof midi);
      damaged[cut] = (uint8_t)value;
      settings.midi = damaged;
      settings.midi_count = sizeof midi;
      made(&settings);
    }
    settings.midi = midi;
  }
  settings.midi = NULL;
  settings.score = "C4-major";
  settings.mode = 3;
  EXPECT(KTN_UNKNOWN_CHOICE, made(&settings));
  settings.mode = KTN_PRACTICE_LOOP;
  for (int index = 0; index < wrong_count; index += 1) {
    settings.concert_pitch = wrong[index];
    EXPECT(KTN_CONCERT_PITCH_OUT_OF_RANGE, made(&settings));
    settings.concert_pitch = 440;
    settings.tolerance = wrong[index];
    EXPECT(KTN_TOLERANCE_OUT_OF_RANGE, made(&settings));
    settings.tolerance = 25;
  }
  settings.tempo = NAN;
  EXPECT(KTN_TEMPO_OUT_OF_RANGE, made(&settings));
  settings.tempo = 19;
  EXPECT(KTN_TEMPO_OUT_OF_RANGE, made(&settings));
  settings.tempo = 90;
  settings.swing = 81;
  EXPECT(KTN_RHYTHM_OUT_OF_RANGE, made(&settings));
  settings.swing = 0;
  settings.goal = 0;
  EXPECT(KTN_COUNT_TOO_LARGE, made(&settings));
  settings.goal = 1;
  settings.octaves = 5;
  EXPECT(KTN_NOTE_OUT_OF_RANGE, made(&settings));
  settings.octaves = 1;
  settings.temperament = "just";
  settings.root = 12;
  EXPECT(KTN_NOTE_OUT_OF_RANGE, made(&settings));
  settings.root = -1;
  settings.temperament = "x";
  EXPECT(KTN_UNKNOWN_TEMPERAMENT, made(&settings));
  settings.temperament = "just";
  settings.first_bar = 9;
  EXPECT(KTN_NO_SUCH_BARS, made(&settings));
  settings.last_bar = 10;
  EXPECT(KTN_NO_SUCH_BARS, made(&settings));
  settings.first_bar = settings.last_bar = 2;
  EXPECT(KTN_OK, made(&settings));
  settings.first_bar = settings.last_bar = 0;
  settings.beat_count = 4;
  EXPECT(KTN_NOT_A_SCORE, made(&settings));
  settings.score = NULL;
  settings.beat_unit = 3;
  EXPECT(KTN_RHYTHM_OUT_OF_RANGE, made(&settings));
  settings.beat_unit = 4;
  settings.beat_count = 129;
  EXPECT(KTN_RHYTHM_OUT_OF_RANGE, made(&settings));
  settings.beat_count = 4;
  settings.subdivision = 17;
  EXPECT(KTN_RHYTHM_OUT_OF_RANGE, made(&settings));
  settings.subdivision = 1;
  settings.played_beats = 1u << 31;
  EXPECT(KTN_RHYTHM_OUT_OF_RANGE, made(&settings));
  settings.played_beats = 0;
  EXPECT(KTN_OK, made(&settings));

  for (int index = 0; index < 60000; index += 1) {
    samples[index] = index % 5000 == 77 ? (float)wrong[index / 5000 % wrong_count]
                                        : (float)(0.3 * sin(0.0373 * index * (1 + index / 20000)));
  }
  for (int round = 0; round < 8; round += 1) {
    settings.mode = round % 4 % 3;
    settings.has_click = round > 3;
    settings.ends_by_silence = round % 2;
    settings.score = round % 4 == 3 ? NULL : "C4 D4 G#4";
    settings.beat_count = round % 4 == 3 ? 4 : 0;
    EXPECT(KTN_OK, ktn_practice_create(&settings, &practice));
    EXPECT(KTN_NOT_STARTED, ktn_practice_append(practice, samples, 1));
    EXPECT(KTN_NOT_STARTED, ktn_practice_interrupt(practice));
    EXPECT(KTN_NOT_STARTED, ktn_practice_skip(practice));
    EXPECT(KTN_NOT_STARTED, ktn_practice_finish(practice));
    EXPECT(KTN_NOT_STARTED, ktn_practice_set_start(practice, 0, 0, 0));
    EXPECT(KTN_SAMPLE_RATE_OUT_OF_RANGE, ktn_practice_start(practice, NAN));
    EXPECT(KTN_SAMPLE_RATE_OUT_OF_RANGE, ktn_practice_start(practice, 7999));
    for (int pass = 0; pass < 2; pass += 1) {
      EXPECT(KTN_OK, ktn_practice_start(practice, 44100));
      EXPECT(KTN_TIME_OUT_OF_RANGE, ktn_practice_set_start(practice, NAN, 0, 0));
      EXPECT(KTN_TIME_OUT_OF_RANGE, ktn_practice_set_start(practice, 0, INFINITY, 0));
      EXPECT(KTN_TIME_OUT_OF_RANGE, ktn_practice_set_start(practice, 0, 0, NAN));
      EXPECT(KTN_OK, ktn_practice_set_start(practice, 0.1, pass ? 0.02 : NAN, 0.001));
      EXPECT(KTN_OK, ktn_practice_append(practice, samples, 60000));
      EXPECT(KTN_OK, ktn_practice_interrupt(practice));
      EXPECT(KTN_OK, ktn_practice_skip(practice));
      EXPECT(KTN_OK, ktn_practice_append(practice, samples, 30000));
      EXPECT(KTN_NULL_POINTER, ktn_practice_append(practice, NULL, 1));
      EXPECT(KTN_OK, ktn_practice_finish(practice));
      EXPECT(KTN_FINISHED, ktn_practice_finish(practice));
      EXPECT(KTN_FINISHED, ktn_practice_append(practice, samples, 1));
      EXPECT(KTN_FINISHED, ktn_practice_skip(practice));
      ktn_practice_event event;
      do {
        EXPECT(KTN_OK, ktn_practice_read(practice, &event, 1, &count));
        HOLD(!count || (isfinite(event.time) && event.index >= -1 && event.index < 3));
      } while (count);
      ktn_practice_result result;
      EXPECT(KTN_OK, ktn_practice_result_of(practice, &result));
      EXPECT(KTN_NULL_POINTER, ktn_practice_result_of(practice, NULL));
      HOLD(result.is_finished == 1 && result.duration > 0);
      ktn_practice_note notes[64];
      EXPECT(KTN_OK, ktn_practice_notes(practice, notes, 64, &count));
      HOLD(count == (size_t)result.note_count);
      if (count) EXPECT(KTN_BUFFER_TOO_SMALL, ktn_practice_notes(practice, notes, 0, &count));
      ktn_practice_pass passes[8];
      EXPECT(KTN_OK, ktn_practice_passes(practice, passes, 8, &count));
      HOLD(count == (size_t)result.pass_count);
      EXPECT(KTN_BUFFER_TOO_SMALL, ktn_practice_json(practice, NULL, 0, &count));
      HOLD(count > 100);
    }
    ktn_practice_free(practice);
  }
}

/* ---- Calls in the wrong order ---- */

static void order(void) {
  static float samples[10000];
  size_t count;
  ktn_reading reading;
  ktn_tracker_settings settings;
  EXPECT(KTN_OK, ktn_tracker_settings_init(&settings, sizeof settings));
  ktn_tracker *tracker;
  for (size_t method = 0; method < ktn_method_count(); method += 1) {
    settings.method = ktn_method_name(method);
    EXPECT(KTN_OK, ktn_tracker_create(&settings, &tracker));
    EXPECT(KTN_OK, ktn_tracker_append(tracker, NULL, 0));
    EXPECT(KTN_OK, ktn_tracker_finish(tracker));
    EXPECT(KTN_FINISHED, ktn_tracker_finish(tracker));
    EXPECT(KTN_FINISHED, ktn_tracker_append(tracker, samples, 1));
    EXPECT(KTN_OK, ktn_tracker_read(tracker, &reading, 1, &count));
    HOLD(count == 0);
    EXPECT(KTN_OK, ktn_tracker_reset(tracker));
    EXPECT(KTN_OK, ktn_tracker_append(tracker, samples, 10000));
    EXPECT(KTN_NULL_POINTER, ktn_tracker_append(tracker, NULL, 1));
    EXPECT(KTN_COUNT_TOO_LARGE, ktn_tracker_append(tracker, samples, SIZE_MAX));
    EXPECT(KTN_COUNT_TOO_LARGE, ktn_tracker_append(tracker, samples, (size_t)1 << 31));
    EXPECT(KTN_NULL_POINTER, ktn_tracker_read(tracker, NULL, 1, &count));
    EXPECT(KTN_NULL_POINTER, ktn_tracker_read(tracker, &reading, 1, NULL));
    EXPECT(KTN_COUNT_TOO_LARGE, ktn_tracker_read(tracker, &reading, SIZE_MAX, &count));
    EXPECT(KTN_OK, ktn_tracker_read(tracker, NULL, 0, &count));
    EXPECT(KTN_UNKNOWN_CHOICE, ktn_tracker_set_gate(tracker, 3, 0));
    EXPECT(KTN_LEVEL_OUT_OF_RANGE, ktn_tracker_set_gate(tracker, KTN_GATE_LEVEL, NAN));
    EXPECT(KTN_OK, ktn_tracker_set_gate(tracker, KTN_GATE_OFF, NAN));
    EXPECT(KTN_OK, ktn_tracker_finish(tracker));
    HOLD(ktn_tracker_available(tracker) == 23);
    ktn_tracker_free(tracker);
  }

  ktn_segmenter *segmenter;
  EXPECT(KTN_OK, ktn_segmenter_create(NULL, &segmenter));
  ktn_reading readings[wrong_count * wrong_count];
  for (int index = 0; index < wrong_count * wrong_count; index += 1) {
    ktn_reading strange = {wrong[index % wrong_count], wrong[index / wrong_count], NAN, NAN, NAN,
                           NAN, NAN, NAN, INT32_MIN, 5};
    readings[index] = strange;
  }
  EXPECT(KTN_OK, ktn_segmenter_append(segmenter, readings, wrong_count * wrong_count));
  for (int index = 0; index < 36; index += 1) {
    readings[index].level = index % 5 ? -20 : INFINITY;
    readings[index].frequency = index % 7 ? 440 : 5e-324;
  }
  EXPECT(KTN_OK, ktn_segmenter_append(segmenter, readings, wrong_count * wrong_count));
  for (int index = 0; index < 36; index += 1) readings[index].time = 0;
  EXPECT(KTN_OK, ktn_segmenter_append(segmenter, readings, wrong_count * wrong_count));
  EXPECT(KTN_OK, ktn_segmenter_finish(segmenter));
  EXPECT(KTN_FINISHED, ktn_segmenter_finish(segmenter));
  EXPECT(KTN_FINISHED, ktn_segmenter_append(segmenter, readings, 1));
  ktn_segmenter_free(segmenter);

  ktn_note_detector *detector;
  float noughts[wrong_count];
  for (int index = 0; index < wrong_count; index += 1) noughts[index] = wrong[index];
  EXPECT(KTN_SAMPLE_RATE_OUT_OF_RANGE, ktn_note_detector_create(7999, NULL, &detector));
  HOLD(detector == NULL);
  EXPECT(KTN_SAMPLE_RATE_OUT_OF_RANGE, ktn_note_detector_create(NAN, NULL, &detector));
  EXPECT(KTN_OK, ktn_note_detector_create(48000, NULL, &detector));
  EXPECT(KTN_NULL_POINTER, ktn_note_detector_append(detector, NULL, 1, NULL, 0));
  EXPECT(KTN_NULL_POINTER, ktn_note_detector_append(detector, NULL, 0, NULL, 1));
  EXPECT(KTN_OK, ktn_note_detector_append(detector, noughts, wrong_count, readings, wrong_count * wrong_count));
  EXPECT(KTN_OK, ktn_note_detector_append(detector, NULL, 0, readings, wrong_count * wrong_count));
  EXPECT(KTN_OK, ktn_note_detector_finish(detector));
  EXPECT(KTN_FINISHED, ktn_note_detector_finish(detector));
  EXPECT(KTN_FINISHED, ktn_note_detector_append(detector, NULL, 0, readings, 1));
  EXPECT(KTN_OK, ktn_note_detector_read(detector, NULL, 0, &count));
  ktn_note_detector_free(detector);

  ktn_tone_settings tone_settings;
  EXPECT(KTN_OK, ktn_tone_settings_init(&tone_settings, sizeof tone_settings));
  ktn_tone *tone;
  EXPECT(KTN_OK, ktn_tone_create(&tone_settings, &tone));
  EXPECT(KTN_FREQUENCY_OUT_OF_RANGE, ktn_tone_set_frequency(tone, NAN, 0));
  EXPECT(KTN_FREQUENCY_OUT_OF_RANGE, ktn_tone_set_frequency(tone, 441, 0));
  EXPECT(KTN_TIME_OUT_OF_RANGE, ktn_tone_set_frequency(tone, 440, NAN));
  EXPECT(KTN_TIME_OUT_OF_RANGE, ktn_tone_set_level(tone, -20, INFINITY));
  EXPECT(KTN_LEVEL_OUT_OF_RANGE, ktn_tone_set_level(tone, 1, 0));
  EXPECT(KTN_TIME_OUT_OF_RANGE, ktn_tone_stop(tone, -1));
  EXPECT(KTN_OK, ktn_tone_set_level(tone, 0, 0));
  EXPECT(KTN_COUNT_TOO_LARGE, ktn_tone_render(tone, samples, SIZE_MAX, NULL));
  EXPECT(KTN_NULL_POINTER, ktn_tone_render(tone, NULL, 1, NULL));
  EXPECT(KTN_OK, ktn_tone_render(tone, NULL, 0, &count));
  EXPECT(KTN_OK, ktn_tone_stop(tone, 0.05));
  EXPECT(KTN_OK, ktn_tone_stop(tone, 60));
  EXPECT(KTN_OK, ktn_tone_render(tone, samples, 10000, &count));
  HOLD(count == 2205);
  EXPECT(KTN_OK, ktn_tone_stop(tone, 0));
  EXPECT(KTN_OK, ktn_tone_render(tone, samples, 10000, &count));
  HOLD(count == 0 && samples[0] == 0);
  ktn_tone_free(tone);

  ktn_sender_settings sending;
  EXPECT(KTN_OK, ktn_sender_settings_init(&sending, sizeof sending));
  ktn_sender *sender;
  static uint8_t bytes[KTN_PAYLOAD_LIMIT + 1];
  EXPECT(KTN_PAYLOAD_TOO_LONG, ktn_sender_create(&sending, bytes, sizeof bytes, &sender));
  EXPECT(KTN_COUNT_TOO_LARGE, ktn_sender_create(&sending, bytes, SIZE_MAX, &sender));
  EXPECT(KTN_NULL_POINTER, ktn_sender_create(&sending, NULL, 1, &sender));
  EXPECT(KTN_OK, ktn_sender_create(&sending, NULL, 0, &sender));
  ktn_sender_free(sender);
  sending.mode = KTN_MODE_BEACON;
  sending.number = UINT32_MAX;
  EXPECT(KTN_OK, ktn_sender_create(&sending, bytes, KTN_PAYLOAD_LIMIT, &sender));
  uint64_t length;
  EXPECT(KTN_OK, ktn_sender_length(sender, &length));
  HOLD(length > 48000u * 3600u);
  ktn_sender_free(sender);
  sending.sample_rate = 8000;
  EXPECT(KTN_RATE_TOO_LOW_FOR_BAND, ktn_sender_create(&sending, bytes, 1, &sender));

  ktn_receiver_settings receiving;
  EXPECT(KTN_OK, ktn_receiver_settings_init(&receiving, sizeof receiving));
  ktn_receiver *receiver;
  receiving.bands = 8;
  EXPECT(KTN_UNKNOWN_CHOICE, ktn_receiver_create(&receiving, &receiver));
  receiving.bands = UINT32_MAX;
  EXPECT(KTN_UNKNOWN_CHOICE, ktn_receiver_create(&receiving, &receiver));
  receiving.bands = 0;
  receiving.sample_rate = 8000;
  EXPECT(KTN_RATE_TOO_LOW_FOR_BAND, ktn_receiver_create(&receiving, &receiver));
  receiving.sample_rate = 48000;
  EXPECT(KTN_OK, ktn_receiver_create(&receiving, &receiver));
  EXPECT(KTN_NOT_READY, ktn_receiver_payload(receiver, bytes, sizeof bytes, &count));
  ktn_event event;
  EXPECT(KTN_OK, ktn_receiver_next(receiver, &event));
  HOLD(event.kind == KTN_EVENT_NONE);
  EXPECT(KTN_OK, ktn_receiver_finish(receiver));
  EXPECT(KTN_FINISHED, ktn_receiver_finish(receiver));
  EXPECT(KTN_FINISHED, ktn_receiver_append(receiver, samples, 1));
  EXPECT(KTN_NULL_POINTER, ktn_receiver_next(receiver, NULL));
  ktn_receiver_free(receiver);
}

/* ---- Settings drawn from dangerous values ---- */

static uint32_t drawn = 1;
static uint32_t draw(uint32_t below) {
  drawn = drawn * 1664525 + 1013904223;
  return (drawn >> 8) % below;
}

/* Mostly what is fine, so that handles are made and used. */
static double number(double fine) {
  static const double values[] = {NAN,    INFINITY, -INFINITY, 0,       -0.0,  5e-324, 1e-9, 1e308,
                                  -1e308, -1,       0.5,       1,       1.5,   26,     100,  440,
                                  4435,   8000,     11025,     22050.5, 48000, 96000,  192000, 1e9};
  return draw(4) ? fine : values[draw(sizeof values / sizeof *values)];
}

static int32_t integer(int32_t fine) {
  static const int32_t values[] = {0, 1, 2, 3, 4, 5, -1, 32, 33, 127, 128, INT32_MIN, INT32_MAX};
  return draw(4) ? fine : values[draw(sizeof values / sizeof *values)];
}

static float sound[4000];
static void make_sound(void) {
  for (int index = 0; index < 4000; index += 1) {
    sound[index] = (float)(0.5 * sin(0.05 * index)) + (float)draw(100) / 1000;
    if (!draw(300)) sound[index] = (float)number(1e38);
  }
}

static size_t draw_size(double hop) {
  size_t most = hop > 0 && hop < 100 ? 300 : 4000;
  return draw(8) ? draw((uint32_t)most + 1) : 0;
}

static void draw_trackers(int rounds) {
  int made = 0;
  for (int round = 0; round < rounds; round += 1) {
    make_sound();
    ktn_tracker_settings settings;
    EXPECT(KTN_OK, ktn_tracker_settings_init(&settings, sizeof settings));
    settings.method = ktn_method_name(draw(25));
    settings.sample_rate = number(44100);
    settings.lowest = number(60);
    settings.highest = number(1500);
    settings.hop = number(441);
    settings.lookahead = number(0.3);
    settings.gate = integer(KTN_GATE_LEVEL);
    settings.gate_level = number(-50);
    ktn_tracker *tracker;
    ktn_status status = ktn_tracker_create(&settings, &tracker);
    HOLD((status == KTN_OK) == (tracker != NULL));
    if (status) continue;
    made += 1;
    for (int block = 0; block < 3; block += 1) {
      EXPECT(KTN_OK, ktn_tracker_append(tracker, sound, draw_size(settings.hop)));
    }
    ktn_reading reading;
    size_t count;
    EXPECT(KTN_OK, ktn_tracker_finish(tracker));
    while (ktn_tracker_available(tracker) > 0) {
      EXPECT(KTN_OK, ktn_tracker_read(tracker, &reading, 1, &count));
      HOLD(count == 1 && isfinite(reading.time) && isfinite(reading.frequency));
      HOLD(reading.periodicity >= 0 && reading.periodicity <= 1);
      HOLD(reading.confidence >= 0 && reading.confidence <= 1);
      HOLD(!reading.is_voiced || reading.frequency > 0);
    }
    double latency;
    EXPECT(KTN_OK, ktn_tracker_latency(tracker, &latency));
    HOLD(isfinite(latency) && latency >= 0);
    EXPECT(KTN_OK, ktn_tracker_reset(tracker));
    ktn_tracker_free(tracker);
  }
  HOLD(made > rounds / 20);
}

static void draw_tuners(int rounds) {
  static const char *const instruments[] = {"guitar", "bass", "violin", "x", "", NULL};
  int made = 0;
  for (int round = 0; round < rounds; round += 1) {
    make_sound();
    ktn_tuner_settings settings, other;
    EXPECT(KTN_OK, ktn_tuner_settings_init(&settings, sizeof settings));
    for (int pass = 0; pass < 2; pass += 1) {
      other = settings;
      settings.sample_rate = number(44100);
      settings.gate = integer(0);
      settings.lowest = number(0);
      settings.highest = number(0);
      settings.concert_pitch = number(442);
      settings.tolerance = number(2);
      settings.deviations[draw(12)] = number(1);
      settings.instrument = instruments[draw(6)];
      settings.tuning = draw(3) ? NULL : "drop d";
      settings.target = integer(KTN_TARGET_STRINGS);
      settings.string = integer(6);
      settings.note = integer(69);
      settings.note_cents = number(0);
    }
    ktn_tuner *tuner;
    if (ktn_tuner_create(&other, &tuner)) {
      HOLD(tuner == NULL);
      continue;
    }
    made += 1;
    EXPECT(KTN_OK, ktn_tuner_append(tuner, sound, 4000));
    ktn_tuner_configure(tuner, &settings);
    EXPECT(KTN_OK, ktn_tuner_append(tuner, sound, 4000));
    EXPECT(KTN_OK, ktn_tuner_reset(tuner));
    EXPECT(KTN_OK, ktn_tuner_finish(tuner));
    EXPECT(KTN_FINISHED, ktn_tuner_append(tuner, sound, 1));
    ktn_tuner_reading reading;
    ktn_heard_note note;
    size_t count;
    do {
      EXPECT(KTN_OK, ktn_tuner_read(tuner, &reading, 1, &count));
      HOLD(!count || (isfinite(reading.cents) && isfinite(reading.target_frequency)));
    } while (count);
    EXPECT(KTN_OK, ktn_tuner_read_notes(tuner, &note, 1, &count));
    EXPECT(KTN_OK, ktn_tuner_reset(tuner));
    EXPECT(KTN_OK, ktn_tuner_append(tuner, sound, 1));
    ktn_tuner_free(tuner);
  }
  HOLD(made > rounds / 50);
}

static void draw_sounds(int rounds) {
  static float samples[5000];
  int made = 0;
  for (int round = 0; round < rounds; round += 1) {
    size_t count;
    ktn_tone_settings tones;
    EXPECT(KTN_OK, ktn_tone_settings_init(&tones, sizeof tones));
    tones.waveform = integer(KTN_WAVEFORM_SAWTOOTH);
    tones.sample_rate = number(48000);
    tones.frequency = number(440);
    tones.level = number(-20);
    tones.lowest = number(220);
    tones.highest = number(880);
    ktn_tone *tone;
    if (!ktn_tone_create(&tones, &tone)) {
      made += 1;
      ktn_tone_set_frequency(tone, number(440), number(0.01));
      ktn_tone_set_level(tone, number(-3), number(0.01));
      EXPECT(KTN_OK, ktn_tone_render(tone, samples, 2000, &count));
      ktn_tone_stop(tone, number(0.01));
      EXPECT(KTN_OK, ktn_tone_render(tone, samples, 2000, &count));
      for (int index = 0; index < 2000; index += 1) HOLD(fabsf(samples[index]) <= 1.001f);
      ktn_tone_free(tone);
    }
    ktn_metronome_settings beats;
    EXPECT(KTN_OK, ktn_metronome_settings_init(&beats, sizeof beats));
    beats.sound = integer(KTN_CLICK_WOOD);
    beats.sample_rate = number(48000);
    beats.tempo = number(120);
    beats.level = number(-10);
    beats.swing = number(60);
    beats.beats = integer(4);
    beats.subdivision = integer(2);
    beats.polyrhythm = integer(3);
    beats.accents[draw(32)] = (uint8_t)integer(4);
    ktn_metronome *metronome;
    if (!ktn_metronome_create(&beats, &metronome)) {
      made += 1;
      ktn_click click;
      for (int block = 0; block < 20; block += 1) {
        ktn_metronome_set_tempo(metronome, number(600));
        EXPECT(KTN_OK, ktn_metronome_render(metronome, samples, draw(5001)));
        EXPECT(KTN_OK, ktn_metronome_clicks(metronome, &click, draw(2), &count));
      }
      ktn_metronome_free(metronome);
    }
    ktn_sender_settings sending;
    EXPECT(KTN_OK, ktn_sender_settings_init(&sending, sizeof sending));
    sending.band = integer(KTN_BAND_AUDIBLE);
    sending.mode = integer(KTN_MODE_TOUCH);
    sending.level = number(-6);
    sending.sample_rate = number(48000);
    ktn_sender *sender;
    if (!ktn_sender_create(&sending, (const uint8_t *)sound, draw(400), &sender)) {
      made += 1;
      EXPECT(KTN_OK, ktn_sender_render(sender, samples, 5000, &count));
      ktn_sender_free(sender);
    }
  }
  HOLD(made > rounds / 2);
  ktn_receiver_settings receiving;
  EXPECT(KTN_OK, ktn_receiver_settings_init(&receiving, sizeof receiving));
  ktn_receiver *receiver;
  EXPECT(KTN_OK, ktn_receiver_create(&receiving, &receiver));
  for (int block = 0; block < 50; block += 1) {
    make_sound();
    EXPECT(KTN_OK, ktn_receiver_append(receiver, sound, draw(4001)));
  }
  EXPECT(KTN_OK, ktn_receiver_finish(receiver));
  ktn_receiver_free(receiver);
}

/* ---- Threads, each with handles of its own; the first calls of all of them at once ---- */

static void *use_tables(void *result) {
  double deviations[12], sum = 0;
  for (size_t index = 0; index < ktn_temperament_count(); index += 1) {
    ktn_temperament(ktn_temperament_name(index), 0, deviations);
    for (int place = 0; place < 12; place += 1) sum += deviations[place];
  }
  ktn_tuner_settings settings;
  ktn_tuner_settings_init(&settings, sizeof settings);
  settings.target = KTN_TARGET_STRINGS;
  settings.instrument = "guitar";
  ktn_tuner *tuner;
  ktn_status status = ktn_tuner_create(&settings, &tuner);
  static float silence[10000];
  status += ktn_tuner_append(tuner, silence, 10000);
  ktn_tuner_free(tuner);
  *(double *)result = status ? NAN : sum + (double)ktn_instrument_count();
  return NULL;
}

static void threads(void) {
  pthread_t running[8];
  double results[8];
  for (int index = 0; index < 8; index += 1) {
    pthread_create(&running[index], NULL, use_tables, &results[index]);
  }
  for (int index = 0; index < 8; index += 1) pthread_join(running[index], NULL);
  for (int index = 0; index < 8; index += 1) HOLD(results[index] == results[0]);
}

int main(int argc, char **argv) {
  int rounds = argc > 1 ? atoi(argv[1]) : 300;
  threads();
  nulls();
  sizes();
  numbers();
  many();
  chords();
  chord_names();
  strums();
  pianos();
  freezes();
  bells();
  practices();
  order();
  draw_trackers(rounds);
  draw_tuners(rounds);
  draw_sounds(rounds / 3);
  printf("%d checks, %d failures\n", checks, failures);
  return failures ? 1 : 0;
}
