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
