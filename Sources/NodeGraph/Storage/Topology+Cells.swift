// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension Topology {
  /// Reserves cells of `words` words for `owner`.
  @inline(__always)
  mutating func makeCells(_ words: UInt32, for owner: UInt32) -> UInt32 {
    let start = cells.allocate(words)
    if Int(cells.end) > cellOwner.count { cellOwner.extend(to: Int(cells.end), repeating: CellOwner.nobody) }
    if words == 1 {
      cellOwner[start] = owner
    } else {
      for cell in start..<start + words { cellOwner[cell] = owner }
    }
    return start
  }

  mutating func releaseCells(_ start: UInt32, words: UInt32) {
    for cell in start..<start + words { cellOwner[cell] = CellOwner.nobody }
    cells.release(start, length: words)
  }

  /// How many words of cells there are, used or free.
  @inlinable package var cellEnd: Int { Int(cells.end) }

  /// Reserves lists for the consumers of `outputs` outputs.
  mutating func makeOutputLists(_ outputs: Int) -> UInt32 {
    let start = outputBlocks.allocate(UInt32(outputs))
    outputLists.resize(to: Int(outputBlocks.end), repeating: ConsumerList())
    outputInlineArguments.resize(to: Int(outputBlocks.end), repeating: InlineArguments())
    for index in start..<start + UInt32(outputs) { outputLists[index] = ConsumerList() }
    return start
  }

  /// Enters a kind, with cells for the defaults of its inputs.
  package mutating func makeShape(_ kind: NodeKind, isOwn: Bool) -> UInt32 {
    var shape = Shape(kind, isOwn: isOwn)
    // Asked first: the loop makes its own copy of the table, which most shapes share, even if it changes nothing.
    if kind.inputs.contains(where: \.hasDefault) {
      for (input, port) in kind.inputs.enumerated() where port.arity == .one && port.hasDefault {
        shape.defaultCells[input] = makeCells(port.type.words, for: CellOwner.ofDefault)
      }
    }
    // Kinds are listed in the order of their registration, which is that of their shapes.
    if isOwn, let free = freeShapes.popLast() {
      shapes[Int(free)] = shape
      layOut(shape, at: free)
      return free
    }
    shapes.append(shape)
    layOut(shape, at: UInt32(shapes.count - 1))
    return UInt32(shapes.count - 1)
  }

  mutating func releaseShape(_ index: UInt32) {
    let shape = shapes[Int(index)]
    for (input, cell) in shape.defaultCells.enumerated() where cell != NodeRecord.none {
      releaseCells(cell, words: shape.kind.inputs[input].type.words)
    }
    releaseLayout(index)
    shapes[Int(index)] = Shape(NodeKind(""), isOwn: true)
    freeShapes.append(index)
  }
}
