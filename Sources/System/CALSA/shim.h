#include <alsa/asoundlib.h>

// ALSA prints to standard error, in the middle of a screen, unless it is given another place. In C,
// because its handler has a variable number of arguments.

static inline void CALSADrop(
    const char *file, int line, const char *function, int code, const char *format, ...) {}

static inline void CALSADropMessages(void) { snd_lib_error_set_handler(CALSADrop); }
