/* track SAMPLERATE <FILE: prints the pitch of raw mono samples, 32-bit floats, from standard input.
 *
 *   sox song.wav -t f32 -c 1 - | ./track 44100
 *
 * cc track.c $(pkg-config --cflags --libs kammerton) -o track */

#include <kammerton.h>
#include <stdio.h>
#include <stdlib.h>

static int fail(ktn_status status) {
  fprintf(stderr, "track: %s\n", ktn_status_message(status));
  return 1;
}

/* Prints what has been found since the last call: seconds, hertz, note and cents. */
static void print_readings(ktn_tracker *tracker) {
  ktn_reading readings[64];
  size_t count;
  while (ktn_tracker_read(tracker, readings, 64, &count) == KTN_OK && count > 0) {
    for (size_t index = 0; index < count; index += 1) {
      int32_t note;
      double cents;
      char name[16];
      if (!readings[index].is_voiced) continue;
      if (ktn_nearest_note(readings[index].frequency, 440, NULL, &note, &cents)) continue;
      if (ktn_note_name(note, KTN_SPELLING_SHARPS, name, sizeof name)) continue;
      printf("%.3f %.2f %s %+.1f\n", readings[index].time, readings[index].frequency, name, cents);
    }
  }
}

int main(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: track SAMPLERATE <FILE\n");
    return 64;
  }
  ktn_tracker_settings settings;
  ktn_tracker_settings_init(&settings, sizeof settings);
  settings.sample_rate = atof(argv[1]);

  ktn_tracker *tracker;
  ktn_status status = ktn_tracker_create(&settings, &tracker);
  if (status) return fail(status);

  float block[4096];
  size_t count;
  while ((count = fread(block, sizeof *block, 4096, stdin)) > 0) {
    if ((status = ktn_tracker_append(tracker, block, count))) return fail(status);
    print_readings(tracker);
  }
  ktn_tracker_finish(tracker);
  print_readings(tracker);
  ktn_tracker_free(tracker);
  return 0;
}
