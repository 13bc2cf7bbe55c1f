// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Whether a node, or an instance of a subgraph, is evaluated normally, muted or bypassed.
///
/// A mode is a setting of the user: it is stored in documents (``GraphDocument/modes``) and can be undone, and changing it
/// back restores the values without a change of connections.
///
/// ```swift
/// try evaluator.edit { edit in try edit.setMode(.bypassed, of: blur) }
/// ```
public enum NodeMode: String, Hashable, Sendable, CaseIterable {
  /// The node is evaluated. This is the mode of new nodes.
  case active
  /// The node has no value, so nodes that read it lack a value too.
  case muted
  /// The node passes values through: each output has the value of the first input of its type, or of the input that the
  /// kind declares (``NodeKind/bypassing(_:by:)``).
  case bypassed
}
