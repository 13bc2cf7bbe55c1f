// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Measuring
import NodeEval

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// Measures the gain of workers: the ratio of evaluations with two threads to evaluations with one, taken alternately,
// compared with the share of the machine that two threads got at that moment.
//
//   WorkerMeasure              each case, on an otherwise idle machine
//   WorkerMeasure --busy       the same while as many threads as there are cores are busy all the time
//   WorkerMeasure [WORD...]    cases whose names have one of the words

var words = Array(CommandLine.arguments.dropFirst())
let isBusy = words.contains("--busy")
words.removeAll { $0 == "--busy" }

var missed = 0
let busy = isBusy ? Busy(threads: sysconf(Int32(_SC_NPROCESSORS_ONLN))) : nil
for shape in Shape.all where words.isEmpty || words.contains(where: shape.name.contains) {
  missed += try shape.measure(isBusy: isBusy) ? 0 : 1
  fflush(nil)
}
busy?.end()
if missed > 0 {
  print("\(missed) cases missed their goals.")
  exit(1)
}
