// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The cells of literals: values that inputs read while they are not connected.
///
/// An unconnected input has the cell of its literal in its argument. A connection takes that place, so the literals that
/// wait behind one are kept here, by input. A cell without an input is kept as long as a step may give it back.
///
/// Invariants (see `checkInvariants`): the cells that wait are those of literals, each of one input. `Topology` checks that
/// they wait behind connections.
package struct Literals: ~Copyable {
  /// By place, as one number: the standard library hashes one faster than two.
  private var waiting: [UInt64: UInt32] = [:]
  /// How many words a literal has, by type.
  private var words: [UInt32] = []
  /// How many cells there are, whether an input has them or not.
  private var cellCount = 0

  package init() {}

  /// Whether there is no literal.
  @inline(__always)
  var isEmpty: Bool { cellCount == 0 }

  /// The cell of a literal that waits behind a connection. Asking an empty table costs a comparison.
  @inline(__always)
  package subscript(place: InputPlace) -> UInt32? {
    waiting.isEmpty ? nil : waiting[Self.key(place)]
  }

  @inline(__always)
  private static func key(_ place: InputPlace) -> UInt64 { UInt64(place.node) << 32 | UInt64(place.input) }

  /// Has the literal of a connected input wait, or takes it away where `cell` is `NodeRecord.none`.
  package mutating func set(_ place: InputPlace, to cell: UInt32) {
    waiting[Self.key(place)] = cell == NodeRecord.none ? nil : cell
  }

  /// Takes out the literal of an input whose connection is cut, if one waits. Asking an empty table costs a comparison.
  @inline(__always)
  mutating func take(_ place: InputPlace) -> UInt32? {
    waiting.isEmpty ? nil : takeWaiting(place)
  }

  @inline(never)
  private mutating func takeWaiting(_ place: InputPlace) -> UInt32? { waiting.removeValue(forKey: Self.key(place)) }

  /// Makes a cell for a literal of a type, which has so many words.
  package mutating func makeCell(_ type: Int, words count: UInt32, in table: inout CellTable) -> UInt32 {
    while type >= words.count { words.append(count) }
    words[type] = count
    cellCount += 1
    return table.make(count, for: CellTable.Owner.ofLiteral(type))
  }

  /// Takes back a cell, if it is one of a literal. Returns its type; the value in it is the caller's to destroy.
  package mutating func releaseCell(_ cell: UInt32, in table: inout CellTable) -> Int? {
    guard let type = table.literalType(of: cell) else { return nil }
    table.release(cell, words: words[type])
    cellCount -= 1
    return type
  }

  /// Calls `body` with each cell of a literal, whether an input has it or not. Complexity: O(cells).
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

  /// How many words a literal has that lies in a cell; `nil` if something else does, or there is no cell.
  @inline(__always)
  func words(of cell: UInt32, in table: borrowing CellTable) -> UInt32? {
    if isEmpty || cell == NodeRecord.none { return nil }
    return table.literalType(of: cell).map { words[$0] }
  }

  /// Gives the cells that wait other places.
  mutating func moveCells(by map: borrowing CellMap) {
    waiting = waiting.mapValues { map[$0] }
  }

  /// A copy, which shares storage until one of the two changes.
  package func copy() -> Literals {
    var result = Literals()
    result.waiting = waiting
    result.words = words
    result.cellCount = cellCount
    return result
  }

  /// The bytes its tables hold on to, about.
  package var byteCount: Int {
    waiting.capacity * (MemoryLayout<UInt64>.stride + MemoryLayout<UInt32>.stride)
  }

  /// The rules that are broken, as sentences. Complexity: O(literals that wait).
  package func checkInvariants(in table: borrowing CellTable) -> [String] {
    var seen: Set<UInt32> = []
    var broken: [String] = []
    for (key, cell) in waiting where table.literalType(of: cell) == nil || !seen.insert(cell).inserted {
      broken.append(
        "every literal has a cell of its own, input \(key & 0xffff_ffff) of slot \(key >> 32) reads cell \(cell)")
    }
    return broken
  }

  /// The cells that wait, and the inputs that they wait at.
  func forEachWaiting(_ body: (_ place: InputPlace, _ cell: UInt32) -> Void) {
    for (key, cell) in waiting {
      body(InputPlace(node: UInt32(key >> 32), input: UInt32(key & 0xffff_ffff)), cell)
    }
  }
}

