// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0
//
// Included before a program that asks the clock on the wall, so that it gets the time of its thread instead: on a machine
// that does other things as well, that is what can be compared with ours.

#pragma once
#include <chrono>
#include <ctime>

namespace std::chrono {
struct thread_clock {
  using duration = nanoseconds;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = chrono::time_point<thread_clock>;
  static constexpr bool is_steady = true;

  static time_point now() noexcept {
    timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time_point(seconds(time.tv_sec) + nanoseconds(time.tv_nsec));
  }
};
}  // namespace std::chrono

#define steady_clock thread_clock
