// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What an edit of the history did, and where.
struct EditAccount {
  private let entryTitle: String?
  private let patches: [Patch]
  private let before: PastGraph
  private let after: PastGraph
  /// The instances of changed definitions that were looked at, and these definitions.
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

  /// What it changed in the graph; of a definition that it changed, in the instance that was looked at only.
  private var changes: [Change] {
    let changes = withoutConversions(after.graph.storage.value.changes(of: patches.lazy.flatMap(\.steps)))
    if looked.isEmpty { return changes }
    return changes.filter { change in !change.affectedNodes.contains { isRepeated(way(to: $0)) } }
  }

  /// The changes of nodes and wires as a person knows them: what converts is part of a wire. A node that converts and was
  /// neither connected nor cut is one of its own.
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

  /// A wire from where its values come before they are converted; `nil` of the part that leads to what converts.
  private func whole(
    _ wire: Connection, _ converting: Set<NodeID>, _ givers: [NodeID: OutputPort]
  ) -> Connection? {
    if converting.contains(wire.target.node) { return nil }
    guard converting.contains(wire.source.node) else { return wire }
    let giver = givers[wire.source.node] ?? after.graph.sources(of: wire.source.node.input(0)).first
    return Connection(from: giver ?? wire.source, to: wire.target)
  }

  /// The instances that a node lies in, the outermost first; one that is gone lay in.
  private func way(to node: NodeID) -> [UInt32] {
    let owner = after.owner(node)
    return owner == SubgraphTable.none ? before.way(to: before.owner(node)) : after.way(to: owner)
  }

  /// Whether what lies there has undergone what another instance of the same definition has.
  private func isRepeated(_ way: [UInt32]) -> Bool {
    way.contains { index in
      guard !looked.contains(index), let instance = after.instance(index) ?? before.instance(index) else {
        return false
      }
      return definitions.contains(instance.definition)
    }
  }

  // MARK: Where

  /// Where the edit took place: the instance that was looked at, or else the innermost in which all lies that it changed.
  /// `nil` if that is nowhere in particular, as of what registers a kind.
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

  // MARK: What

  /// What the edit is called: its title, or what it did to which node.
  var title: String {
    if let entryTitle { return entryTitle }
    let changes = changes
    // What a node was called before it went.
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
      return "take the name \(from ?? "") away"
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
  /// The connection that came or went.
  fileprivate var wire: Connection? {
    switch self {
    case .connected(let wire), .disconnected(let wire): wire
    default: nil
    }
  }
}
