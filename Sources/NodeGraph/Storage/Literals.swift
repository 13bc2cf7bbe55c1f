// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The cells of literals: values that inputs read while they are not connected.
///
/// The argument of an unconnected input holds the cell of its literal. A connection replaces it there, so the literals of
/// connected inputs, the *waiting* literals, are stored here by input. A cell without an input is kept as long as a step
/// may restore it.
///
/// Invariants (see `checkInvariants`): each waiting cell is the cell of a literal and waits at one input. `Topology`
/// checks that the input is connected.
package struct Literals: ~Copyable {
  /// The waiting cells by input, packed into one number: the standard library hashes one number faster than two.
  private var waiting: [UInt64: UInt32] = [:]
  /// The number of words of a literal, by type.
  private var words: [UInt32] = []
  /// The number of literal cells, whether or not an input has them.
  private var cellCount = 0

  package init() {}

  /// Whether no literal exists.
  @inline(__always)
  var isEmpty: Bool { cellCount == 0 }

  /// The cell of the waiting literal of a connected input; `nil` if it has none. With an empty table it costs a comparison.
  @inline(__always)
  package subscript(place: InputPlace) -> UInt32? {
    waiting.isEmpty ? nil : waiting[Self.key(place)]
  }

  @inline(__always)
  private static func key(_ place: InputPlace) -> UInt64 { UInt64(place.node) << 32 | UInt64(place.input) }

  /// Sets the waiting literal of a connected input, or removes it if `cell` is `NodeRecord.none`.
  package mutating func set(_ place: InputPlace, to cell: UInt32) {
    waiting[Self.key(place)] = cell == NodeRecord.none ? nil : cell
  }

  /// Removes and returns the waiting literal of an input whose connection is cut. With an empty table it costs a comparison.
  @inline(__always)
  mutating func take(_ place: InputPlace) -> UInt32? {
    waiting.isEmpty ? nil : takeWaiting(place)
  }

  @inline(never)
  private mutating func takeWaiting(_ place: InputPlace) -> UInt32? { waiting.removeValue(forKey: Self.key(place)) }

  /// Makes a cell of `count` words for a literal of a type.
  package mutating func makeCell(_ type: Int, words count: UInt32, in table: inout CellTable) -> UInt32 {
    while type >= words.count { words.append(count) }
    words[type] = count
    cellCount += 1
    return table.make(count, for: CellTable.Owner.ofLiteral(type))
  }

  /// Frees a cell if it is the cell of a literal, and returns its type. The caller destroys the value in it.
  package mutating func releaseCell(_ cell: UInt32, in table: inout CellTable) -> Int? {
    guard let type = table.literalType(of: cell) else { return nil }
    table.release(cell, words: words[type])
    cellCount -= 1
    return type
  }

  /// Calls `body` with each cell of a literal, whether or not an input has it. Complexity: O(cells).
  package func forEachCell(in table: borrowing CellTable, _ body: (_ cell: UInt32, _ type: Int) -> Void) {
    var cell = 0
    while cell < table.end {
      guard let type = table.literalType(of: UInt32(cell)) else {
        cell += 1
        continue
      }
      body(UInt32(cell), type)
      cell += Int(words[type])
    }
  }

  /// Returns the number of words of the literal in a cell; `nil` if the cell is `NodeRecord.none` or doesn't hold a literal.
  @inline(__always)
  func words(of cell: UInt32, in table: borrowing CellTable) -> UInt32? {
    if isEmpty || cell == NodeRecord.none { return nil }
    return table.literalType(of: cell).map { words[$0] }
  }

  /// Replaces the waiting cells by their new places.
  mutating func moveCells(by map: borrowing CellMap) {
    waiting = waiting.mapValues { map[$0] }
  }

  /// Returns a copy, which shares storage until one of the two changes.
  package func copy() -> Literals {
    var result = Literals()
    result.waiting = waiting
    result.words = words
    result.cellCount = cellCount
    return result
  }

  /// About how many bytes its tables have allocated.
  package var byteCount: Int {
    waiting.capacity * (MemoryLayout<UInt64>.stride + MemoryLayout<UInt32>.stride)
  }

  /// Returns a sentence for each broken invariant. Complexity: O(waiting literals).
  package func checkInvariants(in table: borrowing CellTable) -> [String] {
    var seen: Set<UInt32> = []
    var broken: [String] = []
    for (key, cell) in waiting where table.literalType(of: cell) == nil || !seen.insert(cell).inserted {
      broken.append(
        "every literal has a cell of its own, input \(key & 0xffff_ffff) of slot \(key >> 32) reads cell \(cell)")
    }
    return broken
  }

  /// Calls `body` with each waiting cell and its input.
  func forEachWaiting(_ body: (_ place: InputPlace, _ cell: UInt32) -> Void) {
    for (key, cell) in waiting {
      body(InputPlace(node: UInt32(key >> 32), input: UInt32(key & 0xffff_ffff)), cell)
    }
  }
}

/// Literals of inputs: stored in the argument while the input is unconnected, in `Literals` while it is connected.
extension Topology {
  /// Returns the cell of an input's literal; `nil` if it has none or takes many connections.
  package func literal(_ place: InputPlace) -> UInt32? {
    let port = wiring.port(place)
    if port.takesMany { return nil }
    let argument = wiring.records[place.node].arguments + port.offset
    if wiring.arguments.isConnected(argument) { return literals[place] }
    // An unconnected input that doesn't read the port's default reads a literal.
    let cell = wiring.arguments.cells[argument]
    return cell == port.resting ? nil : cell
  }

