/* vamp PLUGIN RATE FILE ...: what a Vamp host gets from the plug-in, beside what libkammerton says of the same sounds,
 * and what careless hosts get. Files are raw 32-bit floats. */

#include <dlfcn.h>
#include <math.h>
#include <string.h>
#include <vamp/vamp.h>

#include "../LibraryTests/clips.h"
#include "check.h"

enum { f0, notes, midi_notes, voicing, confidence, output_count };
enum { estimator, lowest, highest, hop, a4, unvoiced, parameter_count };

static const VampPluginDescriptor *plugin;

/* ---- All features of a stream ---- */

struct feature {
  long long time, duration; /* ns; a duration of -1 is none */
  float value;
  char label[32];
};

struct features {
  struct feature *items;
  size_t count, capacity;
};

static void collect(struct features *all, const VampFeatureList *lists) {
  need(lists != NULL, "a list of features");
  for (int output = 0; output < output_count; output += 1) {
    const VampFeatureList list = lists[output];
    for (unsigned index = 0; index < list.featureCount; index += 1) {
      struct features *own = &all[output];
      if (own->count == own->capacity) {
        own->capacity = own->capacity ? 2 * own->capacity : 1000;
        own->items = realloc(own->items, own->capacity * sizeof *own->items);
      }
      const VampFeature first = list.features[index].v1;
      const VampFeatureV2 second = list.features[list.featureCount + index].v2;
      struct feature *item = &own->items[own->count++];
      memset(item, 0, sizeof *item);
      need(first.hasTimestamp && first.valueCount == 1, "a feature with a time and a value");
      item->time = first.sec * 1000000000LL + first.nsec;
      item->duration = second.hasDuration ? second.durationSec * 1000000000LL + second.durationNsec : -1;
      item->value = first.values[0];
      if (first.label) snprintf(item->label, sizeof item->label, "%s", first.label);
    }
  }
}

static void clear(struct features *all) {
  for (int output = 0; output < output_count; output += 1) free(all[output].items);
  memset(all, 0, output_count * sizeof *all);
}

struct layout {
  unsigned channels, step, block;
  long long start; /* the time of the first sample, in ns */
};

/* As a host does: blocks of the whole length, with zeros after the end. Returns the number of samples that count:
 * zeros at the end, up to a block of them, may be the host's. */
static size_t process(VampPluginHandle handle, struct clip clip, struct layout layout, struct features *all) {
  float *block = calloc(layout.block, sizeof *block);
  const float **channels = malloc(layout.channels * sizeof *channels);
  for (unsigned index = 0; index < layout.channels; index += 1) channels[index] = block;
  size_t position = 0;
  for (; position < clip.count; position += layout.step) {
    size_t left = clip.count - position;
    size_t here = left < layout.block ? left : layout.block;
    memcpy(block, clip.samples + position, here * sizeof *block);
    memset(block + here, 0, (layout.block - here) * sizeof *block);
    long long time = layout.start + llround(1e9 * (double)position / clip.sample_rate);
    VampFeatureList *lists =
        plugin->process(handle, channels, (int)(time / 1000000000), (int)(time % 1000000000));
    collect(all, lists);
    plugin->releaseFeatureSet(lists);
  }
  VampFeatureList *lists = plugin->getRemainingFeatures(handle);
  collect(all, lists);
  plugin->releaseFeatureSet(lists);
  free(channels);
  free(block);
  size_t end = clip.count;
  while (end > 0 && clip.samples[end - 1] == 0) end -= 1;
  return position - end < layout.step ? end : position - layout.step;
}

/* ---- The same bits as the library ---- */

static long long nanoseconds(double seconds) { return llround(1e9 * seconds); }

static void add(struct features *own, long long time, long long duration, double value) {
  if (own->count == own->capacity) {
    own->capacity = own->capacity ? 2 * own->capacity : 1000;
    own->items = realloc(own->items, own->capacity * sizeof *own->items);
  }
  struct feature *item = &own->items[own->count++];
  memset(item, 0, sizeof *item);
  item->time = time;
  item->duration = duration;
  item->value = (float)value;
}

