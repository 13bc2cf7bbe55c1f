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
  @usableFromInline let argumentWords: UInt32
  @usableFromInline let outputWords: UInt32
  /// Whether no input has a default or takes many connections.
  @usableFromInline let isPlain: Bool
}

/// A port of a shape.
@frozen
@usableFromInline
struct PortLayout: BitwiseCopyable, Sendable {
  /// The Swift type.
  @usableFromInline let type: ObjectIdentifier
  /// Where it lies among the words of the arguments or outputs.
  @usableFromInline let offset: UInt32
  /// For an input the cell of its default, or `NodeRecord.none`, or `many`.
  @usableFromInline let resting: UInt32

  /// Marks an input that takes many connections: it has no default.
  static let many = NodeRecord.none - 1

  var takesMany: Bool { resting == Self.many }
}

extension Topology {
  /// Enters the layout of a shape whose defaults have their cells.
  mutating func layOut(_ shape: Shape, at index: UInt32) {
    let kind = shape.kind
    let ports = portBlocks.allocate(UInt32(kind.inputs.count + kind.outputs.count))
    portLayouts.resize(
      to: Int(portBlocks.end),
      repeating: PortLayout(type: ObjectIdentifier(Never.self), offset: 0, resting: NodeRecord.none))
    var offset: UInt32 = 0
    var next = ports
    for (input, cell) in zip(kind.inputs, shape.defaultCells) {
      let isMany = input.arity == .many
      portLayouts[next] = PortLayout(
        type: input.type.identity, offset: offset, resting: isMany ? PortLayout.many : cell)
      offset += isMany ? UInt32(NodeRecord.wordsOfMany) : 1
      next += 1
    }
    let argumentWords = offset
    offset = 0
    for output in kind.outputs {
      portLayouts[next] = PortLayout(type: output.type.identity, offset: offset, resting: NodeRecord.none)
      offset += output.type.words
      next += 1
    }
    let layout = ShapeLayout(
      ports: ports, inputCount: UInt32(kind.inputs.count), outputCount: UInt32(kind.outputs.count),
      argumentWords: argumentWords, outputWords: offset,
      isPlain: kind.inputs.allSatisfy { $0.arity == .one && !$0.hasDefault })
    if Int(index) == layouts.count { layouts.append(layout) } else { layouts[index] = layout }
  }

  mutating func releaseLayout(_ index: UInt32) {
    let layout = layouts[index]
    portBlocks.release(layout.ports, length: layout.inputCount + layout.outputCount)
  }

  @inlinable @inline(__always)
  package func layout(of node: UInt32) -> ShapeLayout { layouts[records[node].shape] }

  @inline(__always)
  func inputLayout(_ place: InputPlace) -> PortLayout { inputLayout(place.input, of: layout(of: place.node)) }

  @inlinable @inline(__always)
  func inputLayout(_ input: UInt32, of layout: ShapeLayout) -> PortLayout {
    precondition(input < layout.inputCount, "an input of the shape")
    return portLayouts[layout.ports + input]
  }

  @inlinable @inline(__always)
  func outputLayout(_ output: Int, of layout: ShapeLayout) -> PortLayout {
    precondition(UInt(bitPattern: output) < UInt(layout.outputCount), "an output of the shape")
    return portLayouts[layout.ports + layout.inputCount + UInt32(output)]
  }

  /// Which output of a shape lies `offset` words behind the first. Complexity: O(outputs).
  func output(at offset: UInt32, of layout: ShapeLayout) -> Int {
    var output = max(1, Int(layout.outputCount)) - 1
    while output > 0, outputLayout(output, of: layout).offset > offset { output -= 1 }
    return output
  }
}
