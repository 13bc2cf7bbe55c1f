// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Slow checks of all invariants after edits: in debug builds, if the environment variable `NODEGRAPH_INVARIANTS` is set.
///
/// It is not a trait of the package, so that one build can run with and without checks.
@usableFromInline
package enum InvariantChecks {
  #if DEBUG
    /// Whether structures check themselves.
    @usableFromInline package static let areOn = unsafe getenv("NODEGRAPH_INVARIANTS") != nil
  #else
    /// Whether structures check themselves: never, so that the compiler removes all checks.
    @inlinable package static var areOn: Bool { false }
  #endif
}

extension Graph {
  /// Whether the invariants are checked after the edit that ends now.
  ///
  /// A check takes time proportional to the number of nodes. To avoid quadratic time for many edits, about one edit in
  /// `nodeCount / 64 + 1` is checked, and none from 1,000 nodes on.
  @usableFromInline
  package var isCheckDue: Bool {
    #if DEBUG
      guard InvariantChecks.areOn, nodeCount < 1000 else { return false }
      let storage = storage
      storage.value.askedChecks &+= 1
      // Scattered, because several parts may query this in each edit.
      return ((storage.value.askedChecks &* 0x9E37_79B1) >> 16) % UInt32(nodeCount / 64 + 1) == 0
    #else
      return false
    #endif
  }

  /// Checks the invariants if a check is due.
  @inlinable @inline(__always)
  package func checkIfAsked() {
    if InvariantChecks.areOn { checkIfDue() }
  }

  @usableFromInline
  func checkIfDue() {
    if isCheckDue { checkInvariants() }
  }
}
