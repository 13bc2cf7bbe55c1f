// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Nanoseconds this thread has worked.
public func threadTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// Calls `body` and returns how many nanoseconds this thread has worked on it. It is never inlined: what is done in it is
/// what instruments count.
@inline(never)
public func timed(_ body: () throws -> Void) rethrows -> Double {
  let start = threadTime()
  try body()
  return threadTime() - start
}

/// Bytes in memory now.
public func residentBytes() -> Int {
  guard let file = fopen("/proc/self/statm", "r") else { return 0 }
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 128)
  guard fgets(&line, 128, file) != nil else { return 0 }
  let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  return (Int(text.split(separator: " ")[1]) ?? 0) * sysconf(Int32(_SC_PAGESIZE))
}

/// Prints a figure, and what it is meant to stay under, if it is.
public func report(_ name: String, _ figure: Double, _ unit: String, limit: Double? = nil) {
  let rounded = (figure * 10).rounded() / 10
  let goal = limit.map { " (at most \($0))\(figure <= $0 ? "" : "  ← MISSED")" } ?? ""
  print("\(name): \(rounded) \(unit)\(goal)")
}
