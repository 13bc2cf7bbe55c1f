// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The seeds of the random lives: 20, or the one that NODEGRAPH_SCRIPT names, as "7" or with the number of a life, as "7.120". The
/// steps of a named seed are printed before they run, so that what ends the program is the last one.
enum ScriptSeeds {
  private static let named: [Int] = {
    #if canImport(Glibc) || canImport(Musl) || canImport(Darwin)
      guard let text = unsafe getenv("NODEGRAPH_SCRIPT") else { return [] }
      return unsafe String(cString: text).split(separator: ".").compactMap { Int($0) }
    #else
      return []
    #endif
  }()

  static let all = named.first.map { [UInt64($0)] } ?? fuzzSeeds(1...20)
  /// The only life that is played, if one is named.
  static let life = named.dropFirst().first

  /// Prints a line if a seed is named, and writes it out before the program continues.
  static func trace(_ line: @autoclosure () -> String) {
    if named.isEmpty { return }
    print(line())
    #if canImport(Glibc) || canImport(Musl) || canImport(Darwin)
      fflush(nil)
    #endif
  }
}
