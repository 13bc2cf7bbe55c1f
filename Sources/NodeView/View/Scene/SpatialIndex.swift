// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

// The parts of an index that don't depend on its elements aren't members of it: in builds without optimization, each
// use of a generic type's member looks the type up.

/// A part of a thing. `next` and `previous` link the pieces of its cell, `sibling` those of its thing.
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

  /// Hashes both coordinates in one word.
  func _rawHashValue(seed: Int) -> Int {
    IDHash.mix(UInt64(UInt32(bitPattern: x)) << 32 | UInt64(UInt32(bitPattern: y)), seed)
  }
}

/// The cells of one size, each with its first piece. Only cells with pieces are stored.
private struct GridLevel {
  private static let smallest = 64.0

  let size: Double
  /// The reciprocal of the cell size. Cell sizes are powers of two, so multiplying by it is exact.
  private let scale: Double
  var cells: [GridCell: Int32] = [:]

  init(number: Int) {
    size = Self.smallest * Double(sign: .plus, exponent: number, significand: 1)
    scale = 1 / size
  }

  /// The level of bounds: the number of times that the smallest cell is doubled until it is as large.
  static func number(of bounds: GraphRect) -> Int {
    let ratio = (bounds.width > bounds.height ? bounds.width : bounds.height) * (1 / smallest)
    // The condition is false for NaN too.
    guard ratio > 1 else { return 0 }
    guard ratio.isFinite else { return 64 }
    return min(64, Int(ratio.exponent) + (ratio.significandBitPattern == 0 ? 0 : 1))
  }

  func cell(_ point: GraphPoint) -> GridCell { GridCell(x: coordinate(point.x), y: coordinate(point.y)) }

  /// The index of the cell at a coordinate. A canvas has 2³¹ cells in each direction; coordinates beyond belong to the
  /// outermost cells.
  private func coordinate(_ value: Double) -> Int32 {
    let cell = DecimalText.floor(value * scale)
    if cell >= 2_147_483_647 { return .max }
    return cell <= -2_147_483_648 ? .min : Int32(truncatingIfNeeded: cell)
  }
}

/// An index that finds things on the canvas by their position.
///
/// It is a loose hierarchical grid: a piece of a thing is in one cell, the cell of its middle on the level whose cells
/// are at least as large as the piece, so that it reaches at most half a cell beyond. A search visits the cells around
/// the rectangle on each level that has any pieces. (Ulrich, "Loose Octrees", 2000, in the plane.)
///
/// The pieces of a cell form a doubly linked list, and those of a thing another list. Removing a piece therefore takes
/// the same time however many pieces its cell has, for example where a thousand lines leave one output.
///
/// Invariants (see `checkInvariants`): each piece in use is in the list of its cell and in the list of its thing, once.
package struct SpatialIndex<Element: Sendable>: Sendable {
  /// Identifies a thing from its insertion until its removal.
  package struct Handle: Hashable, Sendable {
    fileprivate let thing: Int32

    /// A handle that no element has.
    static var none: Self { Self(thing: -1) }
  }

  private struct Thing {
    /// `nil` for an entry that is free.
    var element: Element?
    var firstPiece: Int32
  }

  private var levels: [GridLevel] = []
  private var pieces: [GridPiece] = []
  private var things: [Thing] = []
  private var freePieces: [Int32] = []
  private var freeThings: [Int32] = []

  package init() {}

  /// The number of pieces.
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

  // MARK: Changes

  /// Reserves memory for this many things with one piece each.
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

  /// Replaces the pieces of a thing. A piece that stays in its cell only gets other bounds.
  ///
  /// - Precondition: The thing has not been removed.
  /// - Complexity: O(previous and new pieces).
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
    // The previous pieces that aren't needed any more.
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
  /// - Complexity: O(pieces of the thing), however many other pieces are in the same cells.
  package mutating func remove(_ handle: Handle) {
    move(handle, to: [])
    things[Int(handle.thing)].element = nil
    freeThings.append(handle.thing)
    // Memory is released when the index is empty.
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

  /// The place of bounds. Creates the level if it doesn't exist yet.
  private mutating func place(of bounds: GraphRect) -> GridPlace {
    let level = GridLevel.number(of: bounds)
    while levels.count <= level { levels.append(GridLevel(number: levels.count)) }
    return GridPlace(cell: levels[level].cell(bounds.center), level: Int32(level))
  }

  /// Inserts a piece into the list of its cell.
  private mutating func link(_ index: Int32) {
    let place = pieces[Int(index)].place
    let next = levels[Int(place.level)].cells.updateValue(index, forKey: place.cell) ?? GridPiece.none
    pieces[Int(index)].next = next
    pieces[Int(index)].previous = GridPiece.none
    if next != GridPiece.none { pieces[Int(next)].previous = index }
  }

  /// Removes a piece from the list of its cell.
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

  // MARK: Search

  /// Calls `body` with each thing and the bounds of its piece, for each piece that meets `rect`, edges included, in any
  /// order.
  ///
  /// - Complexity: O(pieces in the cells around `rect`), and at most the number of all pieces.
  package func search(_ rect: GraphRect, _ body: (Element, GraphRect) -> Void) {
    for level in levels where !level.cells.isEmpty {
      let reach = rect.expanded(by: level.size / 2)
      let first = level.cell(reach.origin)
      let last = level.cell(GraphPoint(reach.maxX, reach.maxY))
      let columns = Int(last.x) - Int(first.x) + 1
      let rows = Int(last.y) - Int(first.y) + 1
      guard columns > 0, rows > 0 else { continue }
      // Divided, because the product of both numbers can overflow an Int.
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

  /// The pieces of a thing, in the order in which they were passed.
  package func pieces(of handle: Handle) -> [GraphRect] {
    var found: [GraphRect] = []
    var index = things[Int(handle.thing)].firstPiece
    while index != GridPiece.none {
      found.append(pieces[Int(index)].bounds)
      index = pieces[Int(index)].sibling
    }
    return found
  }

  /// The thing of a handle; `nil` if it was removed.
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
              && level.cell(piece.bounds.center) == cell, "a piece is in the cell of its centre")
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
    precondition(inCells == count && ofThings == count, "each piece is in one cell and belongs to one thing")
    precondition(things.count(where: { $0.element == nil }) == freeThings.count, "places of removed things are free")
  }
}

extension GraphRect {
  /// Whether both rectangles meet, edges included.
  func touches(_ other: GraphRect) -> Bool {
    minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
  }
}
