// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import NodeView

/// Edits a session as views do: by nodes, ports and positions, where a ``Calculator/Session`` takes names and
/// statements.
///
/// All views of a session share one editor. After each edit from any source, undone steps included, the editor reloads the views
/// with the nodes that were affected:
///
/// ```swift
/// let editor = SessionEditor(session)
/// let controller = SessionController(of: editor, in: GraphView(size: size, profile: .desktop, style: .light))
/// let node = try editor.add("tax = sub * rate", at: GraphPoint(400, 80))
/// editor.undo()                        // gone from session and views
/// ```
///
/// A call that is refused throws a ``Formulas/Diagnostic`` and leaves the session unchanged. The editor sets the
/// evaluator's ``/NodeEval/Evaluator/onEdit``: use ``onEdit`` instead. An editor belongs to one task or thread.
public final class SessionEditor {
  /// A text of a node, a frame or a connection that can be edited.
  public enum Field: Hashable, Sendable {
    /// The value, formula or kind.
    case definition(NodeID)
    /// The name.
    case name(NodeID)
    /// The value of an input that is not connected.
    case literal(InputPort)
    /// The title of a frame of a scope.
    case frame(FrameID, in: InstanceID?)
    /// The label of a connection of a scope.
    case label(Connection, in: InstanceID?)
    /// The format of a number, as the command `format` reads it; empty for none.
    case format(NodeID)
    /// The note of a node; empty for none.
    case note(NodeID)
    /// The text of a frame of a scope.
    case text(FrameID, in: InstanceID?)
    /// The name of a port of a group, in a row at the edge of the group.
    case port(GroupEdge, Int)
  }

  /// The session that is edited.
  public let session: Session
  /// Receives the nodes that each edit affected, after the views have been reloaded.
  public var onEdit: (([NodeID]) -> Void)?
  /// The nodes that the last edit added to the scope of the first view, or that an undo restored there.
  public private(set) var newNodes: [NodeID] = []
  /// The selection that was deleted in one step and restored by the last undo; empty after any other edit. Select it in the view
  /// in which it was selected.
  public internal(set) var newSelection = GraphSelection()
  private var controllers: [Listener] = []
  private var affected: [NodeID] = []
  private var conditions: ShownConditions
  private var isAffected: Set<NodeID> = []
  /// Those of the affected nodes that were moved, and otherwise are unchanged.
  private var moved: Set<NodeID> = []
  private(set) var editCount = 0
  /// The connections of each scope that was requested since the last edit.
  private var wires: [InstanceID?: ScopeWires] = [:]
  /// The count of group changes when the views were last reloaded.
  private var groupChanges = 0
  /// The count of look changes when the views were last reloaded.
  private var lookChanges = 0
  /// The formats of the nodes whose looks have changed, as their readers show them.
  private var formats: [NodeID: String?] = [:]
  /// The routes that the last layout of the root has found, which all views show.
  private(set) var routes = LineRoutes()
  /// The number of the drag that moves belong to.
  private var dragCount = 0
  /// The sliders of numbers that were dragged: they keep their bounds while the number is within them.
  var sliders: [NodeID: ValueSlider] = [:]
  /// The drag that last changed a number, and the number of edits then.
  var slid: (node: NodeID, gesture: String, editCount: Int)?
  /// The number of edits before those drags of that number that no other edit has interrupted.
  var slidSince = 0
  private var moves = MoveLog()
  /// The positions of the cards at the edges of groups.
  var edgePlaces = GroupEdgePlaces()
  /// The key of the current drag.
  var drag: String { "drag \(dragCount)" }

  private struct Listener {
    weak var controller: SessionController?
  }

  /// Creates the editor of a session.
  ///
  /// - Parameter session: The session.
  public init(_ session: Session) {
    self.session = session
    groupChanges = session.evaluator.subgraphs.changeCount
    lookChanges = session.evaluator.subgraphs.lookCount
    conditions = ShownConditions(of: session.evaluator)
    session.evaluator.onEdit = { [weak self] receipt in self?.note(receipt) }
  }

  func add(_ controller: SessionController) {
    controllers.removeAll { $0.controller == nil }
    controllers.append(Listener(controller: controller))
  }

  /// Reloads the cards at the edges of groups in all views.
  func reloadEdges() {
    for listener in controllers { listener.controller.map { $0.view.reload(edges(of: $0.path.scope)) } }
  }

