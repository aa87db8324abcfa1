/* Counts the allocations of what may run on the thread of a sound device. Linked with --wrap=posix_memalign, by
 * which Embedded Swift allocates. */

#include <kammerton.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned long allocations;

int __real_posix_memalign(void **pointer, size_t alignment, size_t size);
int __wrap_posix_memalign(void **pointer, size_t alignment, size_t size) {
  allocations += 1;
  return __real_posix_memalign(pointer, alignment, size);
}

static int failures;
static void report(const char *what) {
  printf("%-20s %lu allocations\n", what, allocations);
  if (allocations > 0) failures += 1;
}

static void check(ktn_status status) {
  if (status == KTN_OK) return;
  fprintf(stderr, "allocations: %s\n", ktn_status_message(status));
  exit(1);
}

int main(void) {
  static float samples[8192];
  static ktn_reading readings[1000];
  static ktn_tuner_reading shown[1000];
  static ktn_heard_note notes[100];
  static ktn_click clicks[1000];
  size_t count;

  for (size_t method = 0; method < ktn_method_count(); method += 1) {
    ktn_tracker_settings settings;
    check(ktn_tracker_settings_init(&settings, sizeof settings));
    settings.method = ktn_method_name(method);
    ktn_tracker *tracker;
    check(ktn_tracker_create(&settings, &tracker));
    allocations = 0;
    for (int block = 0; block < 30; block += 1) {
      for (int index = 0; index < 8192; index += 1) {
        double phase = 0.03 * (8192.0 * block + index);
        samples[index] = block % 10 > 7 ? 0 : (float)(0.3 * sin(phase) + 0.2 * sin(2 * phase));
      }
      check(ktn_tracker_append(tracker, samples, block % 3 ? 8192 : 100));
      check(ktn_tracker_read(tracker, readings, 1000, &count));
    }
    report(settings.method);
    ktn_tracker_free(tracker);
  }

  ktn_tuner_settings tuning;
  check(ktn_tuner_settings_init(&tuning, sizeof tuning));
  tuning.target = KTN_TARGET_STRINGS;
  tuning.instrument = "guitar";
  ktn_tuner *tuner;
  check(ktn_tuner_create(&tuning, &tuner));
  allocations = 0;
  for (int block = 0; block < 30; block += 1) {
    for (int index = 0; index < 8192; index += 1) {
      samples[index] = block % 10 > 7 ? 0 : (float)(0.3 * sin(0.0157 * (8192.0 * block + index)));
    }
    check(ktn_tuner_append(tuner, samples, 8192));
    check(ktn_tuner_read(tuner, shown, 1000, &count));
    check(ktn_tuner_read_notes(tuner, notes, 100, &count));
  }
  report("tuner");
  ktn_tuner_free(tuner);

  ktn_tone_settings tones;
  check(ktn_tone_settings_init(&tones, sizeof tones));
  tones.waveform = KTN_WAVEFORM_PULSE;
  tones.highest = 880;
  ktn_tone *tone;
  check(ktn_tone_create(&tones, &tone));
  allocations = 0;
  for (int block = 0; block < 10; block += 1) {
    check(ktn_tone_render(tone, samples, 8192, NULL));
    check(ktn_tone_set_frequency(tone, 450 + block, 0.1));
  }
  check(ktn_tone_stop(tone, 0.05));
  check(ktn_tone_render(tone, samples, 8192, NULL));
  report("tone");
  ktn_tone_free(tone);

  ktn_metronome_settings beats;
  check(ktn_metronome_settings_init(&beats, sizeof beats));
  beats.subdivision = 4;
  beats.polyrhythm = 3;
  ktn_metronome *metronome;
  check(ktn_metronome_create(&beats, &metronome));
  allocations = 0;
  for (int block = 0; block < 100; block += 1) {
    check(ktn_metronome_set_tempo(metronome, 120 + block));
    check(ktn_metronome_render(metronome, samples, 8192));
    check(ktn_metronome_clicks(metronome, clicks, 1000, &count));
  }
  report("metronome");
  ktn_metronome_free(metronome);
  return failures ? 1 : 0;
}
