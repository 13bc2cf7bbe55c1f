// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

#pragma once
#include <cstdint>

/// The random numbers of SplitMix64 in Benchmarks/Sources/Measuring, so that graphs are those of the shapes in Swift.
struct Random {
  uint64_t state;

  int below(int bound) {
    state += 0x9E3779B97F4A7C15;
    uint64_t bits = state;
    bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9;
    bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EB;
    return int((bits ^ (bits >> 31)) % uint64_t(bound));
  }
};
