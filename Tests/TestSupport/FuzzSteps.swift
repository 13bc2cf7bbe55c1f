// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How many steps a random test takes: NODEGRAPH_FUZZ_STEPS, or what is given. In a build that is not optimised, which takes
/// several times as long, a quarter of that.
package func fuzzSteps(_ given: Int) -> Int {
  #if DEBUG
    let ordinary = given / 4
  #else
    let ordinary = given
  #endif
  #if canImport(Glibc) || canImport(Musl) || canImport(Darwin)
    guard let text = unsafe getenv("NODEGRAPH_FUZZ_STEPS") else { return ordinary }
    return Int(unsafe String(cString: text)) ?? ordinary
  #else
    return ordinary
  #endif
}

/// The seeds that a random test begins with: all that are given, or in a build that is not optimised the first half.
package func fuzzSeeds(_ given: ClosedRange<UInt64>) -> [UInt64] {
  Array(given.prefix(max(1, fuzzSteps(2 * given.count))))
}

/// Of how many cases an exhaustive test tries one: an optimised build tries all, another one each eleventh.
package var caseStride: Int { fuzzSteps(4) > 1 ? 1 : 11 }
