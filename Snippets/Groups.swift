// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// Groups nodes, uses the group twice, and changes both instances at once.

// snippet.show
import NodeEval
import NodeGraph

let evaluator = Evaluator(definitions: [
  .source("Number", output: ValuePort("value"), initial: 0.0),
  NodeDefinition("Multiply", inputs: ValuePort("x", default: 1.0), ValuePort("y", default: 1.0), output: ValuePort("z"))
  {
    (x: Double, y: Double) -> Double in x * y
  },
])
evaluator.undoLimit = 64 << 20
let groups = evaluator.subgraphs

// Two nodes become one thing. Nothing runs, and ids stay.
var net: [NodeID] = []
var tax: [InstanceID] = []
try evaluator.edit { edit in
  net = [try edit.add("Number", named: "books"), try edit.add("Number", named: "food")]
  let rate = try edit.add("Number", named: "rate")
  let product = try edit.add("Multiply", named: "product")
  try edit.set(net[0], to: 100.0)
  try edit.set(net[1], to: 50.0)
  try edit.set(rate, to: 0.2)
  try edit.connect(net[0].output, to: product.input("x"))
  try edit.connect(rate.output, to: product.input("y"))
  tax.append(try edit.group([rate, product], named: "Tax"))
}
guard let definition = groups.definition(of: tax[0]) else { throw SubgraphError.noInstance(tax[0]) }
print(groups.inputs(of: definition).map(\.name))  // ["x"]
print(groups.members(of: tax[0]).map(groups.scopedName))  // ["Tax › rate", "Tax › product"]

// The same again, for something else.
try evaluator.edit { edit in
  tax.append(try edit.add(instanceOf: definition, named: "Tax on food"))
  try edit.connect(net[1].output, to: tax[1].input("x"))
}

// A change of the definition is one of all its instances, and one step to undo.
try evaluator.edit("double the rate") { edit in
  try edit.change(definition) { inner in
    if let rate = inner.node(named: "rate") { try inner.set(rate, to: 0.4) }
    if let product = inner.node(named: "product") { try inner.expose(product.output, as: "Tax") }
  }
}
for instance in tax {
  if let port = groups.source(of: instance.node.output), let tax = try evaluator.output(port, as: Double.self) {
    print(groups.title(of: instance), evaluator[tax])  // Tax 40.0, then Tax on food 20.0
  }
}
evaluator.undo()

// Navigation is one value.
var path = GraphPath()
path.enter(tax[1])
print(groups.titles(along: path), groups.members(of: path.scope).count)  // ["Tax on food"] 2
print(NavigationPlan.steps(from: path, to: [tax[0]]).count)  // 2: leave, enter
try evaluator.edit { edit in try edit.remove(tax[1]) }
path = groups.living(path)
print(path.isRoot)  // true
// snippet.hide
