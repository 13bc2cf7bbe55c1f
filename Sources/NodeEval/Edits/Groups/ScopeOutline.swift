// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The contents of a scope as a separate graph, for pictures, layouts and other code that takes a graph.
///
/// A closed group is one node, with the ports of its definition. The members of an open group are shown, and a ``Frame`` lists
/// them.
///
/// ```swift
/// let outline = evaluator.subgraphs.outline { $0 == tax }     // Tax is open, other groups are closed
/// for node in outline.graph.nodes { print(outline.title(of: node)) }
/// ```
///
/// Nodes of the outline have their own ids, which are valid only in it; ``member(_:)`` returns the node that each shows. They have
/// no names, because members' names are unique only in their group.
public struct ScopeOutline: Sendable {
  /// An open group.
  public struct Frame: Hashable, Sendable {
    /// The group.
    public let instance: InstanceID
    /// The title of the group.
    public let title: String
    /// The nodes that are shown in it and not in an inner frame, in evaluation order.
    public fileprivate(set) var nodes: [NodeID] = []
    /// The enclosing frame, by its index in ``ScopeOutline/frames``; `nil` if there is none.
    public let enclosing: Int?
  }

  /// The nodes and connections, with positions. An input that reads converted values has an unknown type.
  public fileprivate(set) var graph = Graph()
  /// The open groups, each after the one that contains it.
  public fileprivate(set) var frames: [Frame] = []
  fileprivate var shown: [NodeID: (member: NodeID, title: String)] = [:]
  fileprivate var entrances: [NodeID: InputPort] = [:]

  /// The member that a node shows: a node of the evaluator's graph, or a group by ``NodeGraph/InstanceID/node``.
  ///
  /// - Returns: `nil` for an id that is not in the outline, and for a node that represents an input.
  public func member(_ node: NodeID) -> NodeID? { entrances[node] == nil ? shown[node]?.member : nil }

  /// The input of the scope that a node represents, in outlines that show inputs.
  ///
  /// - Returns: An input of the outlined group; `nil` for all other nodes.
  public func input(_ node: NodeID) -> InputPort? { entrances[node] }

  /// The title of a node: the name of the member that it shows, or that of its kind.
  public func title(of node: NodeID) -> String { shown[node]?.title ?? "\(node)" }
}

extension Subgraphs {
  /// The contents of a scope, as a graph.
  ///
  /// Closed groups may read each other in a cycle, although nodes never do; groups of such a cycle are opened.
  ///
  /// - Parameters:
  ///   - scope: An instance, or `nil` for the root.
  ///   - showsInputs: Whether each input of the instance is a node as well, with one output and without a position: before all
  ///     others, in the order of the inputs.
  ///   - isOpen: Whether a group is open. It may be called more than once for a group.
  /// - Returns: The outline; it has no nodes if the scope doesn't exist.
  /// - Complexity: O(n log n) for n nodes in the scope, at any depth, and O(their connections); again for each cycle.
  public func outline(
    of scope: InstanceID? = nil, showingInputs showsInputs: Bool = false,
    opening isOpen: (InstanceID) -> Bool = { _ in false }
  ) -> ScopeOutline {
    if let scope, !contains(scope) { return ScopeOutline() }
    var circling: Set<InstanceID> = []
    while true {
      let draft = OutlineDraft(self, scope, showsInputs) { circling.contains($0) || isOpen($0) }
      let (outline, closed) = draft.outline()
      if closed.isEmpty { return outline }
      circling.formUnion(closed)
    }
  }
}

/// The contents of an outline, before it is a graph.
private struct OutlineDraft {
  /// How the members of an instance are shown.
  private enum Place {
    /// Separately, moved by an offset, in a frame or in none.
    case open(frame: Int?, offset: GraphPoint)
    /// As the single node of a closed group.
    case closed(UInt32)
  }

  private struct Node {
    let member: NodeID
    var kind: NodeKind
    let position: GraphPoint?
    let frame: Int?
    /// The input of the scope that it represents, if any; then the member is the scope.
    var entrance: InputPort?
  }

  private struct Wire: Hashable {
    let source: Int
    let output: Int
    let target: Int
    let input: Int
  }

  private struct ShownInput: Hashable {
    let node: Int
    let input: Int
  }

  private let groups: Subgraphs
  private var places: [UInt32: Place] = [:]
  private var frames: [ScopeOutline.Frame] = []
  /// The nodes in evaluation order; each group is at the place of its first node.
  private var nodes: [Node] = []
  private var indices: [NodeID: Int] = [:]
  private var wires: [Wire] = []

