/* bits LV2_PLUGIN RATE FILE ...: what the LV2 plug-ins compute, as hashes of all bits, without a library for hosts. The
 * lines must be the same on every machine. */

#include <dlfcn.h>
#include <lv2/core/lv2.h>
#include <stdint.h>
#include <string.h>

#include "../LibraryTests/clips.h"
#include "check.h"

enum { tuner_ports = 17, tone_ports = 12 };

/* FNV-1a, by Fowler, Noll and Vo. */
static uint64_t hash = 0xcbf29ce484222325;

static void add(const void *bytes, size_t count) {
  for (size_t index = 0; index < count; index += 1) {
    hash = (hash ^ ((const unsigned char *)bytes)[index]) * 0x100000001b3;
  }
}

static void tune(const LV2_Descriptor *tuner, struct clip clip) {
  const LV2_Feature *const none[] = {NULL};
  LV2_Handle handle = tuner->instantiate(tuner, clip.sample_rate, "", none);
  need(handle != NULL, "an instance");
  float values[tuner_ports] = {[2] = 1, [4] = 441, [5] = 1, [6] = 8}; /* enabled, a4, guitar, vallotti */
  for (uint32_t port = 2; port < tuner_ports; port += 1) tuner->connect_port(handle, port, &values[port]);
  tuner->activate(handle);
  float *output = malloc(clip.count * sizeof *output + 1);
  for (size_t start = 0; start < clip.count; start += 500) {
    size_t left = clip.count - start;
    tuner->connect_port(handle, 0, clip.samples + start);
    tuner->connect_port(handle, 1, output + start);
    tuner->run(handle, (uint32_t)(left < 500 ? left : 500));
    add(values, sizeof values);
  }
  add(output, clip.count * sizeof *output);
  free(output);
  tuner->cleanup(handle);
}

static void play(const LV2_Descriptor *tone) {
  const LV2_Feature *const none[] = {NULL};
  LV2_Handle handle = tone->instantiate(tone, 48000, "", none);
  need(handle != NULL, "an instance");
  float values[tone_ports] = {[1] = 1, [6] = 442, [10] = -12}; /* play, a4, level */
  static float output[3000];
  tone->connect_port(handle, 0, output);
  for (uint32_t port = 1; port < tone_ports; port += 1) tone->connect_port(handle, port, &values[port]);
  tone->activate(handle);
  for (int round = 0; round < 60; round += 1) {
    values[2] = (float)(round % 5);       /* waveform */
    values[4] = (float)(40 + round);      /* note */
    values[7] = (float)(round % 12);      /* temperament */
    values[8] = (float)(round * 7 % 12);  /* root */
    tone->run(handle, 3000);
    add(output, sizeof output);
    add(&values[11], sizeof values[11]);
  }
  tone->cleanup(handle);
}

int main(int argc, char **argv) {
  need(argc > 3, "a plug-in and sounds");
  void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  need(library != NULL, "dlopen");
  LV2_Descriptor_Function get = (LV2_Descriptor_Function)(intptr_t)dlsym(library, "lv2_descriptor");
  need(get != NULL && get(0) != NULL && get(1) != NULL && get(2) == NULL, "lv2_descriptor");
  for (int index = 2; index + 1 < argc; index += 2) {
    struct clip clip = read_clip(argv[index], argv[index + 1]);
    tune(get(0), clip);
    free(clip.samples);
  }
  printf("tuner %016llx\n", (unsigned long long)hash);
  play(get(1));
  printf("tone %016llx\n", (unsigned long long)hash);
  return 0;
}
