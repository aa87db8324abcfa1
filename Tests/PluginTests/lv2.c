/* lv2 BUNDLE RATE FILE ...: what the LV2 plug-ins do in a host without a screen, beside what libkammerton says, and
 * what careless hosts get. Files are raw 32-bit floats. */

#include "lv2.h"

#include "../LibraryTests/clips.h"

enum { rate = 48000, second = rate };

static float sound[20 * second], heard[20 * second];

static void sine(double frequency, double amplitude, size_t start, size_t count) {
  for (size_t index = start; index < start + count; index += 1) {
    sound[index] = (float)(amplitude * sin(2 * M_PI * frequency / rate * (double)index));
  }
}

/* ---- What the Turtle files say ---- */

static void describe(const char *uri) {
  struct instance made = make(uri, rate);
  unsigned count = lilv_plugin_get_num_ports(made.plugin);
  float lowest[most_ports], highest[most_ports], standard[most_ports];
  lilv_plugin_get_port_ranges_float(made.plugin, lowest, highest, standard);
  HOLD(lilv_plugin_verify(made.plugin));
  LilvNodes *required = lilv_plugin_get_required_features(made.plugin);
  HOLD(lilv_nodes_size(required) == 0);
  lilv_nodes_free(required);
  for (unsigned index = 0; index < count; index += 1) {
    if (!is_a(&made, index, LILV_URI_CONTROL_PORT)) continue;
    HOLD(lowest[index] < highest[index] && lowest[index] <= standard[index] && standard[index] <= highest[index]);
  }
  drop(&made);
  const double rates[] = {0, -1, 7999, 192001, NAN, INFINITY, -INFINITY, 1e300};
  for (size_t index = 0; index < sizeof rates / sizeof *rates; index += 1) {
    struct instance refused = make(uri, rates[index]);
    HOLD(refused.lilv == NULL);
    drop(&refused);
  }
  const double good[] = {8000, 11025, 44100, 96000, 192000};
  for (size_t index = 0; index < sizeof good / sizeof *good; index += 1) {
    struct instance other = begin(uri, good[index]);
    run(&other, NULL, heard, 1000, 100);
    end(&other);
  }
}

/* ---- The tuner ---- */

static void tune(void) {
  struct instance tuner = begin(TUNER, rate);
  sine(440.5, 0.3, 0, 2 * second);
  run(&tuner, sound, heard, 2 * second, 256);
  HOLD(shown(&tuner, "note") == 9 && shown(&tuner, "octave") == 4 && shown(&tuner, "midi_note") == 69);
  HOLD(fabsf(shown(&tuner, "frequency") - 440.5f) < 0.01f);
  HOLD(fabsf(shown(&tuner, "cents") - 1.966f) < 0.02f); /* 1200 log2(440.5 / 440) */
  HOLD(shown(&tuner, "in_tune") == 1 && shown(&tuner, "sounding") == 1 && shown(&tuner, "string") == 0);
  HOLD(fabsf(shown(&tuner, "level") + 13.47f) < 0.05f); /* 20 log10(0.3 / sqrt(2)) */
  HOLD(!memcmp(sound, heard, 2 * second * sizeof *sound));

  *control(&tuner, "a4") = 442;
  run(&tuner, sound, heard, second, 256);
  HOLD(fabsf(shown(&tuner, "cents") + 5.885f) < 0.02f && shown(&tuner, "in_tune") == 0);

  /* Muted within 10 ms, without a step that is larger than those of the tone. */
  *control(&tuner, "mute") = 1;
  run(&tuner, sound, heard, second, 256);
  int is_silent = 1, is_smooth = 1;
  for (int index = 0; index < second; index += 1) {
    if (index >= rate / 100) is_silent &= heard[index] == 0;
    if (index) is_smooth &= fabsf(heard[index] - heard[index - 1]) < 1.05 * 0.3 * 2 * M_PI * 440.5 / rate;
  }
  HOLD(is_silent && is_smooth && shown(&tuner, "sounding") == 1);

  /* Off: the sound passes, and nothing is shown. */
  *control(&tuner, "enabled") = 0;
  run(&tuner, sound, heard, second, 256);
  HOLD(!memcmp(sound + 1000, heard + 1000, (second - 1000) * sizeof *sound));
  HOLD(shown(&tuner, "sounding") == 0 && shown(&tuner, "note") == -1 && shown(&tuner, "in_tune") == 0);
  HOLD(shown(&tuner, "frequency") == 0 && shown(&tuner, "level") == -120);
  end(&tuner);
}

