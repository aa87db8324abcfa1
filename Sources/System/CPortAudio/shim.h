#include <portaudio.h>

// ALSA and JACK print to standard error unless they are given somebody else to tell. `setter` is the
// address of the function that takes it: they are PortAudio's libraries, not ours, and may be missing.
// In C, because ALSA's handler has a variable number of arguments.

static inline void CPortAudioDropALSA(
    const char *file, int line, const char *function, int code, const char *format, ...) {}

static inline void CPortAudioDropMessagesOfALSA(void *setter) {
  typedef void (*Handler)(const char *, int, const char *, int, const char *, ...);
  ((int (*)(Handler))setter)(CPortAudioDropALSA);
}

static inline void CPortAudioDropJACK(const char *message) {}

static inline void CPortAudioDropMessagesOfJACK(void *setter) {
  ((void (*)(void (*)(const char *)))setter)(CPortAudioDropJACK);
}
