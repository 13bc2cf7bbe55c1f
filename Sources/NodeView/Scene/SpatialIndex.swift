// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

// The parts of an index that don't depend on what it holds are no members of it: in builds that aren't optimised each
// use of a generic type's member looks the type up.

/// A part of a thing. `next` and `previous` lead through its cell, `sibling` through its thing.
private struct GridPiece {
  static let none: Int32 = -1

  var bounds: GraphRect
  var place: GridPlace
  let thing: Int32
  var next = none
  var previous = none
  var sibling = none

  init(_ bounds: GraphRect, at place: GridPlace, of thing: Int32) {
    self.bounds = bounds
    self.place = place
    self.thing = thing
  }
}

/// A cell of a level.
private struct GridPlace: Equatable {
  let cell: GridCell
  let level: Int32
}

private struct GridCell: Hashable {
  let x: Int32
  let y: Int32

  /// Hashes both in one word.
  func _rawHashValue(seed: Int) -> Int {
    IDHash.mix(UInt64(UInt32(bitPattern: x)) << 32 | UInt64(UInt32(bitPattern: y)), seed)
  }
}

/// Cells of one size, by place the first piece in each; only those that hold something.
private struct GridLevel {
  private static let smallest = 64.0

  let size: Double
  /// Cells are a power of two wide, so that multiplying by this is dividing by that.
  private let scale: Double
  var cells: [GridCell: Int32] = [:]

  init(number: Int) {
    size = Self.smallest * Double(sign: .plus, exponent: number, significand: 1)
    scale = 1 / size
  }

  /// On which level bounds lie: how often the smallest cell is doubled until it is as large.
  static func number(of bounds: GraphRect) -> Int {
    let ratio = (bounds.width > bounds.height ? bounds.width : bounds.height) * (1 / smallest)
    // Not for what is no number either.
    guard ratio > 1 else { return 0 }
    guard ratio.isFinite else { return 64 }
    return min(64, Int(ratio.exponent) + (ratio.significandBitPattern == 0 ? 0 : 1))
  }

  func cell(_ point: GraphPoint) -> GridCell { GridCell(x: coordinate(point.x), y: coordinate(point.y)) }

