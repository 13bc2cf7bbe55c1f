// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The way in which the ports of a node's former and new kind are matched with each other.
///
/// Only ports of the same type and arity are counterparts; a match of other ports is ignored.
public enum PortMatching: Hashable, Sendable {
  /// By index: the first port with the first, the second with the second.
  case position
  /// By name: ports with equal names.
  case name
}
