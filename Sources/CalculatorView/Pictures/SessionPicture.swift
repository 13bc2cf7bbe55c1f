// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import NodeView

/// Pictures of a session: its nodes with formulas, values and connections, as text, DOT and SVG.
///
/// Pictures depend only on the contents of the session, and not on its history.
///
/// A group is one box or line with its outputs, or, if groups are open, its members are drawn: in a frame with its title in SVG,
/// DOT and boxes, and with their paths in lines. Among boxes, groups that read each other in a cycle have no frame.
///
/// If a group was entered, the picture shows its scope: its inputs are shown as nodes, and the scopes around it are not.
public struct SessionPicture {
  private let session: Session
  /// The group that had been entered when the picture was created.
  private let scope: InstanceID?
  let contents: PictureContents
  private let opensGroups: Bool
  private let nodes: [NodeID]
  /// The first name to show that the picture doesn't have; `nil` if it has all of them.
  package private(set) var unshown: String?

  /// Creates a picture of a session's nodes.
  ///
  /// - Parameters:
  ///   - session: The session; each drawing shows its state at that time.
  ///   - names: The nodes to show, with all that they depend on; `nil` for all. For a member of a closed group, the group is
  ///     shown. Unknown names are ignored.
  ///   - opensGroups: Whether the members of groups are drawn.
  /// - Complexity: O(nodes + connections).
  public init(of session: Session, upTo names: [String]? = nil, openingGroups opensGroups: Bool = false) {
    self.session = session
    self.opensGroups = opensGroups
    scope = session.path.scope
    contents = PictureContents(of: session, in: scope, showingInputs: true) { _ in opensGroups }
    let graph = contents.graph
    guard let names else {
      nodes = graph.nodes
      return
    }
    var shown: Set<NodeID> = []
    let contents = contents
    let found = names.map { (name: $0, nodes: contents.nodes(showing: $0)) }
    unshown = found.first { $0.nodes.isEmpty }?.name
    for node in found.flatMap(\.nodes) where shown.insert(node).inserted {
      shown.formUnion(graph.upstream(of: node))
    }
    nodes = graph.nodes.filter(shown.contains)
  }

  /// A line for each node, after all that it reads: lanes for values that are read below, its name, value and formula.
  ///
  /// - Parameters:
  ///   - isASCII: Whether lines are drawn without box-drawing characters.
  ///   - width: The maximum number of columns of a line; longer lines are cut.
  /// - Returns: The lines.
  /// - Complexity: That of ``NodeView/LaneList``.
  public func lanes(isASCII: Bool = false, width: Int? = nil) -> [String] {
    laneList.lines(isASCII: isASCII, width: width)
  }

  /// Passes the lines of ``lanes(isASCII:width:)`` to a closure one by one, so that they need not be in memory together.
  ///
  /// - Parameters:
  ///   - isASCII: Whether lines are drawn without box-drawing characters.
  ///   - width: The maximum number of columns of a line; longer lines are cut.
  ///   - body: Receives a line.
  /// - Throws: What `body` throws.
  /// - Complexity: That of ``NodeView/LaneList``.
  public func forEachLane<Failure>(
    isASCII: Bool = false, width: Int? = nil, _ body: (String) throws(Failure) -> Void
  ) throws(Failure) {
    try laneList.forEachLine(isASCII: isASCII, width: width, body)
  }

  /// The list that makes the lines of ``lanes(isASCII:width:)``.
  package var laneList: LaneList {
    LaneList(contents.graph, nodes: nodes) { node in
      [contents.title(node), contents.equation(node), contents.detail(node)]
    }
  }

  /// The nodes as boxes with ports, values and formulas, joined by lines; without formulas if they are too wide with them.
  ///
  /// - Parameters:
  ///   - isASCII: Whether lines are drawn without box-drawing characters.
  ///   - width: The maximum number of columns of a line.
  /// - Returns: The lines; `nil` if they are too wide, or there are too many: more than
  ///   ``NodeView/BoxPicture/cellLimit`` cells.
  /// - Complexity: That of ``NodeView/BoxPicture``.
  public func boxes(isASCII: Bool = false, width: Int? = nil) -> [String]? {
    (try? boxPicture(width: width))?.lines(isASCII: isASCII)
  }

  /// The boxes of ``boxes(isASCII:width:)`` as a picture. Throws if they don't fit.
  package func boxPicture(width: Int? = nil) throws(BoxPicture.Misfit) -> BoxPicture {
    do throws(BoxPicture.Misfit) {
      return try boxPicture(width: width, hasDetails: true)
    } catch {
      return try boxPicture(width: width, hasDetails: false)
    }
  }

