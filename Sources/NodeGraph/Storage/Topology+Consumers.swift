// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension Topology {
  /// Whose consumers: those of a node's only output, or those of one of several.
  struct ListReference {
    let index: UInt32
    let isPooled: Bool
  }

  /// The consumer list of the output that lies in `cell`.
  func consumerList(ofCell cell: UInt32) -> ListReference {
    let node = cellOwner[cell]
    let record = records[node]
    let layout = layouts[record.shape]
    guard layout.outputCount != 1 else { return ListReference(index: node, isPooled: false) }
    let output = output(at: cell - record.output, of: layout)
    return ListReference(index: record.consumers.first + UInt32(output), isPooled: true)
  }

  @inline(__always)
  func consumerList(of node: UInt32, output: Int) -> ListReference {
    let record = records[node]
    guard layouts[record.shape].outputCount != 1 else { return ListReference(index: node, isPooled: false) }
    return ListReference(index: record.consumers.first + UInt32(output), isPooled: true)
  }

  subscript(list reference: ListReference) -> ConsumerList {
    get { reference.isPooled ? outputLists[reference.index] : records[reference.index].consumers }
    set {
      if reference.isPooled {
        outputLists[reference.index] = newValue
      } else {
        records[reference.index].consumers = newValue
      }
    }
  }

  private subscript(inlineOf reference: ListReference) -> InlineArguments {
    get { reference.isPooled ? outputInlineArguments[reference.index] : inlineArguments[reference.index] }
    set {
      if reference.isPooled {
        outputInlineArguments[reference.index] = newValue
      } else {
        inlineArguments[reference.index] = newValue
      }
    }
  }

  func entry(_ position: UInt32, of reference: ListReference) -> ConsumerEntry {
    let list = self[list: reference]
    if list.hasOverflow {
      let place = list.first + position
      return ConsumerEntry(consumer: consumerNodes[place], argument: consumerArguments[place])
    }
    let places = self[inlineOf: reference]
    return position == 0
      ? ConsumerEntry(consumer: list.first, argument: places.first)
      : ConsumerEntry(consumer: list.second, argument: places.second)
  }

  private mutating func setEntry(_ entry: ConsumerEntry, at position: UInt32, of reference: ListReference) {
    var list = self[list: reference]
    if list.hasOverflow {
      consumerNodes[list.first + position] = entry.consumer
      consumerArguments[list.first + position] = entry.argument
    } else if position == 0 {
      list.first = entry.consumer
      self[inlineOf: reference].first = entry.argument
      self[list: reference] = list
    } else {
      list.second = entry.consumer
      self[inlineOf: reference].second = entry.argument
      self[list: reference] = list
    }
  }

  /// Tells an entry that its argument has moved.
  mutating func setArgument(_ argument: UInt32, at position: UInt32, of reference: ListReference) {
    let old = entry(position, of: reference)
    setEntry(ConsumerEntry(consumer: old.consumer, argument: argument), at: position, of: reference)
  }

  /// Adds an entry at the end and returns its position.
  @inline(__always)
  mutating func append(_ entry: ConsumerEntry, to reference: ListReference) -> UInt32 {
    if !reference.isPooled {
      var list = records[reference.index].consumers
      if let position = list.append(entry.consumer) {
        records[reference.index].consumers = list
        inlineArguments[reference.index].put(entry.argument, at: position)
        return position
      }
    }
    return appendAnywhere(entry, to: reference)
  }

  @inline(never)
  private mutating func appendAnywhere(_ entry: ConsumerEntry, to reference: ListReference) -> UInt32 {
    var list = self[list: reference]
    let position = list.count
    if list.hasOverflow ? position == list.capacity : position == 2 {
      list = grow(reference, to: position &+ 1)
    }
    if list.hasOverflow {
      consumerNodes[list.first &+ position] = entry.consumer
      consumerArguments[list.first &+ position] = entry.argument
    } else if position == 0 {
      list.first = entry.consumer
      self[inlineOf: reference].first = entry.argument
    } else {
      list.second = entry.consumer
      self[inlineOf: reference].second = entry.argument
    }
    list.count = position &+ 1
    self[list: reference] = list
    return position
  }

  /// Makes room for `minimum` entries and more, in an overflow list. Returns the list.
  @inline(never)
  @discardableResult
  mutating func grow(_ reference: ListReference, to minimum: UInt32) -> ConsumerList {
    var list = self[list: reference]
    require(minimum <= 1 << 26, "an output has at most 2^26 consumers")
    let capacity: UInt32 = max(4, 1 << (32 - (minimum - 1).leadingZeroBitCount))
    let start = consumerBlocks.allocate(capacity)
    let added = Int(consumerBlocks.end) - consumerNodes.count
    if added > 0 {
      consumerNodes.append(NodeRecord.none, count: added)
      consumerArguments.append(NodeRecord.none, count: added)
    }
    if list.hasOverflow {
      for position in 0..<list.count {
        consumerNodes[start &+ position] = consumerNodes[list.first &+ position]
        consumerArguments[start &+ position] = consumerArguments[list.first &+ position]
      }
      consumerBlocks.release(list.first, length: list.capacity)
    } else {
      let places = self[inlineOf: reference]
      (consumerNodes[start], consumerNodes[start &+ 1]) = (list.first, list.second)
      (consumerArguments[start], consumerArguments[start &+ 1]) = (places.first, places.second)
    }
    list.first = start
    list.capacity = capacity
    self[list: reference] = list
    return list
  }

  /// Removes an entry; the last one takes its place. Complexity: O(1).
  mutating func removeEntry(_ position: UInt32, of reference: ListReference) {
    var list = self[list: reference]
    let last = list.count - 1
    if position != last {
      let moved = entry(last, of: reference)
      setEntry(moved, at: position, of: reference)
      argumentPosition[moved.argument] = position
      list = self[list: reference]
    }
    list.count = last
    self[list: reference] = list
    if last == 0, list.hasOverflow { releaseOverflow(of: reference) }
  }

  /// Moves the last entry to where it was before it was removed: the one there goes to the end.
  mutating func moveLastEntry(to position: UInt32, of reference: ListReference) {
    let last = self[list: reference].count - 1
    guard position != last else { return }
    let (moved, displaced) = (entry(last, of: reference), entry(position, of: reference))
    setEntry(moved, at: position, of: reference)
    setEntry(displaced, at: last, of: reference)
    argumentPosition[moved.argument] = position
    argumentPosition[displaced.argument] = last
  }

  func isEmptyList(_ reference: ListReference) -> Bool { self[list: reference].count == 0 }

  /// Gives the overflow list back, if there is one; the list is empty.
  mutating func releaseOverflow(of reference: ListReference) {
    let list = self[list: reference]
    guard list.hasOverflow else { return }
    consumerBlocks.release(list.first, length: list.capacity)
    self[list: reference] = ConsumerList()
  }
}

extension Topology {
  package func consumers(of node: UInt32, outputs: UInt32) -> [UInt32] {
    var consumers: [UInt32] = []
    forEachConsumer(of: node, outputs: outputs) { consumers.append($0) }
    return consumers
  }

  /// The consumers of those outputs of a node whose bits are set. Complexity: O(consumers of these outputs).
  package func forEachConsumer(of node: UInt32, outputs: UInt32, _ body: (UInt32) -> Void) {
    for output in 0..<Int(layout(of: node).outputCount) where outputs & 1 << UInt32(output) != 0 {
      let list = consumerList(of: node, output: output)
      for position in 0..<self[list: list].count { body(entry(position, of: list).consumer) }
    }
  }
}
