// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Code for a node that a document brought without.
struct Supply {
  let node: NodeID
  let shape: UInt32
  let definition: NodeDefinition
}

extension Edit {
  /// Gives nodes their code. Their connections, literals and values stay, where the ports with their names fit.
  ///
  /// - Parameter supplies: For each node its code.
  /// - Returns: What was dropped, with the name of the node for a path.
  /// - Complexity: O(nodes and their connections), and O(connections of inputs that take many and read one of them).
  func supply(_ supplies: [Supply]) -> [DocumentError] {
    var supplying = Supplying(evaluator: evaluator, supplies: supplies)
    supplying.cut()
    for supply in supplies { supplying.reshape(supply) }
    supplying.connect()
    return supplying.faults.dropped
  }
}

extension Evaluator {
  /// Has documents say something else of a node, beside what the graph knows; it is reverted with the edit under way.
  func keep(_ kept: DocumentState.Kept?, of node: NodeID) {
    state.journal(.kept(node, other: state.documents.kept[node]))
    state.documents.kept[node] = kept
  }
}

/// Nodes on their way from ports that a document names to those of their code.
private struct Supplying {
  /// An input with its sources, by the names that they had.
  private struct Wires {
    let target: InputPort
    let input: String
    let sources: [(node: NodeID, output: String)]
  }

  private let evaluator: Evaluator
  private(set) var faults = DocumentFaults(isRepairing: true)
  private var wires: [Wires] = []

  private var graph: Graph { evaluator.state.graph }
  private var topology: StateBox<Topology> { evaluator.state.graph.storage }

  init(evaluator: Evaluator, supplies: [Supply]) {
    self.evaluator = evaluator
    var seen: Set<InputPort> = []
    for supply in supplies {
      let inputs = kind(of: supply.node).inputs.indices.map { supply.node.input($0) }
      let consumers = graph.connections(of: supply.node).lazy.filter { $0.source.node == supply.node }.map(\.target)
      for target in inputs + consumers where seen.insert(target).inserted {
        let sources = graph.sources(of: target).map { ($0.node, kind(of: $0.node).outputs[$0.index].name) }
        if sources.isEmpty { continue }
        wires.append(Wires(target: target, input: kind(of: target.node).inputs[target.index].name, sources: sources))
      }
    }
  }

  private func kind(of node: NodeID) -> NodeKind {
    topology.value.shapes[Int(topology.value.records[node.slot].shape)].kind
  }

  private func path(_ node: NodeID, _ field: String) -> DocumentPath {
    DocumentPath([.key(graph.name(of: node) ?? node.documentText), .key(field)])
  }

  private mutating func note(_ error: DocumentError) { try? faults.note(error) }

  /// Cuts all connections of inputs that read the nodes, so that those of an input are made again in their order.
  func cut() {
    for wire in wires { try? topology.value.disconnect(wire.target) }
  }

  /// Replaces the ports of a node, and gives it its literals and, if it is a source, its value.
  mutating func reshape(_ supply: Supply) {
    let kept = evaluator.state.documents.kept[supply.node] ?? DocumentState.Kept()
    var remaining = DocumentState.Kept(others: kept.others)
    remaining.state = state(of: supply, kept)
    evaluator.keep(remaining.isEmpty ? nil : remaining, of: supply.node)
    let initial = initial(of: supply, kept)
    evaluator.state.reshape(supply.node.slot, to: supply.shape, initial, matching: .name)
    for (name, literal) in kept.literals.sorted(by: { $0.key < $1.key }) {
      let path = path(supply.node, "literals").appending(name)
      guard let index = supply.definition.kind.inputs.firstIndex(where: { $0.name == name }) else {
        note(DocumentError(.port, at: path, "\(supply.definition.kind.name) has no input '\(name)'"))
        continue
      }
      let type = supply.definition.kind.inputs[index].type
      do {
        let codec = try evaluator.literals.codec(of: type, at: path)
        try codec.setLiteral(evaluator, supply.node.input(index), literal)
      } catch let error as DocumentError {
        note(error)
      } catch let error as GraphError {
        note(DocumentError(.port, at: path, graph.describe(error)))
      } catch {
        note(DocumentError(coding: error, at: path))
      }
    }
  }

  /// The state that a document has for a node that computes its value.
  private mutating func state(of supply: Supply, _ kept: DocumentState.Kept) -> (any Sendable)? {
    guard supply.definition.initial == nil, let value = kept.value else { return nil }
    do throws(DocumentError) {
      let definition = supply.definition
      return try evaluator.literals.state(
        value, of: definition.kernel, definition.kind.name, at: path(supply.node, "value"))
    } catch {
      note(error)
      return nil
    }
  }

  /// The value of a source, or what it begins with if the document has none that fits.
  private mutating func initial(of supply: Supply, _ kept: DocumentState.Kept) -> ErasedDefault? {
    let path = path(supply.node, "value")
    guard let initial = supply.definition.initial, let value = kept.value else { return supply.definition.initial }
    do {
      let codec = try evaluator.literals.codec(of: initial.type.port, at: path)
      return ErasedDefault(type: initial.type, value: try codec.decode(value))
    } catch let error as DocumentError {
      note(error)
      return initial
    } catch {
      note(DocumentError(coding: error, at: path))
      return initial
    }
  }

  /// Makes the connections again, as far as they fit.
  mutating func connect() {
    for wire in wires {
      let target = wire.target.node
      let path = path(target, "inputs")
      guard let input = kind(of: target).inputs.firstIndex(where: { $0.name == wire.input }) else {
        note(DocumentError(.port, at: path, "\(kind(of: target).name) has no input '\(wire.input)'"))
        continue
      }
      for (node, name) in wire.sources {
        guard let output = kind(of: node).outputs.firstIndex(where: { $0.name == name }) else {
          let reason = "\(kind(of: node).name) has no output '\(name)', which is connected to '\(wire.input)'"
          note(DocumentError(.port, at: path, reason))
          continue
        }
        do throws(GraphError) {
          try topology.value.connect(node.output(output), to: target.input(input), replacing: false)
        } catch {
          let code = if case .typeMismatch = error { DocumentError.Code.type } else { DocumentError.Code.connection }
          note(DocumentError(code, at: path, graph.describe(error)))
        }
      }
    }
  }
}
