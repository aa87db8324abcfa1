// A guitar tuner in C++: plays the six strings of a guitar, each slightly sharp, to itself, and prints the notes
// that the tuner detected. Handles free themselves, and a failed call throws.
//
// c++ tuner.cpp $(pkg-config --cflags --libs kammerton) -o tuner

#include <kammerton.h>

#include <cstdio>
#include <memory>
#include <stdexcept>
#include <vector>

namespace {

void check(ktn_status status) {
  if (status != KTN_OK) throw std::runtime_error(ktn_status_message(status));
}

struct Free {
  void operator()(ktn_tuner *tuner) const { ktn_tuner_free(tuner); }
  void operator()(ktn_tone *tone) const { ktn_tone_free(tone); }
};

std::unique_ptr<ktn_tuner, Free> guitar_tuner() {
  ktn_tuner_settings settings;
  check(ktn_tuner_settings_init(&settings, sizeof settings));
  settings.target = KTN_TARGET_STRINGS;
  settings.instrument = "guitar";
  ktn_tuner *tuner;
  check(ktn_tuner_create(&settings, &tuner));
  return std::unique_ptr<ktn_tuner, Free>(tuner);
}

// A second of a tone that ends, and a rest of half a second.
std::vector<float> tone(double frequency) {
  ktn_tone_settings settings;
  check(ktn_tone_settings_init(&settings, sizeof settings));
  settings.waveform = KTN_WAVEFORM_SAWTOOTH;
  settings.frequency = frequency;
  ktn_tone *handle;
  check(ktn_tone_create(&settings, &handle));
  std::unique_ptr<ktn_tone, Free> tone(handle);
  std::vector<float> samples(66150);
  check(ktn_tone_render(tone.get(), samples.data(), 44100, nullptr));
  check(ktn_tone_stop(tone.get(), 0.05));
  check(ktn_tone_render(tone.get(), samples.data() + 44100, 22050, nullptr));
  return samples;
}

}  // namespace

int main() {
  try {
    ktn_string strings[6];
    std::size_t count;
    check(ktn_tuning_strings("guitar", "standard", strings, 6, &count));

    auto tuner = guitar_tuner();
    for (std::size_t index = 0; index < count; index += 1) {
      double frequency;
      check(ktn_note_frequency(strings[index].note, 4.0, 440, nullptr, &frequency));
      auto samples = tone(frequency);
      check(ktn_tuner_append(tuner.get(), samples.data(), samples.size()));
    }
    check(ktn_tuner_finish(tuner.get()));

    ktn_heard_note notes[16];
    check(ktn_tuner_read_notes(tuner.get(), notes, 16, &count));
    for (std::size_t index = 0; index < count; index += 1) {
      char name[16];
      check(ktn_note_name(notes[index].note, KTN_SPELLING_SHARPS, name, sizeof name));
      std::printf("string %d, %s: %+.1f cents\n", notes[index].string, name,
                  notes[index].mean_cents);
    }
  } catch (const std::exception &error) {
    std::fprintf(stderr, "tuner: %s\n", error.what());
    return 1;
  }
}
