// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

#include "allocation_count.h"

// Defines __GLIBC__, where there is one.
#include <limits.h>

#ifdef __GLIBC__
#include <errno.h>
#include <malloc.h>
#include <stddef.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *memory);

// Of the initial-exec model, which needs no memory of its own when a thread first uses it.
#define PER_THREAD static __thread __attribute__((tls_model("initial-exec")))

PER_THREAD long count;
PER_THREAD long bytes;

static void *counted(void *memory) {
  count++;
  bytes += (long)malloc_usable_size(memory);
  return memory;
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }

void *calloc(size_t number, size_t size) { return counted(__libc_calloc(number, size)); }

void *memalign(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }

void *aligned_alloc(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }

void *realloc(void *old, size_t size) {
  bytes -= (long)malloc_usable_size(old);
  return counted(__libc_realloc(old, size));
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  void *memory = __libc_memalign(alignment, size);
  if (!memory) return ENOMEM;
  *result = counted(memory);
  return 0;
}

void free(void *memory) {
  bytes -= (long)malloc_usable_size(memory);
  __libc_free(memory);
}

long allocation_count(void) { return count; }

long allocated_bytes(void) { return bytes; }

void join_free_memory(void) { malloc_trim(0); }

#else

long allocation_count(void) { return -1; }

long allocated_bytes(void) { return -1; }

void join_free_memory(void) {}

#endif
