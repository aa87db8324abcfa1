/* hash RATE FILE ...: what the library says about sounds, part by part, as hashes of all bits.
 *
 * The same program runs with every build of the library; the lines must be the same. */

#include <kammerton.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "clips.h"

static void check(ktn_status status, const char *what) {
  if (status == KTN_OK) return;
  fprintf(stderr, "hash: %s: %s\n", what, ktn_status_message(status));
  exit(1);
}

/* FNV-1a, by Fowler, Noll and Vo. */
static uint64_t hash = 0xcbf29ce484222325;

static void add(const void *bytes, size_t count) {
  for (size_t index = 0; index < count; index += 1) {
    hash = (hash ^ ((const unsigned char *)bytes)[index]) * 0x100000001b3;
  }
}

static void print(const char *name) { printf("%-20s %016llx\n", name, (unsigned long long)hash); }

/* Blocks of sizes that change, which must change nothing. */
static size_t block_size(size_t start, size_t count) {
  size_t size = 1 + start * 7919 % 5000;
  return size < count - start ? size : count - start;
}

static void track(const char *method, const struct clip *clips, int count) {
  for (int index = 0; index < count; index += 1) {
    ktn_tracker_settings settings;
    check(ktn_tracker_settings_init(&settings, sizeof settings), "settings");
    settings.method = method;
    settings.sample_rate = clips[index].sample_rate;
    settings.lowest = 60;
    settings.highest = 1500;
    ktn_tracker *tracker;
    check(ktn_tracker_create(&settings, &tracker), method);
    ktn_note_detector *detector;
    check(ktn_note_detector_create(clips[index].sample_rate, NULL, &detector), "notes");
    for (size_t start = 0; start < clips[index].count;) {
      size_t size = block_size(start, clips[index].count);
      check(ktn_tracker_append(tracker, clips[index].samples + start, size), method);
      check(ktn_note_detector_append(detector, clips[index].samples + start, size, NULL, 0), "notes");
      start += size;
    }
    check(ktn_tracker_finish(tracker), method);
    ktn_segmenter *segmenter;
    check(ktn_segmenter_create(NULL, &segmenter), "segmenter");
    ktn_reading readings[100];
    size_t taken;
    do {
      check(ktn_tracker_read(tracker, readings, 100, &taken), method);
      check(ktn_segmenter_append(segmenter, readings, taken), "segmenter");
      check(ktn_note_detector_append(detector, NULL, 0, readings, taken), "notes");
      add(readings, taken * sizeof *readings);
    } while (taken == 100);
    check(ktn_segmenter_finish(segmenter), "segmenter");
    ktn_note notes[100];
    check(ktn_segmenter_read(segmenter, notes, 100, &taken), "segmenter");
    add(notes, taken * sizeof *notes);
    ktn_segmenter_free(segmenter);
    check(ktn_note_detector_finish(detector), "notes");
    check(ktn_note_detector_read(detector, notes, 100, &taken), "notes");
    add(notes, taken * sizeof *notes);
    ktn_note_detector_free(detector);
    ktn_tracker_free(tracker);
  }
  print(method);
}

static void tune(const struct clip *clips, int count) {
  for (int index = 0; index < count; index += 1) {
    ktn_tuner_settings settings;
    check(ktn_tuner_settings_init(&settings, sizeof settings), "settings");
    settings.sample_rate = clips[index].sample_rate;
    settings.concert_pitch = 442;
    check(ktn_temperament("vallotti", 0, settings.deviations), "vallotti");
    settings.target = index % 2 ? KTN_TARGET_STRINGS : KTN_TARGET_CHROMATIC;
    settings.instrument = "guitar";
    ktn_tuner *tuner;
    check(ktn_tuner_create(&settings, &tuner), "tuner");
    check(ktn_tuner_append(tuner, clips[index].samples, clips[index].count), "tuner");
    check(ktn_tuner_finish(tuner), "tuner");
    ktn_tuner_reading readings[100];
    ktn_heard_note notes[100];
    size_t taken;
    do {
      check(ktn_tuner_read(tuner, readings, 100, &taken), "tuner");
      add(readings, taken * sizeof *readings);
    } while (taken == 100);
    check(ktn_tuner_read_notes(tuner, notes, 100, &taken), "tuner");
    add(notes, taken * sizeof *notes);
    ktn_tuner_free(tuner);
  }
  print("tuner");
}

