// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014): the same numbers for a seed anywhere.
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

  /// True once in `times` calls on average.
  mutating func once(in times: Int) -> Bool { below(times) == 0 }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}

/// How many steps random scripts take: NODEGRAPH_FUZZ_STEPS, or what is given.
func fuzzSteps(_ ordinary: Int) -> Int {
  #if canImport(Glibc) || canImport(Musl) || canImport(Darwin)
    guard let text = unsafe getenv("NODEGRAPH_FUZZ_STEPS") else { return ordinary }
    return Int(unsafe String(cString: text)) ?? ordinary
  #else
    return ordinary
  #endif
}