/// What inputs read while they are not connected: in their arguments, or here if it waits behind a connection.
extension Topology {
  /// The cell of an input's literal.
  package func literal(_ place: InputPlace) -> UInt32? {
    let port = wiring.port(place)
    if port.takesMany { return nil }
    let argument = wiring.records[place.node].arguments + port.offset
    if wiring.arguments.isConnected(argument) { return literals[place] }
    // What an unconnected input reads is its literal, if it isn't what the port has.
    let cell = wiring.arguments.cells[argument]
    return cell == port.resting ? nil : cell
  }

  /// The cell that an input reads while it is not connected: its literal, its default, or none.
  package func restingCell(of place: InputPlace) -> UInt32 {
    if let literal = literal(place) { return literal }
    let port = wiring.port(place)
    return port.takesMany ? NodeRecord.none : port.resting
  }

  /// Whether an input takes literals of a type.
  @inline(__always)
  package func takesLiteral(_ place: InputPlace, _ type: ObjectIdentifier) -> Bool {
    let port = wiring.port(place)
    return port.type == type && !port.takesMany
  }

  /// Gives an input a literal that has none, in a cell of its own; see ``makeLiteralCell(words:index:)``.
  package mutating func addLiteral(_ place: InputPlace, words: UInt32, index: Int) -> UInt32 {
    let cell = makeLiteralCell(words: words, index: index)
    journal.steps.append(.literal(place, before: NodeRecord.none, after: cell))
    putLiteral(place, cell: cell)
    return cell
  }

  /// Reserves a cell for a literal. It is freed when the edit is forgotten in which the last input lost it.
  ///
  /// - Parameters:
  ///   - words: How many words the value has.
  ///   - index: What the caller knows the type of the value by: small numbers.
  /// - Returns: The first word of the cell.
  @inline(__always)
  package mutating func makeLiteralCell(words: UInt32, index: Int) -> UInt32 {
    literals.makeCell(index, words: words, in: &wiring.cells)
  }

  /// What the caller knows the type of a literal's cell by; `nil` for other cells.
  package func literalType(ofCell cell: UInt32) -> Int? { wiring.cells.literalType(of: cell) }

  /// Calls `body` with each cell of a literal, whether an input has it or not. Complexity: O(cells).
  package func forEachLiteralCell(_ body: (_ cell: UInt32, _ type: Int) -> Void) {
    literals.forEachCell(in: wiring.cells, body)
  }

  /// Gives an input a literal cell, or takes it away. While the input is connected the literal waits.
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

  // MARK: Behind connections

  /// Has the literal of an input wait that is about to be connected, if it has one.
  @inline(__always)
  mutating func hideLiteral(in argument: UInt32, of place: InputPlace, _ port: PortLayout) {
    let cell = wiring.arguments.cells[argument]
    if cell != port.resting, !port.takesMany { literals.set(place, to: cell) }
  }

  /// Takes what an input reads when its connection is cut: its literal, which waits no longer, its default, or none.
  @inline(__always)
  mutating func takeRestingCell(of place: InputPlace, _ port: PortLayout) -> UInt32 {
    if port.takesMany { return NodeRecord.none }
    return literals.take(place) ?? port.resting
  }

  /// Connects an input that is free, as its last connection. Returns the argument.
  @inline(__always)
  @discardableResult
  mutating func link(_ place: InputPlace, _ port: PortLayout, to source: UInt32, output: Int) -> UInt32 {
    let argument = wiring.freeArgument(of: place, port)
    hideLiteral(in: argument, of: place, port)
    wiring.link(argument, of: place.node, to: source, output: output)
    return argument
  }

  /// Connects an input again where a connection was cut.
  mutating func link(_ place: InputPlace, ordinal: UInt32, to source: UInt32, output: Int) {
    let argument = wiring.arguments(of: place).lowerBound + ordinal
    hideLiteral(in: argument, of: place, wiring.port(place))
    wiring.link(argument, of: place.node, to: source, output: output)
  }

  /// The rules about literals that are broken, as sentences. Complexity: O(inputs).
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
