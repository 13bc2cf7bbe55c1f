// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// An input of the node in a slot.
@usableFromInline
package struct InputPlace: Hashable, Sendable {
  package let node: UInt32
  package let input: UInt32

  package init(node: UInt32, input: UInt32) {
    self.node = node
    self.input = input
  }
}
