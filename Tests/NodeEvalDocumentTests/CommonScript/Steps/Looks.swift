// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Looks of members and wires, and frames around members.
extension ScriptFeature {
  static let looks = ScriptFeature("looks", [.setNodeLook, .setWireLook, .reroute, .frame])
}

extension ScriptStep {
  static let setNodeLook = ScriptStep("setNodeLook", 3) { model, numbers in
    let scope = model.pickScope(&numbers)
    guard let member = numbers.pick(model.members(of: scope)) else { return }
    let (isDefault, color, depth) = (numbers.below(3) == 2, numbers.below(4), numbers.below(2))
    let look =
      isDefault
      ? NodeLook()
      : NodeLook(
        depth: depth, color: GraphColor(UInt32(color)), format: depth == 0 ? nil : "0.00",
        note: color == 0 ? nil : "note")
    model.edit(in: scope) { try $0.setLook(look, of: member) }
  }

  static let setWireLook = ScriptStep("setWireLook", 4) { model, numbers in
    let scope = model.pickScope(&numbers)
    guard let connection = numbers.pick(model.groups.connections(in: scope)) else { return }
    var look = model.groups.look(of: connection, in: scope)
    switch numbers.below(6) {
    case 0: look.label = look.label == nil ? "net" : nil
    case 1: look.color = look.color == nil ? GraphColor(7) : nil
    case 2: look.course = look.course == nil ? .lanes : nil
    case 3: look.width = look.width == nil ? 3 : nil
    case 4: look.dash = look.dash.isEmpty ? [8, 4] : []
    default: look = ConnectionLook()
    }
    let changed = look
    guard model.edit(in: scope, { try $0.setLook(changed, of: connection) }) else { return }
    let found = model.groups.look(of: connection, in: scope)
    if model.groups.connections(in: scope).count(where: { $0 == connection }) == 1, found != changed {
      model.complain("a wire is shown as was said", "\(found), not \(changed)")
    }
  }

  static let reroute = ScriptStep("reroute", 3) { model, numbers in
    let scope = model.pickScope(&numbers)
    guard let connection = numbers.pick(model.groups.connections(in: scope)) else { return }
    let count = model.groups.look(of: connection, in: scope).reroutes.count
    let (isRemoved, index) = (numbers.below(3) == 2, numbers.below(max(1, count)))
    let point = GraphPoint(Double(numbers.below(90)), 50)
    model.edit(in: scope) { scope in
      if isRemoved, count > 0 {
        try scope.removeReroute(index, connection)
      } else {
        try scope.addReroute(connection, point)
      }
    }
  }

  static let frame = ScriptStep("frame", 2) { model, numbers in
    let scope = model.pickScope(&numbers)
    let frame = numbers.pick(model.groups.frames(in: scope))
    let (choice, name) = (numbers.below(4), model.freshName())
    let members = numbers.pickSome(of: model.members(of: scope), atMost: 3)
    model.edit(in: scope) { scope in
      switch (choice, frame) {
      case (2, let frame?): try scope.moveFrame(frame.id, GraphPoint(10, 20))
      case (3, let frame?): try scope.removeFrame(frame.id)
      default: try scope.addFrame(name, members)
      }
    }
  }
}
