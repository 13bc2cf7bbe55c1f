// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

#include "retain_count.h"

// Elsewhere the runtime passes the object in a way of its own.
#if defined(__linux__) && defined(__x86_64__)
#include <stdbool.h>

extern void *(*_swift_retain)(void *object);
extern bool _swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly;

static void *(*retain)(void *object);
static __thread long count;

// Callers count on most registers staying as they are.
__attribute__((preserve_most)) static void *counted(void *object) {
  count++;
  return retain(object);
}

void begin_retain_count(void) {
  retain = _swift_retain;
  _swift_retain = (void *(*)(void *))counted;
  _swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly = true;
}

void end_retain_count(void) {
  _swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly = false;
  _swift_retain = retain;
}

long retain_count(void) { return count; }
#else
void begin_retain_count(void) {}

void end_retain_count(void) {}

long retain_count(void) { return -1; }
#endif