static void name_notes(void) {
  for (size_t index = 0; index < ktn_temperament_count(); index += 1) {
    double deviations[12];
    check(ktn_temperament(ktn_temperament_name(index), 2, deviations), "temperament");
    add(deviations, sizeof deviations);
    for (int32_t number = 0; number < 128; number += 1) {
      double frequency, cents;
      int32_t nearest;
      char name[16] = "";
      check(ktn_note_frequency(number, 12.5, 415, deviations, &frequency), "note");
      check(ktn_nearest_note(frequency, 440, NULL, &nearest, &cents), "note");
      check(ktn_note_name(nearest, KTN_SPELLING_MIXED, name, sizeof name), "note");
      add(&frequency, sizeof frequency);
      add(&cents, sizeof cents);
      add(name, sizeof name);
    }
  }
  for (size_t index = 0; index < ktn_instrument_count(); index += 1) {
    size_t tunings, count;
    char instrument[81] = "", tuning[81] = "";
    check(ktn_instrument_name(index, instrument, sizeof instrument), "instrument");
    check(ktn_tuning_count(index, &tunings), "instrument");
    add(instrument, sizeof instrument);
    for (size_t place = 0; place < tunings; place += 1) {
      check(ktn_tuning_name(index, place, tuning, sizeof tuning), "tuning");
      ktn_string strings[400];
      check(ktn_tuning_strings(instrument, tuning, strings, 400, &count), instrument);
      add(strings, count * sizeof *strings);
    }
  }
  print("names");
}

/* Strums and keys of strings that are stiff, and decay. */
static void pluck(float *samples, size_t count, double sample_rate, const double *frequencies, int strings) {
  memset(samples, 0, count * sizeof *samples);
  for (int index = 0; index < strings; index += 1) {
    for (int partial = 1; partial <= 12; partial += 1) {
      double frequency = frequencies[index] * partial * sqrt(1 + 4e-4 * partial * partial);
      for (size_t place = (size_t)(0.2 * sample_rate); place < count && frequency < 0.45 * sample_rate; place += 1) {
        double time = (double)place / sample_rate - 0.2;
        samples[place] += (float)(0.1 / partial * exp(-(1 + 0.2 * partial) * time) * sin(6.283185307 * frequency * time));
      }
    }
  }
}

static void strum(void) {
  static float samples[96000];
  static const double frequencies[] = {82.5, 110.2, 146.8, 196.0, 246.9, 329.0};
  pluck(samples, 96000, 48000, frequencies, 6);
  ktn_strum_settings settings;
  check(ktn_strum_settings_init(&settings, sizeof settings), "settings");
  settings.sample_rate = 48000;
  ktn_strum *handle;
  check(ktn_strum_create(&settings, &handle), "strum");
  for (size_t start = 0; start < 96000;) {
    size_t size = block_size(start, 96000);
    check(ktn_strum_append(handle, samples + start, size), "strum");
    start += size;
  }
  ktn_strum_string strings[600];
  size_t count;
  check(ktn_strum_read(handle, strings, 600, &count), "strum");
  if (count < 6 || !strings[count - 1].is_sounding) {
    fprintf(stderr, "hash: the strum has %zu strings\n", count);
    exit(1);
  }
  add(strings, count * sizeof *strings);
  ktn_strum_free(handle);
  print("strum");
}

