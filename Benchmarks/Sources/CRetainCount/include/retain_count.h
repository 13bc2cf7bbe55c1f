// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

#ifndef RETAIN_COUNT_H
#define RETAIN_COUNT_H

/// Counts retains from now on, by the hook that Swift's runtime has for instruments.
void begin_retain_count(void);

/// Counts no more.
void end_retain_count(void);

/// How many references this thread has counted up in between, or -1 where that is not known.
long retain_count(void);

#endif