  /// The boxes with or without formulas. If groups are open, the members of each are drawn in its box.
  private func boxPicture(width: Int?, hasDetails: Bool) throws(BoxPicture.Misfit) -> BoxPicture {
    let closed = opensGroups ? PictureContents(of: session, in: scope, showingInputs: true) : contents
    guard opensGroups, closed.outline != nil else {
      return try boxPicture(of: closed, nodes, [:], fitting: width, hasDetails)
    }
    let groups = session.evaluator.subgraphs
    // A group that is part of a cycle is open in any case.
    let depth = session.path.instances.count
    let outermost = { (member: NodeID) -> NodeID in
      groups.path(of: member).instances.dropFirst(depth).first?.node ?? member
    }
    let shown = Set(nodes.filter { !contents.isInput($0) }.map { outermost(contents.member($0)) })
    let inputs = Set(nodes.filter(contents.isInput).map { contents.title($0) })
    var instances = groups.members(of: scope).filter(shown.contains).compactMap { InstanceID($0) }
    var next = 0
    while next < instances.count {
      instances += groups.members(of: instances[next]).compactMap { InstanceID($0) }
      next += 1
    }
    var inside: [InstanceID: BoxPicture] = [:]
    // Inner groups come before the groups that contain them.
    for instance in instances.reversed() {
      inside[instance] = try boxPicture(
        of: PictureContents(of: session, in: instance), nil, inside, fitting: width, hasDetails)
    }
    let members = closed.graph.nodes.filter {
      closed.isInput($0) ? inputs.contains(closed.title($0)) : shown.contains(outermost(closed.member($0)))
    }
    return try boxPicture(of: closed, members, inside, fitting: width, hasDetails)
  }

  private func boxPicture(
    of contents: PictureContents, _ nodes: [NodeID]?, _ inside: [InstanceID: BoxPicture], fitting width: Int?,
    _ hasDetails: Bool
  ) throws(BoxPicture.Misfit) -> BoxPicture {
    var pictures: [NodeID: BoxPicture] = [:]
    for node in contents.graph.nodes {
      if let picture = contents.group(node).flatMap({ inside[$0] }) { pictures[node] = picture }
    }
    return try BoxPicture(
      contents.graph, nodes: nodes, fitting: width ?? .max, cells: BoxPicture.cellLimit, titles: contents.titles(),
      inside: pictures
    ) { node in
      let (values, detail) = (contents.values(node, separator: "\n"), contents.detail(node))
      return hasDetails && !detail.isEmpty ? (values.isEmpty ? detail : values + "\n" + detail) : values
    }
  }

  /// The message in place of boxes that don't fit.
  package static func text(_ misfit: BoxPicture.Misfit) -> String {
    switch misfit {
    case .width: "the terminal is too narrow for boxes, so lanes are shown, as with --graph"
    case .cells:
      "boxes would take more than \(BoxPicture.cellLimit / 1_000_000) million characters, so lanes are shown, as with --graph"
    }
  }

  /// The nodes with their ports, values and formulas in the DOT language of Graphviz.
  ///
  /// - Complexity: O(nodes + connections).
  public var dot: String {
    let clusters = contents.boxes(around: nodes).map { DOTPicture.Cluster($0.title, $0.nodes, in: $0.enclosing) }
    let picture = DOTPicture(
      contents.graph, nodes: nodes, clusters: clusters, titles: contents.titles(inFrames: true),
      labels: contents.labels()
    ) { node in
      let (value, detail) = (contents.values(node), contents.detail(node))
      if contents.group(node) != nil || contents.isInput(node) {
        return value.isEmpty ? detail : "\(value)  (\(detail))"
      }
      return detail.isEmpty ? value : "\(value)  =  \(detail)"
    }
    return picture.text
  }

  /// The nodes as an SVG document: at their positions in the session, with the reroutes of wires, or in layers if nodes would hide
  /// each other at these positions. Frames are drawn around their members.
  ///
  /// - Parameters:
  ///   - title: The title of the document, which screen readers read.
  ///   - style: The style; by default that of paper.
  /// - Returns: The document.
  /// - Complexity: That of ``NodeView/LayeredLayout``.
  public func svg(title: String? = nil, style: GraphViewStyle = .picture) -> String {
    let shown = SessionView(of: contents, nodes: nodes, style: style)
    shown.arrange()
    let canvas = SVGCanvas(size: shown.view.viewport.size, title: title)
    shown.view.draw(in: canvas)
    return canvas.text
  }
}
