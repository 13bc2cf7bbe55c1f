// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import NodeView

/// Finds positions for members that are to be framed and have none, because formulas are defined without one.
///
/// If no member of the scope has a position, all of them are laid out, with the framed members in an area of their own. Otherwise
/// the framed members without a position are placed below all members that have one.
package struct ScopePlacing {
  /// The new positions of members.
  private(set) var positions: [(member: NodeID, position: GraphPoint)] = []
  /// The rectangle of the frame, if all members were laid out.
  private(set) var frame: GraphRect?

  /// The distance of a layout from the origin, which is the position of members that have none.
  private static let margin = 48.0
  private static let nodeSize = GraphSize(180, 100)

  /// - Complexity: That of a layout if no member has a position; else O(members + k²) for k framed members without one.
  init(of framed: [NodeID], in session: Session) {
    let groups = session.evaluator.subgraphs
    let members = groups.members(of: session.path.scope)
    let placed = members.filter { groups.position(of: $0) != .zero }
    if placed.isEmpty {
      layOut(members, framed, session)
      return
    }
    let bottom =
      placed.map { groups.position(of: $0).y + (groups.look(of: $0).size ?? Self.nodeSize).height }.max() ?? 0
    var x = Self.margin
    for member in framed
    where groups.position(of: member) == .zero && !positions.contains(where: { $0.member == member }) {
      positions.append((member, GraphPoint(x, bottom + 2 * Self.margin)))
      x += (groups.look(of: member).size ?? Self.nodeSize).width + Self.margin
    }
  }

  /// The height of a frame without a title that shows all of a text.
  static func height(ofNote text: String, width: Double) -> Double { FrameStyle.height(of: text, width: width) }

  private mutating func layOut(_ members: [NodeID], _ framed: [NodeID], _ session: Session) {
    let groups = session.evaluator.subgraphs
    let places = Dictionary(uniqueKeysWithValues: zip(members, members.indices))
    var graph = LayoutGraph()
    for member in members {
      let (inputs, outputs) = Self.portCounts(of: member, session)
      graph.nodes.append(
        .init(
          Self.size(of: member, in: session), inputs: (0..<inputs).map(Self.portOffset),
          outputs: (0..<outputs).map(Self.portOffset)))
    }
    for wire in groups.connections(in: session.path.scope) {
      guard let source = places[wire.source.node], let target = places[wire.target.node] else { continue }
      graph.edges.append(.init(from: source, output: wire.source.index, to: target, input: wire.target.index))
    }
    let layout = FramedLayout(graph, in: [.init(Set(framed).compactMap { places[$0] }.sorted())], by: LayeredLayout())
    let (corners, rect) = (layout.result.positions, layout.rects[0])
    let left = min(corners.map(\.x).min() ?? 0, rect.minX)
    let top = min(corners.map(\.y).min() ?? 0, rect.minY)
    let offset = GraphPoint(Self.margin - left, Self.margin - top)
    positions = zip(members, corners).map { ($0, $1 + offset) }
    frame = GraphRect(rect.origin + offset, rect.size)
  }

  /// The size that a member is given room for where no view says how large it is shown.
  package static func size(of member: NodeID, in session: Session) -> GraphSize {
    let (inputs, outputs) = portCounts(of: member, session)
    let size = session.evaluator.subgraphs.look(of: member).size ?? nodeSize
    return GraphSize(size.width, max(size.height, portOffset(max(inputs, outputs))))
  }

  /// The distance of a port from the top.
  private static func portOffset(_ index: Int) -> Double { 56 + 24 * Double(index) }

  private static func portCounts(of member: NodeID, _ session: Session) -> (inputs: Int, outputs: Int) {
    let groups = session.evaluator.subgraphs
    if let definition = InstanceID(member).flatMap(groups.definition) {
      return (groups.inputs(of: definition).count, groups.outputs(of: definition).count)
    }
    let kind = try? session.evaluator.graph.kind(of: member)
    return (kind?.inputs.count ?? 0, kind?.outputs.count ?? 0)
  }
}
