// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorView
import NodeEval
import NodeGraph
import NodeView

extension Row {
  /// The costs of writing a session and reading it again, without the coder.
  static var sessionDocuments: [Row] {
    [
      Row("Session.document: a node") { size in
        let session = try Sessions.chain(size)
        return try nanoseconds(calls: 1, units: size) { _ in
          let document = try session.document()
          precondition(document.nodes.count == size)
        }
      },
      Row("Session.init(document:): a node") { size in
        let document = try Sessions.chain(size).document()
        return try nanoseconds(units: size) { _ = try Session(document: document) }
      },
      Row("Session.init(repairing:): a node") { size in
        var document = try Sessions.chain(size).document()
        document.nodes[size / 2].kind = ""
        document.nodes[size / 2 + 1].connections = []
        return try nanoseconds(units: size) {
          var dropped: [DocumentError] = []
          _ = try Session(repairing: document, dropped: &dropped)
        }
      },
      Row("Session.text: a node") { size in
        let session = try Sessions.chain(size)
        return nanoseconds(calls: 1, units: size) { _ in precondition(!session.text.isEmpty) }
      },
      Row("Formula.init, and text(renaming:): a name") { size in
        let text = (0..<size).map { "n\($0)" }.joined(separator: " + ")
        return try nanoseconds(units: size) {
          let renamed = try Formula(text).text(renaming: ["n1": "first"])
          precondition(renamed.utf8.count > text.utf8.count)
        }
      },
    ]
  }

  /// The costs of the demo's model and of its view.
  static var models: [Row] {
    [
      Row("CalculatorModel.addNode") { size in
        let (model, _) = try model(size)
        return nanoseconds(calls: 300) { _ in _ = model.addNode(at: .zero) }
      },
      Row("CalculatorModel.setValue, what reads it being one node") { size in
        let (model, chain) = try model(size)
        return try nanoseconds(calls: 300) { call in
          _ = try model.setValue(Double(call), of: chain.numbers[size / 2 - 1 - call % 8])
        }
      },
      Row("CalculatorModel.toggleConnection") { size in
        let (model, chain) = try model(size)
        return try nanoseconds(calls: 100) { call in
          _ = try model.toggleConnection(from: chain.numbers[0].output, to: chain.sums[size / 2 - 1].input(2))
        }
      },
      Row("CalculatorModel.setKind of the last node") { size in
        let (model, chain) = try model(size)
        return try nanoseconds(calls: 100) { call in
          _ = try model.setKind(call % 2 == 0 ? "Multiply" : "Add", of: chain.sums[size / 2 - 1])
        }
      },
      Row("CalculatorModel.updateDescendants of the first node: a node") { size in
        let (model, chain) = try model(size)
        return try nanoseconds(calls: 1, units: size) { _ in _ = try model.updateDescendants(of: chain.sums[0]) }
      },
      Row("CalculatorModel.deleteNode: a node of the graph") { size in
        let (model, chain) = try model(size)
        return try nanoseconds(units: size) { _ = try model.deleteNode(chain.sums[size / 4]) }
      },
      Row("CalculatorModel.deleteNode of all nodes, one by one: a node") { size in
        let (model, chain) = try model(size)
        // Each node is deleted before the nodes that it reads, so that no node runs again.
        let nodes = chain.sums.reversed() + chain.numbers
        return try nanoseconds(units: size) { for node in nodes { _ = try model.deleteNode(node) } }
      },
      Row("CalculatorModel.verdict and areRelationshipCandidates, agreeing with the order") { size in
        let (model, chain) = try model(size)
        let (source, target) = (chain.sums[0], chain.sums[size / 2 - 1])
        return nanoseconds(calls: 300) { _ in
          precondition(model.verdict(onConnecting: source.output, to: target.input(2)) == .allowed)
          precondition(model.areRelationshipCandidates(source: source, target: target, index: 2))
        }
      },
      Row("CalculatorController.setValue of the selected node") { size in
        let (model, chain) = try model(size)
        let controller = CalculatorController(model: model)
        controller.view.select(GraphSelection(nodes: [chain.numbers[size / 2 - 1]]))
        return try nanoseconds(calls: 100) { call in try controller.setValue(Double(call) + 0.5) }
      },
    ]
  }

  /// Numbers, and a chain of sums each of which reads one of them: `size` nodes in all.
  private static func model(_ size: Int) throws -> (CalculatorModel, (numbers: [NodeID], sums: [NodeID])) {
    let model = CalculatorModel()
    let numbers = (0..<size / 2).map { model.addNode(at: GraphPoint(0, Double($0) * 300)) }
    let sums = try (0..<size / 2).map { index in
      let node = model.addNode(at: GraphPoint(400, Double(index) * 300))
      _ = try model.setKind("Add", of: node)
      return node
    }
    for (index, sum) in sums.enumerated() {
      _ = try model.toggleConnection(from: numbers[index].output, to: sum.input(0))
      if index > 0 { _ = try model.toggleConnection(from: sums[index - 1].output, to: sum.input(1)) }
    }
    return (model, (numbers, sums))
  }
}
