// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import NodeView

/// Pictures of a session: its nodes with formulas, values and connections, as text, DOT and SVG.
///
/// The same session gives the same pictures, whatever its history.
public struct SessionPicture {
  private let session: Session
  private let nodes: [NodeID]

  /// A picture of a session's nodes.
  ///
  /// - Parameters:
  ///   - session: The session; each picture shows it as it is when that is drawn.
  ///   - names: The nodes to show, with all that they depend on; `nil` for all. Unknown names are left out.
  /// - Complexity: O(nodes + connections).
  public init(of session: Session, upTo names: [String]? = nil) {
    self.session = session
    let graph = session.evaluator.graph
    guard let names else {
      nodes = graph.nodes
      return
    }
    var shown: Set<NodeID> = []
    for node in names.compactMap(session.node(named:)) where shown.insert(node).inserted {
      shown.formUnion(graph.upstream(of: node))
    }
    nodes = graph.nodes.filter(shown.contains)
  }

  /// A line for each node, after all that it reads: lanes for values that are read below, its name, value and formula.
  ///
  /// - Parameters:
  ///   - isASCII: Whether lines are drawn without box-drawing characters.
  ///   - width: The most columns of a line; longer lines are cut.
  /// - Returns: The lines.
  /// - Complexity: That of ``NodeView/LaneList``.
  public func lanes(isASCII: Bool = false, width: Int? = nil) -> [String] {
    laneList.lines(isASCII: isASCII, width: width)
  }

  /// Hands over the lines of ``lanes(isASCII:width:)`` one after the other, so that they need not be in memory together.
  ///
  /// - Parameters:
  ///   - isASCII: Whether lines are drawn without box-drawing characters.
  ///   - width: The most columns of a line; longer lines are cut.
  ///   - body: Receives a line.
  /// - Throws: What `body` throws.
  /// - Complexity: That of ``NodeView/LaneList``.
  public func forEachLane<Failure>(
    isASCII: Bool = false, width: Int? = nil, _ body: (String) throws(Failure) -> Void
  ) throws(Failure) {
    try laneList.forEachLine(isASCII: isASCII, width: width, body)
  }

  /// The lines of ``lanes(isASCII:width:)``, not yet made.
  var laneList: LaneList {
    LaneList(session.evaluator.graph, nodes: nodes) { node in
      [session.formulas.title(of: node), "= \(session.value(of: node).text)", session.formulas.detail(of: node)]
    }
  }

  /// The nodes as boxes with ports, values and formulas, joined by lines; without formulas if they are too wide with them.
  ///
  /// - Parameters:
  ///   - isASCII: Whether lines are drawn without box-drawing characters.
  ///   - width: The most columns of a line.
  /// - Returns: The lines; `nil` if they are too wide, or there are too many: more than
  ///   ``NodeView/BoxPicture/cellLimit`` cells.
  /// - Complexity: That of ``NodeView/BoxPicture``.
  public func boxes(isASCII: Bool = false, width: Int? = nil) -> [String]? {
    (try? boxPicture(width: width))?.lines(isASCII: isASCII)
  }

  /// The same as a picture.
  package func boxPicture(width: Int? = nil) throws(BoxPicture.Misfit) -> BoxPicture {
    let graph = session.evaluator.graph
    do throws(BoxPicture.Misfit) {
      return try BoxPicture(graph, nodes: nodes, fitting: width ?? .max, cells: BoxPicture.cellLimit) { node in
        let detail = session.formulas.detail(of: node)
        return session.value(of: node).text + (detail.isEmpty ? "" : "\n" + detail)
      }
    } catch {
      return try BoxPicture(graph, nodes: nodes, fitting: width ?? .max, cells: BoxPicture.cellLimit) {
        session.value(of: $0).text
      }
    }
  }

  /// What is said in place of boxes that don't fit.
  package static func text(_ misfit: BoxPicture.Misfit) -> String {
    switch misfit {
    case .width: "the terminal is too narrow for boxes; this is --graph"
    case .cells: "boxes would take more than \(BoxPicture.cellLimit / 1_000_000) million characters; this is --graph"
    }
  }

  /// The nodes with their ports, values and formulas in the DOT language of Graphviz.
  ///
  /// - Complexity: O(nodes + connections).
  public var dot: String {
    let picture = DOTPicture(session.evaluator.graph, nodes: nodes) { node in
      let (value, detail) = (session.value(of: node).text, session.formulas.detail(of: node))
      return detail.isEmpty ? value : "\(value)  =  \(detail)"
    }
    return picture.text
  }

  /// The nodes in layers, as an SVG document.
  ///
  /// - Parameters:
  ///   - title: The title of the document, which screen readers read.
  ///   - style: The look: by default that of paper.
  /// - Returns: The document.
  /// - Complexity: That of ``NodeView/LayeredLayout``.
  public func svg(title: String? = nil, style: GraphViewStyle = .picture) -> String {
    let shown = SessionView(of: session, nodes: nodes, style: style)
    shown.arrange()
    let canvas = SVGCanvas(size: shown.view.viewport.size, title: title)
    shown.view.draw(in: canvas)
    return canvas.text
  }
}
