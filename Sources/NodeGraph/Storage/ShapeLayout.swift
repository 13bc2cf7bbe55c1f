// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Where the ports of a shape lie, in plain values: asking a `Shape` counts references, 5 ns each.
@frozen
@usableFromInline
package struct ShapeLayout: BitwiseCopyable, Sendable {
  /// Its inputs and then its outputs, in the table of port layouts.
  @usableFromInline let ports: UInt32
  @usableFromInline package let inputCount: UInt32
  @usableFromInline package let outputCount: UInt32
  @usableFromInline package let argumentWords: UInt32
  /// Those of the outputs, and of what a node keeps behind them.
  @usableFromInline package let outputWords: UInt32
  /// Whether no input has a default or takes many connections.
  @usableFromInline let isPlain: Bool
  /// Whether the last two of these words are for the code of the node.
  @usableFromInline let keepsCode: Bool

  /// Where the code of a node lies, whose outputs begin there; `nil` if it has none of its own.
  @inline(__always)
  package func codeCell(behind output: UInt32) -> UInt32? { keepsCode ? output + outputWords - 2 : nil }
}

/// A port of a shape.
@frozen
@usableFromInline
struct PortLayout: BitwiseCopyable, Sendable {
  /// The Swift type.
  @usableFromInline let type: ObjectIdentifier
  /// Where it lies among the words of the arguments or outputs.
  @usableFromInline let offset: UInt32
  /// For an input the cell of its default, or `NodeRecord.none`, or `many`; for an output `NodeRecord.none`, or
  /// `distinguished`.
  @usableFromInline let resting: UInt32

  /// Marks an input that takes many connections: it has no default.
  static let many = NodeRecord.none - 1

  /// Marks an output whose type is distinguished by its name.
  static let distinguished = NodeRecord.none - 2

  /// Whether what an output gives may flow into an input as far as one sees without names.
  @inline(__always)
  func isSameType(asInput input: PortLayout) -> Bool { type == input.type && resting != Self.distinguished }

  var takesMany: Bool { resting == Self.many }
}