  private var table: SubgraphTable { groups.table }
  private var state: StateBox<Topology> { groups.evaluator.state.graph.storage }

  init(_ groups: Subgraphs, _ scope: InstanceID?, _ showsInputs: Bool, _ isOpen: (InstanceID) -> Bool) {
    self.groups = groups
    if let scope, showsInputs { addEntrances(of: scope) }
    let empty = addPlaces(from: scope?.index ?? SubgraphTable.none, isOpen)
    let flat = scope.map { nodes(below: $0) } ?? groups.evaluator.state.graph.nodes
    for node in flat { addNode(showing: node) }
    for (instance, frame, offset) in empty where indices[instance.node] == nil { add(instance, frame, offset) }
    addWires(of: flat)
    addWiresOfEntrances()
  }

  private mutating func addEntrances(of scope: InstanceID) {
    let inputs = groups.definition(of: scope).map { groups.inputs(of: $0) } ?? []
    for (index, input) in inputs.enumerated() {
      let kind = NodeKind(input.name, inputs: [], outputs: [.init("value", input.type)])
      nodes.append(
        Node(member: scope.node, kind: kind, position: nil, frame: nil, entrance: scope.node.input(index)))
    }
  }

  /// Finds which groups are open and which are closed. Returns the closed groups.
  private mutating func addPlaces(
    from scope: UInt32, _ isOpen: (InstanceID) -> Bool
  ) -> [(instance: InstanceID, frame: Int?, offset: GraphPoint)] {
    var closed: [(instance: InstanceID, frame: Int?, offset: GraphPoint)] = []
    places[scope] = .open(frame: nil, offset: .zero)
    var open: [(scope: UInt32, frame: Int?, offset: GraphPoint)] = [(scope, nil, .zero)]
    var next = 0
    while next < open.count {
      let (scope, frame, offset) = open[next]
      next += 1
      for index in table.instance(scope).map({ $0.children.map(\.index) }) ?? table.rootInstances {
        let instance = table.id(of: index)
        guard isOpen(instance) else {
          for inner in table.subtree(of: index) { places[inner] = .closed(index) }
          closed.append((instance, frame, offset))
          continue
        }
        let origin = table.definition(of: index)?.origin ?? .zero
        let inside = offset + ((table.position(of: instance.node, in: state.value) ?? .zero) - origin)
        places[index] = .open(frame: frames.count, offset: inside)
        open.append((index, frames.count, inside))
        frames.append(.init(instance: instance, title: groups.title(of: instance), enclosing: frame))
      }
    }
    return closed
  }

  /// The nodes in an instance at any depth, in evaluation order.
  private func nodes(below instance: InstanceID) -> [NodeID] {
    table.subtree(of: instance.index).flatMap { table.instance($0)?.nodes ?? [] }.map(\.node)
      .sorted { state.value.records[$0.slot].rank < state.value.records[$1.slot].rank }
  }

  private mutating func addNode(showing node: NodeID) {
    switch places[table.owner(node.slot)] {
    case .open(let frame, let offset)?:
      // A conversion node is part of a wire.
      guard groups.evaluator.state.sourceOfWire(node) == nil, let kind = try? groups.evaluator.graph.kind(of: node)
      else { return }
      append(Node(member: node, kind: kind, position: moved(node, offset), frame: frame))
    case .closed(let index)?:
      let instance = table.id(of: index)
      guard indices[instance.node] == nil, let parent = table.instance(index)?.parent,
        case .open(let frame, let offset)? = places[parent]
      else { return }
      add(instance, frame, offset)
    case nil: return
    }
  }

  private mutating func add(_ instance: InstanceID, _ frame: Int?, _ offset: GraphPoint) {
    guard let definition = groups.definition(of: instance) else { return }
    let kind = NodeKind(
      groups.title(of: instance), inputs: groups.inputs(of: definition), outputs: groups.outputs(of: definition))
    append(Node(member: instance.node, kind: kind, position: moved(instance.node, offset), frame: frame))
  }

  private mutating func append(_ node: Node) {
    indices[node.member] = nodes.count
    nodes.append(node)
  }

  private func moved(_ member: NodeID, _ offset: GraphPoint) -> GraphPoint? {
    guard let position = table.position(of: member, in: state.value) else { return offset == .zero ? nil : offset }
    return position + offset
  }

  // MARK: Wires

