// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Where nodes were before moves in a row, between which there was no other edit.
struct MoveLog {
  private var starts: [NodeID: GraphPoint] = [:]
  /// How many edits there had been after the last move.
  private(set) var editCount: Int?

  mutating func note(_ node: NodeID, from position: GraphPoint, _ editCount: Int) {
    if starts[node] == nil { starts[node] = position }
    self.editCount = editCount
  }

  /// Whether all nodes are where they were before.
  func isTakenBack(in groups: Subgraphs) -> Bool { starts.allSatisfy { groups.position(of: $0.key) == $0.value } }
}

// MARK: Numbers

extension SessionEditor {
  /// How a number that was typed is changed by dragging. Once it was dragged its bounds stay, while the number is within them.
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

  /// Where a number is on the track of its slider.
  ///
  /// - Parameter node: A node.
  /// - Returns: The share of the track that lies before it, from 0 to 1; `nil` if it has none.
  public func share(of node: NodeID) -> Double? {
    text(of: .definition(node)).flatMap { slider(of: node)?.share(of: $0) }
  }

  /// Drags a number along its track. All that is said until ``endMoving()`` is one step.
  ///
  /// - Parameters:
  ///   - node: A node that has a slider.
  ///   - share: Where it is on the track, from 0 to 1.
  ///   - isFine: Whether steps are a tenth as large.
  /// - Throws: A ``Diagnostic`` if the node has no slider.
  public func slide(_ node: NodeID, to share: Double, isFine: Bool = false) throws(Diagnostic) {
    guard let slider = slider(of: node) else { throw refuse(.type, "only a number that is written out can be dragged") }
    sliders[node] = slider
    try set(slider.text(at: share, isFine: isFine), of: node)
  }

  /// Changes a number by steps of its slider, as ``slide(_:to:isFine:)`` does.
  ///
  /// - Parameters:
  ///   - node: A node that has a slider.
  ///   - count: How many steps it goes up.
  ///   - isFine: Whether steps are a tenth as large.
  /// - Throws: A ``Diagnostic`` if the node has no slider.
  public func slide(_ node: NodeID, by count: Int, isFine: Bool = false) throws(Diagnostic) {
    guard let slider = slider(of: node), let text = text(of: .definition(node)),
      let new = slider.text(count, after: text, isFine: isFine)
    else { throw refuse(.type, "only a number that is written out goes up and down by steps") }
    sliders[node] = slider
    try set(new, of: node)
  }

  /// Ends the drag of a number.
  ///
  /// A drag that is cancelled is no step, and none that could be redone, unless something else was edited meanwhile: then the
  /// number is put back by a step of its own.
  ///
  /// - Parameters:
  ///   - node: The node; one that is gone is left out.
  ///   - text: What it was before the drag, to cancel that.
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

  /// The drag of a number is a step of its own, whatever is dragged meanwhile in other windows.
  private func gesture(of node: NodeID) -> String { "\(drag), \(node)" }
}

// MARK: Nodes in connections

extension SessionEditor {
  /// Whether ``insert(_:into:)`` would work.
  ///
  /// - Parameters:
  ///   - node: A node or a group.
  ///   - connection: A connection.
  /// - Returns: Whether all of it would be accepted, in the instance where it is.
  /// - Complexity: That of three searches of the graph for a path. In a group, or at one, of one for each port of the node, and O(members
  ///   of the scope) after an edit.
  public func canInsert(_ node: NodeID, into connection: Connection) -> Bool {
    let (source, target) = (connection.source, connection.target)
    guard contains(node), contains(target.node), node != source.node, node != target.node,
      groups.scope(of: node) == groups.scope(of: target.node), sources(of: target).contains(source),
      let entry = entry(of: node, from: source), let exit = exit(of: node, to: target)
    else { return false }
    return (sources(of: entry).contains(source) || canRead(source, by: node)) && canRead(exit, by: target.node)
  }

  /// Whether a node can be had to read an output: a formula has to have a name, or a port that it feeds, and a name for the output.
  private func canRead(_ source: OutputPort, by node: NodeID) -> Bool {
    !readsByFormula(node) || name(of: source) != nil && (try? leftSide(of: node)) != nil
  }

  /// Puts a node into a connection, in one step: its first free input that takes the source reads that, and what read the source
  /// reads the node. In a group that is done in all instances, or in none.
  ///
  /// - Parameters:
  ///   - node: The node. One that reads the source already keeps its inputs; in a group it needs a free one.
  ///   - connection: The connection.
  /// - Throws: A ``Diagnostic`` if no free input takes the source, the target doesn't take the node, or they would form a cycle.
  public func insert(_ node: NodeID, into connection: Connection) throws(Diagnostic) {
    try step("insert") { () throws(Diagnostic) in try makeInsertion(node, into: connection) }
  }

  /// Puts a node into a connection as the end of the drag that it was moved by.
  func drop(_ node: NodeID, into connection: Connection) throws(Diagnostic) {
    try step("insert", gesture: drag) { () throws(Diagnostic) in try makeInsertion(node, into: connection) }
  }

  func makeInsertion(_ node: NodeID, into connection: Connection) throws(Diagnostic) {
    let (source, target) = (connection.source, connection.target)
    guard contains(target.node), sources(of: target).contains(source) else {
      throw refuse(.port, "the connection is gone")
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

  /// The input by which a node reads an output, or could: the first free one that takes it.
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
