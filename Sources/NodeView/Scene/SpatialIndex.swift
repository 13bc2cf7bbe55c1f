// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Finds things on the canvas by where they are.
///
/// A loose hierarchical grid: a thing lies in one cell, that of its middle on the level whose cells are at least as
/// large as it is, so that it reaches at most half a cell beyond. A search looks at the cells around on each level
/// that holds anything. (Ulrich, "Loose Octrees", 2000, in the plane.)
package struct SpatialIndex<Element: Hashable & Sendable>: Sendable {
  private struct Entry {
    let element: Element
    let bounds: GraphRect
  }

  private struct Cell: Hashable {
    let x: Int32
    let y: Int32
  }

  /// Cells of one size, by place; only those that hold something.
  private struct Level {
    let size: Double
    var cells: [Cell: [Entry]] = [:]

    func cell(_ point: GraphPoint) -> Cell { Cell(x: coordinate(point.x), y: coordinate(point.y)) }

    /// Canvases reach as far as 2³¹ cells; what is beyond lies in the outermost.
    private func coordinate(_ value: Double) -> Int32 {
      Int32(clamping: DecimalText.floor(value / size))
    }
  }

  private static var smallest: Double { 64 }
  private var levels: [Level] = []
  /// How many things there are.
  package private(set) var count = 0

  package init() {}

  /// Adds a thing. Complexity: O(1).
  package mutating func insert(_ element: Element, at bounds: GraphRect) {
    let level = Self.level(of: bounds)
    while levels.count <= level {
      levels.append(Level(size: Self.smallest * Double(sign: .plus, exponent: levels.count, significand: 1)))
    }
    levels[level].cells[levels[level].cell(bounds.center), default: []].append(Entry(element: element, bounds: bounds))
    count += 1
  }

  /// Removes a thing that was added with these bounds. Complexity: O(things in its cell).
  package mutating func remove(_ element: Element, at bounds: GraphRect) {
    let level = Self.level(of: bounds)
    guard level < levels.count else { return }
    let cell = levels[level].cell(bounds.center)
    guard let place = levels[level].cells[cell]?.firstIndex(where: { $0.element == element && $0.bounds == bounds })
    else { return }
    // The last takes its place: the order doesn't matter, and thousands may lie at one point.
    if let last = levels[level].cells[cell]?.popLast(), place < levels[level].cells[cell]?.count ?? 0 {
      levels[level].cells[cell]?[place] = last
    }
    if levels[level].cells[cell]?.isEmpty == true { levels[level].cells[cell] = nil }
    count -= 1
  }

  /// Whether a thing was added with these bounds. Complexity: O(things in its cell).
  package func contains(_ element: Element, at bounds: GraphRect) -> Bool {
    let level = Self.level(of: bounds)
    guard level < levels.count else { return false }
    return levels[level].cells[levels[level].cell(bounds.center)]?.contains {
      $0.element == element && $0.bounds == bounds
    } == true
  }

  /// Calls `body` with each thing whose bounds meet `rect`, edges included, in no particular order.
  ///
  /// - Complexity: O(things in the cells around `rect`), and at most all that there are.
  package func search(_ rect: GraphRect, _ body: (Element) -> Void) {
    for level in levels where !level.cells.isEmpty {
      let reach = rect.expanded(by: level.size / 2)
      let first = level.cell(reach.origin)
      let last = level.cell(GraphPoint(reach.maxX, reach.maxY))
      let columns = Int(last.x) - Int(first.x) + 1
      let rows = Int(last.y) - Int(first.y) + 1
      func look(at entries: [Entry]) {
        for entry in entries where rect.touches(entry.bounds) { body(entry.element) }
      }
      guard columns > 0, rows > 0 else { continue }
      // Divided, because the product of two such numbers can be more than an Int holds.
      if rows > level.cells.count / columns {
        for (cell, entries) in level.cells
        where cell.x >= first.x && cell.x <= last.x && cell.y >= first.y && cell.y <= last.y {
          look(at: entries)
        }
      } else {
        for x in first.x...last.x {
          for y in first.y...last.y {
            if let entries = level.cells[Cell(x: x, y: y)] { look(at: entries) }
          }
        }
      }
    }
  }

  private static func level(of bounds: GraphRect) -> Int {
    let extent = max(bounds.width, bounds.height)
    var level = 0
    var size = smallest
    while size < extent, level < 64 {
      size *= 2
      level += 1
    }
    return level
  }
}

extension GraphRect {
  /// Whether the two meet, edges included.
  func touches(_ other: GraphRect) -> Bool {
    minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
  }
}
