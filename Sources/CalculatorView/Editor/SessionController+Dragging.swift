// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import NodeView

/// Dragging of nodes: to another position, onto a connection, into a group, and out of one.
extension SessionController {
  /// Moves the node in the session. For a node without connections, highlights a connection below it into which it can be inserted.
  func move(_ node: NodeID, to position: GraphPoint) {
    if let edge = GroupEdge(node) { return editor.move(edge, to: position) }
    editor.move(node, to: position)
    view.dropTarget = view.nodeTarget == nil ? dropTarget(of: node) : nil
  }

  /// Inserts a node into the connection that it was dropped on, and ends the step.
  func endMoving(_ nodes: [NodeID]) {
    if let target = view.dropTarget {
      view.dropTarget = nil
      if nodes.count == 1, editor.canInsert(nodes[0], into: target) {
        attempt { () throws(Diagnostic) in try editor.drop(nodes[0], into: target) }
      }
    }
    editor.endMoving()
    if nodes.contains(where: { GroupEdge($0) != nil }) { editor.reloadEdges() }
  }

  private func dropTarget(of node: NodeID) -> Connection? {
    // A drag that was cancelled moves nodes too.
    guard case .moving([node])? = view.gesture, view.scene.connections(of: node).isEmpty,
      let rect = view.frame(of: node)?.rect
    else { return nil }
    return view.connections(around: GraphPoint(rect.midX, rect.midY), within: rect.height / 2)
      .first { editor.canInsert(node, into: $0) }
  }

  /// Whether there are groups that nodes can be dropped on.
  public func graphView(_ view: GraphView, hasTargetsFor nodes: [NodeID]) -> Bool { editor.hasGroups }

  /// Whether nodes are being dragged that ``drop(into:)`` can move out to a scope around the one that is shown.
  ///
  /// - Parameter scope: The path of the scope.
  /// - Returns: Whether nodes are being dragged, and ``path`` leads through the scope and further.
  public func canDrop(into scope: GraphPath) -> Bool {
    guard case .moving? = view.gesture else { return false }
    return path.leads(out: scope)
  }

  /// Ends the drag of nodes by moving them out to a scope around the one that is shown, in one step. If that is refused, the nodes
  /// return to their positions before the drag, and ``onRequest`` receives the reason.
  ///
  /// The application shows that scope outside of the view, for example as a part of a path. Call this when the pointer is released
  /// there, and pass the `up` event to the view afterwards. To highlight the part under the pointer, call ``canDrop(into:)``.
  ///
  /// ```swift
  /// if let part = partOfPath(at: point), controller.canDrop(into: part) { controller.drop(into: part) }
  /// view.handle(InputEvent(.up(pointer: 0, at: point), time: time))
  /// ```
  ///
  /// - Parameter scope: The path of the scope. The call has no effect unless ``canDrop(into:)`` is true for it.
  /// - Complexity: As that of ``SessionEditor/moveOut(_:to:)``.
  public func drop(into scope: GraphPath) {
    guard canDrop(into: scope), case .moving(let nodes)? = view.gesture else { return }
    // Cancels the drag, so that the move is the only step, and the nodes keep their positions relative to the group.
    view.handle(InputEvent(.key(.escape), time: 0))
    attempt { () throws(Diagnostic) in
      try editor.moveOut(nodes, to: scope)
      onRequest?(.moved(nodes, into: scope.scope))
    }
  }
}

extension GraphPath {
  /// Whether another path leads to a scope around the one that this path leads to.
  func leads(out other: GraphPath) -> Bool {
    other.instances.count < instances.count && instances.starts(with: other.instances)
  }
}

/// Drops of text, wires and nodes.
extension SessionController {
  /// Accepts text where it adds or changes something, a wire on a connection that it can be joined with, and nodes on a group.
  public func graphView(_ view: GraphView, accepts drop: GraphDrop, on target: HitTarget) -> Bool {
    switch (drop, target) {
    case (.payload(let payload), _):
      guard payload.type == "text/plain" else { return false }
      if case .connection(let connection) = target { return !connection.isAtEdge }
      return target.node == nil ? true : field(below: target) != nil
    case (.payloads(let payloads), _):
      return target.isCanvas && payloads.allSatisfy { $0.type == "text/plain" }
    case (.wire(let source), .connection(let connection)):
      if case .refused = editor.verdict(onConnecting: source, to: connection.target) { return false }
      return !connection.isAtEdge && source != connection.source
    case (.inputWire(let input), .connection(let connection)):
      if case .refused = editor.verdict(onConnecting: connection.source, to: input) { return false }
      return input != connection.target
    case (.nodes(let nodes), _):
      let members = nodes.filter { GroupEdge($0) == nil }
      return target.node.map { !members.isEmpty && editor.canMove(members, into: $0) } ?? false
    case (.wire, _), (.inputWire, _): return false
    }
  }

  /// The field that a dropped text replaces; `nil` if there is none.
  private func field(below target: HitTarget) -> SessionEditor.Field? {
    if let input = target.input, editor.text(of: .literal(input)) != nil { return .literal(input) }
    return target.node.flatMap { editor.text(of: .definition($0)) == nil ? nil : .definition($0) }
  }

  /// Runs a dropped text: adds its node, inserts it into the connection, or changes the node below. Connects a dropped wire to the
  /// source of the connection, or requests a node that joins the two. Moves dropped nodes into the group.
  func take(_ drop: GraphDrop, on target: HitTarget, at position: GraphPoint) {
    switch (drop, target) {
    case (.payload(let payload), _): attempt { () throws(Diagnostic) in try take(payload.content, target, position) }
    case (.payloads(let payloads), _):
      // Texts are joined as lines of one text, which are added in one step.
      let text = payloads.map(\.content).joined(separator: "\n")
      attempt { () throws(Diagnostic) in try take(text, target, position) }
    case (.wire(let source), .connection(let connection)):
      onRequest?(.chooseJoin(position, source, into: connection))
    case (.inputWire(let input), .connection(let connection)):
      attempt { () throws(Diagnostic) in try editor.connect(connection.source, to: input) }
    case (.nodes(let nodes), _):
      guard let group = target.node.flatMap({ InstanceID($0) }) else { break }
      attempt { () throws(Diagnostic) in
        try editor.move(nodes, into: group.node)
        onRequest?(.moved(nodes, into: group))
      }
    case (.wire, _), (.inputWire, _): break
    }
  }

  private func take(_ text: String, _ target: HitTarget, _ position: GraphPoint) throws(Diagnostic) {
    let lines = text.split(whereSeparator: \.isNewline).map(String.init).filter { $0.contains { $0 != " " } }
    if let field = field(below: target) { return try editor.commit(lines.joined(separator: " "), to: field) }
    if lines.count > 1 {
      try editor.paste(lines.joined(separator: "\n"), near: position, in: path)
    } else if let line = lines.first {
      var connection: Connection?
      if case .connection(let below) = target { connection = below }
      let node = try editor.add(line, near: position, in: path, into: connection)
      view.select(GraphSelection(nodes: [node]))
    }
  }
}
