// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The kinds of nodes: their names and ports, and the offsets of the ports in the words of arguments and outputs.
///
/// A registered kind keeps its shape permanently; shapes of single nodes are reused.
///
/// Invariants (see `checkInvariants`): each shape has a layout that fits its kind; a name refers to a shape with that
/// name; no shape is free twice, or registered and free.
@usableFromInline
package struct ShapeTable: ~Copyable {
  package private(set) var entries: [Shape] = []
  /// For each shape the values that are read often.
  @usableFromInline private(set) var layouts = Buffer<ShapeLayout>()
  /// The ports of all shapes; the ports of one shape are adjacent.
  @usableFromInline private(set) var portLayouts = Buffer<PortLayout>()
  private var portBlocks = BlockAllocator()
  private var free: [UInt32] = []
  private var slack = Slack()
  /// The shapes of registered kinds by name.
  package private(set) var named: [String: UInt32] = [:] { didSet { recent.removeAll() } }
  /// A cache of the kinds found last, indexed by three bits of the length of the name. Most nodes are of few kinds, and
  /// comparing two names takes a tenth of the time of hashing one.
  private var recent: [(name: String, shape: UInt32)] = []

  package init() {}

  // MARK: Kinds

  @inline(__always)
  package func kind(_ shape: UInt32) -> NodeKind { entries[Int(shape)].kind }

  /// Adds a shape for a kind, with cells for the defaults of its inputs. Complexity: O(ports).
  package mutating func make(_ kind: NodeKind, isOwn: Bool, _ cells: inout CellTable) -> UInt32 {
    var shape = Shape(kind, isOwn: isOwn)
    // Checked first: the loop copies the array, which most shapes share, even if it makes no change.
    if kind.inputs.contains(where: \.hasDefault) {
      for (input, port) in kind.inputs.enumerated() where port.arity == .one && port.hasDefault {
        shape.defaultCells[input] = cells.make(port.type.words, for: CellTable.Owner.ofDefault)
      }
    }
    // Only own shapes reuse an index: kinds are listed in the order of registration, which is the order of their shapes.
    if isOwn, let index = free.popLast() {
      entries[Int(index)] = shape
      layOut(shape, at: index)
      return index
    }
    entries.append(shape)
    layOut(shape, at: UInt32(entries.count - 1))
    return UInt32(entries.count - 1)
  }

  /// Frees a shape that no node has, and the cells of its defaults.
  package mutating func release(_ index: UInt32, _ cells: inout CellTable) {
    let shape = entries[Int(index)]
    for (input, cell) in shape.defaultCells.enumerated() where cell != NodeRecord.none {
      cells.release(cell, words: shape.kind.inputs[input].type.words)
    }
    let layout = layouts[index]
    portBlocks.release(layout.ports, length: layout.inputCount + layout.outputCount)
    entries[Int(index)] = Shape(NodeKind(""), isOwn: true)
    free.append(index)
  }

  /// Registers the name of a shape's kind, which no other registered kind may have.
  mutating func register(_ shape: UInt32) { named[entries[Int(shape)].kind.name] = shape }

  /// Unregisters the name of a shape's kind, unless another shape is registered with it.
  mutating func unregister(_ shape: UInt32) {
    let name = entries[Int(shape)].kind.name
    if named[name] == shape { named[name] = nil }
  }

  /// Returns the shape of the registered kind with a name.
  mutating func find(_ name: String) -> UInt32? {
    let place = name.utf8.count & 7
    if place < recent.count, recent[place].name == name { return recent[place].shape }
    guard let shape = named[name] else { return nil }
    if recent.isEmpty { recent = Array(repeating: (name, shape), count: 8) }
    recent[place] = (name, shape)
    return shape
  }

  // MARK: Ports

  /// Stores the layout of a shape whose defaults already have cells.
  private mutating func layOut(_ shape: Shape, at index: UInt32) {
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
        type: input.type.inputIdentity, offset: offset, resting: isMany ? PortLayout.many : cell)
      offset += isMany ? UInt32(NodeRecord.wordsOfMany) : 1
      next += 1
    }
    let argumentWords = offset
    offset = 0
    for output in kind.outputs {
      portLayouts[next] = PortLayout(
        type: output.type.identity, offset: offset,
        resting: output.type.isDistinguishedByName ? PortLayout.distinguished : NodeRecord.none)
      offset += output.type.words
      next += 1
    }
    let layout = ShapeLayout(
      ports: ports, inputCount: UInt32(kind.inputs.count), outputCount: UInt32(kind.outputs.count),
      argumentWords: argumentWords, outputWords: offset + kind.memoryWords,
      isPlain: kind.inputs.allSatisfy { $0.arity == .one && !$0.hasDefault }, keepsCode: kind.keepsCode)
    if Int(index) == layouts.count { layouts.append(layout) } else { layouts[index] = layout }
  }

  @inlinable @inline(__always)
  func input(_ input: UInt32, of layout: ShapeLayout) -> PortLayout {
    precondition(input < layout.inputCount, "an input of the shape")
    return portLayouts[layout.ports + input]
  }

  @inlinable @inline(__always)
  func output(_ output: Int, of layout: ShapeLayout) -> PortLayout {
    precondition(UInt(bitPattern: output) < UInt(layout.outputCount), "an output of the shape")
    return portLayouts[layout.ports + layout.inputCount + UInt32(output)]
  }

  /// Returns the output at `offset` words after the first output. Complexity: O(outputs).
  @inline(__always)
  func output(at offset: UInt32, of layout: ShapeLayout) -> Int {
    var index = max(1, Int(layout.outputCount)) - 1
    while index > 0, output(index, of: layout).offset > offset { index -= 1 }
    return index
  }

  /// Replaces the cells of defaults by their new places.
  mutating func moveCells(by map: borrowing CellMap) {
    for index in entries.indices where !entries[index].defaultCells.allSatisfy({ $0 == NodeRecord.none }) {
      entries[index].defaultCells = entries[index].defaultCells.map { map[$0] }
      let layout = layouts[UInt32(index)]
      for (input, cell) in entries[index].defaultCells.enumerated() where cell != NodeRecord.none {
        let port = portLayouts[layout.ports + UInt32(input)]
        portLayouts[layout.ports + UInt32(input)] = PortLayout(type: port.type, offset: port.offset, resting: cell)
      }
    }
  }

  // MARK: The whole

  /// Releases free shapes at the end if most of the table is then unused. Complexity: O(shapes), but see `Slack`.
  mutating func shrink(clock: Int) {
    let stride = MemoryLayout<Shape>.stride
    let used = entries.count - free.count
    guard slack.isWorthSearching(used, of: entries.capacity, stride: stride, clock: clock) else { return }
    let isFree = Set(free)
    let end = entries.indices.last { !isFree.contains(UInt32($0)) }.map { $0 + 1 } ?? 0
    guard GrowingMemory.isSparse(end, of: entries.capacity, stride: stride) else {
      return slack.searchedInVain(used, clock: clock)
    }
    free = free.filter { $0 < end }
    entries.removeSubrange(end...)
    entries.shrinkIfSparse()
    layouts.truncate(to: end)
    let strideOfPort = MemoryLayout<PortLayout>.stride
    if let end = portBlocks.shrink(capacity: portLayouts.capacity, stride: strideOfPort, clock: clock) {
      portLayouts.truncate(to: end)
    }
    slack.reset()
  }

  /// Returns a copy with storage of its own.
  package func copy() -> ShapeTable {
    var result = ShapeTable()
    result.entries = entries
    result.layouts = layouts.copy()
    result.portLayouts = portLayouts.copy()
    result.portBlocks = portBlocks
    result.free = free
    result.slack = slack
    result.named = named
    return result
  }

  /// The allocated bytes, without kinds and their names.
  package var byteCount: Int { layouts.byteCount + portLayouts.byteCount }

  /// Returns a sentence for each broken invariant. Complexity: O(ports of all shapes).
  package func checkInvariants() -> [String] {
    guard layouts.count == entries.count else { return ["each shape has a layout"] }
    var broken = portBlocks.checkInvariants("ports")
    let free = Set(self.free)
    for index in entries.indices where !fits(layouts[index], entries[index]) && !free.contains(UInt32(index)) {
      broken.append("the layout of a shape is that of its kind, that of '\(entries[index].kind.name)' is not")
    }
    for (name, shape) in named where Int(shape) >= entries.count || entries[Int(shape)].kind.name != name {
      broken.append("the name of a kind names its shape, '\(name)' does not")
    }
    if free.count != self.free.count { broken.append("a shape is free once") }
    if named.values.contains(where: free.contains) { broken.append("a registered kind keeps its shape") }
    return broken
  }

  private func fits(_ layout: ShapeLayout, _ shape: Shape) -> Bool {
    let kind = shape.kind
    guard Int(layout.inputCount) == kind.inputs.count, Int(layout.outputCount) == kind.outputs.count,
      Int(layout.ports) + kind.inputs.count + kind.outputs.count <= portLayouts.count
    else { return false }
    var offset: UInt32 = 0
    for index in kind.inputs.indices {
      let port = kind.inputs[index]
      let place = input(UInt32(index), of: layout)
      let isMany = port.arity == .many
      let resting = isMany ? PortLayout.many : shape.defaultCells[index]
      guard place.type == port.type.inputIdentity, place.offset == offset, place.resting == resting else {
        return false
      }
      offset += isMany ? UInt32(NodeRecord.wordsOfMany) : 1
    }
    guard layout.argumentWords == offset else { return false }
    offset = 0
    for index in kind.outputs.indices {
      let port = kind.outputs[index]
      let place = output(index, of: layout)
      guard place.type == port.type.identity, place.offset == offset else { return false }
      offset += port.type.words
    }
    return layout.outputWords == offset + kind.memoryWords && layout.keepsCode == kind.keepsCode
  }
}
