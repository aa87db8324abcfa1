/* realtime BUNDLE: counts what the LV2 plug-ins allocate and free while they run, whatever is changed meanwhile, and
 * measures the longest run. Linked with -rdynamic, so that these functions stand before those of the C library. */

#include "lv2.h"

#include <time.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *memory);

static volatile unsigned long calls;

void *malloc(size_t size) { return calls += 1, __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return calls += 1, __libc_calloc(count, size); }
void *realloc(void *memory, size_t size) { return calls += 1, __libc_realloc(memory, size); }
void *memalign(size_t alignment, size_t size) { return calls += 1, __libc_memalign(alignment, size); }
void *aligned_alloc(size_t alignment, size_t size) { return calls += 1, __libc_memalign(alignment, size); }
void free(void *memory) { calls += 1, __libc_free(memory); }
int posix_memalign(void **memory, size_t alignment, size_t size) {
  calls += 1;
  *memory = __libc_memalign(alignment, size);
  return *memory ? 0 : 12;
}

enum { rate = 48000, most = 20000 };

static float sound[most], heard[most];

static double processor_time(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void count(const char *uri) {
  unsigned long before = calls;
  struct instance made = make(uri, rate);
  HOLD(calls > before); /* It allocates here, so it would be noticed later. */
  need(made.lilv != NULL, "an instance");
  connect_controls(&made);
  lilv_instance_activate(made.lilv);
  unsigned ports = lilv_plugin_get_num_ports(made.plugin);
  int is_input[most_ports], has_input = !strcmp(uri, TUNER);
  float lowest[most_ports], highest[most_ports];
  lilv_plugin_get_port_ranges_float(made.plugin, lowest, highest, NULL);
  for (unsigned index = 0; index < ports; index += 1) {
    is_input[index] = is_a(&made, index, LILV_URI_INPUT_PORT) && is_a(&made, index, LILV_URI_CONTROL_PORT);
  }
  unsigned input = has_input ? number(&made, "input") : 0, output = number(&made, "output");
  const unsigned sizes[] = {64, 1, 8192, 441, 0, 20000, 1024, 8193, 17};
  unsigned long allocated = 0, position = 0;
  for (unsigned round = 0; round < 2000; round += 1) {
    unsigned size = sizes[round % 9];
    for (unsigned index = 0; index < size; index += 1, position += 1) {
      int is_pause = position / rate % 5 == 4;
      sound[index] = is_pause ? 0 : (float)(0.3 * sin(0.0157 * (double)position) + (index % 5000 == 77 ? NAN : 0));
    }
    for (unsigned index = 0; index < ports; index += 1) {
      if (!is_input[index] || (round + index) % 4) continue;
      float part = (float)((round * 37 + index * 11) % 101) / 100;
      made.controls[index] = lowest[index] + part * (highest[index] - lowest[index]);
    }
    before = calls;
    if (has_input) lilv_instance_connect_port(made.lilv, input, sound);
    lilv_instance_connect_port(made.lilv, output, heard);
    lilv_instance_run(made.lilv, size);
    allocated += calls - before;
  }
  HOLD(allocated == 0);
  printf("%s: %lu calls of the allocator in 2000 runs\n", uri, allocated);

  /* A block of 64 samples, every 1.33 ms. */
  lilv_plugin_get_port_ranges_float(made.plugin, NULL, NULL, made.controls);
  double longest = 0, all = 0;
  enum { blocks = 15000 };
  for (unsigned round = 0; round < blocks; round += 1) {
    for (unsigned index = 0; index < 64; index += 1, position += 1) {
      sound[index] = (float)(0.3 * sin(0.0157 * (double)position) + 0.1 * sin(0.0314 * (double)position));
    }
    double start = processor_time();
    lilv_instance_run(made.lilv, 64);
    double time = processor_time() - start;
    all += time;
    if (time > longest) longest = time;
  }
  printf("%s: blocks of 64 samples at 48 kHz take %.1f %% of a core, the longest %.2f ms\n", uri,
         100 * all / (blocks * 64.0 / rate), 1000 * longest);
  end(&made);
}

int main(int argc, char **argv) {
  need(argc == 2, "a bundle");
  load(argv[1]);
  count(TUNER);
  count(TONE);
  lilv_world_free(world);
  return verdict();
}
