// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// The formats in which the values of nodes are shown: their own, or that of the money that they are computed from.
///
/// Documents contain formats of nodes only; that a total is an amount of money follows from its formula and from the formats of
/// what it reads, in every scope. A format is determined when it is first read, upstream first. It stays valid until a look, a
/// connection or a formula changes; after such a change, formulas are read again only if what they read is shown in another way.
///
/// Invariant: an entry of the current version has the format that follows from the graph.
package final class ShownFormats {
  private unowned let formulas: FormulaTable
  private var evaluator: Evaluator { formulas.evaluator }

  /// What formats follow from: a result is valid as long as none of these counts has changed.
  private struct Version: Hashable {
    var (wiring, looks, groups, texts) = (-1, -1, -1, -1)
  }

  private struct Entry {
    var version: Version
    /// The formula, and what it reads.
    var text: String?
    var amounts: [MoneyAmount?] = []
    /// The format that follows.
    var format: ValueFormat?
    /// The format when changes were last followed.
    var followed: ValueFormat?
  }

  private var version = Version()
  private var entries: [NodeID: Entry] = [:]
  /// Whether any node has the format of money. Most documents have none, so no format has to be determined.
  private var hasMoney = false
  /// Whether changes were not followed since there was no money: all nodes are shown without an inherited format then.
  private var isNew = false
  /// The version up to which changes were followed.
  private var followedVersion = Version()
  /// How many formulas were read.
  package private(set) var readCount = 0

  init(_ formulas: FormulaTable) { self.formulas = formulas }

  /// The format of the values of a node; `nil` if they are shown without one.
  func format(of node: NodeID) -> ValueFormat? {
    guard mayExist else { return nil }
    return evaluator.subgraphs.look(of: node).format == nil ? inherited(by: node) : evaluator.format(of: node)
  }

  /// Whether any node may have a format: most sessions have no looks.
  var mayExist: Bool {
    let groups = evaluator.subgraphs
    return !groups.isEmpty || groups.hasLooks(in: nil)
  }

  /// The format that a node without a format of its own has, because its value is an amount of money; `nil` if there is none.
  ///
  /// - Complexity: O(1) while only values change; else O(nodes upstream and their connections), and the formulas among them of which
  ///   an input is shown in another way than before.
  func inherited(by node: NodeID) -> ValueFormat? {
    update()
    guard hasMoney else { return nil }
    var waiting = [node]
    while let next = waiting.last {
      if entries[next]?.version == version {
        waiting.removeLast()
        continue
      }
      let sources = formulas.text(of: next) == nil ? [] : self.sources(of: next)
      let unknown = sources.compactMap(\.self).filter {
        entries[$0]?.version != version && evaluator.subgraphs.look(of: $0).format == nil
      }
      if unknown.isEmpty {
        determine(next, sources)
        waiting.removeLast()
      } else {
        waiting += unknown
      }
    }
    return entries[node]?.format
  }

  /// Determines the format of a node whose sources are determined.
  private func determine(_ node: NodeID, _ sources: [NodeID?]) {
    var new = Entry(version: version, text: formulas.text(of: node))
    if new.text != nil, isNumber(node) { new.amounts = sources.map { amount(of: $0) } }
    let old = entries[node]
    if let old, old.text == new.text, old.amounts == new.amounts {
      new.format = old.format
    } else if new.amounts.contains(where: { $0?.format != nil }) {
      readCount += 1
      new.format = formulas.formula(of: node)?.moneyFormat(new.amounts)
    }
    new.followed = old == nil && !isNew ? new.format : old?.followed
    entries[node] = new
  }

  /// What a source is in a formula. An input without a connection has a number.
  private func amount(of source: NodeID?) -> MoneyAmount? {
    guard let source else { return .plain }
    guard let type = formulas.outputType(of: source).flatMap(CalculatorType.init) else { return nil }
    switch type {
    case .number, .numbers:
      let own = evaluator.subgraphs.look(of: source).format
      let format = own == nil ? entries[source]?.format : evaluator.format(of: source)
      return format.flatMap { $0.currency == nil ? nil : .money($0) } ?? .plain
    case .quantity(let unit), .quantities(let unit): return unit.holdsMoney ? nil : .plain
    default: return nil
    }
  }

  private func isNumber(_ node: NodeID) -> Bool {
    let type = formulas.outputType(of: node).flatMap(CalculatorType.init)
    return type == .number || type == .numbers
  }

  /// The node that each input reads; `nil` for one without a connection.
  private func sources(of node: NodeID) -> [NodeID?] {
    let graph = evaluator.graph
    let count = (try? graph.kind(of: node).inputs.count) ?? 0
    return (0..<count).map { graph.sources(of: node.input($0)).first?.node }
  }

  /// Notes that something has changed from which formats follow.
  private func update() {
    let groups = evaluator.subgraphs
    let current = Version(
      wiring: evaluator.wiringVersion, looks: groups.lookCount, groups: groups.changeCount,
      texts: formulas.texts.changeCount)
    if current == version { return }
    if current.looks != version.looks || current.groups != version.groups {
      let hadMoney = hasMoney
      hasMoney = groups.formats.contains { ValueFormat($0)?.currency != nil }
      if hasMoney, !hadMoney { isNew = true }
    }
    version = current
    // Nodes that were removed are forgotten from time to time.
    if entries.count > 2 * evaluator.graph.nodeCount + 64 {
      let graph = evaluator.graph
      entries = entries.filter { graph.contains($0.key) }
    }
  }

  /// The nodes whose values are shown in another way because of other nodes, since changes were last followed.
  ///
  /// - Parameter nodes: The nodes that edits have affected since then.
  /// - Returns: Nodes whose inherited format has changed.
  /// - Complexity: O(nodes affected, what is returned, and their connections), and what ``inherited(by:)`` costs.
  package func follow(from nodes: [NodeID]) -> [NodeID] {
    update()
    if followedVersion == version { return [] }
    followedVersion = version
    defer { isNew = false }
    guard hasMoney || entries.contains(where: { $0.value.followed != nil }) else { return [] }
    let graph = evaluator.graph
    var (found, waiting, seen): ([NodeID], [NodeID], Set<NodeID>) = ([], [], [])
    for node in nodes where graph.contains(node) {
      waiting.append(node)
      // Of these nodes, the own format may have changed.
      waiting += readers(of: node, in: graph)
    }
    while let node = waiting.popLast() {
      // A node that was never asked for is not shown, nor is what depends on it.
      guard seen.insert(node).inserted, isNew || entries[node] != nil else { continue }
      let format = inherited(by: node)
      guard var entry = entries[node], entry.followed != format else { continue }
      entry.format = format
      entry.followed = format
      entries[node] = entry
      found.append(node)
      waiting += readers(of: node, in: graph)
    }
    return found
  }

  private func readers(of node: NodeID, in graph: Graph) -> [NodeID] {
    graph.consumers(of: node.output).map(\.node)
  }
}

extension Session {
  /// The format of the values of a node; `nil` if they are shown without one.
  package func format(of node: NodeID) -> ValueFormat? { formulas.formats.format(of: node) }

  /// The format of the values of a node, by its name; `nil` if it has none.
  package func format(of name: String) -> ValueFormat? {
    let node = node(named: name) ?? (try? formulas.scopedNode(SourceName(naming: name)))
    return node.flatMap { format(of: $0) }
  }

  /// The format, as text, that a node has without one of its own because its value is an amount of money; `nil` if there is none.
  package func inheritedFormat(of node: NodeID) -> String? {
    evaluator.subgraphs.look(of: node).format == nil ? formulas.formats.inherited(by: node).map(\.moneyText) : nil
  }
}
