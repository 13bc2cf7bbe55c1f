// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What edits are called. Titles are made when they are asked for, with the names that nodes had at that time.
extension EditHistory {
  /// The titles of what can be undone, oldest first.
  func doneTitles(in graph: Graph) -> [String] {
    var names = PastNames(graph: graph)
    let titles = done.reversed().map { entry in
      defer { names.goBack(before: entry) }
      return title(of: entry, names)
    }
    return titles.reversed()
  }

  /// The titles of what can be redone, the next one first.
  func undoneTitles(in graph: Graph) -> [String] {
    var names = PastNames(graph: graph)
    return undone.reversed().map { entry in
      names.goOn(behind: entry)
      return title(of: entry, names)
    }
  }

  /// The title of what is undone next; `nil` if there is nothing. Complexity: O(what that edit changed).
  func nextUndoTitle(in graph: Graph) -> String? {
    lastDone.map { title(of: $0, PastNames(graph: graph)) }
  }

  /// The title of what is redone next; `nil` if there is nothing. Complexity: O(what that edit changed).
  func nextRedoTitle(in graph: Graph) -> String? {
    guard let entry = undone.last else { return nil }
    var names = PastNames(graph: graph)
    names.goOn(behind: entry)
    return title(of: entry, names)
  }

  /// What an edit without a title is called: what it did, to which node.
  private func title(of entry: Entry, _ names: PastNames) -> String {
    if let title = entry.title { return title }
    let changes = names.graph.storage.value.changes(of: entry.patches.lazy.flatMap(\.steps))
    // What a node was called before it went.
    var last: [NodeID: String] = [:]
    for case .renamed(let node, let from, let to) in changes { last[node] = to ?? from }
    func name(_ node: NodeID) -> String { names.name(of: node) ?? last[node] ?? "\(node)" }
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
    for case .renamed(_, let from, let to) in changes { return "rename \(from ?? "a node") to \(to ?? "nothing")" }
    let moved = nodes { if case .moved(let node, _, _) = $0 { node } else { nil } }
    if !moved.isEmpty { return title("move", moved) }
    for patch in entry.patches {
      for case .mode(let node, let other, let now) in patch.journal {
        switch patch.isUndone ? other : now {
        case .active: return "activate \(name(node))"
        case .muted: return "mute \(name(node))"
        case .bypassed: return "bypass \(name(node))"
        }
      }
    }
    let literals = nodes { if case .literalChanged(let input) = $0 { input.node } else { nil } }
    let given = entry.patches.flatMap(\.givenSlots).map { names.graph.storage.value.id(of: $0) }
    let set = unique(literals + given)
    if set.isEmpty, entry.patches.contains(where: \.changesSubgraphs) { return "change groups" }
    if set.isEmpty, let kind = entry.patches.lazy.flatMap(\.registeredKinds).first { return "register \(kind)" }
    return title("set", set)
  }

  private func unique(_ nodes: [NodeID]) -> [NodeID] {
    var seen: Set<NodeID> = []
    return nodes.filter { seen.insert($0).inserted }
  }
}

/// What nodes were called at another time.
private struct PastNames {
  let graph: Graph
  /// By slot, where it was another name than now, or none.
  private var others: [UInt32: String?] = [:]

  init(graph: Graph) { self.graph = graph }

  func name(of node: NodeID) -> String? { others[node.slot] ?? graph.name(of: node) }

  mutating func goBack(before entry: EditHistory.Entry) {
    for patch in entry.patches.reversed() {
      for case .named(let slot, let before, _) in patch.steps.reversed() { others.updateValue(before, forKey: slot) }
    }
  }

  mutating func goOn(behind entry: EditHistory.Entry) {
    for patch in entry.patches {
      for case .named(let slot, _, let after) in patch.steps { others.updateValue(after, forKey: slot) }
    }
  }
}
