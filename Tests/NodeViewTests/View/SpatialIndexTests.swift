// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import TestSupport
import Testing

@Suite struct SpatialIndexTests {
  private func found(_ index: SpatialIndex<Int>, _ rect: GraphRect) -> [Int] {
    var found: [Int] = []
    index.search(rect) { element, _ in found.append(element) }
    return found.sorted()
  }

  private func touches(_ one: GraphRect, _ other: GraphRect) -> Bool {
    one.minX <= other.maxX && other.minX <= one.maxX && one.minY <= other.maxY && other.minY <= one.maxY
  }

  private func anyRect(_ random: inout SplitMix64) -> GraphRect {
    let places = [1.0, 100, 10_000, 1e6, 1e9]
    let sizes = [0, 1e-9, 1, 63.9, 64, 64.1, 5000, 1e6, 2e9]
    func number(_ scales: [Double]) -> Double {
      (scales.randomElement(using: &random) ?? 0) * Double.random(in: 0...1, using: &random)
    }
    return GraphRect(
      x: number(places) * (random.oneIn(2) ? -1 : 1), y: number(places) * (random.oneIn(2) ? -1 : 1),
      width: number(sizes), height: number(sizes))
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func itFindsWhatLookingAtEverythingFinds(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var index = SpatialIndex<Int>()
    var all: [Int: [GraphRect]] = [:]
    var handles: [Int: SpatialIndex<Int>.Handle] = [:]
    func anyPieces() -> [GraphRect] {
      (0..<random.below(4)).map { _ in
        random.oneIn(4) ? all.values.first?.first ?? .init(.zero, .zero) : anyRect(&random)
      }
    }
    for step in 0..<2000 {
      if !all.isEmpty, all.count > 60 || random.oneIn(2), let thing = all.keys.randomElement(using: &random),
        let handle = handles[thing]
      {
        if random.oneIn(2) {
          index.remove(handle)
          all[thing] = nil
        } else {
          var pieces = all[thing] ?? []
          if random.oneIn(2) {
            pieces = pieces.map { $0.offset(by: GraphPoint(Double.random(in: -40...40, using: &random), 0)) }
          } else {
            pieces = anyPieces()
          }
          index.move(handle, to: pieces)
          all[thing] = pieces
          #expect(index.pieces(of: handle) == pieces && index.element(of: handle) == thing)
        }
      } else {
        let pieces = anyPieces()
        all[step] = pieces
        handles[step] = index.insert(step, at: pieces)
      }
      if step % 16 == 0 { index.checkInvariants() }
      #expect(index.count == all.values.reduce(0) { $0 + $1.count })
      let rect = anyRect(&random)
      let expected = all.flatMap { thing, pieces in pieces.filter { touches($0, rect) }.map { _ in thing } }.sorted()
      #expect(found(index, rect) == expected, "seed \(seed), step \(step), \(rect)")
    }
  }

  @Test func takingThingsOutOfACellThatHoldsManyCostsNoSearch() {
    // If each removal searched the cell, they would visit 200 million entries.
    var index = SpatialIndex<Int>()
    let bounds = GraphRect(x: 0, y: 0, width: 10, height: 10)
    let handles = (0..<20_000).map { index.insert($0, at: bounds) }
    for (thing, handle) in handles.enumerated() {
      if thing % 2 == 0 {
        index.remove(handle)
      } else {
        index.move(handle, to: [bounds.offset(by: GraphPoint(500, 0))])
      }
    }
    #expect(index.count == 10_000 && found(index, bounds).isEmpty)
    #expect(found(index, bounds.offset(by: GraphPoint(500, 0))) == handles.indices.filter { $0 % 2 == 1 })
    index.checkInvariants()
  }

  @Test(arguments: [1e10, 1e12, 1e100, .infinity, .greatestFiniteMagnitude])
  func partsBeyondAllMeasureFindEverything(reach: Double) {
    var index = SpatialIndex<Int>()
    for thing in 0..<100 { _ = index.insert(thing, at: GraphRect(x: Double(thing) * 1e7, y: 0, width: 1, height: 1)) }
    let rect = GraphRect(x: -reach, y: -reach, width: 2 * min(reach, 1e300), height: 2 * min(reach, 1e300))
    #expect(found(index, rect) == (reach < 1e300 ? Array(0..<100) : found(index, rect)))
  }

  @Test func partsThatAreNoneFindNothingAndDoNotTrap() {
    var index = SpatialIndex<Int>()
    _ = index.insert(1, at: GraphRect(x: 0, y: 0, width: 10, height: 10))
    #expect(found(index, GraphRect(x: .nan, y: 0, width: 1, height: 1)).isEmpty)
    #expect(found(index, GraphRect(x: 500, y: 500, width: -400, height: -400)).isEmpty)
    _ = index.insert(2, at: GraphRect(x: .nan, y: .infinity, width: .nan, height: .infinity))
    _ = found(index, GraphRect(x: -1e12, y: -1e12, width: 2e12, height: 2e12))
  }

  @Test func whatTakesThePlaceOfARemovedThingIsFoundAsItself() {
    var index = SpatialIndex<Int>()
    let bounds = GraphRect(x: 0, y: 0, width: 10, height: 10)
    let first = index.insert(1, at: bounds)
    _ = index.insert(2, at: bounds)
    index.remove(first)
    #expect(index.element(of: first) == nil && index.count == 1 && found(index, bounds) == [2])
    let third = index.insert(3, at: bounds)
    #expect(index.element(of: third) == 3 && found(index, bounds) == [2, 3])
    index.checkInvariants()
  }

  @Test func edgesThatTouchMeet() {
    var index = SpatialIndex<Int>()
    _ = index.insert(1, at: GraphRect(x: 64, y: 64, width: 64, height: 64))
    #expect(found(index, GraphRect(x: 0, y: 0, width: 64, height: 64)) == [1])
    #expect(found(index, GraphRect(GraphPoint(128, 128), .zero)) == [1])
    #expect(found(index, GraphRect(x: 0, y: 0, width: 63.9, height: 64)) == [])
  }
}
