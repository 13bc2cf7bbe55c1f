// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How many steps a random test takes: what is given, times NODEGRAPH_FUZZ_FACTOR if that is set. In a build that is not optimised,
/// which takes several times as long, a quarter of that.
package func fuzzSteps(_ given: Int) -> Int {
  #if DEBUG
    return max(1, given * fuzzFactor / 4)
  #else
    return given * fuzzFactor
  #endif
}

/// How many times as many steps random tests take as ordinarily.
private let fuzzFactor: Int = {
  #if canImport(Glibc) || canImport(Musl) || canImport(Darwin)
    guard let text = unsafe getenv("NODEGRAPH_FUZZ_FACTOR") else { return 1 }
    return Int(unsafe String(cString: text)).flatMap { 1...1_000_000 ~= $0 ? $0 : nil } ?? 1
  #else
    return 1
  #endif
}()

/// The seeds that a random test begins with: all that are given, or in a build that is not optimised the first half, unless
/// NODEGRAPH_FUZZ_FACTOR is set to more than 1.
package func fuzzSeeds(_ given: ClosedRange<UInt64>) -> [UInt64] {
  Array(given.prefix(max(1, fuzzSteps(2 * given.count))))
}

/// How many elements a test of a large structure makes: all that are given, or in a build that is not optimised a sixteenth.
package func largeCount(_ given: Int) -> Int {
  #if DEBUG
    return max(1, given / 16)
  #else
    return given
  #endif
}

/// Of how many cases an exhaustive test tries one: an optimised build tries all, another one each eleventh.
package var caseStride: Int { fuzzSteps(4) > 1 ? 1 : 11 }
