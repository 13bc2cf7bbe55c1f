// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// A host of a view: two kinds, one renderer for everything, and edits on the user's behalf.

// snippet.show
import NodeEval
import NodeGraph
import NodeView

/// Draws one line of text, for items and for rows.
final class Label: ItemRenderer, InputRowRenderer, OutputRowRenderer {
  let intrinsicContentSize: GraphSize
  private let read: () -> String
  private var text = ""

  init(_ size: GraphSize, read: @escaping () -> String) {
    intrinsicContentSize = size
    self.read = read
  }

  func reload() { text = read() }

  func draw(in canvas: any DrawingCanvas, size: GraphSize) {
    canvas.draw(text, in: GraphRect(.zero, size), style: TextStyle(alignment: .center))
  }
}

final class Host: NodeGraphDelegate {
  let evaluator = Evaluator(definitions: [
    .source("Number", output: ValuePort("value"), initial: 1.0),
    NodeDefinition("Add", inputs: ValuePort("x", default: 0.0), ValuePort("y", default: 0.0), output: ValuePort("sum"))
    {
      (x: Double, y: Double) -> Double in x + y
    },
  ])
  let view = GraphView(size: GraphSize(800, 600), profile: .desktop)
  private var drags = 0

  init() {
    evaluator.undoLimit = 16 << 20
    view.present(self)
  }

  /// Edits the model, then reloads what the edit affected; a refused edit leaves both as they were.
  func edit(_ title: String? = nil, gesture: Int? = nil, _ body: (Edit) throws(GraphError) -> Void) {
    do {
      view.reload(try evaluator.edit(title, gesture: gesture, body).affected)
    } catch {
      print("refused: \(error)")
    }
  }

  func undo() { view.reload(evaluator.undo()?.affected ?? []) }

  private func text(of node: NodeID) -> String {
    guard let output = try? evaluator.output(node.output, as: Double.self) else { return "?" }
    do { return "\(try evaluator.value(of: output))" } catch { return error.message }
  }
}

// What exists.
extension Host {
  func nodes(for view: GraphView) -> [NodeID] { evaluator.graph.nodes }
  func graph(for view: GraphView) -> Graph { evaluator.graph }
}

// How it looks.
extension Host {
  func graphView(_ view: GraphView, itemRendererFor node: NodeID) -> any ItemRenderer {
    Label(GraphSize(120, 40)) { [weak self] in self?.text(of: node) ?? "" }
  }

  func graphView(
    _ view: GraphView, inputRowRendererFor input: InputPort, connectedTo sources: [OutputPort]
  ) -> any InputRowRenderer {
    Label(GraphSize(120, 24)) { sources.isEmpty ? "not connected" : "connected" }
  }

  func graphView(_ view: GraphView, outputRowRendererFor output: OutputPort) -> any OutputRowRenderer {
    Label(GraphSize(120, 24)) { "result" }
  }
}

// What the user did.
extension Host {
  func graphView(_ view: GraphView, did effect: GraphViewEffect) {
    switch effect {
    case .moved(let node, let position):
      edit(gesture: drags) { edit throws(GraphError) in try edit.move(node, to: position) }
    case .endedMoving: drags += 1
    case .requestedNode(let position):
      edit { edit throws(GraphError) in _ = try edit.add("Number", at: position) }
    case .requestedDeletion(let doomed):
      edit("delete") { edit throws(GraphError) in
        for wire in doomed.remainingConnections { try edit.disconnect(wire.target) }
        for node in doomed.nodes { try edit.remove(node) }
      }
    case .toggledConnection(let source, let target):
      edit { edit throws(GraphError) in
        if edit.sources(of: target).contains(source) {
          try edit.disconnect(target)
        } else {
          try edit.connect(source, to: target, replacing: true)
        }
      }
    default: callMethod(for: effect, in: view)  // a wire that is cut or moved arrives as toggled
    }
  }
}

let host = Host()
host.edit { edit throws(GraphError) in
  let one = try edit.add("Number", at: GraphPoint(20, 20))
  let sum = try edit.add("Add", at: GraphPoint(300, 60))
  try edit.connect(one.output, to: sum.input("x"))
}
let canvas = SVGCanvas(size: host.view.viewport.size)
host.view.draw(in: canvas)
print(canvas.text.contains("connected"))  // true
// snippet.hide