  /// Canvases reach as far as 2³¹ cells; what is beyond lies in the outermost.
  private func coordinate(_ value: Double) -> Int32 {
    let cell = DecimalText.floor(value * scale)
    if cell >= 2_147_483_647 { return .max }
    return cell <= -2_147_483_648 ? .min : Int32(truncatingIfNeeded: cell)
  }
}

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

  private struct Thing {
    /// `nil` for a place that is free.
    var element: Element?
    var firstPiece: Int32
  }

  private var levels: [GridLevel] = []
  private var pieces: [GridPiece] = []
  private var things: [Thing] = []
  private var freePieces: [Int32] = []
  private var freeThings: [Int32] = []

  package init() {}

  /// How many pieces there are.
  package var count: Int { pieces.count - freePieces.count }

  /// The smallest rectangle around all pieces; `nil` if there are none. Complexity: O(pieces).
  var bounds: GraphRect? {
    var bounds: GraphRect?
    for thing in things where thing.element != nil {
      var next = thing.firstPiece
      while next != GridPiece.none {
        let piece = pieces[Int(next)]
        bounds = bounds?.union(piece.bounds) ?? piece.bounds
        next = piece.sibling
      }
    }
    return bounds
  }

  // MARK: Changing it

  /// Makes room for this many things of a piece each, so that adding them moves none.
  mutating func reserveCapacity(_ count: Int) {
    things.reserveCapacity(count)
    pieces.reserveCapacity(count)
  }

  /// Adds a thing. Complexity: O(pieces).
  package mutating func insert(_ element: Element, at bounds: [GraphRect]) -> Handle {
    let handle: Handle
    if let free = freeThings.popLast() {
      handle = Handle(thing: free)
      things[Int(free)].element = element
    } else {
      handle = Handle(thing: Int32(things.count))
      things.append(Thing(element: element, firstPiece: GridPiece.none))
    }
    move(handle, to: bounds)
    return handle
  }

  /// Adds a thing of one piece. Complexity: O(1).
  package mutating func insert(_ element: Element, at bounds: GraphRect) -> Handle { insert(element, at: [bounds]) }

  /// Gives a thing other pieces. One that stays in its cell only gets other bounds.
  ///
  /// - Precondition: The thing has not been removed.
  /// - Complexity: O(pieces that it had and has).
  package mutating func move(_ handle: Handle, to bounds: [GraphRect]) {
    let thing = Int(handle.thing)
    precondition(things[thing].element != nil, "a thing is moved before it is removed")
    var index = things[thing].firstPiece
    var last = GridPiece.none
    for rect in bounds {
      if index == GridPiece.none {
        index = addPiece(rect, of: handle.thing)
        if last == GridPiece.none { things[thing].firstPiece = index } else { pieces[Int(last)].sibling = index }
      } else {
        move(piece: index, to: rect)
      }
      last = index
      index = pieces[Int(index)].sibling
    }
    if last == GridPiece.none {
      things[thing].firstPiece = GridPiece.none
    } else {
      pieces[Int(last)].sibling = GridPiece.none
    }
    // What the thing had more of.
    while index != GridPiece.none {
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
    // Memory is given back when all is gone.
    if freeThings.count == things.count { self = SpatialIndex() }
  }

  private mutating func addPiece(_ bounds: GraphRect, of thing: Int32) -> Int32 {
    let piece = GridPiece(bounds, at: place(of: bounds), of: thing)
    let index: Int32
    if let free = freePieces.popLast() {
      index = free
      pieces[Int(index)] = piece
    } else {
      index = Int32(pieces.count)
      pieces.append(piece)
    }
    link(index)
    return index
  }

  private mutating func move(piece index: Int32, to bounds: GraphRect) {
    let place = place(of: bounds)
    if place == pieces[Int(index)].place {
      pieces[Int(index)].bounds = bounds
      return
    }
    unlink(index)
    pieces[Int(index)].bounds = bounds
    pieces[Int(index)].place = place
    link(index)
  }

  /// Where bounds lie, on a level that is made if it isn't there.
  private mutating func place(of bounds: GraphRect) -> GridPlace {
    let level = GridLevel.number(of: bounds)
    while levels.count <= level { levels.append(GridLevel(number: levels.count)) }
    return GridPlace(cell: levels[level].cell(bounds.center), level: Int32(level))
  }

  /// Puts a piece into the list of its cell.
  private mutating func link(_ index: Int32) {
    let place = pieces[Int(index)].place
    let next = levels[Int(place.level)].cells.updateValue(index, forKey: place.cell) ?? GridPiece.none
    pieces[Int(index)].next = next
    pieces[Int(index)].previous = GridPiece.none
    if next != GridPiece.none { pieces[Int(next)].previous = index }
  }

  /// Takes a piece out of the list of its cell.
  private mutating func unlink(_ index: Int32) {
    let (next, previous) = (pieces[Int(index)].next, pieces[Int(index)].previous)
    if next != GridPiece.none { pieces[Int(next)].previous = previous }
    if previous != GridPiece.none {
      pieces[Int(previous)].next = next
    } else {
      let place = pieces[Int(index)].place
      levels[Int(place.level)].cells[place.cell] = next == GridPiece.none ? nil : next
    }
  }

  // MARK: Finding things

  /// Calls `body` with each thing, and the piece, for each of its pieces whose bounds meet `rect`, edges included, in no
  /// particular order.
  ///
  /// - Complexity: O(pieces in the cells around `rect`), and at most all that there are.
  package func search(_ rect: GraphRect, _ body: (Element, GraphRect) -> Void) {
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
            if let head = level.cells[GridCell(x: Int32(x), y: Int32(y))] { look(from: head, rect, body) }
          }
        }
      }
    }
  }

  private func look(from head: Int32, _ rect: GraphRect, _ body: (Element, GraphRect) -> Void) {
    var index = head
    while index != GridPiece.none {
      let piece = pieces[Int(index)]
      if rect.touches(piece.bounds), let element = things[Int(piece.thing)].element { body(element, piece.bounds) }
      index = piece.next
    }
  }

  /// The pieces of a thing, in the order in which they were given.
  package func pieces(of handle: Handle) -> [GraphRect] {
    var found: [GraphRect] = []
    var index = things[Int(handle.thing)].firstPiece
    while index != GridPiece.none {
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
        var (index, previous) = (head, GridPiece.none)
        while index != GridPiece.none {
          let piece = pieces[Int(index)]
          precondition(piece.previous == previous, "the list of a cell leads both ways")
          precondition(
            piece.place == GridPlace(cell: cell, level: Int32(number)) && GridLevel.number(of: piece.bounds) == number
              && level.cell(piece.bounds.center) == cell, "a piece lies in the cell of its middle")
          inCells += 1
          (previous, index) = (index, piece.next)
        }
      }
    }
    var ofThings = 0
    for (number, thing) in things.enumerated() {
      precondition(thing.element != nil || thing.firstPiece == GridPiece.none, "what was removed has no piece")
      var index = thing.firstPiece
      while index != GridPiece.none {
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
