// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Finds things on the canvas by where they are.
///
/// A loose hierarchical grid: a piece of a thing lies in one cell, that of its middle on the level whose cells are at
/// least as large as it is, so that it reaches at most half a cell beyond. A search looks at the cells around on each
/// level that holds anything. (Ulrich, "Loose Octrees", 2000, in the plane.)
///
/// The pieces of a cell form a list that is linked both ways, and those of a thing another one: however many pieces lie
/// in a cell, as where a thousand lines leave one output, taking one out of it costs the same.
///
/// Invariants (see `checkInvariants`): each piece in use lies in the list of its cell and in that of its thing, once.
package struct SpatialIndex<Element: Sendable>: Sendable {
  /// Names a thing that was added, until it is removed.
  package struct Handle: Hashable, Sendable {
    fileprivate let thing: Int32
  }

  private static var none: Int32 { -1 }

  /// A part of a thing. `next` and `previous` lead through its cell, `sibling` through its thing.
  private struct Piece {
    var bounds: GraphRect
    let thing: Int32
    var next: Int32
    var previous: Int32
    var sibling: Int32
  }

  private struct Thing {
    /// `nil` for a place that is free.
    var element: Element?
    var firstPiece: Int32
  }

  private struct Cell: Hashable {
    let x: Int32
    let y: Int32
  }

  /// Cells of one size, by place the first piece in each; only those that hold something.
  private struct Level {
    let size: Double
    /// Cells are a power of two wide, so that multiplying by this is dividing by that.
    private let scale: Double
    var cells: [Cell: Int32] = [:]

    init(size: Double) {
      self.size = size
      scale = 1 / size
    }

    func cell(_ point: GraphPoint) -> Cell { Cell(x: coordinate(point.x), y: coordinate(point.y)) }

    /// Canvases reach as far as 2³¹ cells; what is beyond lies in the outermost.
    private func coordinate(_ value: Double) -> Int32 {
      Int32(clamping: DecimalText.floor(value * scale))
    }
  }

  private static var smallest: Double { 64 }
  private var levels: [Level] = []
  private var pieces: [Piece] = []
  private var things: [Thing] = []
  private var freePieces: [Int32] = []
  private var freeThings: [Int32] = []

  package init() {}

  /// How many pieces there are.
  package var count: Int { pieces.count - freePieces.count }

  // MARK: Changing it

  /// Adds a thing. Complexity: O(pieces).
  package mutating func insert(_ element: Element, at bounds: [GraphRect]) -> Handle {
    let handle: Handle
    if let free = freeThings.popLast() {
      handle = Handle(thing: free)
      things[Int(free)].element = element
    } else {
      handle = Handle(thing: Int32(things.count))
      things.append(Thing(element: element, firstPiece: Self.none))
    }
    move(handle, to: bounds)
    return handle
  }

  /// Adds a thing of one piece. Complexity: O(1).
  package mutating func insert(_ element: Element, at bounds: GraphRect) -> Handle { insert(element, at: [bounds]) }

  /// Gives a thing other pieces. One that stays in its cell costs no search for it.
  ///
  /// - Precondition: The thing has not been removed.
  /// - Complexity: O(pieces that it had and has).
  package mutating func move(_ handle: Handle, to bounds: [GraphRect]) {
    let thing = Int(handle.thing)
    precondition(things[thing].element != nil, "a thing is moved before it is removed")
    var index = things[thing].firstPiece
    var last = Self.none
    for rect in bounds {
      if index == Self.none {
        index = addPiece(rect, of: handle.thing)
        if last == Self.none { things[thing].firstPiece = index } else { pieces[Int(last)].sibling = index }
      } else {
        move(piece: index, to: rect)
      }
      last = index
      index = pieces[Int(index)].sibling
    }
    if last == Self.none { things[thing].firstPiece = Self.none } else { pieces[Int(last)].sibling = Self.none }
    // What the thing had more of.
    while index != Self.none {
      let next = pieces[Int(index)].sibling
      unlink(index)
      freePieces.append(index)
      index = next
    }
  }

  /// Removes a thing.
  ///
  /// - Precondition: The thing has not been removed.
  /// - Complexity: O(its pieces), however many others lie in the same cells.
  package mutating func remove(_ handle: Handle) {
    move(handle, to: [])
    things[Int(handle.thing)].element = nil
    freeThings.append(handle.thing)
  }

  private mutating func addPiece(_ bounds: GraphRect, of thing: Int32) -> Int32 {
    let piece = Piece(bounds: bounds, thing: thing, next: Self.none, previous: Self.none, sibling: Self.none)
    let index: Int32
    if let free = freePieces.popLast() {
      index = free
      pieces[Int(index)] = piece
    } else {
      index = Int32(pieces.count)
      pieces.append(piece)
    }
    let level = Self.level(of: bounds)
    link(index, level, cell(of: bounds, level))
    return index
  }

  private mutating func move(piece index: Int32, to bounds: GraphRect) {
    let old = pieces[Int(index)].bounds
    let (oldLevel, level) = (Self.level(of: old), Self.level(of: bounds))
    let new = cell(of: bounds, level)
    let stays = level == oldLevel && new == levels[level].cell(old.center)
    if !stays { unlink(index) }
    pieces[Int(index)].bounds = bounds
    if !stays { link(index, level, new) }
  }

  /// The cell on a level, which is made if it isn't there.
  private mutating func cell(of bounds: GraphRect, _ level: Int) -> Cell {
    while levels.count <= level {
      levels.append(Level(size: Self.smallest * Double(sign: .plus, exponent: levels.count, significand: 1)))
    }
    return levels[level].cell(bounds.center)
  }

  private mutating func link(_ index: Int32, _ level: Int, _ cell: Cell) {
    let next = levels[level].cells.updateValue(index, forKey: cell) ?? Self.none
    pieces[Int(index)].next = next
    pieces[Int(index)].previous = Self.none
    if next != Self.none { pieces[Int(next)].previous = index }
  }

  private mutating func unlink(_ index: Int32) {
    let (next, previous) = (pieces[Int(index)].next, pieces[Int(index)].previous)
    if next != Self.none { pieces[Int(next)].previous = previous }
    if previous != Self.none {
      pieces[Int(previous)].next = next
      return
    }
    let bounds = pieces[Int(index)].bounds
    let level = Self.level(of: bounds)
    let cell = levels[level].cell(bounds.center)
    levels[level].cells[cell] = next == Self.none ? nil : next
  }

  private static func level(of bounds: GraphRect) -> Int {
    // How often the smallest cell is doubled until it is as large: none if the extent is no number.
    let ratio = (bounds.width > bounds.height ? bounds.width : bounds.height) * (1 / smallest)
    guard ratio > 1 else { return 0 }
    guard ratio.isFinite else { return 64 }
    return min(64, Int(ratio.exponent) + (ratio.significandBitPattern == 0 ? 0 : 1))
  }

  // MARK: Finding things

  /// Calls `body` with each thing for each of its pieces whose bounds meet `rect`, edges included, in no particular
  /// order.
  ///
  /// - Complexity: O(pieces in the cells around `rect`), and at most all that there are.
  package func search(_ rect: GraphRect, _ body: (Element) -> Void) {
    for level in levels where !level.cells.isEmpty {
      let reach = rect.expanded(by: level.size / 2)
      let first = level.cell(reach.origin)
      let last = level.cell(GraphPoint(reach.maxX, reach.maxY))
      let columns = Int(last.x) - Int(first.x) + 1
      let rows = Int(last.y) - Int(first.y) + 1
      guard columns > 0, rows > 0 else { continue }
      // Divided, because the product of two such numbers can be more than an Int holds.
      if rows > level.cells.count / columns {
        for (cell, head) in level.cells
        where cell.x >= first.x && cell.x <= last.x && cell.y >= first.y && cell.y <= last.y {
          look(from: head, rect, body)
        }
      } else {
        for x in Int(first.x)...Int(last.x) {
          for y in Int(first.y)...Int(last.y) {
            if let head = level.cells[Cell(x: Int32(x), y: Int32(y))] { look(from: head, rect, body) }
          }
        }
      }
    }
  }

  private func look(from head: Int32, _ rect: GraphRect, _ body: (Element) -> Void) {
    var index = head
    while index != Self.none {
      let piece = pieces[Int(index)]
      if rect.touches(piece.bounds), let element = things[Int(piece.thing)].element { body(element) }
      index = piece.next
    }
  }

  /// The pieces of a thing, in the order in which they were given.
  package func pieces(of handle: Handle) -> [GraphRect] {
    var found: [GraphRect] = []
    var index = things[Int(handle.thing)].firstPiece
    while index != Self.none {
      found.append(pieces[Int(index)].bounds)
      index = pieces[Int(index)].sibling
    }
    return found
  }

  /// The thing that a handle names; `nil` if it was removed.
  package func element(of handle: Handle) -> Element? { things[Int(handle.thing)].element }

  /// Checks every invariant and stops with the rule that is broken. Complexity: O(pieces).
  package func checkInvariants() {
    var inCells = 0
    for (number, level) in levels.enumerated() {
      for (cell, head) in level.cells {
        var (index, previous) = (head, Self.none)
        while index != Self.none {
          let piece = pieces[Int(index)]
          precondition(piece.previous == previous, "the list of a cell leads both ways")
          precondition(
            Self.level(of: piece.bounds) == number && level.cell(piece.bounds.center) == cell,
            "a piece lies in the cell of its middle")
          inCells += 1
          (previous, index) = (index, piece.next)
        }
      }
    }
    var ofThings = 0
    for (number, thing) in things.enumerated() {
      precondition(thing.element != nil || thing.firstPiece == Self.none, "what was removed has no piece")
      var index = thing.firstPiece
      while index != Self.none {
        precondition(pieces[Int(index)].thing == Int32(number), "a piece knows its thing")
        ofThings += 1
        index = pieces[Int(index)].sibling
      }
    }
    precondition(inCells == count && ofThings == count, "each piece lies in a cell and belongs to a thing, once")
    precondition(things.count(where: { $0.element == nil }) == freeThings.count, "places of removed things are free")
  }
}

extension GraphRect {
  /// Whether the two meet, edges included.
  func touches(_ other: GraphRect) -> Bool {
    minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
  }
}
