// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// The positions of nodes before successive moves, between which there was no other edit.
struct MoveLog {
  private var starts: [NodeID: GraphPoint] = [:]
  /// The number of edits after the last move.
  private(set) var editCount: Int?

  mutating func note(_ node: NodeID, from position: GraphPoint, _ editCount: Int) {
    if starts[node] == nil { starts[node] = position }
    self.editCount = editCount
  }

  /// Whether all nodes are back at their positions.
  func isTakenBack(in groups: Subgraphs) -> Bool { starts.allSatisfy { groups.position(of: $0.key) == $0.value } }
}

// MARK: Numbers

extension SessionEditor {
  /// The slider by which a typed number is dragged. After a drag it keeps its bounds, while the number is within them.
  ///
  /// - Parameter node: A node.
  /// - Returns: The slider; `nil` unless the node is a number that is written out.
  public func slider(of node: NodeID) -> ValueSlider? {
    guard let kind = try? session.evaluator.graph.kind(of: node), kind.inputs.isEmpty,
      let text = text(of: .definition(node))
    else { return nil }
    if let slider = sliders[node], slider.share(of: text) != nil { return slider }
    return ValueSlider(text)
  }

  /// The position of a number on the track of its slider.
  ///
  /// - Parameter node: A node.
  /// - Returns: The share of the track before the number, from 0 to 1; `nil` without a slider.
  public func share(of node: NodeID) -> Double? {
    text(of: .definition(node)).flatMap { slider(of: node)?.share(of: $0) }
  }

  /// Drags a number along its track. All calls until ``endMoving()`` are one step.
  ///
  /// - Parameters:
  ///   - node: A node that has a slider.
  ///   - share: The position on the track, from 0 to 1.
  ///   - isFine: Whether steps are a tenth as large.
  /// - Throws: A ``Formulas/Diagnostic`` if the node has no slider.
  public func slide(_ node: NodeID, to share: Double, isFine: Bool = false) throws(Diagnostic) {
    guard let slider = slider(of: node) else { throw refuse(.type, "only a number that is written out can be dragged") }
    sliders[node] = slider
    try set(slider.text(at: share, isFine: isFine), of: node)
  }

  /// Changes a number by steps of its slider, as ``slide(_:to:isFine:)`` does.
  ///
  /// - Parameters:
  ///   - node: A node that has a slider.
  ///   - count: The number of steps to go up.
  ///   - isFine: Whether steps are a tenth as large.
  /// - Throws: A ``Formulas/Diagnostic`` if the node has no slider.
  public func slide(_ node: NodeID, by count: Int, isFine: Bool = false) throws(Diagnostic) {
    guard let slider = slider(of: node), let text = text(of: .definition(node)),
      let new = slider.text(count, after: text, isFine: isFine)
    else { throw refuse(.type, "only a number that is written out goes up and down by steps") }
    sliders[node] = slider
    try set(new, of: node)
  }

  /// Ends the drag of a number.
  ///
  /// A cancelled drag leaves no step to undo or redo, unless something else was edited meanwhile: then a step of its own
  /// restores the number.
  ///
  /// - Parameters:
  ///   - node: The node; ignored if it no longer exists.
  ///   - text: The text of the number before the drag, to cancel the drag.
  public func endSliding(_ node: NodeID, to text: String? = nil) {
    if let text {
      if let slid, slid == (node, gesture(of: node), editCount), undo() != nil { session.forgetUndone() }
      if session.evaluator.graph.contains(node) { try? set(text, of: node) }
    }
    slid = nil
    endMoving()
  }

  private func set(_ text: String, of node: NodeID) throws(Diagnostic) {
    if self.text(of: .definition(node)) == text { return }
    let gesture = gesture(of: node)
    if slid?.node != node || slid?.editCount != editCount { slidSince = editCount }
    if isGrouped(node) {
      try give(text, to: node, gesture: gesture)
    } else {
      let line = "\(try leftSide(of: node)) = \(text)"
      _ = try step("slide \(session.formulas.title(of: node))", gesture: gesture) { () throws(Diagnostic) in
        try session.run(line)
      }
    }
    slid = (node, gesture, editCount)
  }