/* The strings of an instrument, at their frequencies. */
static void strings(int value, const char *label) {
  if (value == 0) return;
  char instrument[81], *tuning = NULL;
  snprintf(instrument, sizeof instrument, "%s", label);
  if ((tuning = strstr(instrument, ", "))) *tuning = 0, tuning += 2;
  ktn_string found[400];
  size_t count;
  ok(ktn_tuning_strings(instrument, tuning, found, 400, &count));
  struct instance tuner = begin(TUNER, rate);
  *control(&tuner, "target") = (float)value;
  for (size_t index = 0; index < count; index += 1) {
    double frequency;
    ok(ktn_note_frequency(found[index].note, found[index].cents, 440, NULL, &frequency));
    memset(sound, 0, 2 * second * sizeof *sound);
    run(&tuner, sound, heard, 2 * second, 1024);
    sine(frequency, 0.3, 0, second);
    run(&tuner, sound, heard, second, 1024);
    int is_string = 0;
    for (size_t other = 0; other < count; other += 1) {
      is_string |= found[other].note == found[index].note && found[other].cents == found[index].cents &&
                   shown(&tuner, "string") == (float)found[other].number;
    }
    HOLD(is_string && shown(&tuner, "midi_note") == (float)found[index].note);
    HOLD(fabsf(shown(&tuner, "cents")) < 0.3f);
  }
  end(&tuner);
}

/* After each block, the same display as that of libkammerton. */
static void compare(struct clip clip) {
  struct instance tuner = begin(TUNER, clip.sample_rate);
  *control(&tuner, "a4") = 442;
  *control(&tuner, "temperament") = 8;
  ktn_tuner_settings settings;
  ok(ktn_tuner_settings_init(&settings, sizeof settings));
  settings.sample_rate = clip.sample_rate;
  settings.concert_pitch = 442;
  ok(ktn_temperament("vallotti", 0, settings.deviations));
  ktn_tuner *other;
  ok(ktn_tuner_create(&settings, &other));
  ktn_tuner_reading reading = {0};
  float *output = malloc(clip.count * sizeof *output);
  int is_same = 1, was_sounding = 0;
  for (size_t start = 0; start < clip.count;) {
    size_t size = 1 + start * 7919 % 12000, count;
    if (size > clip.count - start) size = clip.count - start;
    run(&tuner, clip.samples + start, output + start, size, size);
    ok(ktn_tuner_append(other, clip.samples + start, size));
    while (ok(ktn_tuner_read(other, &reading, 1, &count)), count) {}
    int is_tone = reading.is_sounding == KTN_SOUNDING_TONE;
    is_same &= shown(&tuner, "frequency") == (is_tone ? (float)reading.frequency : 0);
    is_same &= shown(&tuner, "cents") == (is_tone ? fminf(100, fmaxf(-100, (float)reading.cents)) : 0);
    is_same &= shown(&tuner, "midi_note") == (is_tone ? (float)reading.note : 0);
    is_same &= shown(&tuner, "sounding") == (float)is_tone;
    is_same &= shown(&tuner, "in_tune") == (float)reading.is_in_tune;
    was_sounding |= reading.is_sounding;
    start += size;
  }
  HOLD(is_same && !memcmp(output, clip.samples, clip.count * sizeof *output));
  printf("compared: %zu samples%s\n", clip.count, was_sounding ? "" : ", of which none sounds");
  free(output);
  ktn_tuner_free(other);
  end(&tuner);
}

/* ---- The tone ---- */

/* How far a sound lies above a frequency, in cents, by libkammerton's tracker, and its peak. */
static double distance(const float *samples, size_t count, double frequency, double *peak) {
  ktn_tracker_settings settings;
  ok(ktn_tracker_settings_init(&settings, sizeof settings));
  settings.sample_rate = rate;
  settings.lowest = 0.7 * frequency;
  settings.highest = 1.4 * frequency;
  ktn_tracker *tracker;
  ok(ktn_tracker_create(&settings, &tracker));
  ok(ktn_tracker_append(tracker, samples, count));
  ok(ktn_tracker_finish(tracker));
  static ktn_reading readings[10000];
  size_t taken;
  ok(ktn_tracker_read(tracker, readings, 10000, &taken));
  ktn_tracker_free(tracker);
  *peak = 0;
  for (size_t index = count / 2; index < count; index += 1) *peak = fmax(*peak, fabs(samples[index]));
  need(taken > 0 && readings[taken / 2].is_voiced, "a reading");
  return 1200 * log2(readings[taken / 2].frequency / frequency);
}

static void waveform(int value, const char *label) {
  (void)label;
  double peak;
  struct instance tone = begin(TONE, rate);
  *control(&tone, "waveform") = (float)value;
  *control(&tone, "note") = 57;
  *control(&tone, "a4") = 415;
  *control(&tone, "level") = -6;
  run(&tone, NULL, heard, second, 333);
  HOLD(fabs(distance(heard, second, 207.5, &peak)) < 0.01);
  HOLD(peak < 0.5012 && peak > 0.4);
  HOLD(shown(&tone, "sounding_frequency") == 207.5f);
  end(&tone);
}