static void hear_chords(void) {
  static float samples[96000];
  static const double frequencies[] = {130.8, 164.0, 196.4, 466.2};
  pluck(samples, 96000, 48000, frequencies, 4);
  ktn_chord_listener_settings settings;
  check(ktn_chord_listener_settings_init(&settings, sizeof settings), "settings");
  settings.sample_rate = 48000;
  ktn_chord_listener *handle;
  check(ktn_chord_listener_create(&settings, &handle), "chords");
  for (size_t start = 0; start < 96000;) {
    size_t size = block_size(start, 96000);
    check(ktn_chord_listener_append(handle, samples + start, size), "chords");
    start += size;
  }
  check(ktn_chord_listener_finish(handle), "chords");
  static ktn_chord_reading readings[300];
  static ktn_chord chords[100];
  size_t count;
  check(ktn_chord_listener_read(handle, readings, 300, &count), "chords");
  add(readings, count * sizeof *readings);
  check(ktn_chord_listener_read_chords(handle, chords, 100, &count), "chords");
  char name[32] = "";
  for (size_t index = 0; index < count && !chords[index].is_end; index += 1) {
    check(ktn_chord_name(&chords[index], KTN_SPELLING_SHARPS, name, sizeof name), "chords");
  }
  if (strcmp(name, "C7")) {
    fprintf(stderr, "hash: the chord is %s\n", name);
    exit(1);
  }
  add(chords, count * sizeof *chords);
  ktn_chord_listener_free(handle);
  print("chords");
}

static void onsets(void) {
  static float samples[96000];
  static const double frequencies[] = {196.0};
  pluck(samples, 96000, 48000, frequencies, 1);
  ktn_onset_detector *handle;
  check(ktn_onset_create(48000, &handle), "onsets");
  for (size_t start = 0; start < 96000;) {
    size_t size = block_size(start, 96000);
    check(ktn_onset_append(handle, samples + start, size), "onsets");
    start += size;
  }
  check(ktn_onset_finish(handle), "onsets");
  ktn_onset found[8];
  size_t count;
  check(ktn_onset_read(handle, found, 8, &count), "onsets");
  if (count != 1) {
    fprintf(stderr, "hash: there are %zu onsets\n", count);
    exit(1);
  }
  add(found, count * sizeof *found);
  ktn_onset_free(handle);
  print("onsets");
}

static void tune_piano(void) {
  static float samples[144000];
  static const double frequencies[] = {440.4, 221.0};
  ktn_piano_settings settings;
  check(ktn_piano_settings_init(&settings, sizeof settings), "settings");
  settings.sample_rate = 48000;
  settings.temperament = "vallotti";
  ktn_piano *piano;
  check(ktn_piano_create(&settings, &piano), "piano");
  for (int32_t purpose = KTN_PIANO_MEASURE_BEFORE; purpose >= KTN_PIANO_TUNE; purpose -= 1) {
    check(ktn_piano_set_purpose(piano, purpose, 0, "2026-11-25T10:15:00Z"), "piano");
    for (int key = 0; key < 2; key += 1) {
      pluck(samples, 144000, 48000, frequencies + key, 1);
      check(ktn_piano_append(piano, samples, 144000), "piano");
    }
  }
  check(ktn_piano_finish(piano), "piano");
  static ktn_piano_reading readings[200];
  static ktn_piano_measurement measurements[20];
  static ktn_piano_key keys[KTN_PIANO_KEYS];
  static uint8_t file[10000];
  size_t count;
  check(ktn_piano_read(piano, readings, 200, &count), "piano");
  if (count < 10 || readings[0].key != 69 || readings[count - 1].key != 57) {
    fprintf(stderr, "hash: the piano has %zu readings\n", count);
    exit(1);
  }
  add(readings, count * sizeof *readings);
  check(ktn_piano_read_measurements(piano, measurements, 20, &count), "piano");
  if (count < 2 || measurements[0].key != 69 || measurements[1].key != 57) {
    fprintf(stderr, "hash: the piano has %zu measurements\n", count);
    exit(1);
  }
  add(measurements, count * sizeof *measurements);
  check(ktn_piano_keys(piano, keys), "piano");
  add(keys, sizeof keys);
  check(ktn_piano_save(piano, file, sizeof file, &count), "piano");
  add(file, count);
  ktn_piano_free(piano);
  print("piano");
}

