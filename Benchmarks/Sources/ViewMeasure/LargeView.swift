// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Measuring
import NodeGraph
import NodeView
import ViewHosts

/// Measures 100,000 nodes: loading them, and the actions of a user among them.
func measureLargeView(loadsOnly: Bool) throws {
  let host = try LargeHost(columns: 500, rows: 200, long: 50, seed: 1)
  print("\(host.graph.nodeCount) nodes, \(host.graph.connectionCount) connections")
  let before = residentBytes()
  let started = threadTime()
  let view = GraphView(size: GraphSize(1600, 1000), profile: .desktop)
  view.present(host)
  report("load", (threadTime() - started) / 1e9, "s", limit: 1)
  report("memory", Double(residentBytes() - before) / 1e6, "MB")
  _ = view.takeDirtyRegion()
  let again = threadTime()
  view.reload()
  report("reload all", (threadTime() - again) / 1e9, "s", limit: 1)
  _ = view.takeDirtyRegion()
  if loadsOnly { return }

  var random = SplitMix64(state: 2)
  var found = 0
  /// Shows another part of the canvas.
  func goAnywhere() {
    view.viewport.origin = GraphPoint(
      Double.random(in: 0..<host.size.width, using: &random), Double.random(in: 0..<host.size.height, using: &random))
    _ = view.takeDirtyRegion()
  }

  measure("hit test", calls: 20_000, limit: 50) { call in
    // The points range over a whole canvas, so most are outside of the visible part, where hit tests work too.
    let point = GraphPoint(
      Double.random(in: 0..<host.size.width, using: &random), Double.random(in: 0..<host.size.height, using: &random))
    if view.hitTest(point) != .background { found += 1 }
  }
  report("hits", Double(found) / 25_000 * 100, "%")

  var time = 0.0
  func send(_ action: InputEvent.Action) {
    time += 0.01
    view.handle(InputEvent(action, time: time))
  }
  var place = GraphPoint.zero
  var parts = 0
  measure("drag event with its dirty region", calls: 20_000, limit: 50) { call in
    if call % 100 == 0 {
      send(.up(pointer: 0, at: place))
      let node = host.ids.randomElement(using: &random) ?? host.ids[0]
      let center = view.frame(of: node)?.item.center ?? .zero
      view.viewport.origin = center - GraphPoint(800, 500)
      place = GraphPoint(800, 500)
      send(.down(pointer: 0, at: place, button: .primary))
      _ = view.takeDirtyRegion()
    }
    place = place + GraphPoint(Double(call % 7) - 2, Double(call % 5) - 2)
    send(.moved(pointer: 0, at: place))
    if case .parts(let rects) = view.takeDirtyRegion() { parts += rects.count }
  }
  send(.up(pointer: 0, at: place))
  precondition(parts > 0, "drags change something")

  view.profile = .editor
  measure("drag event with guides and its dirty region", calls: 20_000, limit: 50) { call in
    if call % 100 == 0 {
      send(.up(pointer: 0, at: place))
      let node = host.ids.randomElement(using: &random) ?? host.ids[0]
      view.viewport.origin = (view.frame(of: node)?.item.center ?? .zero) - GraphPoint(800, 500)
      place = GraphPoint(800, 500)
      send(.down(pointer: 0, at: place, button: .primary))
    }
    place = place + GraphPoint(Double(call % 7) - 2, Double(call % 5) - 2)
    send(.moved(pointer: 0, at: place))
    found += view.alignmentGuides.count
    _ = view.takeDirtyRegion()
  }
  send(.up(pointer: 0, at: place))
  view.profile = .desktop

  measure("nodes in the viewport", calls: 5000) { _ in
    goAnywhere()
    found += view.nodes(in: view.viewport.visible).count
  }
  measure("reload of a node", calls: 20_000, limit: 50) { call in view.reload(host.ids[call * 5 % host.ids.count]) }
  measure("scroll event", calls: 5000) { call in
    send(.scroll(at: GraphPoint(Double(call % 1600), 500), by: GraphPoint(0, call % 2 == 0 ? 30 : -30)))
  }
  print("(\(found))")
}
