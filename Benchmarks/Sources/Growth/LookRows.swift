// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorView
import NodeEval
import NodeGraph
import NodeView

/// Sources with one node each; all of them, and the connections between them, have looks.
struct Shown: Fixture {
  var wide: Wide

  init(_ size: Int) throws {
    wide = try Wide(size)
    let wide = wide
    try wide.evaluator.edit { edit in
      for (source, node) in zip(wide.sources, wide.nodes) {
        try edit.setLook(NodeLook(isLocked: true), of: node)
        let wire = Connection(from: source.node.output, to: node.input(0))
        try edit.setLook(ConnectionLook(label: "wire"), of: wire)
      }
    }
    // The first edit that disconnects something makes an index of all looks.
    try cut(0)
  }

  /// Disconnects a connection with a look, which is removed, and makes it again with a look.
  func cut(_ call: Int) throws {
    let (source, node) = (wide.source(call).node, wide.node(call))
    try wide.evaluator.edit { edit in try edit.disconnect(node.input(0)) }
    try wide.evaluator.edit { edit in
      try edit.connect(source.output, to: node.input(0))
      let wire = Connection(from: source.output, to: node.input(0))
      try edit.setLook(ConnectionLook(label: "wire"), of: wire)
    }
  }
}

extension Row {
  /// The costs of looks for edits that don't involve them.
  static var looks: [Row] {
    [
      .call("Edit.disconnect and connect of a wire with a look, among looks of all") { (shown: inout Shown, call) in
        try shown.cut(call)
      },
      .call("Edit.connect of an input without a look, and disconnect, among looks of all") {
        (shown: inout Shown, call) in
        let (evaluator, target) = (shown.wide.evaluator, shown.wide.node(call).input(1))
        try evaluator.edit { edit in try edit.connect(shown.wide.source(call).node.output, to: target) }
        try evaluator.edit { edit in try edit.disconnect(target) }
      },
      .call("Edit.add and remove of a node, among looks of all") { (shown: inout Shown, _) in
        var node: NodeID?
        try shown.wide.evaluator.edit { edit in node = try edit.add("Add") }
        if let node { try shown.wide.evaluator.edit { edit in try edit.remove(node) } }
      },
      Row("SessionEditor.changeLook and endMoving, a point of a wire in a view of so many nodes", largest: 10_000) {
        size in
        let editor = SessionEditor(try Sessions.chain(size))
        let view = GraphView(size: GraphSize(1000, 800), profile: .editor, style: .light)
        let controller = SessionController(of: editor, in: view)
        let graph = editor.session.evaluator.graph
        let wires = graph.nodes.prefix(33).flatMap { graph.connections(of: $0) }
        return nanoseconds(calls: 100) { call in
          editor.changeLook(of: wires[call % wires.count], in: nil) { $0.reroutes = [GraphPoint(Double(call), 50)] }
          editor.endMoving()
          precondition(controller.view.takeDirtyRegion() != nil)
        }
      },
      .call("Edit.setKind of a node, among looks of all") { (shown: inout Shown, call) in
        let node = shown.wide.node(call)
        try shown.wide.evaluator.edit { edit in
          try edit.setKind(of: node, to: "Mean")
          try edit.setKind(of: node, to: "Add")
        }
      },
    ]
  }
}
