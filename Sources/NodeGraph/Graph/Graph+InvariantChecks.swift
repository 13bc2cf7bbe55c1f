// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

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