static void play(void) {
  double peak;
  struct instance tone = begin(TONE, rate);
  *control(&tone, "source") = 1;
  *control(&tone, "frequency") = 1234.5f;
  run(&tone, NULL, heard, second, 100);
  HOLD(fabs(distance(heard, second, 1234.5, &peak)) < 0.01 && fabs(peak - 0.1) < 1e-3);
  /* From waveform to waveform, and off, without a step that is larger than those of a full triangle. */
  float *place = heard;
  const float waveforms[] = {1, 0, 1};
  for (int index = 0; index < 3; index += 1, place += 3000) {
    *control(&tone, "waveform") = waveforms[index];
    run(&tone, NULL, place, 3000, 100);
  }
  *control(&tone, "play") = 0;
  run(&tone, NULL, place, second, 100);
  int is_smooth = 1, is_silent = 1;
  for (int index = 1; index < 9000 + second; index += 1) {
    is_smooth &= fabsf(heard[index] - heard[index - 1]) < 1.05 * 2 * 0.1 * 2 * M_PI * 1234.5 / rate;
    if (index >= 9000 + rate / 20) is_silent &= heard[index] == 0;
  }
  HOLD(is_smooth && is_silent && shown(&tone, "sounding_frequency") == 0);
  end(&tone);

  /* Above what the sample rate carries, there is silence, and no other tone. */
  tone = begin(TONE, 8000);
  *control(&tone, "note") = 120;
  run(&tone, NULL, heard, 8000, 100);
  is_silent = 1;
  for (int index = 0; index < 8000; index += 1) is_silent &= heard[index] == 0;
  HOLD(is_silent && shown(&tone, "sounding_frequency") == 0);
  end(&tone);
}

static struct instance tempered;

/* Each note of a temperament, on each root. */
static void temper(int value, const char *label) {
  char name[81] = "";
  for (size_t index = 0; label[index]; index += 1) {
    char letter = label[index];
    name[index] = letter == ' ' ? '-' : letter >= 'A' && letter <= 'Z' ? (char)(letter + 32) : letter;
  }
  *control(&tempered, "temperament") = (float)value;
  int are_same = 1;
  for (int root = 0; root < 12; root += 1) {
    double deviations[12], frequency;
    ok(ktn_temperament(name, root, deviations));
    *control(&tempered, "root") = (float)root;
    for (int note = 60; note < 72; note += 1) {
      *control(&tempered, "note") = (float)note;
      run(&tempered, NULL, heard, 1, 1);
      ok(ktn_note_frequency(note, 0, 442, deviations, &frequency));
      are_same &= shown(&tempered, "sounding_frequency") == (float)frequency;
    }
  }
  HOLD(are_same);
}

/* ---- Careless hosts ---- */

static void misuse(const char *uri) {
  struct instance made = make(uri, rate);
  need(made.lilv != NULL, "an instance");
  const float values[] = {NAN, INFINITY, -INFINITY, 1e30f, -1e30f, -0.0f, 0.5f, 1e-40f, 69};
  /* Without any port, before it is activated, and without samples. */
  lilv_instance_run(made.lilv, 0);
  lilv_instance_run(made.lilv, 1000);
  lilv_instance_connect_port(made.lilv, 99, heard);
  lilv_instance_connect_port(made.lilv, UINT32_MAX, heard);
  lilv_instance_run(made.lilv, 1000);
  connect_controls(&made);
  lilv_instance_run(made.lilv, 0);
  for (int index = 0; index < 20 * second; index += 1) {
    sound[index] = index % 97 ? (float)sin(0.03 * index) : values[index % 9];
  }
  size_t start = 0;
  for (unsigned round = 0; round < 400; round += 1) {
    for (unsigned index = 0; index < lilv_plugin_get_num_ports(made.plugin); index += 1) {
      if ((round + index) % 3 == 0) made.controls[index] = values[(round * 7 + index) % 9];
    }
    if (round % 50 == 49) lilv_instance_deactivate(made.lilv), lilv_instance_activate(made.lilv);
    size_t count = round * 131 % 2000;
    if (!strcmp(uri, TUNER)) {
      /* Both in one place. */
      lilv_instance_connect_port(made.lilv, number(&made, "input"), sound + start);
      lilv_instance_connect_port(made.lilv, number(&made, "output"), sound + start);
    } else {
      lilv_instance_connect_port(made.lilv, number(&made, "output"), heard + start);
    }
    lilv_instance_run(made.lilv, (uint32_t)count);
    start += count;
    for (unsigned index = 0; index < lilv_plugin_get_num_ports(made.plugin); index += 1) {
      if (!is_a(&made, index, LILV_URI_OUTPUT_PORT) || !is_a(&made, index, LILV_URI_CONTROL_PORT)) continue;
      HOLD(isfinite(made.controls[index]));
    }
  }
  drop(&made);
}

int main(int argc, char **argv) {
  need(argc > 3, "a bundle and sounds");
  load(argv[1]);
  describe(TUNER);
  describe(TONE);
  tune();
  each_choice(TUNER, "target", strings);
  for (int index = 2; index + 1 < argc; index += 2) {
    struct clip clip = read_clip(argv[index], argv[index + 1]);
    compare(clip);
    free(clip.samples);
  }
  each_choice(TONE, "waveform", waveform);
  play();
  tempered = begin(TONE, rate);
  *control(&tempered, "a4") = 442;
  each_choice(TONE, "temperament", temper);
  end(&tempered);
  misuse(TUNER);
  misuse(TONE);
  lilv_world_free(world);
  return verdict();
}