  /// Returns the cell that an input reads while unconnected: of its literal or default, or `NodeRecord.none`.
  package func restingCell(of place: InputPlace) -> UInt32 {
    if let literal = literal(place) { return literal }
    let port = wiring.port(place)
    return port.takesMany ? NodeRecord.none : port.resting
  }

  /// Returns whether an input takes literals of a type.
  @inline(__always)
  package func takesLiteral(_ place: InputPlace, _ type: ObjectIdentifier) -> Bool {
    let port = wiring.port(place)
    return port.type == type && !port.takesMany
  }

  /// Gives an input without a literal one in a new cell; see ``makeLiteralCell(words:index:)``.
  package mutating func addLiteral(_ place: InputPlace, words: UInt32, index: Int) -> UInt32 {
    let cell = makeLiteralCell(words: words, index: index)
    journal.steps.append(.literal(place, before: NodeRecord.none, after: cell))
    putLiteral(place, cell: cell)
    return cell
  }

  /// Reserves a cell for a literal. The cell is freed when the edit in which the last input lost it is forgotten.
  ///
  /// - Parameters:
  ///   - words: The number of words of the value.
  ///   - index: The caller's number for the type of the value; numbers should be small.
  /// - Returns: The first word of the cell.
  @inline(__always)
  package mutating func makeLiteralCell(words: UInt32, index: Int) -> UInt32 {
    literals.makeCell(index, words: words, in: &wiring.cells)
  }

  /// Returns the caller's number for the type of a literal's cell; `nil` for other cells.
  package func literalType(ofCell cell: UInt32) -> Int? { wiring.cells.literalType(of: cell) }

  /// Calls `body` with each cell of a literal, whether or not an input has it. Complexity: O(cells).
  package func forEachLiteralCell(_ body: (_ cell: UInt32, _ type: Int) -> Void) {
    literals.forEachCell(in: wiring.cells, body)
  }

  /// Sets the literal cell of an input, or removes it if `cell` is `NodeRecord.none`. It waits while the input is connected.
  package mutating func setLiteral(_ place: InputPlace, cell: UInt32) {
    let before = literal(place) ?? NodeRecord.none
    guard before != cell else { return }
    journal.steps.append(.literal(place, before: before, after: cell))
    putLiteral(place, cell: cell)
  }

  @inline(__always)
  mutating func putLiteral(_ place: InputPlace, cell: UInt32) {
    let port = wiring.port(place)
    precondition(!port.takesMany, "an input that takes many connections takes no literal")
    let argument = wiring.records[place.node].arguments + port.offset
    if wiring.arguments.isConnected(argument) {
      literals.set(place, to: cell)
    } else {
      wiring.version &+= 1
      wiring.arguments.cells[argument] = cell == NodeRecord.none ? port.resting : cell
    }
  }

  // MARK: Connected inputs

  /// Makes the literal of an input that is about to be connected wait, if it has one.
  @inline(__always)
  mutating func hideLiteral(in argument: UInt32, of place: InputPlace, _ port: PortLayout) {
    let cell = wiring.arguments.cells[argument]
    if cell != port.resting, !port.takesMany { literals.set(place, to: cell) }
  }

  /// Returns the cell an input reads after its connection is cut: of its literal, which no longer waits, of its default, or
  /// `NodeRecord.none`.
  @inline(__always)
  mutating func takeRestingCell(of place: InputPlace, _ port: PortLayout) -> UInt32 {
    if port.takesMany { return NodeRecord.none }
    return literals.take(place) ?? port.resting
  }

  /// Makes the last connection of an input, which must be free or take many. Returns the argument.
  @inline(__always)
  @discardableResult
  mutating func link(_ place: InputPlace, _ port: PortLayout, to source: UInt32, output: Int) -> UInt32 {
    let argument = wiring.freeArgument(of: place, port)
    hideLiteral(in: argument, of: place, port)
    wiring.link(argument, of: place.node, to: source, output: output)
    return argument
  }

  /// Connects an input again at the ordinal of a connection that was cut.
  mutating func link(_ place: InputPlace, ordinal: UInt32, to source: UInt32, output: Int) {
    let argument = wiring.arguments(of: place).lowerBound + ordinal
    hideLiteral(in: argument, of: place, wiring.port(place))
    wiring.link(argument, of: place.node, to: source, output: output)
  }

  /// Returns a sentence for each broken rule about literals. Complexity: O(inputs).
  func brokenLiteralRules() -> [String] {
    var broken = literals.checkInvariants(in: wiring.cells)
    var seen: Set<UInt32> = []
    literals.forEachWaiting { place, cell in
      seen.insert(cell)
      let exists = wiring.isAlive(place.node) && place.input < wiring.layout(of: place.node).inputCount
      if !exists || !isOccupied(place) {
        broken.append(
          "a literal is set aside while its input is connected, input \(place.input) of slot \(place.node) is not")
      }
    }
    for index in 0..<wiring.records.count where wiring.records[index].rank != NodeRecord.none {
      let layout = wiring.layout(of: UInt32(index))
      for input in 0..<layout.inputCount {
        let place = InputPlace(node: UInt32(index), input: input)
        guard let cell = isOccupied(place) ? nil : literal(place) else { continue }
        if wiring.cells.literalType(of: cell) == nil {
          broken.append("an unconnected input has its literal or default, input \(input) of slot \(index) has not")
        } else if !seen.insert(cell).inserted {
          broken.append("every literal has a cell of its own, input \(input) of slot \(index) reads cell \(cell)")
        }
      }
    }
    return broken
  }
}
