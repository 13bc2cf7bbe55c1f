// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import Testing

/// A graph of four nodes, two of which the tests group: price → tax ← rate, price → total ← tax.
struct TaxGraph {
  let evaluator = Evaluator(definitions: SubgraphScript.kinds)
  let price: NodeID
  let rate: NodeID
  let tax: NodeID
  let total: NodeID

  init() throws {
    var nodes: [NodeID] = []
    try evaluator.edit { edit in
      let (price, rate) = (try edit.add("Number", named: "price"), try edit.add("Number", named: "rate"))
      let (tax, total) = (try edit.add("Add", named: "tax"), try edit.add("Add", named: "total"))
      try edit.set(price, to: 100)
      try edit.set(rate, to: 20)
      try edit.connect(price.output, to: tax.input("x"))
      try edit.connect(rate.output, to: tax.input("y"))
      try edit.connect(price.output, to: total.input("x"))
      try edit.connect(tax.output, to: total.input("y"))
      try edit.move(rate, to: GraphPoint(0, 100))
      try edit.move(tax, to: GraphPoint(200, 100))
      nodes = [price, rate, tax, total]
    }
    (price, rate, tax, total) = (nodes[0], nodes[1], nodes[2], nodes[3])
    evaluator.undoLimit = 1 << 20
  }
}

/// Tests that begin with a `TaxGraph`.
protocol TaxGraphTests {
  var taxes: TaxGraph { get }
}

extension TaxGraphTests {
  var evaluator: Evaluator { taxes.evaluator }
  var price: NodeID { taxes.price }
  var rate: NodeID { taxes.rate }
  var tax: NodeID { taxes.tax }
  var total: NodeID { taxes.total }

  var groups: Subgraphs { evaluator.subgraphs }

  func value(_ node: NodeID) throws -> Int {
    evaluator[try #require(try evaluator.output(node.output, as: Int.self))]
  }

  /// Groups rate and tax.
  func group() throws -> InstanceID {
    var group: InstanceID?
    try evaluator.edit("group") { group = try $0.group([tax, rate], named: "Tax") }
    return try #require(group)
  }

  func definition(_ instance: InstanceID) throws -> DefinitionID {
    try #require(groups.definition(of: instance))
  }
}
