// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// Goes through the steps of a flow and back.

// snippet.show
import NodeGraph

enum Screen { case home, cart, done }
enum Happening { case paid, failed, quit }

let checkout = FlowGraph<Screen, Happening> {
  step(.cart) {
    on(.paid) { next(.done) }
    on(.failed) { back() }
  }
  step(.done) {}
  anyStep {
    on(.quit) { restart(at: .home) }
  }
}

var state = FlowState<Screen, Happening, [String]>(in: checkout)
state.start(from: .cart, with: ["a book"])
try state.continue(with: .paid)
print(state.path)  // [cart, done]
try state.continue(with: .quit)
print(state.path)  // [home]
print(checkout.dot())
// snippet.hide