  /// The outline's port for a port of a node; `nil` if it is not shown.
  private func port(_ port: Int, of node: NodeID, isInput: Bool) -> (node: Int, port: Int)? {
    switch places[table.owner(node.slot)] {
    case .open?: return indices[node].map { ($0, port) }
    case .closed(let index)?:
      guard let parent = table.instance(index)?.parent,
        let shown = table.port(port, of: node, isInput: isInput, in: parent), let place = indices[shown.member],
        let position = (table.definition(of: index)?.ports ?? []).filter({ $0.isInput == isInput }).firstIndex(
          where: { $0.id == shown.port })
      else { return nil }
      return (place, position)
    case nil: return nil
    }
  }

  private mutating func addWires(of flat: [NodeID]) {
    /// For each input of a closed group, the first of the inputs that it leads to; all of them read the same.
    var first: [InputPort: InputPort] = [:]
    for node in flat {
      for input in 0..<state.value.layout(of: node.slot).inputCount {
        guard let target = port(Int(input), of: node, isInput: true) else { continue }
        let (shown, reader) = (nodes[target.node].member.input(target.port), node.input(Int(input)))
        if first[shown] == nil { first[shown] = reader }
        guard first[shown] == reader else { continue }
        for read in state.value.outputs(readBy: InputPlace(node: node.slot, input: input)) {
          let converted = groups.evaluator.state.sourceOfWire(read.node)
          // A conversion node may be in a group with its source; then the group gives the converted values.
          let whole = converted.flatMap { port($0.index, of: $0.node, isInput: false) }
          guard let source = whole ?? port(read.index, of: read.node, isInput: false), source.node != target.node else {
            continue
          }
          if whole != nil { nodes[target.node].kind.forgetType(ofInput: target.port) }
          wires.append(Wire(source: source.node, output: source.port, target: target.node, input: target.port))
        }
      }
    }
  }

  private mutating func addWiresOfEntrances() {
    var wired = Set(wires.map { ShownInput(node: $0.target, input: $0.input) })
    for (place, node) in nodes.enumerated() {
      guard let entrance = node.entrance, let type = node.kind.outputs.first?.type else { continue }
      var seen: Set<ShownInput> = []
      for reader in groups.targets(of: entrance) {
        guard let target = port(reader.index, of: reader.node, isInput: true) else { continue }
        let (input, read) = (
          nodes[target.node].kind.inputs[target.port], ShownInput(node: target.node, input: target.port)
        )
        // Several inputs in a closed group may read one of its inputs.
        guard seen.insert(read).inserted, wired.insert(read).inserted || input.arity == .many else { continue }
        if input.type != type { nodes[target.node].kind.forgetType(ofInput: target.port) }
        wires.append(Wire(source: place, output: 0, target: target.node, input: target.port))
      }
    }
  }

  // MARK: Building the outline

  /// The outline, or the closed groups that read each other in a cycle.
  func outline() -> (outline: ScopeOutline, circling: [InstanceID]) {
    var outline = ScopeOutline()
    outline.frames = frames
    var ids: [NodeID] = []
    for node in nodes {
      // Nodes without a name are never refused.
      guard let id = try? outline.graph.add(own: node.kind, at: node.position) else { continue }
      ids.append(id)
      if let entrance = node.entrance { outline.entrances[id] = entrance }
      let title = InstanceID(node.member) == nil ? groups.name(of: node.member) : nil
      outline.shown[id] = (node.member, title ?? node.kind.name)
      if let frame = node.frame { outline.frames[frame].nodes.append(id) }
    }
    let connections = wires.map { wire in
      Connection(from: ids[wire.source].output(wire.output), to: ids[wire.target].input(wire.input))
    }
    do throws(GraphError) {
      try outline.graph.connect(contentsOf: connections)
    } catch {
      // Nodes never form a cycle, so it contains a group.
      guard case .cycle(let path) = error else { stop("what is connected in a scope is connected in its outline") }
      let circling = path.compactMap { outline.shown[$0.node].flatMap { InstanceID($0.member) } }
      require(!circling.isEmpty, "groups that are closed read each other in a circle, nodes do not")
      return (outline, circling)
    }
    return (outline, [])
  }
}

extension NodeKind {
  /// Allows an input to be connected to any output.
  fileprivate mutating func forgetType(ofInput index: Int) {
    var inputs = inputs
    inputs[index] = Input(inputs[index].name, .unknown, arity: inputs[index].arity)
    self = NodeKind(name, inputs: inputs, outputs: outputs)
  }
}