  /// The size that a member has in a view, or would have if it was shown there; `nil` without views.
  func shownSize(of member: NodeID) -> GraphSize? {
    let views = controllers.lazy.compactMap { $0.controller?.view }
    return (views.first { $0.frame(of: member) != nil } ?? views.first)?.size(of: member)
  }

  /// Makes all views show the routes that a layout of all nodes has found, as long as nodes are where it has put them.
  func keepRoutes(of view: GraphView) {
    routes = view.presentRoutes
    for listener in controllers { listener.controller?.view.setRoutes(routes) }
  }

  private func note(_ receipt: Receipt) {
    editCount += 1
    wires = [:]
    for node in receipt.changed { noteAffected(node) }
    for change in receipt.changes {
      if case .moved(let node, _, _) = change {
        noteMoved(node)
      } else {
        for node in change.affectedNodes { noteAffected(node) }
      }
    }
    if measuresRuns { for node in receipt.evaluated { noteAffected(node) } }
    for node in conditions.follow(receipt, of: session.evaluator) { noteAffected(node) }
    // The readers of a node show its name, and its value in its format.
    for change in receipt.changes {
      switch change {
      case .renamed(let node, _, _): noteNeighbours(of: node)
      case .lookChanged(let node):
        let format = groups.look(of: node).format
        if formats.updateValue(format, forKey: node) != .some(format) { noteNeighbours(of: node) }
      case .removed(let node): formats[node] = nil
      default: break
      }
    }
  }

  /// Notes the nodes that are shown in another way because what they read is, and their readers.
  private func noteInheritedFormats() {
    for node in session.formulas.formats.follow(from: affected) {
      noteAffected(node)
      noteNeighbours(of: node)
    }
  }

  private func noteNeighbours(of node: NodeID) {
    for connection in session.evaluator.graph.connections(of: node) {
      noteAffected(connection.target.node)
      noteAffected(connection.source.node)
    }
  }

  private func noteAffected(_ node: NodeID) {
    if isAffected.insert(node).inserted { affected.append(node) }
    if !moved.isEmpty { moved.remove(node) }
  }

  private func noteMoved(_ node: NodeID) {
    guard isAffected.insert(node).inserted else { return }
    affected.append(node)
    moved.insert(node)
  }

  /// The connections of a member's scope.
  func wires(around member: NodeID) -> ScopeWires {
    let scope = groups.scope(of: member)
    if let known = wires[scope] { return known }
    let found = ScopeWires(groups.connections(in: scope))
    wires[scope] = found
    return found
  }

  /// Reloads all views with the nodes that were affected since the last reload. Only needed after ``move(_:to:)``, which is
  /// called many times in succession, and after statements that the session has run itself.
  ///
  /// - Complexity: O(nodes affected), for each view.
  public func reloadViews() {
    let isRegrouped = groupChanges != groups.changeCount
    let isRestyled = lookChanges != groups.lookCount
    noteInheritedFormats()
    guard !affected.isEmpty || isRegrouped || isRestyled else { return }
    let restyled = groups.members(restyledSince: lookChanges)
    let (nodes, moved) = (affected, moved)
    (affected, isAffected, self.moved, groupChanges, lookChanges) = ([], [], [], groups.changeCount, groups.lookCount)
    if isRegrouped { wires = [:] }
    if let first = controllers.lazy.compactMap(\.controller).first {
      newNodes = nodes.filter {
        session.evaluator.graph.contains($0) && groups.scope(of: $0) == first.path.scope
          && first.view.frame(of: $0) == nil
      }
    }
    for listener in controllers {
      guard let controller = listener.controller else { continue }
      let view = controller.view
      // A view has moved what was dragged in it, and may show it where it is now.
      let stale =
        moved.isEmpty
        ? nodes : nodes.filter { !moved.contains($0) || view.frame(of: $0)?.origin != groups.position(of: $0) }
      controller.reload(stale + (restyled ?? []), all: isRegrouped || restyled == nil)
      if isRestyled { view.reloadFrames() }
    }
    onEdit?(nodes)
  }

  /// Makes one step of the changes of `body`, and reverts them if it throws.
  func step<Value>(
    _ title: String, gesture: String? = nil, _ body: () throws(Diagnostic) -> Value
  ) throws(Diagnostic) -> Value {
    defer { reloadViews() }
    newSelection = GraphSelection()
    let before = editCount
    do throws(Diagnostic) {
      return try session.grouped(title, gesture: gesture, body)
    } catch {
      // The step of a drag contains more than the refused edit.
      if editCount != before, (try? session.undo()) != nil, gesture == nil { session.forgetUndone() }
      throw error
    }
  }

