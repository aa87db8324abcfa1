/* Claims, and how many of them hold. */

#ifndef CHECK_H
#define CHECK_H

#include <kammerton.h>
#include <stdio.h>
#include <stdlib.h>

static int checks, failures;

static inline void hold(int is_true, const char *claim, const char *file, int line) {
  checks += 1;
  if (is_true) return;
  failures += 1;
  fprintf(stderr, "%s:%d: %s does not hold\n", file, line, claim);
}
#define HOLD(claim) hold(claim, #claim, __FILE__, __LINE__)

/* For what must work before anything can be claimed. */
static inline void need(int is_true, const char *what) {
  if (is_true) return;
  fprintf(stderr, "%s has failed\n", what);
  exit(1);
}

static inline void ok(ktn_status status) { need(status == KTN_OK, ktn_status_message(status)); }

static inline int verdict(void) {
  printf("%d checks, %d failures\n", checks, failures);
  return failures ? 1 : 0;
}

#endif
