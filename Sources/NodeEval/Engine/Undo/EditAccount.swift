// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The title and the place of an edit in the history.
struct EditAccount {
  private let entryTitle: String?
  private let patches: [Patch]
  private let before: PastGraph
  private let after: PastGraph
  /// The edited instances of changed definitions, and these definitions.
  private let looked: [UInt32]
  private let definitions: Set<UInt32>

  /// Complexity: O(what the edit changed).
  init(of entry: EditHistory.Entry, before: PastGraph, after: PastGraph) {
    (entryTitle, patches, self.before, self.after) = (entry.title, entry.patches, before, after)
    var looked: [UInt32] = []
    for patch in patches { looked += patch.journal.compactMap { $0.entry(in: EnteredInstances.self)?.key } }
    self.looked = looked
    definitions = Set(looked.compactMap { (after.instance($0) ?? before.instance($0))?.definition })
  }

  /// The changes of the graph. Changes of a definition are listed only for the edited instance.
  private var changes: [Change] {
    let changes = withoutConversions(after.graph.storage.value.changes(of: patches.lazy.flatMap(\.steps)))
    if looked.isEmpty { return changes }
    return changes.filter { change in !change.affectedNodes.contains { isRepeated(way(to: $0)) } }
  }

  /// The changes of nodes and wires as a user sees them: a conversion node is part of a wire. A conversion node that was neither
  /// connected nor disconnected is listed as a node.
  private func withoutConversions(_ changes: [Change]) -> [Change] {
    var givers: [NodeID: OutputPort] = [:]
    var converting: Set<NodeID> = []
    for change in changes {
      guard let wire = change.wire else { continue }
      if after.isConversion(wire.target.node) {
        converting.insert(wire.target.node)
        givers[wire.target.node] = wire.source
      }
      if after.isConversion(wire.source.node) { converting.insert(wire.source.node) }
    }
    if converting.isEmpty { return changes }
    return changes.compactMap { change in
      switch change {
      case .connected(let wire): whole(wire, converting, givers).map { .connected($0) }
      case .disconnected(let wire): whole(wire, converting, givers).map { .disconnected($0) }
      default: change.affectedNodes.allSatisfy(converting.contains) ? nil : change
      }
    }
  }

  /// The wire from the source of a conversion to its target; `nil` for the part that leads to the conversion node.
  private func whole(
    _ wire: Connection, _ converting: Set<NodeID>, _ givers: [NodeID: OutputPort]
  ) -> Connection? {
    if converting.contains(wire.target.node) { return nil }
    guard converting.contains(wire.source.node) else { return wire }
    let giver = givers[wire.source.node] ?? after.graph.sources(of: wire.source.node.input(0)).first
    return Connection(from: giver ?? wire.source, to: wire.target)
  }

  /// The instances that contain a node, the outermost first; for a node that is gone, those that contained it.
  private func way(to node: NodeID) -> [UInt32] {
    let owner = after.owner(node)
    return owner == SubgraphTable.none ? before.way(to: before.owner(node)) : after.way(to: owner)
  }

  /// Whether a change there repeats that of another instance of the same definition.
  private func isRepeated(_ way: [UInt32]) -> Bool {
    way.contains { index in
      guard !looked.contains(index), let instance = after.instance(index) ?? before.instance(index) else {
        return false
      }
      return definitions.contains(instance.definition)
    }
  }

  // MARK: Scope

  /// The scope of the edit: the edited instance, or else the innermost instance that contains all changes. `nil` if the edit has no
  /// scope, such as one that registers a kind.
  var path: GraphPath? {
    var common: [UInt32]?
    func add(_ way: [UInt32]) {
      let shared = common.map { common in Array(zip(common, way).prefix { $0 == $1 }.map(\.0)) }
      common = shared ?? way
    }
    for index in looked { add(after.instance(index) == nil ? before.way(to: index) : after.way(to: index)) }
    if let common { return GraphPath(common.map(after.id)) }
    for change in changes {
      if case .literalChanged(let input) = change {
        add(after.way(to: after.scope(ofInput: input.index, of: input.node)))
      } else {
        for node in change.affectedNodes { add(way(to: node)) }
      }
    }
    for patch in patches {
      for slot in patch.given { add(way(to: after.graph.storage.value.id(of: slot))) }
      for step in patch.journal {
        switch step {
        case .gave(let slot, _, _, _): add(way(to: after.graph.storage.value.id(of: slot)))
        case .wroteLiteral(let place, _, _, _):
          add(after.way(to: after.scope(ofInput: Int(place.input), of: after.graph.storage.value.id(of: place.node))))
        case .entry(let entry):
          switch entry.place(isUndone: patch.isUndone) {
          case .nowhere: break
          case .root: add([])
          case .scope(let member): add(wayAround(member))
          }
        case .reshaped, .owned: break
        }
      }
    }
    return common.map { GraphPath($0.map(after.id)) }
  }

