/* What `kammerton track --chords` and `tune chord` say about a recording, as a C program says it.
 *
 * chords rows RATE FILE: the columns time, frequency, confidence, level and error_cents of `track --chords`.
 * chords told RATE FILE: each chord that `tune chord --json` gives a verdict on, its name, times, notes and beats.
 * FILE has floats of one channel. */

#include <kammerton.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clips.h"

static void check(ktn_status status) {
  if (status == KTN_OK) return;
  fprintf(stderr, "chords: %s\n", ktn_status_message(status));
  exit(1);
}

static void print_rows(const ktn_chord_reading *reading) {
  for (int32_t index = 0; index < reading->note_count; index += 1) {
    const ktn_chord_note *note = &reading->notes[index];
    printf("%.6f,%.3f,%.4f,%.2f,%.2f\n", reading->time, note->frequency, note->confidence, note->level, note->error);
  }
}

static void print_chord(const ktn_chord *chord) {
  char name[32];
  if (!chord->is_end || chord->is_rest || chord->is_brief) return;
  check(ktn_chord_name(chord, KTN_SPELLING_SHARPS, name, sizeof name));
  printf("%.3f %.3f %s", chord->start, chord->time, name[0] ? name : "-");
  for (int32_t index = 0; index < chord->note_count; index += 1) {
    const ktn_told_note *note = &chord->notes[index];
    check(ktn_chord_note_name(chord, (size_t)index, KTN_SPELLING_SHARPS, name, sizeof name));
    printf(" %s %d %.3f %.2f %.2f %d/%d %.2f", name, note->note, note->frequency, note->cents, note->level,
           note->numerator, note->denominator, note->ratio_cents);
  }
  for (int32_t index = 0; index < chord->beat_count; index += 1) {
    const ktn_chord_beat *beat = &chord->beats[index];
    printf(" %d-%d %d:%d %.3f %d", beat->lower, beat->upper, beat->lower_partial, beat->upper_partial, beat->rate,
           beat->is_locked);
  }
  printf("\n");
}

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  struct clip clip = read_clip(argv[2], argv[3]);
  ktn_chord_listener_settings settings;
  check(ktn_chord_listener_settings_init(&settings, sizeof settings));
  settings.sample_rate = clip.sample_rate;
  settings.window = KTN_CHORD_WHOLE;
  ktn_chord_listener *listener;
  check(ktn_chord_listener_create(&settings, &listener));
  static ktn_chord_reading readings[100];
  static ktn_chord chords[10];
  for (size_t start = 0, taken; start <= clip.count; start += 4096) {
    size_t size = clip.count - start < 4096 ? clip.count - start : 4096;
    check(ktn_chord_listener_append(listener, clip.samples + start, size));
    if (size < 4096) check(ktn_chord_listener_finish(listener));
    do {
      check(ktn_chord_listener_read(listener, readings, 100, &taken));
      for (size_t index = 0; !strcmp(argv[1], "rows") && index < taken; index += 1) print_rows(&readings[index]);
    } while (taken == 100);
    do {
      check(ktn_chord_listener_read_chords(listener, chords, 10, &taken));
      for (size_t index = 0; !strcmp(argv[1], "told") && index < taken; index += 1) print_chord(&chords[index]);
    } while (taken == 10);
  }
  ktn_chord_listener_free(listener);
  free(clip.samples);
  return 0;
}
