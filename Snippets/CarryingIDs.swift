// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// Keeps a selection across "revert to saved".

// snippet.show
import NodeEval
import NodeGraph

let kinds: [NodeDefinition] = [.source("Number", output: ValuePort("value"), initial: 3.0)]
var evaluator = Evaluator(definitions: kinds)
var selection: [NodeID] = []
try evaluator.edit { edit in selection = [try edit.add("Number", named: "n")] }
let saved = try evaluator.document()

let kept = selection.map(\.inDocument)
evaluator = try Evaluator(definitions: kinds, document: saved)
print(evaluator.graph.contains(selection[0]))  // false: it was a node of the graph before
selection = kept.compactMap { evaluator.graph.node(inDocument: $0) }
print(evaluator.graph.contains(selection[0]))  // true
// snippet.hide
