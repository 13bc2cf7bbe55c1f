// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Finding nodes, and what can be added.
extension SessionEditor {
  /// Something that a search has found.
  public struct Found: Hashable, Sendable {
    /// What it is.
    public enum Subject: Hashable, Sendable {
      /// A kind of nodes, by its name.
      case kind(String)
      /// A function, by its name as formulas write it.
      case function(String)
      /// A group of the scope, of which another instance can be added.
      case group(InstanceID)
      /// A node or a group, in any scope.
      case node(NodeID)
    }

    /// What it is.
    public let subject: Subject
    /// Its name: of a function with its parameters, of a node with the groups that it is in.
    public let title: String
    /// The inputs of a kind, the value of a node.
    public let detail: String
    /// One line of help; may be empty.
    public let help: String
    /// The name of its type; empty for functions and groups.
    public let type: String
    /// Where the text was found.
    public let place: SearchText.Place

    fileprivate init(
      _ subject: Subject, _ title: String, _ detail: String, help: String = "", type: String = "",
      _ place: SearchText.Place
    ) {
      (self.subject, self.title, self.detail, self.help, self.type) = (subject, title, detail, help, type)
      self.place = place
    }
  }

  /// Finds kinds, functions, and the groups of a scope, all of which can be added to it.
  ///
  /// - Parameters:
  ///   - text: The text to search for.
  ///   - path: The groups that lead to the scope.
  /// - Returns: What was found, in the order of its kinds, best places first.
  /// - Complexity: O(functions and kinds, and members of the scope).
  public func additions(for text: SearchText, in path: GraphPath) -> [Found] {
    let kinds = CalculatorKinds.known.compactMap { kind in
      text.place(in: kind.name).map { place in
        let inputs = kind.inputs.map(\.name).joined(separator: ", ")
        let type = kind.outputs.first?.type.name ?? ""
        return Found(.kind(kind.name), kind.name, inputs.isEmpty ? "a value" : inputs, type: type, place)
      }
    }
    let own = session.formulas.functions.sorted.compactMap { function in
      text.place(in: function.name).map {
        Found(.function(SourceName.functionSpelling(function.name)), function.signature, "", help: function.text, $0)
      }
    }
    let functions = FormulaFunction.table.compactMap { row in
      text.place(in: row.name, help: row.help).map {
        let example = "\(row.help) \(row.example.formula) is \(row.example.value)"
        return Found(.function(row.name), row.signature, "", help: example, $0)
      }
    }
    let instances = groups.instances(in: groups.living(path).scope).compactMap { group in
      text.place(in: groups.title(of: group)).map {
        Found(.group(group), groups.title(of: group), session.size(of: group), help: "Adds another instance", $0)
      }
    }
    // Of equal places the order above is kept.
    return (kinds + own + functions + instances).enumerated()
      .sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }.map(\.element)
  }

  /// Finds nodes and groups, in all scopes, by their names.
  ///
  /// - Parameters:
  ///   - text: The text to search for.
  ///   - limit: The greatest number of nodes to return.
  /// - Returns: The nodes, best places first, then short names, then in the order of their names.
  /// - Complexity: O(nodes), and O(k log k) for k nodes that are found.
  public func nodes(for text: SearchText, limit: Int) -> [Found] {
    let graph = session.evaluator.graph
    var found: [(node: NodeID, name: String, place: SearchText.Place)] = []
    func search(_ member: NodeID, _ name: String?) {
      if let name, let place = text.place(in: name) { found.append((member, name, place)) }
    }
    for node in graph.nodes { search(node, graph.name(of: node) ?? groups.name(of: node)) }
    var open = groups.instances(in: nil)
    while let group = open.popLast() {
      search(group.node, groups.title(of: group))
      open += groups.instances(in: group)
    }
    found.sort { ($0.place, $0.name.utf8.count, $0.name) < ($1.place, $1.name.utf8.count, $1.name) }
    return found.prefix(limit).map { node, name, place in
      let summary = summary(of: node)
      let path = groups.titles(along: groups.path(of: node)) + [name]
      let text = InstanceID(node) == nil ? summary.text : summary.definition
      let type = kind(of: node)?.outputs.first?.type.name ?? ""
      let definition = InstanceID(node) == nil && !summary.definition.isEmpty ? "\(name) = \(summary.definition)" : ""
      return Found(.node(node), path.joined(separator: " › "), text, help: definition, type: type, place)
    }
  }
}
