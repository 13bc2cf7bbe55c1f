// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension Topology {
  /// Reserves an argument block for a node, every input unconnected.
  @inline(__always)
  mutating func makeArguments(_ layout: ShapeLayout) -> UInt32 {
    guard layout.argumentWords > 0 else { return 0 }
    let start = reserveArguments(layout.argumentWords)
    if layout.isPlain { return start }
    for input in 0..<layout.inputCount {
      let port = inputLayout(input, of: layout)
      let word = start + port.offset
      if port.takesMany {
        (arguments[word], arguments[word + 1], arguments[word + 2]) = (0, 0, 0)
      } else {
        arguments[word] = port.resting
      }
    }
    return start
  }

  /// What was never handed out is cleared beforehand, many at a time.
  @inline(__always)
  private mutating func reserveArguments(_ words: UInt32) -> UInt32 {
    let end = argumentBlocks.end
    let start = argumentBlocks.allocate(words)
    if start != end {
      clearArguments(start, words)
    } else if Int(argumentBlocks.end) > arguments.count {
      arguments.extend(to: Int(argumentBlocks.end), repeating: NodeRecord.none)
      argumentPosition.extend(to: arguments.count)
    }
    return start
  }

  @inline(never)
  private mutating func clearArguments(_ start: UInt32, _ words: UInt32) {
    for argument in start..<start + words {
      arguments[argument] = NodeRecord.none
      argumentPosition[argument] = NodeRecord.none
    }
  }

  /// Where the block words of an input lie.
  @inline(__always)
  func word(of place: InputPlace) -> UInt32 { records[place.node].arguments + inputLayout(place).offset }

  @inline(__always)
  package func arity(of place: InputPlace) -> NodeKind.Arity { inputLayout(place).takesMany ? .many : .one }

  /// The arguments of an input: its one, or those of its list.
  @inline(__always)
  package func arguments(of place: InputPlace) -> Range<UInt32> {
    let port = inputLayout(place)
    let word = records[place.node].arguments + port.offset
    guard port.takesMany else { return word..<word + 1 }
    return arguments[word]..<arguments[word] + arguments[word + 1]
  }

  /// Adds an unconnected argument at the end of an input that takes many.
  mutating func appendArgument(to place: InputPlace) -> UInt32 {
    let word = word(of: place)
    let (start, count, capacity) = (arguments[word], arguments[word + 1], arguments[word + 2])
    if count == capacity {
      let larger = max(4, capacity * 2)
      let moved = reserveArguments(larger)
      for ordinal in 0..<count { moveArgument(from: start + ordinal, to: moved + ordinal) }
      argumentBlocks.release(start, length: capacity)
      arguments[word] = moved
      arguments[word + 2] = larger
    }
    arguments[word + 1] = count + 1
    return arguments[word] + count
  }

  /// Moves what an argument holds; the consumer list it stands in learns of it.
  private mutating func moveArgument(from old: UInt32, to new: UInt32) {
    let cell = arguments[old]
    arguments[new] = cell
    argumentPosition[new] = argumentPosition[old]
    if argumentPosition[old] != NodeRecord.none {
      setArgument(new, at: argumentPosition[old], of: consumerList(ofCell: cell))
      argumentPosition[old] = NodeRecord.none
    }
    arguments[old] = NodeRecord.none
  }

  /// Closes the gaps that removed connections have left, keeping the order. It costs no more than evaluating the node.
  mutating func closeGaps(of place: InputPlace) {
    let word = word(of: place)
    let range = arguments(of: place)
    var kept = range.lowerBound
    for argument in range where arguments[argument] != NodeRecord.none {
      if kept != argument { moveArgument(from: argument, to: kept) }
      kept += 1
    }
    arguments[word + 1] = kept - range.lowerBound
  }

  /// The ordinals at which removed connections have left gaps.
  func gaps(of place: InputPlace) -> [UInt32] {
    let range = arguments(of: place)
    return range.filter { arguments[$0] == NodeRecord.none }.map { $0 - range.lowerBound }
  }

  /// Opens the gaps again that were closed, in reverse.
  mutating func openGaps(_ gaps: [UInt32], of place: InputPlace) {
    let word = word(of: place)
    let start = arguments[word]
    var closed = arguments[word + 1]
    var open = closed + UInt32(gaps.count)
    precondition(open <= arguments[word + 2], "there is room for gaps that were there before")
    arguments[word + 1] = open
    var gaps = gaps[...]
    while open > closed {
      open -= 1
      if gaps.last == open {
        gaps.removeLast()
        arguments[start + open] = NodeRecord.none
        argumentPosition[start + open] = NodeRecord.none
      } else {
        closed -= 1
        moveArgument(from: start + closed, to: start + open)
      }
    }
  }

  /// Whether there is (still) such an input that takes many connections.
  func takesMany(_ place: InputPlace) -> Bool {
    guard isAlive(place.node) else { return false }
    let layout = layout(of: place.node)
    return place.input < layout.inputCount && inputLayout(place.input, of: layout).takesMany
  }

  /// Gives a node's argument block back; no input is connected any more.
  mutating func releaseArguments(_ start: UInt32, shape: UInt32) {
    let layout = layouts[shape]
    for input in 0..<layout.inputCount {
      let port = inputLayout(input, of: layout)
      guard port.takesMany else { continue }
      argumentBlocks.release(arguments[start + port.offset], length: arguments[start + port.offset + 2])
    }
    argumentBlocks.release(start, length: layout.argumentWords)
  }

  // MARK: Links

  /// Connects an argument of a node to an output. The order is the caller's to keep.
  @inline(__always)
  mutating func link(_ argument: UInt32, of node: UInt32, to source: UInt32, output: Int) {
    let record = records[source]
    link(argument, of: node, to: source, record, layouts[record.shape], output: output)
  }

  /// The same for a source whose record and layout are at hand.
  @inline(__always)
  mutating func link(
    _ argument: UInt32, of node: UInt32, to source: UInt32, _ record: NodeRecord, _ layout: ShapeLayout, output: Int
  ) {
    arguments[argument] = record.output &+ outputLayout(output, of: layout).offset
    let list =
      layout.outputCount == 1
      ? ListReference(index: source, isPooled: false)
      : ListReference(index: record.consumers.first + UInt32(output), isPooled: true)
    argumentPosition[argument] = append(ConsumerEntry(consumer: node, argument: argument), to: list)
    connectionCount += 1
  }

  /// Cuts an argument from its cell and leaves `cell` there instead.
  mutating func unlink(_ argument: UInt32, leaving cell: UInt32) {
    removeEntry(argumentPosition[argument], of: consumerList(ofCell: arguments[argument]))
    argumentPosition[argument] = NodeRecord.none
    arguments[argument] = cell
    connectionCount -= 1
  }

  /// The cell an unconnected input reads: its literal, its default, or none.
  @inline(__always)
  package func restingCell(of place: InputPlace) -> UInt32 {
    if !literals.isEmpty, let literal = literals[place] { return literal }
    let resting = inputLayout(place).resting
    return resting == PortLayout.many ? NodeRecord.none : resting
  }

  /// The node and output that lie in a cell, unless it is a default, a literal or free.
  @inline(__always)
  package func source(ofCell cell: UInt32) -> (node: UInt32, output: Int)? {
    guard cell != NodeRecord.none else { return nil }
    let node = cellOwner[cell]
    guard node < CellOwner.nobody else { return nil }
    let record = records[node]
    return (node, output(at: cell - record.output, of: layouts[record.shape]))
  }

  @inlinable @inline(__always)
  package func cell(of node: UInt32, output: Int) -> UInt32 {
    let record = records[node]
    return record.output + outputLayout(output, of: layouts[record.shape]).offset
  }
}
