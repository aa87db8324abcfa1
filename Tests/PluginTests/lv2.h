/* An LV2 host: plug-ins of a bundle, with their ports by symbol, as the Turtle files name them. */

#ifndef LV2_HOST_H
#define LV2_HOST_H

#include <lilv/lilv.h>
#include <math.h>
#include <string.h>

#include "check.h"

enum { most_ports = 32 };

struct instance {
  const LilvPlugin *plugin;
  LilvInstance *lilv;
  float *controls; /* where the plug-in finds the values of its ports */
};

static LilvWorld *world;

static inline const LilvPlugin *find(const char *uri) {
  LilvNode *node = lilv_new_uri(world, uri);
  const LilvPlugin *plugin = lilv_plugins_get_by_uri(lilv_world_get_all_plugins(world), node);
  lilv_node_free(node);
  need(plugin != NULL, uri);
  return plugin;
}

static inline const LilvPort *port(const LilvPlugin *plugin, const char *symbol) {
  LilvNode *node = lilv_new_string(world, symbol);
  const LilvPort *port = lilv_plugin_get_port_by_symbol(plugin, node);
  lilv_node_free(node);
  need(port != NULL, symbol);
  return port;
}

static inline unsigned number(const struct instance *instance, const char *symbol) {
  return lilv_port_get_index(instance->plugin, port(instance->plugin, symbol));
}

/* The value of a control. */
static inline float *control(struct instance *instance, const char *symbol) {
  return &instance->controls[number(instance, symbol)];
}
static inline float shown(const struct instance *instance, const char *symbol) {
  return instance->controls[number(instance, symbol)];
}

static inline int is_a(const struct instance *instance, unsigned index, const char *kind) {
  LilvNode *node = lilv_new_uri(world, kind);
  const LilvPort *found = lilv_plugin_get_port_by_index(instance->plugin, index);
  int is = lilv_port_is_a(instance->plugin, found, node);
  lilv_node_free(node);
  return is;
}

/* An instance with its controls at their defaults; the sound is connected later. */
static inline struct instance make(const char *uri, double sample_rate) {
  struct instance made = {find(uri), NULL, calloc(most_ports, sizeof(float))};
  unsigned count = lilv_plugin_get_num_ports(made.plugin);
  need(count <= most_ports, "room for the ports");
  lilv_plugin_get_port_ranges_float(made.plugin, NULL, NULL, made.controls);
  made.lilv = lilv_plugin_instantiate(made.plugin, sample_rate, NULL);
  return made;
}

static inline void connect_controls(struct instance *instance) {
  for (unsigned index = 0; index < lilv_plugin_get_num_ports(instance->plugin); index += 1) {
    if (is_a(instance, index, LILV_URI_CONTROL_PORT)) {
      lilv_instance_connect_port(instance->lilv, index, &instance->controls[index]);
    }
  }
}

static inline struct instance begin(const char *uri, double sample_rate) {
  struct instance made = make(uri, sample_rate);
  need(made.lilv != NULL, "an instance");
  connect_controls(&made);
  lilv_instance_activate(made.lilv);
  return made;
}

static inline void drop(struct instance *instance) {
  if (instance->lilv) lilv_instance_free(instance->lilv);
  free(instance->controls);
}

static inline void end(struct instance *instance) {
  lilv_instance_deactivate(instance->lilv);
  drop(instance);
}

/* Processes sound in blocks of a size. input, output: null if there is no such port. */
static inline void run(struct instance *instance, float *input, float *output, size_t count, size_t block) {
  for (size_t start = 0; start < count; start += block) {
    size_t size = count - start < block ? count - start : block;
    if (input) lilv_instance_connect_port(instance->lilv, number(instance, "input"), input + start);
    if (output) lilv_instance_connect_port(instance->lilv, number(instance, "output"), output + start);
    lilv_instance_run(instance->lilv, (uint32_t)size);
  }
}

/* Calls a function with each choice of a control. */
static inline void each_choice(const char *uri, const char *symbol, void (*body)(int value, const char *label)) {
  const LilvPlugin *plugin = find(uri);
  LilvScalePoints *points = lilv_port_get_scale_points(plugin, port(plugin, symbol));
  need(points != NULL, "choices");
  LILV_FOREACH (scale_points, iterator, points) {
    const LilvScalePoint *point = lilv_scale_points_get(points, iterator);
    body(lilv_node_as_int(lilv_scale_point_get_value(point)), lilv_node_as_string(lilv_scale_point_get_label(point)));
  }
  lilv_scale_points_free(points);
}

static inline void load(const char *bundle) {
  world = lilv_world_new();
  LilvNode *node = lilv_new_file_uri(world, NULL, bundle);
  lilv_world_load_bundle(world, node);
  lilv_node_free(node);
}

#define TUNER "urn:kammerton:lv2:tuner"
#define TONE "urn:kammerton:lv2:tone"

#endif
