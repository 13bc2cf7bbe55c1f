// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import TestSupport
import Testing

@Suite struct SpatialIndexTests {
  private func found(_ index: SpatialIndex<Int>, _ rect: GraphRect) -> [Int] {
    var found: [Int] = []
    index.search(rect) { found.append($0) }
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
    var all: [Int: GraphRect] = [:]
    for step in 0..<2000 {
      if all.count > 60 || !all.isEmpty && random.oneIn(3), let (thing, bounds) = all.randomElement(using: &random) {
        index.remove(thing, at: bounds)
        all[thing] = nil
      } else {
        let bounds = random.oneIn(4) ? all.values.first ?? .init(.zero, .zero) : anyRect(&random)
        all[step] = bounds
        index.insert(step, at: bounds)
      }
      #expect(index.count == all.count)
      let rect = anyRect(&random)
      let expected = all.filter { touches($0.value, rect) }.map(\.key).sorted()
      #expect(found(index, rect) == expected, "seed \(seed), step \(step), \(rect)")
    }
  }

  @Test(arguments: [1e10, 1e12, 1e100, .infinity, .greatestFiniteMagnitude])
  func partsBeyondAllMeasureFindEverything(reach: Double) {
    var index = SpatialIndex<Int>()
    for thing in 0..<100 { index.insert(thing, at: GraphRect(x: Double(thing) * 1e7, y: 0, width: 1, height: 1)) }
    let rect = GraphRect(x: -reach, y: -reach, width: 2 * min(reach, 1e300), height: 2 * min(reach, 1e300))
    #expect(found(index, rect) == (reach < 1e300 ? Array(0..<100) : found(index, rect)))
  }

  @Test func partsThatAreNoneFindNothingAndDoNotTrap() {
    var index = SpatialIndex<Int>()
    index.insert(1, at: GraphRect(x: 0, y: 0, width: 10, height: 10))
    #expect(found(index, GraphRect(x: .nan, y: 0, width: 1, height: 1)).isEmpty)
    #expect(found(index, GraphRect(x: 500, y: 500, width: -400, height: -400)).isEmpty)
    index.insert(2, at: GraphRect(x: .nan, y: .infinity, width: .nan, height: .infinity))
    _ = found(index, GraphRect(x: -1e12, y: -1e12, width: 2e12, height: 2e12))
  }

  @Test func whatIsNotThereIsNotRemoved() {
    var index = SpatialIndex<Int>()
    let bounds = GraphRect(x: 0, y: 0, width: 10, height: 10)
    index.insert(1, at: bounds)
    index.remove(2, at: bounds)
    index.remove(1, at: bounds.offset(by: GraphPoint(1, 0)))
    index.remove(1, at: GraphRect(x: 0, y: 0, width: 1e6, height: 1e6))
    #expect(index.count == 1 && found(index, bounds) == [1])
  }

  @Test func edgesThatTouchMeet() {
    var index = SpatialIndex<Int>()
    index.insert(1, at: GraphRect(x: 64, y: 64, width: 64, height: 64))
    #expect(found(index, GraphRect(x: 0, y: 0, width: 64, height: 64)) == [1])
    #expect(found(index, GraphRect(GraphPoint(128, 128), .zero)) == [1])
    #expect(found(index, GraphRect(x: 0, y: 0, width: 63.9, height: 64)) == [])
  }
}