/* What the library says of the first `count` samples of a sound, with zeros after its end. */
static void expect(struct clip clip, size_t count, ktn_tracker_settings settings, double concert_pitch,
                   long long start, struct features *all) {
  float *samples = calloc(count + 1, sizeof *samples);
  memcpy(samples, clip.samples, (clip.count < count ? clip.count : count) * sizeof *samples);
  ktn_tracker *tracker;
  ktn_note_detector *detector;
  ok(ktn_tracker_create(&settings, &tracker));
  ok(ktn_note_detector_create(clip.sample_rate, NULL, &detector));
  ok(ktn_tracker_append(tracker, samples, count));
  ok(ktn_note_detector_append(detector, samples, count, NULL, 0));
  ok(ktn_tracker_finish(tracker));
  ktn_reading reading;
  size_t taken;
  while (ok(ktn_tracker_read(tracker, &reading, 1, &taken)), taken) {
    long long time = start + nanoseconds(reading.time);
    if (reading.is_voiced) add(&all[f0], time, -1, reading.frequency);
    add(&all[voicing], time, -1, reading.is_voiced);
    add(&all[confidence], time, -1, reading.confidence);
    ok(ktn_note_detector_append(detector, NULL, 0, &reading, 1));
  }
  ok(ktn_note_detector_finish(detector));
  ktn_note note;
  while (ok(ktn_note_detector_read(detector, &note, 1, &taken)), taken) {
    long long time = start + nanoseconds(note.onset);
    long long duration = start + nanoseconds(fmin(note.offset, (double)count / clip.sample_rate)) - time;
    int32_t number;
    ok(ktn_nearest_note(note.frequency, concert_pitch, NULL, &number, NULL));
    add(&all[notes], time, duration, note.frequency);
    add(&all[midi_notes], time, duration, number);
  }
  ktn_note_detector_free(detector);
  ktn_tracker_free(tracker);
  free(samples);
}

static int are_same(const struct features *one, const struct features *other) {
  for (int output = 0; output < output_count; output += 1) {
    if (one[output].count != other[output].count) return 0;
    for (size_t index = 0; index < one[output].count; index += 1) {
      const struct feature *a = &one[output].items[index], *b = &other[output].items[index];
      if (a->time != b->time || a->duration != b->duration || a->value != b->value) return 0;
    }
  }
  return 1;
}

static VampPluginHandle instance(double sample_rate) {
  VampPluginHandle handle = plugin->instantiate(plugin, (float)sample_rate);
  need(handle != NULL, "an instance");
  return handle;
}

/* Two sounds in all layouts, each other one in two of them, so that each layout has two sounds more; in make soak
 * everything. Under an emulator, which takes ten times as long, one sound in three layouts. */
static int is_compared(int place, size_t layout) {
  if (getenv("KAMMERTON_SOAK")) return 1;
  if (getenv("EMULATED")) return layout % 3 == 0;
  return place < 2 || layout % 4 == (size_t)place % 4;
}

static void compare(struct clip clip, int place) {
  static const struct layout layouts[] = {
      {1, 1024, 1024, 0},  {1, 1, 1, 0},        {1, 333, 333, 0},
      {2, 1024, 1024, 0},  {1, 512, 2048, 0},   {1, 100000, 100000, 12500000001},
      {2, 4096, 4096, 0},  {1, 8192, 8192, -5000000000},
  };
  for (size_t index = 0; index < sizeof layouts / sizeof *layouts; index += 1) {
    if (layouts[index].step == 1 && clip.count > 30000) continue;
    if (!is_compared(place, index)) continue;
    VampPluginHandle handle = instance(clip.sample_rate);
    need(plugin->initialise(handle, layouts[index].channels, layouts[index].step, layouts[index].block), "initialise");
    struct features got[output_count] = {0}, again[output_count] = {0}, wanted[output_count] = {0};
    size_t count = process(handle, clip, layouts[index], got);
    ktn_tracker_settings settings;
    ok(ktn_tracker_settings_init(&settings, sizeof settings));
    settings.sample_rate = clip.sample_rate;
    expect(clip, count, settings, 440, layouts[index].start, wanted);
    HOLD(are_same(got, wanted));
    plugin->reset(handle);
    process(handle, clip, layouts[index], again);
    HOLD(are_same(again, wanted));
    clear(got), clear(again), clear(wanted);
    plugin->cleanup(handle);
  }
}

