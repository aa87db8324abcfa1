/* Sounds in files: raw 32-bit floats, and the sample rate on the command line. */

#ifndef CLIPS_H
#define CLIPS_H

#include <stdio.h>
#include <stdlib.h>

struct clip {
  double sample_rate; /* Hz */
  float *samples;
  size_t count;
};

static struct clip read_clip(const char *sample_rate, const char *path) {
  struct clip clip = {atof(sample_rate), NULL, 0};
  FILE *file = fopen(path, "rb");
  if (!file) {
    perror(path);
    exit(1);
  }
  fseek(file, 0, SEEK_END);
  clip.count = (size_t)ftell(file) / sizeof(float);
  rewind(file);
  clip.samples = malloc(clip.count * sizeof(float) + 1);
  if (fread(clip.samples, sizeof(float), clip.count, file) != clip.count) {
    perror(path);
    exit(1);
  }
  fclose(file);
  return clip;
}

#endif