  private func wayAround(_ member: NodeID) -> [UInt32] {
    guard let id = InstanceID(member) else { return way(to: member) }
    return (after.instance(id.index) == nil ? before.way(to: id.index) : after.way(to: id.index)).dropLast()
  }

  // MARK: Title

  /// The title of the edit: the one it was given, or a description of the change and the node.
  var title: String {
    if let entryTitle { return entryTitle }
    let changes = changes
    // The names of nodes before they were removed.
    var last: [NodeID: String] = [:]
    for case .renamed(let node, let from, let to) in changes { last[node] = to ?? from }
    func name(_ node: NodeID) -> String { after.name(of: node) ?? last[node] ?? before.name(of: node) ?? "\(node)" }
    func title(_ verb: String, _ nodes: [NodeID]) -> String {
      nodes.count == 1 ? "\(verb) \(name(nodes[0]))" : "\(verb) \(nodes.count) nodes"
    }
    func nodes(_ node: (Change) -> NodeID?) -> [NodeID] { unique(changes.compactMap(node)) }
    let added = nodes { if case .added(let node) = $0 { node } else { nil } }
    let removed = nodes { if case .removed(let node) = $0 { node } else { nil } }
    switch (added.count, removed.count) {
    case (0, 0): break
    case (_, 0): return title("add", added)
    case (0, _): return title("delete", removed)
    default: return "replace \(removed.count) node\(removed.count == 1 ? "" : "s") by \(added.count)"
    }
    let reshaped = nodes { if case .kindChanged(let node) = $0 { node } else { nil } }
    if !reshaped.isEmpty { return title("change", reshaped) }
    for case .connected(let made) in changes {
      return "connect \(name(made.source.node)) to \(name(made.target.node))"
    }
    for case .disconnected(let cut) in changes {
      return "disconnect \(name(cut.source.node)) from \(name(cut.target.node))"
    }
    for case .renamed(_, let from, let to) in changes {
      if let to { return from.map { "rename \($0) to \(to)" } ?? "name a node \(to)" }
      return "remove the name \(from ?? "")"
    }
    let moved = nodes { if case .moved(let node, _, _) = $0 { node } else { nil } }
    if !moved.isEmpty { return title("move", moved) }
    for patch in patches {
      for case .entry(let step) in patch.journal {
        if let title = step.title(isUndone: patch.isUndone, name) { return title }
      }
    }
    let literals = nodes { if case .literalChanged(let input) = $0 { input.node } else { nil } }
    let given = patches.flatMap(\.givenSlots).map { after.graph.storage.value.id(of: $0) }
    let set = unique(literals + given).filter { looked.isEmpty || !isRepeated(way(to: $0)) }
    if set.isEmpty, let definition = definitions.first.flatMap({ after.definition($0) ?? before.definition($0) }) {
      return "change \(definition.name)"
    }
    if set.isEmpty, patches.contains(where: \.changesSubgraphs) { return "change groups" }
    if set.isEmpty, let kind = patches.lazy.flatMap(\.registeredKinds).first { return "register \(kind)" }
    return title("set", set)
  }

  private func unique(_ nodes: [NodeID]) -> [NodeID] {
    var seen: Set<NodeID> = []
    return nodes.filter { seen.insert($0).inserted }
  }
}

extension Change {
  /// The connection that was made or removed.
  fileprivate var wire: Connection? {
    switch self {
    case .connected(let wire), .disconnected(let wire): wire
    default: nil
    }
  }
}