  /// Whether runs are counted and measured, and shown on nodes. Setting it is not a step, and documents don't store it.
  ///
  /// - Complexity: Setting it, O(nodes): the views are reloaded.
  public var measuresRuns: Bool {
    get { session.evaluator.measuresRuns }
    set {
      guard newValue != measuresRuns else { return }
      session.evaluator.measuresRuns = newValue
      for listener in controllers { listener.controller?.view.reload() }
    }
  }

  func refuse(_ code: Diagnostic.Code, _ message: String, hint: String? = nil) -> Diagnostic {
    Diagnostic(code, message, 0..<0, hint: hint)
  }
}

@available(*, unavailable)
extension SessionEditor: Sendable {}

// MARK: Contents

extension SessionEditor {
  /// The text of a field, which parses to exactly the field's contents.
  ///
  /// - Parameter field: A field.
  /// - Returns: The text; `nil` if the field does not exist, as for an input that is connected or has no value of its own.
  public func text(of field: Field) -> String? {
    let evaluator = session.evaluator
    switch field {
    case .name(let node):
      guard contains(node) else { return nil }
      return InstanceID(node).map { groups.title(of: $0) } ?? evaluator.graph.name(of: node) ?? groups.name(of: node)
    case .literal(let input):
      guard !isGrouped(input.node), !session.formulas.isFormula(input.node), evaluator.graph.contains(input.node),
        evaluator.graph.sources(of: input).isEmpty
      else { return nil }
      return evaluator.unconnectedValue(of: input)?.exactText
    case .frame(let id, let scope): return groups.frames(in: scope).first { $0.id == id }?.frame.title
    case .note(let node): return contains(node) ? groups.look(of: node).note ?? "" : nil
    case .text(let id, let scope): return groups.frames(in: scope).first { $0.id == id }?.frame.text
    case .port(let edge, let index): return name(ofPort: index, at: edge)
    case .label(let connection, let scope):
      guard contains(connection.target.node), sources(of: connection.target).contains(connection.source) else {
        return nil
      }
      return groups.look(of: connection, in: scope).label ?? ""
    case .format(let node):
      let type = kind(of: node)?.outputs.first.flatMap { CalculatorType($0.type)?.element }
      guard InstanceID(node) == nil, type == .number || type?.unit?.isCalendar == false else { return nil }
      return groups.look(of: node).format ?? ""
    case .definition(let node):
      if let text = session.formulas.text(of: node) { return text }
      guard let kind = try? evaluator.graph.kind(of: node) else { return nil }
      if kind.inputs.isEmpty, case .value(let value) = session.value(of: node) { return value.exactText }
      return session.recipe(of: node)?.definition
    }
  }

  /// The port, in its scope, that a formula without a name feeds.
  func port(fedBy node: NodeID) -> PortReference? { readers(of: node.output).first.flatMap { reference($0) } }

  private func reference(_ input: InputPort) -> PortReference? {
    guard let inputs = kind(of: input.node)?.inputs, inputs.indices.contains(input.index),
      let name = text(of: .name(input.node))
    else { return nil }
    return PortReference(
      node: SourceName(name, range: 0..<0), port: SourceName(inputs[input.index].name, range: 0..<0))
  }
}

// MARK: Edits

extension SessionEditor {
  /// Moves a node. Successive moves are one step until ``endMoving()``. Views are reloaded only by ``reloadViews()``.
  ///
  /// - Parameters:
  ///   - node: A node; ignored if it no longer exists.
  ///   - position: Its top left corner, in canvas points.
  public func move(_ node: NodeID, to position: GraphPoint) {
    let old = groups.position(of: node)
    guard old != position else { return }
    if moves.editCount != editCount { moves = MoveLog() }
    place(node, at: position)
    moves.note(node, from: old, editCount)
  }

  /// Ends the step that moves belong to. If all nodes are back at their positions, the step is dropped, and can't be redone.
  public func endMoving() {
    dragCount += 1
    if moves.editCount == editCount, moves.isTakenBack(in: groups), (try? session.undo()) != nil {
      session.forgetUndone()
    }
    moves = MoveLog()
    reloadViews()
  }