/* Three different channels are mixed as by ktn_mix, and so as by the command and Python: to the bit. */
static void mix_three(struct clip clip) {
  size_t count = clip.count / 1000 * 1000;
  if (count > 40000) count = 40000;
  float *frames = malloc(3 * count * sizeof *frames), *mono = malloc(count * sizeof *mono);
  float *parts[3];
  for (int channel = 0; channel < 3; channel += 1) {
    parts[channel] = malloc(count * sizeof **parts);
    for (size_t index = 0; index < count; index += 1) {
      parts[channel][index] = clip.samples[index] * (float)(0.3 + 0.21 * channel) + 0.001f;
      frames[3 * index + (size_t)channel] = parts[channel][index];
    }
  }
  ok(ktn_mix(frames, count, 3, mono));
  VampPluginHandle handle = instance(clip.sample_rate);
  need(plugin->initialise(handle, 3, 1000, 1000), "initialise");
  struct features got[output_count] = {0}, wanted[output_count] = {0};
  for (size_t start = 0; start < count; start += 1000) {
    const float *blocks[] = {parts[0] + start, parts[1] + start, parts[2] + start};
    long long time = llround(1e9 * (double)start / clip.sample_rate);
    collect(got, plugin->process(handle, blocks, (int)(time / 1000000000), (int)(time % 1000000000)));
  }
  collect(got, plugin->getRemainingFeatures(handle));
  ktn_tracker_settings settings;
  ok(ktn_tracker_settings_init(&settings, sizeof settings));
  settings.sample_rate = clip.sample_rate;
  expect((struct clip){clip.sample_rate, mono, count}, count, settings, 440, 0, wanted);
  HOLD(wanted[voicing].count > 0 && are_same(got, wanted));
  clear(got), clear(wanted);
  plugin->cleanup(handle);
  for (int channel = 0; channel < 3; channel += 1) free(parts[channel]);
  free(frames);
  free(mono);
}

/* Every method, with other parameters than at first. */
static void compare_methods(struct clip clip) {
  const struct layout layout = {1, 1024, 1024, 0};
  for (size_t method = 0; method < ktn_method_count(); method += 1) {
    VampPluginHandle handle = instance(clip.sample_rate);
    plugin->setParameter(handle, estimator, (float)method);
    plugin->setParameter(handle, lowest, 70);
    plugin->setParameter(handle, highest, 1200);
    plugin->setParameter(handle, hop, 16);
    plugin->setParameter(handle, a4, 415);
    need(plugin->initialise(handle, layout.channels, layout.step, layout.block), "initialise");
    HOLD(fabsf(plugin->getOutputDescriptor(handle, f0)->sampleRate - 62.5f) < 1e-4f);
    struct features got[output_count] = {0}, wanted[output_count] = {0};
    size_t count = process(handle, clip, layout, got);
    ktn_tracker_settings settings;
    ok(ktn_tracker_settings_init(&settings, sizeof settings));
    settings.sample_rate = clip.sample_rate;
    settings.method = ktn_method_name(method);
    settings.lowest = 70;
    settings.highest = 1200;
    settings.hop = 0.016 * clip.sample_rate;
    expect(clip, count, settings, 415, 0, wanted);
    HOLD(are_same(got, wanted));
    clear(got), clear(wanted);
    plugin->cleanup(handle);
  }
}

/* Frames without a pitch: absent, positive, negative. The sound has some: silence, and noise between two parts of it. */
static void show_unvoiced(struct clip tone) {
  struct clip clip = {tone.sample_rate, malloc(tone.count * sizeof(float)), tone.count};
  memcpy(clip.samples, tone.samples, tone.count * sizeof(float));
  unsigned noise = 1;
  for (size_t index = tone.count / 3; index < tone.count / 2; index += 1) {
    noise = noise * 1664525 + 1013904223;
    clip.samples[index] = index < 2 * tone.count / 5 ? 0 : (float)(noise >> 8) / (1 << 24) - 0.5f;
  }
  const struct layout layout = {1, 1024, 1024, 0};
  size_t counts[3], negatives[3], voiced = 0, last = 0;
  for (int style = 0; style < 3; style += 1) {
    VampPluginHandle handle = instance(clip.sample_rate);
    plugin->setParameter(handle, unvoiced, (float)style);
    need(plugin->initialise(handle, 1, layout.step, layout.block), "initialise");
    struct features got[output_count] = {0};
    process(handle, clip, layout, got);
    counts[style] = got[f0].count;
    negatives[style] = voiced = 0;
    for (size_t index = 0; index < got[f0].count; index += 1) negatives[style] += got[f0].items[index].value < 0;
    for (size_t index = 0; index < got[voicing].count; index += 1) voiced += got[voicing].items[index].value == 1;
    last = got[voicing].count;
    clear(got);
    plugin->cleanup(handle);
  }
  HOLD(counts[0] == voiced && negatives[0] == 0);
  HOLD(counts[1] > voiced && counts[1] <= last && negatives[1] == 0);
  HOLD(counts[2] == counts[1] && negatives[2] == counts[2] - voiced);
  free(clip.samples);
}

