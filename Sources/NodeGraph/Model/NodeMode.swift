// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Whether a node, or an instance of a subgraph, does its work.
public enum NodeMode: String, Hashable, Sendable, CaseIterable {
  /// It works. All nodes do, unless something else is said.
  case active
  /// It gives nothing: what reads it lacks a value.
  case muted
  /// It gives what flows into it: each output the value of the first input of its type, or of the input that the kind
  /// declares (``NodeKind/bypassing(_:by:)``).
  case bypassed
}
