// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

#ifndef ALLOCATION_COUNT_H
#define ALLOCATION_COUNT_H

/// How often this thread has asked for memory, or -1 where it is not counted: linking this target puts counting
/// functions in the place of malloc and its relatives, which glibc allows.
long allocation_count(void);

/// The bytes that this thread has got, less those that it has given back; or -1 where they are not counted.
long allocated_bytes(void);

/// Joins what is free, so that whoever allocates next finds memory as a new process does and not in the crumbs that
/// others have left; nothing where that can't be asked for.
void join_free_memory(void);

#endif
