// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import NodeView

/// The contents of a picture of a session: its nodes, or the outline of a scope if there are groups, and their texts.
struct PictureContents {
  let session: Session
  /// The scope that is shown.
  private let scope: InstanceID?
  /// The outline of the scope; `nil` without groups, when the graph of the session is shown.
  let outline: ScopeOutline?

  /// Finds the contents of a picture of a scope.
  ///
  /// - Parameters:
  ///   - session: The session. Its texts are read when they are requested.
  ///   - scope: A group, or `nil` for the root.
  ///   - showsInputs: Whether the inputs of that group are shown as nodes.
  ///   - isOpen: Whether a group is open, so that its members are shown.
  /// - Complexity: O(nodes + connections) if there are groups.
  init(
    of session: Session, in scope: InstanceID? = nil, showingInputs showsInputs: Bool = false,
    opening isOpen: (InstanceID) -> Bool = { _ in false }
  ) {
    self.session = session
    self.scope = scope
    let groups = session.evaluator.subgraphs
    outline =
      groups.definitions.isEmpty ? nil : groups.outline(of: scope, showingInputs: showsInputs, opening: isOpen)
  }

  private var groups: Subgraphs { session.evaluator.subgraphs }

  /// The graph that pictures draw.
  var graph: Graph { outline?.graph ?? session.evaluator.graph }

  /// The nodes that represent what a name refers to in the scope: a node, the members of a group, or the group around a node.
  ///
  /// - Complexity: O(nodes) if there are groups.
  func nodes(showing name: String) -> [NodeID] {
    guard let outline else { return session.node(named: name).map { [$0] } ?? [] }
    if case .input(let input, _)? = session.formulas.names(in: scope).meaning(of: name) {
      return outline.graph.nodes.filter { outline.input($0) != nil && outline.title(of: $0) == input }
    }
    guard let member = try? session.formulas.member(SourceName(name, range: 0..<0)) else { return [] }
    let around = Set(groups.path(of: member).instances)
    let group = InstanceID(member)
    return outline.graph.nodes.filter { node in
      guard let shown = outline.member(node) else { return false }
      if shown == member || InstanceID(shown).map(around.contains) == true { return true }
      return group.map { groups.path(of: shown).instances.contains($0) } ?? false
    }
  }

  /// Whether a node represents an input of the group that is shown.
  func isInput(_ node: NodeID) -> Bool { outline?.input(node) != nil }

  /// The node or group of the session that a node represents; the node itself if it represents an input.
  func member(_ node: NodeID) -> NodeID { outline?.member(node) ?? node }

  /// The group that a node represents; `nil` if it represents none.
  func group(_ node: NodeID) -> InstanceID? { InstanceID(member(node)) }

  /// The kind of a node, with the current names of its inputs.
  func kind(_ node: NodeID) -> NodeKind? {
    isInput(node) || group(node) != nil ? try? graph.kind(of: node) : session.formulas.kind(of: member(node))
  }

  // MARK: Looks

  /// The position of a node in the session; zero for an input.
  func position(_ node: NodeID) -> GraphPoint { isInput(node) ? .zero : groups.position(of: member(node)) }

  func look(_ node: NodeID) -> NodeLook { isInput(node) ? NodeLook() : groups.look(of: member(node)) }

  func look(_ connection: Connection) -> ConnectionLook {
    if isInput(connection.source.node) { return ConnectionLook() }
    let source = member(connection.source.node).output(connection.source.index)
    return groups.look(
      of: Connection(from: source, to: member(connection.target.node).input(connection.target.index)), in: scope)
  }

  /// The labels of connections.
  func labels() -> [Connection: String] {
    Dictionary(graph.connections.compactMap { connection in look(connection).label.map { (connection, $0) } }) { $1 }
  }

  /// The frames of the scope; empty where groups are open, whose members have positions of their own.
  var frames: [(id: FrameID, frame: GraphFrame)] {
    outline?.frames.isEmpty == false ? [] : groups.frames(in: scope)
  }

  /// The frames to draw in a picture that lays out its nodes: open groups, or the frames of the session with the nodes in them.
  ///
  /// If nodes share a position, as nodes do that have never been moved, the frames of the session are left out.
  func boxes(around shown: [NodeID]) -> [PictureFrame] {
    if let open = outline?.frames, !open.isEmpty {
      return open.map { PictureFrame(title: $0.title, color: nil, nodes: $0.nodes, enclosing: $0.enclosing) }
    }
    let frames = frames.map(\.frame)
    let places = shown.map { (node: $0, place: position($0)) }
    guard !frames.isEmpty, Set(places.map(\.place)).count == places.count else { return [] }
    // Larger frames first, so that each follows the one that encloses it.
    let order = frames.indices.sorted { frames[$0].rect.area > frames[$1].rect.area }
    var boxes = order.enumerated().map { index, frame in
      PictureFrame(
        title: frames[frame].title, color: frames[frame].color, text: frames[frame].text, nodes: [],
        enclosing: order[..<index].lastIndex { frames[$0].rect.contains(frames[frame].rect) })
    }
    for (node, place) in places {
      if let inner = order.lastIndex(where: { frames[$0].rect.contains(place) }) { boxes[inner].nodes.append(node) }
    }
    return boxes
  }

