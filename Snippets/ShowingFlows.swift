// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// Shows a flow in a view, edits it, and undoes the edit.

// snippet.show
import NodeGraph
import NodeView

enum Page: String { case cart, done, home }
enum Incident: CaseIterable { case paid, failed, quit }

let shop = FlowGraph<Page, Incident> {
  step(.cart) { on(.paid) { next(.done) } }
  anyStep { on(.quit) { restart(at: .home) } }
}
let view = GraphView(size: GraphSize(800, 500), profile: .editor, style: .light)
let host = FlowHost(shop, in: view, events: Incident.allCases)
host.start = .cart
host.moveForDrop = { step, event, position in .back }  // a wire that is dropped beside all steps
host.edit { $0.set(.back, at: .cart, on: .failed) }
print(host.flow.rules.count)  // 3
host.undo()
print(host.flow == shop)  // true
// snippet.hide