  /// The key of the drag of a number, which is a step of its own, independent of drags in other windows.
  private func gesture(of node: NodeID) -> String { "\(drag), \(node)" }
}

// MARK: Nodes in connections

extension SessionEditor {
  /// Whether ``insert(_:into:)`` would succeed.
  ///
  /// - Parameters:
  ///   - node: A node or a group.
  ///   - connection: A connection.
  /// - Returns: Whether all of it would be accepted, in the instance of the connection.
  /// - Complexity: Three searches of the graph for a path. In a group, or for one, a search for each port of the node, and
  ///   O(members of the scope) after an edit.
  public func canInsert(_ node: NodeID, into connection: Connection) -> Bool {
    let (source, target) = (connection.source, connection.target)
    guard contains(node), contains(target.node), node != source.node, node != target.node,
      groups.scope(of: node) == groups.scope(of: target.node), sources(of: target).contains(source),
      let entry = entry(of: node, from: source), let exit = exit(of: node, to: target)
    else { return false }
    return (sources(of: entry).contains(source) || canRead(source, by: node)) && canRead(exit, by: target.node)
  }

  /// Whether a node can be made to read an output: a formula needs a name, or a port that it feeds, and the output needs a name.
  private func canRead(_ source: OutputPort, by node: NodeID) -> Bool {
    !readsByFormula(node) || name(of: source) != nil && (try? leftSide(of: node)) != nil
  }

  /// Inserts a node into a connection, in one step: connects the source to the node's first free input that takes it, and the node
  /// to the target. In a group, all instances change, or none.
  ///
  /// - Parameters:
  ///   - node: The node. If it already reads the source, its inputs don't change.
  ///   - connection: The connection.
  /// - Throws: A ``Formulas/Diagnostic`` if no free input takes the source, the target doesn't take the node, or they
  ///   would form a cycle.
  public func insert(_ node: NodeID, into connection: Connection) throws(Diagnostic) {
    try step("insert") { () throws(Diagnostic) in try makeInsertion(node, into: connection) }
  }

  /// Inserts a node into a connection, at the end of the drag that moved it, and makes room for it.
  func drop(_ node: NodeID, into connection: Connection) throws(Diagnostic) {
    try step("insert", gesture: drag) { () throws(Diagnostic) in
      try makeInsertion(node, into: connection)
      try makeRoom(for: node, in: connection, near: rect(of: node).center)
    }
  }

  func makeInsertion(_ node: NodeID, into connection: Connection) throws(Diagnostic) {
    let (source, target) = (connection.source, connection.target)
    guard contains(target.node), sources(of: target).contains(source) else {
      throw refuse(.port, "the connection no longer exists")
    }
    guard let entry = entry(of: node, from: source) else {
      throw refuse(.type, "no free input of \(title(of: node)) takes what \(title(of: source.node)) gives")
    }
    let reads = sources(of: entry).contains(source)
    if !reads, !readsByFormula(node), !readsByFormula(target.node) {
      _ = try session.insert(node, into: connection)
      return
    }
    if !reads { try makeConnection(source, to: entry) }
    try makeConnection(exit(of: node, to: target) ?? node.output, to: target)
  }

  /// The input by which a node reads an output, or else its first free input that takes the output.
  private func entry(of node: NodeID, from source: OutputPort) -> InputPort? {
    let inputs = (kind(of: node)?.inputs ?? []).indices.map { node.input($0) }
    if let known = inputs.first(where: { sources(of: $0).contains(source) }) { return known }
    return candidates(for: source, among: inputs.filter { sources(of: $0).isEmpty && !isFed($0) }).first
  }

  /// The first output of a node that an input takes.
  private func exit(of node: NodeID, to target: InputPort) -> OutputPort? {
    (kind(of: node)?.outputs ?? []).indices.map { node.output($0) }.first { output in
      if case .refused = verdict(onConnecting: output, to: target) { false } else { true }
    }
  }
}
