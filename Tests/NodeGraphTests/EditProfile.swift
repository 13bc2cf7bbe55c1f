// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import TestSupport

/// What an edit script does, how often, and with which kinds.
struct EditProfile {
  enum Action {
    case add, addOwn, connect, disconnectInput, disconnectOne, rename, move, setKind, remove
    /// Adds dozens of nodes, and removes all but a few.
    case addMany, removeMost
  }

  /// Each action as often as it is chosen.
  let actions: [Action]
  var kinds = mixedKinds
  /// Of how many nodes on more are removed than come.
  var nodeLimit = 24
  /// Whether a node becomes one of a kind that comes next to its own in the list.
  var takesNeighbours = false

  private init(_ weights: [(Action, Int)]) {
    actions = weights.flatMap { Array(repeating: $0.0, count: $0.1) }
  }

  /// A bit of everything.
  static var mixed: EditProfile {
    EditProfile([
      (.add, 3), (.addOwn, 1), (.connect, 9), (.disconnectInput, 1), (.disconnectOne, 2), (.rename, 1), (.move, 1),
      (.setKind, 1), (.remove, 1),
    ])
  }

  /// Dozens of nodes come, and almost all go at once, so that tables become small.
  static var clearing: EditProfile {
    var profile = EditProfile([
      (.add, 4), (.addOwn, 2), (.connect, 30), (.disconnectOne, 2), (.rename, 2), (.move, 2), (.setKind, 2),
      (.remove, 1), (.addMany, 4), (.removeMost, 3),
    ])
    profile.nodeLimit = 150
    return profile
  }

  /// Nodes get more and more inputs and outputs, hundreds of inputs among them, and lose them again.
  static var ports: EditProfile {
    var profile = EditProfile([(.add, 1), (.connect, 12), (.disconnectInput, 1), (.disconnectOne, 2), (.setKind, 14)])
    profile.kinds = (0...220).map { count in
      NodeKind(
        "\(count) ports",
        inputs: (0..<count).map { .init("x\($0)", $0 % 7 == 3 ? text : number, arity: $0 % 5 == 2 ? .many : .one) },
        outputs: (0..<count / 10).map { .init("y\($0)", $0 % 4 == 1 ? text : number) })
    }
    profile.nodeLimit = 4
    profile.takesNeighbours = true
    return profile
  }

  /// Inputs take dozens of connections, which go from the middle.
  static var manyInputs: EditProfile {
    var profile = EditProfile([(.add, 1), (.connect, 40), (.disconnectOne, 7), (.setKind, 2)])
    profile.kinds = [
      constant, sum, NodeKind("Join", inputs: [.init("terms", number, arity: .many)], outputs: [.init("sum", number)]),
      NodeKind(
        "Merge", inputs: [.init("terms", number, arity: .many), .init("more", number, arity: .many)],
        outputs: [.init("sum", number)]),
      NodeKind("Split", inputs: [.init("x", number)], outputs: [.init("half", number), .init("rest", number)]),
    ]
    profile.nodeLimit = 8
    return profile
  }
}
