// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Returns how many steps a random test takes: the given number, multiplied by NODEGRAPH_FUZZ_FACTOR if that is set. An
/// unoptimised build, which takes several times as long, takes a quarter of that.
package func fuzzSteps(_ given: Int) -> Int {
  #if DEBUG
    return max(1, given * fuzzFactor / 4)
  #else
    return given * fuzzFactor
  #endif
}

/// The factor by which random tests take more steps than ordinarily.
private let fuzzFactor: Int = {
  #if canImport(Glibc) || canImport(Musl) || canImport(Darwin)
    guard let text = unsafe getenv("NODEGRAPH_FUZZ_FACTOR") else { return 1 }
    return Int(unsafe String(cString: text)).flatMap { 1...1_000_000 ~= $0 ? $0 : nil } ?? 1
  #else
    return 1
  #endif
}()

/// Returns the seeds that a random test begins with: all given ones, or in an unoptimised build the first half of them, unless
/// NODEGRAPH_FUZZ_FACTOR is greater than 1.
package func fuzzSeeds(_ given: ClosedRange<UInt64>) -> [UInt64] {
  Array(given.prefix(max(1, fuzzSteps(2 * given.count))))
}

/// Returns how many elements a test of a large structure makes: the given number, or in an unoptimised build a sixteenth of it.
package func largeCount(_ given: Int) -> Int {
  #if DEBUG
    return max(1, given / 16)
  #else
    return given
  #endif
}

/// The stride at which an exhaustive test tries its cases: an optimised build tries all, an unoptimised one every eleventh unless
/// NODEGRAPH_FUZZ_FACTOR is greater than 1.
package var caseStride: Int { fuzzSteps(4) > 1 ? 1 : 11 }
