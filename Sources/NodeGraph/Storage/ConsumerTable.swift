// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The consumers of all outputs: a list for each output, with each consumer and the argument it reads with.
///
/// The list of a node with one output is stored in its record, where the inner loop reads it; the lists of other nodes
/// are stored in `outputLists`. Up to two entries are stored inline, more in an overflow list.
///
/// A position in a list identifies the source end of a connection; `ArgumentTable` stores it. Functions that change
/// positions return what has moved, and the caller (`Wiring`) updates the arguments.
///
/// Invariants (see `checkInvariants`): the consumers and arguments of overflow lists have the same indices; no list
/// exceeds its capacity; `connectionCount` is the total length of all lists.
@usableFromInline
package struct ConsumerTable: ~Copyable {
  /// Names a list: the list of a node's only output by slot, or another list by its index in `outputLists`.
  package struct ListReference {
    let index: UInt32
    let isPooled: Bool
  }

  /// The overflow lists: the consumers, which the inner loop reads, and their arguments, which only edits read.
  @usableFromInline package var nodes = Buffer<UInt32>()
  private var arguments = Buffer<UInt32>()
  private var blocks = BlockAllocator()
  /// For each slot the arguments of the two consumers that its record stores inline.
  private var inlineArguments = Buffer<InlineArguments>()
  /// The consumer lists of nodes with several outputs.
  @usableFromInline package var outputLists = Buffer<ConsumerList>()
  private var outputInlineArguments = Buffer<InlineArguments>()
  private var outputBlocks = BlockAllocator()
  /// The number of entries in all lists.
  package private(set) var connectionCount = 0

  package init() {}

  // MARK: Lists

  /// Makes room for the lists in the records of `count` slots.
  @inline(__always)
  mutating func reserveSlots(_ count: Int) {
    if count > inlineArguments.count { inlineArguments.extend(to: count, repeating: InlineArguments()) }
  }

  /// Reserves empty lists for a node with several outputs or without outputs. Returns the index of the first.
  mutating func makeOutputLists(_ outputs: Int) -> UInt32 {
    let start = outputBlocks.allocate(UInt32(outputs))
    outputLists.resize(to: Int(outputBlocks.end), repeating: ConsumerList())
    outputInlineArguments.resize(to: Int(outputBlocks.end), repeating: InlineArguments())
    for index in start..<start + UInt32(outputs) { outputLists[index] = ConsumerList() }
    return start
  }

  /// Frees lists, which must be empty.
  mutating func releaseOutputLists(_ start: UInt32, _ outputs: UInt32) { outputBlocks.release(start, length: outputs) }

  @inline(__always)
  func list(_ reference: ListReference, _ records: borrowing Buffer<NodeRecord>) -> ConsumerList {
    reference.isPooled ? outputLists[reference.index] : records[reference.index].consumers
  }

  @inline(__always)
  private mutating func setList(
    _ reference: ListReference, to list: ConsumerList, _ records: inout Buffer<NodeRecord>
  ) {
    if reference.isPooled { outputLists[reference.index] = list } else { records[reference.index].consumers = list }
  }

  private subscript(inlineOf reference: ListReference) -> InlineArguments {
    @inline(__always) get {
      reference.isPooled ? outputInlineArguments[reference.index] : inlineArguments[reference.index]
    }
    // Not `_modify`: where that is not inlined its frame is allocated, which costs each connection 100 instructions.
    @inline(__always) set {
      if reference.isPooled {
        outputInlineArguments[reference.index] = newValue
      } else {
        inlineArguments[reference.index] = newValue
      }
    }
  }

  // MARK: Entries

  @inline(__always)
  func entry(
    _ position: UInt32, of reference: ListReference, _ records: borrowing Buffer<NodeRecord>
  ) -> ConsumerEntry {
    let list = list(reference, records)
    if list.hasOverflow {
      let place = list.first + position
      return ConsumerEntry(consumer: nodes[place], argument: arguments[place])
    }
    let places = self[inlineOf: reference]
    return position == 0
      ? ConsumerEntry(consumer: list.first, argument: places.first)
      : ConsumerEntry(consumer: list.second, argument: places.second)
  }

  @inline(never)
  private mutating func setEntry(
    _ entry: ConsumerEntry, at position: UInt32, of reference: ListReference, _ records: inout Buffer<NodeRecord>
  ) {
    var list = list(reference, records)
    if list.hasOverflow {
      nodes[list.first + position] = entry.consumer
      arguments[list.first + position] = entry.argument
      return
    }
    put(entry, at: position, inPlaceOf: reference, &list)
    setList(reference, to: list, &records)
  }

  @inline(__always)
  private mutating func put(
    _ entry: ConsumerEntry, at position: UInt32, inPlaceOf reference: ListReference, _ list: inout ConsumerList
  ) {
    if position == 0 {
      list.first = entry.consumer
      self[inlineOf: reference].first = entry.argument
    } else {
      list.second = entry.consumer
      self[inlineOf: reference].second = entry.argument
    }
  }

  /// Updates the argument of an entry after the argument has moved.
  @inline(__always)
  mutating func setArgument(
    _ argument: UInt32, at position: UInt32, of reference: ListReference, _ records: borrowing Buffer<NodeRecord>
  ) {
    let list = list(reference, records)
    if list.hasOverflow {
      arguments[list.first + position] = argument
    } else {
      self[inlineOf: reference].put(argument, at: position)
    }
  }

  /// Adds an entry at the end and returns its position. Complexity: O(1), amortised.
  @inline(__always)
  mutating func append(
    _ entry: ConsumerEntry, to reference: ListReference, _ records: inout Buffer<NodeRecord>
  ) -> UInt32 {
    connectionCount += 1
    if !reference.isPooled {
      var list = records[reference.index].consumers
      if let position = list.append(entry.consumer) {
        records[reference.index].consumers = list
        inlineArguments[reference.index].put(entry.argument, at: position)
        return position
      }
      if list.hasRoomInOverflow {
        let position = list.count
        nodes[list.first &+ position] = entry.consumer
        arguments[list.first &+ position] = entry.argument
        records[reference.index].consumers.count = position &+ 1
        return position
      }
    }
    return appendAnywhere(entry, to: reference, &records)
  }

  @inline(never)
  private mutating func appendAnywhere(
    _ entry: ConsumerEntry, to reference: ListReference, _ records: inout Buffer<NodeRecord>
  ) -> UInt32 {
    var list = list(reference, records)
    let position = list.count
    if list.hasOverflow ? position == list.capacity : position == 2 {
      list = grow(reference, to: position &+ 1, &records)
    }
    if list.hasOverflow {
      nodes[list.first &+ position] = entry.consumer
      arguments[list.first &+ position] = entry.argument
    } else {
      put(entry, at: position, inPlaceOf: reference, &list)
    }
    list.count = position &+ 1
    setList(reference, to: list, &records)
    return position
  }

  /// Moves a list to an overflow list with room for at least `minimum` entries. Returns the list.
  @inline(never)
  @discardableResult
  mutating func grow(
    _ reference: ListReference, to minimum: UInt32, _ records: inout Buffer<NodeRecord>
  ) -> ConsumerList {
    var list = list(reference, records)
    require(minimum <= 1 << 26, "an output has at most 2^26 consumers")
    let capacity: UInt32 = max(4, 1 << (32 - (minimum - 1).leadingZeroBitCount))
    let start = blocks.allocate(capacity)
    if Int(blocks.end) > nodes.count {
      nodes.extend(to: Int(blocks.end), repeating: NodeRecord.none)
      arguments.extend(to: Int(blocks.end), repeating: NodeRecord.none)
    }
    if list.hasOverflow {
      nodes.copy(Int(list.count), from: list.first, to: start)
      arguments.copy(Int(list.count), from: list.first, to: start)
      blocks.release(list.first, length: list.capacity)
    } else {
      let places = self[inlineOf: reference]
      (nodes[start], nodes[start &+ 1]) = (list.first, list.second)
      (arguments[start], arguments[start &+ 1]) = (places.first, places.second)
    }
    list.first = start
    list.capacity = capacity
    setList(reference, to: list, &records)
    return list
  }

  /// Removes an entry and moves the last entry to its position. Complexity: O(1).
  ///
  /// - Returns: The argument of the entry that moved to this position, or `NodeRecord.none` if none moved.
  @inline(__always)
  package mutating func remove(
    _ position: UInt32, of reference: ListReference, _ records: inout Buffer<NodeRecord>
  ) -> UInt32 {
    if !reference.isPooled {
      var list = records[reference.index].consumers
      if list.removeLast(position) {
        records[reference.index].consumers = list
        connectionCount -= 1
        return NodeRecord.none
      }
    }
    return removeAnywhere(position, of: reference, &records)
  }

  @inline(never)
  private mutating func removeAnywhere(
    _ position: UInt32, of reference: ListReference, _ records: inout Buffer<NodeRecord>
  ) -> UInt32 {
    var list = list(reference, records)
    let last = list.count - 1
    var moved = NodeRecord.none
    if position != last {
      let entry = entry(last, of: reference, records)
      setEntry(entry, at: position, of: reference, &records)
      moved = entry.argument
      list = self.list(reference, records)
    }
    list.count = last
    connectionCount -= 1
    setList(reference, to: list, &records)
    if last == 0, list.hasOverflow { releaseOverflow(of: reference, &records) }
    return moved
  }

  /// Swaps two entries and returns their arguments: of the entry now at `first`, then of the entry now at `second`.
  mutating func swapEntries(
    _ first: UInt32, _ second: UInt32, of reference: ListReference, _ records: inout Buffer<NodeRecord>
  ) -> (UInt32, UInt32) {
    let (a, b) = (entry(first, of: reference, records), entry(second, of: reference, records))
    setEntry(b, at: first, of: reference, &records)
    setEntry(a, at: second, of: reference, &records)
    return (b.argument, a.argument)
  }

  /// Empties a list. The caller updates the arguments of its entries.
  mutating func removeAll(of reference: ListReference, _ records: inout Buffer<NodeRecord>) {
    var list = list(reference, records)
    connectionCount -= Int(list.count)
    list.count = 0
    setList(reference, to: list, &records)
    releaseOverflow(of: reference, &records)
  }

  /// Frees the overflow list of an empty list, if it has one.
  @inline(never)
  mutating func releaseOverflow(of reference: ListReference, _ records: inout Buffer<NodeRecord>) {
    let list = list(reference, records)
    guard list.hasOverflow else { return }
    blocks.release(list.first, length: list.capacity)
    setList(reference, to: ConsumerList(), &records)
  }

  // MARK: The whole

  /// Releases lists at the end of a table if most of it is unused. Complexity: see `BlockAllocator.shrink`.
  mutating func shrink(slots: Int, clock: Int) {
    let stride = MemoryLayout<UInt32>.stride
    if let end = blocks.shrink(capacity: nodes.capacity, stride: stride, clock: clock) {
      nodes.truncate(to: end)
      arguments.truncate(to: end)
    }
    let strideOfList = MemoryLayout<ConsumerList>.stride
    if let end = outputBlocks.shrink(capacity: outputLists.capacity, stride: strideOfList, clock: clock) {
      outputLists.truncate(to: end)
      outputInlineArguments.truncate(to: end)
    }
    inlineArguments.shrink(to: slots)
  }

  /// Returns a copy with storage of its own.
  package func copy() -> ConsumerTable {
    var result = ConsumerTable()
    result.nodes = nodes.copy()
    result.arguments = arguments.copy()
    result.blocks = blocks
    result.inlineArguments = inlineArguments.copy()
    result.outputLists = outputLists.copy()
    result.outputInlineArguments = outputInlineArguments.copy()
    result.outputBlocks = outputBlocks
    result.connectionCount = connectionCount
    return result
  }

  /// The allocated bytes.
  package var byteCount: Int {
    nodes.byteCount + arguments.byteCount + inlineArguments.byteCount + outputLists.byteCount
      + outputInlineArguments.byteCount
  }

  /// Returns a sentence for each broken invariant. Complexity: O(lists).
  ///
  /// - Parameters:
  ///   - records: The records that store lists.
  ///   - hasList: Returns whether the list of a record is in use: its node exists and has one output.
  /// - Returns: A sentence for each broken invariant; empty if none is broken.
  package func checkInvariants(_ records: borrowing Buffer<NodeRecord>, hasList: (UInt32) -> Bool) -> [String] {
    guard nodes.count == arguments.count, Int(blocks.end) <= nodes.count else {
      return ["consumers and their arguments are adjacent"]
    }
    guard outputLists.count == outputInlineArguments.count, records.count <= inlineArguments.count else {
      return ["each consumer list has room for two arguments in place"]
    }
    var broken = blocks.checkInvariants("consumers") + outputBlocks.checkInvariants("lists of outputs")
    var found = 0
    for index in 0..<outputLists.count {
      found += check(outputLists[index], "output list \(index)", &broken)
    }
    for slot in 0..<records.count where hasList(UInt32(slot)) {
      found += check(records[slot].consumers, "slot \(slot)", &broken)
    }
    if found != connectionCount {
      broken.append("the connection count is right: \(found) entries, not \(connectionCount)")
    }
    return broken
  }

  private func check(_ list: ConsumerList, _ name: @autoclosure () -> String, _ broken: inout [String]) -> Int {
    let isInRange =
      list.hasOverflow
      ? list.count <= list.capacity && UInt(list.first) + UInt(list.capacity) <= UInt(nodes.count) : list.count <= 2
    if !isInRange { broken.append("a consumer list is not longer than its room, that of \(name()) is") }
    return Int(list.count)
  }
}
