// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import Testing

/// Graphs declared in code.
@Suite struct GraphDeclarationTests {
  private static let invoice = GraphDeclaration {
    let price = GraphSource("price", 100)
    let rate = GraphSource("rate", 20)
    price
    GraphGroup("Outer") {
      GraphGroup("Tax") {
        rate
        GraphFunction("tax", price, rate) { $0 * $1 / 100 }
      }
      GraphPlace("Add", named: "sum", at: GraphPoint(3, 4)).reading("x", from: "tax").giving("y", 7)
    }
    GraphPlace("Split", named: "digits").reading("x", from: "sum", "sum")
    GraphPlace("Number", named: "other").holding(5)
  }

  private func value(_ evaluator: Evaluator, _ node: NodeID?, _ output: Int = 0) throws -> Int {
    let node = try #require(node)
    return evaluator[try #require(try evaluator.output(node.output(output), as: Int.self))]
  }

  @Test func aDeclarationAddsNodesConnectionsValuesAndGroupsInOneStep() throws {
    let evaluator = Evaluator(definitions: SubgraphScript.kinds)
    evaluator.undoLimit = 1 << 20
    var names: [String: NodeID] = [:]
    try evaluator.edit("invoice") { edit in names = try edit.add(Self.invoice) }
    #expect(try value(evaluator, names["sum"]) == 27 && value(evaluator, names["digits"], 1) == 2)
    #expect(try value(evaluator, names["other"]) == 5)
    let groups = evaluator.subgraphs
    #expect(groups.scopedName(of: try #require(names["rate"])) == "Outer › Tax › rate")
    #expect(groups.position(of: try #require(names["sum"])) == GraphPoint(3, 4))
    #expect(groups.scope(of: try #require(names["Tax"]))?.node == names["Outer"])
    #expect(SubgraphSnapshot.brokenRules(of: Evaluator(definitions: SubgraphScript.kinds)).isEmpty)
    evaluator.checkInvariants()
    #expect(evaluator.undoTitles == ["invoice"])
    evaluator.undo()
    #expect(evaluator.graph.nodeCount == 0 && groups.definitions.isEmpty)
  }

  @Test func theCompilerChecksWhatFunctionsReadAndTheirTypesMayDiffer() throws {
    let evaluator = Evaluator()
    let names = try evaluator.edited { edit in
      try edit.add(
        GraphDeclaration {
          let (word, count) = (GraphSource("word", "ab"), GraphSource("count", 3))
          let repeated = GraphFunction("repeated", word, count) { String(repeating: $0, count: $1) }
          word
          count
          repeated
          GraphFunction("length", repeated) { Double($0.utf8.count) }
        })
    }
    let length = try #require(names["length"])
    #expect(evaluator[try #require(try evaluator.output(length.output, as: Double.self))] == 6)
  }

  @Test func conditionsLoopsAndOtherDeclarationsAreTakenAsTheyAre() throws {
    let isLong = true
    let chain = GraphDeclaration {
      GraphPlace("Number", named: "n0")
      for index in 1..<4 { GraphPlace("Add", named: "n\(index)").reading("x", from: "n\(index - 1)") }
      if isLong { GraphPlace("Add", named: "end").reading("x", from: "n3") }
    }
    let evaluator = Evaluator(definitions: SubgraphScript.kinds)
    let names = try evaluator.edited { edit in
      try edit.add(
        GraphDeclaration {
          chain
          GraphPlace("Add", named: "more").reading("x", from: "end")
        })
    }
    #expect(try value(evaluator, names["more"]) == 1 && evaluator.graph.nodeCount == 6)
  }

  @Test func whatIsRefusedAddsNothingAndSaysWhy() throws {
    let wrong: [(GraphDeclaration, String)] = [
      (
        GraphDeclaration { GraphPlace("Add", named: "a").reading("x", from: "b") }, "'a' reads 'b', which is not listed"
      ),
      (GraphDeclaration { GraphGroup("g") {} }, "the group 'g' is empty"),
    ]
    let evaluator = Evaluator(definitions: SubgraphScript.kinds)
    for (declaration, text) in wrong {
      let error = #expect(throws: GraphDeclarationError.self) {
        try evaluator.edit { edit in try edit.add(declaration) }
      }
      #expect(error?.description == text)
    }
    let refused: [GraphDeclaration] = [
      GraphDeclaration { GraphPlace("None", named: "a") },
      GraphDeclaration {
        GraphPlace("Add", named: "a")
        GraphPlace("Add", named: "a")
      },
      GraphDeclaration { GraphPlace("Add", named: "a").reading("x", from: "a") },
      GraphDeclaration {
        GraphPlace("Add", named: "b")
        GraphPlace("Add", named: "a").reading("z", from: "b")
      },
      GraphDeclaration { GraphPlace("Add", named: "a").giving("x", "text") },
      GraphDeclaration { GraphPlace("Add", named: "a").holding(1) },
    ]
    for declaration in refused {
      let error = #expect(throws: GraphDeclarationError.self) {
        try evaluator.edit { edit in try edit.add(declaration) }
      }
      guard case .refused(_, of: "a") = error else {
        Issue.record("\(String(describing: error)) names the node")
        continue
      }
    }
    #expect(evaluator.graph.nodeCount == 0)
  }
}
