// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Checks of all invariants after edits, which are slow: in debug builds, where the environment has `NODEGRAPH_INVARIANTS`.
///
/// It is no trait of the package, so that the same build runs with and without.
@usableFromInline
package enum InvariantChecks {
  #if DEBUG
    /// Whether structures check themselves.
    @usableFromInline package static let areOn = unsafe getenv("NODEGRAPH_INVARIANTS") != nil
  #else
    /// Whether structures check themselves: never, so that the compiler leaves all of it out.
    @inlinable package static var areOn: Bool { false }
  #endif
}

extension Graph {
  /// Whether an edit that ends now is to be followed by checks.
  ///
  /// A check takes time in proportion to the nodes. So with 64 nodes or more, one edit in so many is checked, and many edits of a
  /// larger graph are not quadratic; from 1,000 nodes on none is.
  @usableFromInline
  package var isCheckDue: Bool {
    #if DEBUG
      guard InvariantChecks.areOn, nodeCount < 1000 else { return false }
      let storage = storage
      storage.value.askedChecks &+= 1
      // Scattered, since several parts may ask in each edit.
      return ((storage.value.askedChecks &* 0x9E37_79B1) >> 16) % UInt32(nodeCount / 64 + 1) == 0
    #else
      return false
    #endif
  }

  /// Checks the invariants if that is due.
  @inlinable @inline(__always)
  package func checkIfAsked() {
    if InvariantChecks.areOn { checkIfDue() }
  }

  @usableFromInline
  func checkIfDue() {
    if isCheckDue { checkInvariants() }
  }
}