/* ---- What hosts ask before they process anything ---- */

static int is_identifier(const char *text) {
  return *text && strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_-") == strlen(text);
}

static void describe(VampGetPluginDescriptorFunction get) {
  HOLD(get(1, 0) == NULL && get(0, 0) == NULL && get(2, 1) == NULL && get(2, 0xffffffffu) == NULL);
  HOLD(get(3, 0) == plugin && plugin->vampApiVersion == 2 && plugin->inputDomain == vampTimeDomain);
  HOLD(is_identifier(plugin->identifier) && *plugin->name && *plugin->description && *plugin->maker);
  HOLD(*plugin->copyright && plugin->programCount == 0 && plugin->parameterCount == parameter_count);
  VampPluginHandle handle = instance(44100);
  for (int index = 0; index < parameter_count; index += 1) {
    const VampParameterDescriptor *parameter = plugin->parameters[index];
    HOLD(is_identifier(parameter->identifier) && *parameter->name && *parameter->description && parameter->unit);
    HOLD(parameter->minValue <= parameter->defaultValue && parameter->defaultValue <= parameter->maxValue);
    HOLD(plugin->getParameter(handle, index) == parameter->defaultValue);
    int names = 0;
    while (parameter->valueNames && parameter->valueNames[names]) names += 1;
    HOLD(parameter->isQuantized ? names == (int)parameter->maxValue + 1 : names == 0);
  }
  /* As docs/plugins.md has them. */
  static const float ranges[parameter_count][3] = {{0, 18, 0},  {15, 2000, 26},   {50, 20000, 4980},
                                                   {1, 100, 10}, {300, 500, 440}, {0, 2, 0}};
  for (int index = 0; index < parameter_count; index += 1) {
    const VampParameterDescriptor *parameter = plugin->parameters[index];
    HOLD(parameter->minValue == ranges[index][0] && parameter->maxValue == ranges[index][1]);
    HOLD(parameter->defaultValue == ranges[index][2]);
  }
  HOLD(plugin->getOutputCount(handle) == output_count);
  for (unsigned index = 0; index < output_count; index += 1) {
    VampOutputDescriptor *output = plugin->getOutputDescriptor(handle, index);
    HOLD(is_identifier(output->identifier) && *output->name && *output->description && output->unit);
    HOLD(output->hasFixedBinCount && output->binCount == 1 && output->sampleRate == 100);
    HOLD(output->hasDuration == (index == notes || index == midi_notes));
    plugin->releaseOutputDescriptor(output);
  }
  HOLD(plugin->getOutputDescriptor(handle, output_count) == NULL);
  HOLD(plugin->getPreferredBlockSize(handle) > 0);
  HOLD(plugin->getPreferredStepSize(handle) == plugin->getPreferredBlockSize(handle));
  HOLD(plugin->getMinChannelCount(handle) == 1 && plugin->getMaxChannelCount(handle) == 64);
  plugin->cleanup(handle);
}

/* ---- Careless hosts ---- */

static void refuse(void) {
  const float rates[] = {0, -1, 7999, 192001, NAN, INFINITY, -INFINITY, 1e30f};
  for (size_t index = 0; index < sizeof rates / sizeof *rates; index += 1) {
    HOLD(plugin->instantiate(plugin, rates[index]) == NULL);
  }
  VampPluginHandle handle = instance(8000);
  HOLD(!plugin->initialise(handle, 0, 1024, 1024));
  HOLD(!plugin->initialise(handle, 65, 1024, 1024));
  HOLD(!plugin->initialise(handle, 0xffffffffu, 1024, 1024));
  HOLD(!plugin->initialise(handle, 1, 0, 1024));
  HOLD(!plugin->initialise(handle, 1, 0, 0));
  HOLD(!plugin->initialise(handle, 1, 1025, 1024));
  plugin->setParameter(handle, lowest, 2000);
  plugin->setParameter(handle, highest, 100);
  HOLD(!plugin->initialise(handle, 1, 1024, 1024));
  plugin->setParameter(handle, lowest, -1e30f);
  plugin->setParameter(handle, highest, INFINITY);
  HOLD(plugin->getParameter(handle, lowest) == 15 && plugin->getParameter(handle, highest) == 20000);
  plugin->setParameter(handle, a4, NAN);
  HOLD(plugin->getParameter(handle, a4) == 440);
  plugin->setParameter(handle, estimator, 1e9f);
  plugin->setParameter(handle, estimator, 1.4f);
  HOLD(plugin->getParameter(handle, estimator) == 1);
  plugin->setParameter(handle, -1, 1);
  plugin->setParameter(handle, parameter_count, 1);
  HOLD(plugin->getParameter(handle, -1) == 0 && plugin->getParameter(handle, 1 << 30) == 0);
  plugin->selectProgram(handle, 7);
  HOLD(plugin->getCurrentProgram(handle) == 0);
  HOLD(plugin->initialise(handle, 1, 0xffffffffu, 0xffffffffu));
  plugin->cleanup(handle);
  plugin->cleanup(NULL);
}

