// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

extension Patch {
  /// What an edit without a title is called: what it did, to which node.
  func title(in graph: Graph) -> String {
    var names: [NodeID: String] = [:]
    let changes = graph.storage.value.changes(of: steps)
    for case .renamed(let node, let from, let to) in changes { names[node] = to ?? from }
    func name(_ node: NodeID) -> String { graph.name(of: node) ?? names[node] ?? "\(node)" }
    let added = nodes(changes) { if case .added(let node) = $0 { node } else { nil } }
    let removed = nodes(changes) { if case .removed(let node) = $0 { node } else { nil } }
    switch (added.count, removed.count) {
    case (0, 0): break
    case (_, 0): return title("add", added, name)
    case (0, _): return title("delete", removed, name)
    default: return "replace \(removed.count) node\(removed.count == 1 ? "" : "s") by \(added.count)"
    }
    let reshaped = nodes(changes) { if case .kindChanged(let node) = $0 { node } else { nil } }
    if !reshaped.isEmpty { return title("change", reshaped, name) }
    if let connected = changes.lazy.compactMap({ if case .connected(let made) = $0 { made } else { nil } }).first {
      return "connect \(name(connected.source.node)) to \(name(connected.target.node))"
    }
    if let cut = changes.lazy.compactMap({ if case .disconnected(let cut) = $0 { cut } else { nil } }).first {
      return "disconnect \(name(cut.source.node)) from \(name(cut.target.node))"
    }
    for case .renamed(_, let from, let to) in changes { return "rename \(from ?? "a node") to \(to ?? "nothing")" }
    let moved = nodes(changes) { if case .moved(let node, _, _) = $0 { node } else { nil } }
    if !moved.isEmpty { return title("move", moved, name) }
    let literals = nodes(changes) { if case .literalChanged(let input) = $0 { input.node } else { nil } }
    let places = journal.compactMap { if case .wroteLiteral(let place, _, _, _) = $0 { place.node } else { nil } }
    let set = given + places
    return title("set", literals + set.map { graph.storage.value.id(of: $0) }, name)
  }

  private func nodes(_ changes: [Change], _ node: (Change) -> NodeID?) -> [NodeID] {
    var seen: Set<NodeID> = []
    return changes.compactMap(node).filter { seen.insert($0).inserted }
  }

  private func title(_ verb: String, _ nodes: [NodeID], _ name: (NodeID) -> String) -> String {
    nodes.count == 1 ? "\(verb) \(name(nodes[0]))" : "\(verb) \(nodes.count) nodes"
  }
}