/* Sounds one after another, of partials that need not be harmonic, by the factors of their frequencies. */
static size_t ring(float *samples, size_t start, size_t count, double frequency, const double *factors, int partials) {
  for (size_t place = 0; place < count; place += 1) {
    double time = (double)place / 44100, value = 0;
    for (int partial = 0; partial < partials; partial += 1) {
      value += 0.1 * exp(-(1 + partial) * time) * sin(6.283185307 * frequency * factors[partial] * time);
    }
    samples[start + place] = (float)value;
  }
  return start + count;
}

/* Passes sound on in blocks of a size. */
#define IN_BLOCKS(call, handle, samples, count, size)                                        \
  for (size_t start = 0; start < (count); start += (size)) {                                 \
    size_t rest = (count) - start;                                                           \
    check(call(handle, (samples) + start, rest < (size) ? rest : (size)), #call);            \
  }

static const size_t sizes[] = {1, 441, 8192, 300000};

/* Compares what blocks of one size give with what those of the first gave. */
static void same(const char *name, int size, const void *got, const void *wanted, size_t count) {
  if (size == 0 || !memcmp(got, wanted, count)) return;
  fprintf(stderr, "hash: blocks of %zu samples change what %s says\n", sizes[size], name);
  exit(1);
}

static float melody[200000];

static size_t make_melody(void) {
  static const double harmonics[] = {1, 2, 3, 4};
  static const double notes[] = {261.63, 293.66, 331.5, 349.23, 415.3};
  size_t count = 4410;
  for (int index = 0; index < 5; index += 1) count = ring(melody, count, 22050, notes[index], harmonics, 4);
  return count + 44100;
}

static void practise(void) {
  size_t length = make_melody();
  ktn_practice_settings settings;
  check(ktn_practice_settings_init(&settings, sizeof settings), "settings");
  settings.score = "C4 D4 E4 F4 G4";
  settings.temperament = "just";
  static ktn_practice_note notes[2][8];
  static ktn_practice_event events[2][64];
  static ktn_practice_result results[2];
  static uint8_t text[2][4000];
  for (int size = 0; size < 4; size += 1) {
    int slot = size > 0;
    memset(notes[slot], 0, sizeof notes[slot]);
    memset(events[slot], 0, sizeof events[slot]);
    memset(text[slot], 0, sizeof text[slot]);
    ktn_practice *practice;
    check(ktn_practice_create(&settings, &practice), "practice");
    check(ktn_practice_start(practice, 44100), "practice");
    IN_BLOCKS(ktn_practice_append, practice, melody, length, sizes[size]);
    check(ktn_practice_finish(practice), "practice");
    size_t count, event_count, text_count;
    check(ktn_practice_notes(practice, notes[slot], 8, &count), "practice");
    check(ktn_practice_read(practice, events[slot], 64, &event_count), "practice");
    check(ktn_practice_result_of(practice, &results[slot]), "practice");
    check(ktn_practice_json(practice, text[slot], sizeof text[slot], &text_count), "practice");
    ktn_practice_free(practice);
    /* The third note is 10 cents sharp of equal temperament, the last one is A flat. */
    if (count != 5 || notes[slot][2].state != KTN_NOTE_RIGHT || notes[slot][4].state != KTN_NOTE_WRONG ||
        event_count < 5 || results[slot].right_count != 4) {
      fprintf(stderr, "hash: of %zu notes, %d are right\n", count, (int)results[slot].right_count);
      exit(1);
    }
    same("practice", size, notes[slot], notes[0], sizeof notes[slot]);
    same("practice", size, events[slot], events[0], sizeof events[slot]);
    same("practice", size, &results[slot], &results[0], sizeof results[slot]);
    same("practice", size, text[slot], text[0], sizeof text[slot]);
  }
  add(notes[0], sizeof notes[0]);
  add(events[0], sizeof events[0]);
  add(&results[0], sizeof results[0]);
  add(text[0], sizeof text[0]);
  print("practice");
}

static void freeze(void) {
  size_t length = make_melody();
  ktn_tuner_settings settings;
  check(ktn_tuner_settings_init(&settings, sizeof settings), "settings");
  static ktn_tuner_reading readings[2][16];
  for (int size = 0; size < 4; size += 1) {
    int slot = size > 0;
    memset(readings[slot], 0, sizeof readings[slot]);
    ktn_freeze *handle;
    check(ktn_freeze_create(&settings, &handle), "freeze");
    IN_BLOCKS(ktn_freeze_append, handle, melody, length, sizes[size]);
    check(ktn_freeze_finish(handle), "freeze");
    size_t count;
    check(ktn_freeze_read(handle, readings[slot], 16, &count), "freeze");
    ktn_freeze_free(handle);
    if (count != 5 || readings[slot][0].note != 60 || readings[slot][4].note != 68) {
      fprintf(stderr, "hash: %zu notes are frozen\n", count);
      exit(1);
    }
    same("freeze", size, readings[slot], readings[0], sizeof readings[slot]);
  }
  add(readings[0], sizeof readings[0]);
  print("freeze");
}

static void measure_bells(void) {
  static float samples[400000];
  static const double factors[] = {0.5, 1, 1.19, 1.5, 2, 3, 4.1};
  size_t length = ring(samples, 8820, 150000, 196, factors, 7);
  length = ring(samples, length + 22050, 150000, 262, factors, 7);
  ktn_bell_settings settings;
  check(ktn_bell_settings_init(&settings, sizeof settings), "settings");
  settings.object = KTN_OBJECT_BELL;
  static ktn_bell_measurement measurements[2][8];
  static uint8_t file[2][6000];
  for (int size = 0; size < 4; size += 1) {
    int slot = size > 0;
    memset(measurements[slot], 0, sizeof measurements[slot]);
    memset(file[slot], 0, sizeof file[slot]);
    ktn_bell *bell;
    check(ktn_bell_create(&settings, &bell), "bell");
    check(ktn_bell_set_purpose(bell, KTN_BELL_MEASURE_BEFORE, -1, NAN, "2026-11-26T10:15:00Z"), "bell");
    IN_BLOCKS(ktn_bell_append, bell, samples, length, sizes[size]);
    check(ktn_bell_finish(bell), "bell");
    size_t count, byte_count;
    check(ktn_bell_read(bell, measurements[slot], 8, &count), "bell");
    check(ktn_bell_save(bell, file[slot], sizeof file[slot], &byte_count), "bell");
    ktn_bell_free(bell);
    /* Each bell after 1.5 s, and whole. */
    if (count != 4 || measurements[slot][0].is_final || measurements[slot][1].note != 55 ||
        measurements[slot][3].note != 60 || measurements[slot][3].partial_count < 5) {
      fprintf(stderr, "hash: there are %zu measurements of bells\n", count);
      exit(1);
    }
    same("bell", size, measurements[slot], measurements[0], sizeof measurements[slot]);
    same("bell", size, file[slot], file[0], sizeof file[slot]);
  }
  add(measurements[0], sizeof measurements[0]);
  add(file[0], sizeof file[0]);
  for (int32_t object = 0; ktn_object_name(object); object += 1) {
    add(ktn_object_name(object), strlen(ktn_object_name(object)));
    for (int32_t partial = 0; ktn_object_partial_name(object, partial); partial += 1) {
      add(ktn_object_partial_name(object, partial), strlen(ktn_object_partial_name(object, partial)));
    }
  }
  print("bell");
}

static void mix(void) {
  static float samples[3 * 1000], mono[1000];
  for (int index = 0; index < 3000; index += 1) samples[index] = (float)sin(0.37 * index);
  check(ktn_mix(samples, 1000, 3, mono), "mix");
  add(mono, sizeof mono);
  print("mix");
}

static void play(void) {
  static float samples[20000];
  for (int32_t waveform = KTN_WAVEFORM_SINE; waveform <= KTN_WAVEFORM_PULSE; waveform += 1) {
    ktn_tone_settings settings;
    check(ktn_tone_settings_init(&settings, sizeof settings), "settings");
    settings.waveform = waveform;
    settings.highest = 500;
    ktn_tone *tone;
    check(ktn_tone_create(&settings, &tone), "tone");
    check(ktn_tone_render(tone, samples, 10000, NULL), "tone");
    check(ktn_tone_set_frequency(tone, 466, 0.1), "tone");
    check(ktn_tone_set_level(tone, -12, 0.05), "tone");
    check(ktn_tone_render(tone, samples + 10000, 10000, NULL), "tone");
    add(samples, sizeof samples);
    ktn_tone_free(tone);
  }
  ktn_metronome_settings settings;
  check(ktn_metronome_settings_init(&settings, sizeof settings), "settings");
  settings.subdivision = 2;
  settings.swing = 66.7;
  settings.polyrhythm = 3;
  settings.tempo = 237.5;
  ktn_metronome *metronome;
  check(ktn_metronome_create(&settings, &metronome), "metronome");
  for (int block = 0; block < 10; block += 1) {
    if (block == 5) check(ktn_metronome_set_tempo(metronome, 99), "metronome");
    check(ktn_metronome_render(metronome, samples, 20000), "metronome");
    add(samples, sizeof samples);
    ktn_click clicks[100];
    size_t count;
    check(ktn_metronome_clicks(metronome, clicks, 100, &count), "metronome");
    add(clicks, count * sizeof *clicks);
  }
  ktn_metronome_free(metronome);
  print("tone and metronome");
}

static void send(void) {
  for (int32_t band = KTN_BAND_ULTRASONIC; band <= KTN_BAND_AUDIBLE; band += 1) {
    uint8_t bytes[300], received[300];
    for (int index = 0; index < 300; index += 1) bytes[index] = (uint8_t)(37 * index + band);
    ktn_sender_settings settings;
    check(ktn_sender_settings_init(&settings, sizeof settings), "settings");
    settings.band = band;
    settings.mode = band == KTN_BAND_AUDIBLE ? KTN_MODE_TOUCH : KTN_MODE_ROOM;
    settings.number = 0xABCDE;
    size_t length = band == KTN_BAND_AUDIBLE ? 300 : 20;
    ktn_sender *sender;
    check(ktn_sender_create(&settings, bytes, length, &sender), "sender");
    ktn_receiver_settings receiving;
    check(ktn_receiver_settings_init(&receiving, sizeof receiving), "settings");
    receiving.bands = 1u << band;
    ktn_receiver *receiver;
    check(ktn_receiver_create(&receiving, &receiver), "receiver");
    float samples[1000];
    size_t rendered;
    do {
      check(ktn_sender_render(sender, samples, 1000, &rendered), "sender");
      add(samples, sizeof samples);
      check(ktn_receiver_append(receiver, samples, 1000), "receiver");
    } while (rendered == 1000);
    check(ktn_receiver_finish(receiver), "receiver");
    ktn_event event;
    int arrived = 0;
    do {
      check(ktn_receiver_next(receiver, &event), "receiver");
      add(&event, sizeof event);
      if (event.kind != KTN_EVENT_MESSAGE) continue;
      size_t count;
      check(ktn_receiver_payload(receiver, received, sizeof received, &count), "receiver");
      arrived = count == length && !memcmp(received, bytes, length);
    } while (event.kind != KTN_EVENT_NONE);
    if (!arrived) {
      fprintf(stderr, "hash: the message of band %d did not arrive\n", band);
      exit(1);
    }
    ktn_sender_free(sender);
    ktn_receiver_free(receiver);
  }
  print("modem");
}

int main(int argc, char **argv) {
  struct clip clips[100];
  int count = 0;
  for (int index = 1; index + 1 < argc && count < 100; index += 2, count += 1) {
    clips[count] = read_clip(argv[index], argv[index + 1]);
  }
  for (size_t index = 0; index < ktn_method_count(); index += 1) {
    track(ktn_method_name(index), clips, count);
  }
  tune(clips, count);
  name_notes();
  strum();
  hear_chords();
  onsets();
  tune_piano();
  practise();
  freeze();
  measure_bells();
  mix();
  play();
  send();
  for (int index = 0; index < count; index += 1) free(clips[index].samples);
  return 0;
}