  /// Changes the text of a field: a value, a formula, a kind or a name.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - field: A field.
  /// - Throws: A ``Formulas/Diagnostic`` if it can't be read, or doesn't fit.
  public func commit(_ text: String, to field: Field) throws(Diagnostic) {
    if self.text(of: field) == text { return }
    switch field {
    case .frame(let id, let scope):
      changeFrame(id, in: scope) { $0.title = text }
      endMoving()
    case .note(let node):
      let note = try NoteRules.checked(text, 0..<text.utf8.count)
      changeLooks(of: [node]) { $0.note = note.isEmpty ? nil : note }
    case .text(let id, let scope): try set(text, of: id, in: scope)
    case .port(let edge, let index): try renamePort(index, at: edge, to: SourceName(text, range: 0..<text.utf8.count))
    case .label(let connection, let scope):
      changeLook(of: connection, in: scope) { $0.label = text.isEmpty ? nil : text }
      endMoving()
    case .format(let node):
      guard text.isEmpty || ValueFormat(text) != nil else {
        throw Diagnostic(
          .command, "this is not a format", 0..<text.utf8.count, hint: "write one such as \(ValueFormat.examples)")
      }
      changeLooks(of: [node]) { $0.format = text.isEmpty ? nil : text }
    case .name(let node): try rename(node, to: SourceName(text, range: 0..<text.utf8.count))
    case .literal(let input):
      guard let port = reference(input) else { throw refuse(.port, "this input no longer exists") }
      try run(text, as: port.spelling)
    case .definition(let node) where isGrouped(node) && !session.formulas.isFormula(node):
      try give(text, to: node)
    case .definition(let node): try run(text, as: try leftSide(of: node), at: groups.path(of: node))
    }
  }

  private func rename(_ node: NodeID, to new: SourceName) throws(Diagnostic) {
    let path = groups.path(of: node)
    guard let old = text(of: .name(node)).map({ SourceName($0, range: 0..<0) }) else {
      throw InstanceID(node) == nil && contains(node)
        ? refuse(.name, "\(session.formulas.title(of: node)) is a formula of that port, and has no name")
        : refuse(.name, "the \(InstanceID(node) == nil ? "node" : "group") no longer exists")
    }
    _ = try step("rename", at: path) { () throws(Diagnostic) in
      if let group = InstanceID(node) { return try session.rename(group, titled: old, to: new) }
      return try session.rename(old, to: new)
    }
  }

  /// The left side of a statement that defines a node in its scope: the node's name, or the port that it feeds.
  func leftSide(of node: NodeID) throws(Diagnostic) -> String {
    if let name = text(of: .name(node)) { return SourceName.spelling(name) }
    if let port = port(fedBy: node) { return port.spelling }
    throw refuseNameless(node)
  }

  func refuseNameless(_ node: NodeID) -> Diagnostic {
    contains(node)
      ? refuse(.name, "\(groups.scopedName(of: node)) has no name, so its formula can't be changed")
      : refuse(.name, "the node no longer exists")
  }

  /// Runs a statement that defines something, in the scope of a path. A refusal says where it is in the text.
  private func run(_ text: String, as left: String, at path: GraphPath = GraphPath()) throws(Diagnostic) {
    do throws(Diagnostic) {
      try run("\(left) = \(text)", at: path)
    } catch {
      var error = error
      let offset = left.utf8.count + 3
      error.range = max(0, error.range.lowerBound - offset)..<max(0, error.range.upperBound - offset)
      throw error
    }
  }

  /// Runs a statement that defines something, in the scope of a path; refuses any other text.
  private func run(_ line: String, at path: GraphPath) throws(Diagnostic) {
    let statements = try session.parse(line.utf8).statements
    guard statements.count == 1, let statement = statements.first else {
      throw refuse(.syntax, "expected one value or formula")
    }
    switch statement.form {
    case .definition, .construction, .assignment: break
    default: throw refuse(.syntax, "expected a value or a formula")
    }
    _ = try step(line, at: path) { () throws(Diagnostic) in try session.run(statement) }
  }

  /// Undoes or redoes steps, and then reloads what they affect.
  ///
  /// - Returns: The titles of the steps, in the order in which they were undone or redone.
  func travel(_ steps: () throws(Diagnostic) -> HistoryResult) -> [String] {
    (newNodes, newSelection) = ([], GraphSelection())
    let titles = (try? steps())?.titles ?? []
    // Steps of scenarios and functions affect no node.
    if affected.isEmpty, !titles.isEmpty { onEdit?([]) }
    reloadViews()
    return titles
  }
}
