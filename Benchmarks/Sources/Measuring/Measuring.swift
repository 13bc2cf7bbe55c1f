// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The nanoseconds of processor time that this thread has used.
public func threadTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// The nanoseconds since a fixed moment.
public func wallTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// Calls `body` and returns the nanoseconds that a clock counts for it: by default processor time of this thread. Never inlined:
/// instruments count the code that runs inside this function.
@inline(never)
public func timed(by clock: () -> Double = threadTime, _ body: () throws -> Void) rethrows -> Double {
  let start = clock()
  try body()
  return clock() - start
}

/// The resident memory in bytes.
public func residentBytes() -> Int {
  guard let file = fopen("/proc/self/statm", "r") else { return 0 }
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 128)
  guard fgets(&line, 128, file) != nil else { return 0 }
  let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  return (Int(text.split(separator: " ")[1]) ?? 0) * sysconf(Int32(_SC_PAGESIZE))
}

/// Prints a figure, and its limit if there is one.
public func report(_ name: String, _ figure: Double, _ unit: String, limit: Double? = nil) {
  let rounded = (figure * 10).rounded() / 10
  let goal = limit.map { " (at most \($0))\(figure <= $0 ? "" : "  ← MISSED")" } ?? ""
  print("\(name): \(rounded) \(unit)\(goal)")
}