static void disorder(void) {
  float samples[1024] = {0};
  const float *channels[] = {samples, NULL};
  struct features got[output_count] = {0};
  VampPluginHandle handle = instance(192000);
  collect(got, plugin->process(handle, channels, 0, 0));
  collect(got, plugin->getRemainingFeatures(handle));
  plugin->reset(handle);
  HOLD(plugin->initialise(handle, 2, 1024, 1024));
  collect(got, plugin->process(handle, channels, 0, 0));
  collect(got, plugin->process(handle, NULL, 0, 0));
  HOLD(plugin->initialise(handle, 1, 1024, 1024));
  collect(got, plugin->getRemainingFeatures(handle));
  collect(got, plugin->getRemainingFeatures(handle));
  collect(got, plugin->process(handle, channels, 0x7fffffff, 0x7fffffff));
  for (int output = 0; output < output_count; output += 1) HOLD(got[output].count == 0);
  plugin->reset(handle);
  collect(got, plugin->process(handle, channels, -0x7fffffff - 1, -0x7fffffff - 1));
  plugin->reset(handle);
  for (int block = 0; block < 300; block += 1) {
    for (int index = 0; index < 1024; index += 1) {
      samples[index] = block % 3 ? (float)sin(0.02 * (1024 * block + index)) : index % 2 ? NAN : INFINITY;
    }
    collect(got, plugin->process(handle, channels, 0x7fffffff, 999999999));
  }
  collect(got, plugin->getRemainingFeatures(handle));
  HOLD(got[voicing].count > 150);
  for (int output = 0; output < output_count; output += 1) {
    for (size_t index = 0; index < got[output].count; index += 1) HOLD(isfinite(got[output].items[index].value));
  }
  clear(got);
  plugin->cleanup(handle);
}

/* A note has its name. */
static void label(void) {
  struct clip clip = {44100, malloc(88200 * sizeof(float)), 88200};
  for (size_t index = 0; index < clip.count; index += 1) {
    clip.samples[index] = (float)(0.3 * sin(2 * M_PI * 466.7 / 44100 * (double)index));
  }
  VampPluginHandle handle = instance(44100);
  need(plugin->initialise(handle, 1, 1024, 1024), "initialise");
  struct features got[output_count] = {0};
  process(handle, clip, (struct layout){1, 1024, 1024, 0}, got);
  HOLD(got[notes].count == 1 && !strcmp(got[notes].items[0].label, "A#4 +2")); /* 1200 log2(466.7 / 466.164) is 2.0 */
  HOLD(fabsf(got[notes].items[0].value - 466.7f) < 0.02f && got[midi_notes].items[0].value == 70);
  clear(got);
  plugin->cleanup(handle);
  free(clip.samples);
}

int main(int argc, char **argv) {
  need(argc > 3, "a plug-in and sounds");
  void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  need(library != NULL, "dlopen");
  VampGetPluginDescriptorFunction get =
      (VampGetPluginDescriptorFunction)(intptr_t)dlsym(library, "vampGetPluginDescriptor");
  need(get != NULL, "vampGetPluginDescriptor");
  plugin = get(2, 0);
  need(plugin != NULL, "the descriptor");
  describe(get);
  refuse();
  disorder();
  label();
  for (int index = 2; index + 1 < argc; index += 2) {
    struct clip clip = read_clip(argv[index], argv[index + 1]);
    compare(clip, index / 2 - 1);
    if (index == 2) compare_methods(clip);
    if (index == 2) show_unvoiced(clip);
    if (index == 2) mix_three(clip);
    free(clip.samples);
  }
  return verdict();
}
