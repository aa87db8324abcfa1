// The functions that Embedded Swift expects of its host, for libkammerton. The ordinary build has a
// runtime.

#ifdef KAMMERTON_EMBEDDED

#include <stddef.h>
#include <stdint.h>

extern int sched_yield(void);

// As the embedded standard library counts: the linker may leave copies of its own function inlined beside this one.
enum { not_begun = 0, running = 1, done = -1 };

// The embedded standard library's own waits without giving way.
void swift_once(intptr_t *predicate, void (*initialize)(void *), void *context) {
  intptr_t state = __atomic_load_n(predicate, __ATOMIC_ACQUIRE);
  if (state == done) return;
  state = not_begun;
  if (__atomic_compare_exchange_n(
          predicate, &state, running, 0, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE)) {
    initialize(context);
    __atomic_store_n(predicate, done, __ATOMIC_RELEASE);
    return;
  }
  while (__atomic_load_n(predicate, __ATOMIC_ACQUIRE) != done) sched_yield();
}

// Hashing is seeded with this; nothing secret is hashed, and old C libraries lack it.
void arc4random_buf(void *buffer, size_t count) { __builtin_memset(buffer, 0x5A, count); }

#else

// A translation unit may not be empty.
typedef int kammerton_ordinary_build;

#endif
