// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The offsets of a shape's ports, as plain values. Reading a `Shape` counts references, at 5 ns each.
@frozen
@usableFromInline
package struct ShapeLayout: BitwiseCopyable, Sendable {
  /// The index of its first input in the table of port layouts; its outputs follow its inputs.
  @usableFromInline let ports: UInt32
  @usableFromInline package let inputCount: UInt32
  @usableFromInline package let outputCount: UInt32
  @usableFromInline package let argumentWords: UInt32
  /// The number of words of the outputs and of the memory that a node keeps after them.
  @usableFromInline package let outputWords: UInt32
  /// Whether no input has a default or takes many connections.
  @usableFromInline let isPlain: Bool
  /// Whether the last two output words hold the code of the node.
  @usableFromInline let keepsCode: Bool

  /// Returns the cell of a node's code, given its first output cell; `nil` if the node has no code of its own.
  @inline(__always)
  package func codeCell(behind output: UInt32) -> UInt32? { keepsCode ? output + outputWords - 2 : nil }
}

/// The layout of one port: its type, and its offset in the words of a node.
@frozen
@usableFromInline
struct PortLayout: BitwiseCopyable, Sendable {
  /// The Swift type.
  @usableFromInline let type: ObjectIdentifier
  /// Its offset in the words of the arguments or outputs.
  @usableFromInline let offset: UInt32
  /// For an input the cell of its default, `NodeRecord.none` or `many`. For an output `NodeRecord.none` or
  /// `distinguished`.
  @usableFromInline let resting: UInt32

  /// Marks an input that takes many connections: it has no default.
  static let many = NodeRecord.none - 1

  /// Marks an output whose type is identified by its name in addition to its Swift type.
  @inlinable static var distinguished: UInt32 { NodeRecord.none - 2 }

  /// Returns whether an output fits an input by Swift type alone. If false, the names of the types decide.
  @inline(__always)
  func isSameType(asInput input: PortLayout) -> Bool { type == input.type && resting != Self.distinguished }

  var takesMany: Bool { resting == Self.many }
}
