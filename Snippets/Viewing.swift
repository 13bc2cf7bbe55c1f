// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// snippet.show
import CalculatorView
import NodeGraph
import NodeView

let controller = CalculatorController()  // the demo: Add = One + Two
let view = controller.view

// A finger stays on One for half a second, then touches the second input of Add.
view.handle(InputEvent(.down(pointer: 0, at: GraphPoint(300, 150), button: .primary), time: 0))
view.handle(InputEvent(.tick, time: 0.5))
view.handle(InputEvent(.up(pointer: 0, at: GraphPoint(300, 150)), time: 0.6))
let effects = view.handle(InputEvent(.down(pointer: 0, at: GraphPoint(600, 480), button: .primary), time: 1))
print(effects.count)  // the mode ends, One is connected to Add.y, and parts of the canvas are dirty

let canvas = SVGCanvas(size: view.viewport.size)
view.draw(in: canvas)
print(canvas.text)  // what the user sees: Add is 4
// snippet.hide