  // MARK: Texts

  /// The title of a node: alone if the node is shown in the frame of its group, else with its path.
  func title(_ node: NodeID, inFrames: Bool = false) -> String {
    if let outline, outline.input(node) != nil { return outline.title(of: node) }
    let member = member(node)
    if let group = InstanceID(member) {
      return inFrames || groups.scope(of: member) == scope ? groups.title(of: group) : groups.scopedName(of: member)
    }
    guard let owner = groups.scope(of: member), inFrames || owner == scope else {
      return session.formulas.title(of: member)
    }
    return session.titleInScope(of: member)
  }

  /// The titles of all nodes; empty without groups, when nodes are shown with their names.
  func titles(inFrames: Bool = false) -> [NodeID: String] {
    guard let outline else { return [:] }
    let nodes = outline.graph.nodes
    return Dictionary(uniqueKeysWithValues: nodes.map { ($0, title($0, inFrames: inFrames)) })
  }

  /// The text about a node in addition to its value: a formula, or the size of a group.
  func detail(_ node: NodeID) -> String {
    if isInput(node) { return "input" }
    let member = member(node)
    if let group = InstanceID(member) { return session.size(of: group) }
    return session.formulas.detail(of: member)
  }

  /// The value of an output.
  func value(_ output: OutputPort) -> NodeValue {
    if let outline, outline.input(output.node) != nil {
      return session.formulas.names(in: scope).value(ofInput: outline.title(of: output.node))
    }
    return session.value(of: source(of: output))
  }

  /// The node of the session that gives the value of an output.
  private func source(of output: OutputPort) -> NodeID {
    guard let outline, let member = outline.member(output.node) else { return output.node }
    return groups.source(of: member.output(output.index))?.node ?? member
  }

  /// The format of the values of an output; `nil` if it has none.
  func format(of output: OutputPort) -> ValueFormat? {
    isInput(output.node) ? nil : session.format(of: source(of: output))
  }

  /// The value of an input that is not connected.
  func unconnectedValue(_ input: InputPort) -> CalculatorValue? {
    guard let outline, let member = outline.member(input.node) else {
      return session.evaluator.unconnectedValue(of: input)
    }
    return groups.targets(of: member.input(input.index)).first.flatMap(session.evaluator.unconnectedValue)
  }

  /// The values of a node after a sign: `= 12`. The sign is left out for a group with several outputs or none.
  func equation(_ node: NodeID) -> String {
    let values = values(node)
    return values.isEmpty || hasManyOutputs(node) ? values : "= \(values)"
  }

  private func hasManyOutputs(_ node: NodeID) -> Bool {
    group(node).flatMap(groups.definition).map { groups.outputs(of: $0).count != 1 } ?? false
  }

  /// The values of a node, with the names of outputs if there are several: `tax = 12, net = 60`.
  func values(_ node: NodeID, separator: String = ", ") -> String {
    guard let group = group(node), let definition = groups.definition(of: group) else {
      return value(node.output).text
    }
    let outputs = groups.outputs(of: definition)
    if outputs.count == 1 { return value(node.output).text }
    return outputs.enumerated().map { "\($1.name) = \(value(node.output($0)).text)" }.joined(separator: separator)
  }
}

/// A frame of a picture that lays out its nodes.
struct PictureFrame {
  let title: String
  let color: GraphColor?
  var text = ""
  var nodes: [NodeID]
  /// The index of the frame that encloses it, which is before it.
  let enclosing: Int?
}

extension GraphRect {
  fileprivate var area: Double { width * height }
}

extension CardValues {
  /// Creates the values of a picture.
  init(of contents: PictureContents) {
    kind = { contents.kind($0) }
    value = { contents.value($0) }
    unconnectedValue = { contents.unconnectedValue($0) }
    format = { contents.format(of: $0) }
    isGroup = { contents.group($0) != nil }
    form = { contents.look($0).form }
    condition = { contents.session.evaluator.condition(of: contents.member($0)) }
    runs = { contents.session.evaluator.shownRuns(of: contents.member($0)) }
  }
}
