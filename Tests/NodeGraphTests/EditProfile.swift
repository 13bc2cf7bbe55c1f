// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import TestSupport

/// The actions of an edit script, their frequencies, and the kinds of its nodes.
struct EditProfile {
  enum Action {
    case add, addOwn, connect, disconnectInput, disconnectOne, rename, move, setKind, remove
    /// Adds dozens of nodes, and removes all but a few.
    case addMany, removeMost
  }

  /// The actions to choose from, each repeated by its weight.
  let actions: [Action]
  var kinds = mixedKinds
  /// The node count above which removals outnumber additions.
  var nodeLimit = 24
  /// Whether a node's new kind is chosen near its present kind in the list.
  var takesNeighbours = false

  private init(_ weights: [(Action, Int)]) {
    actions = weights.flatMap { Array(repeating: $0.0, count: $0.1) }
  }

  /// All actions on single nodes and connections, in a balanced mix.
  static var mixed: EditProfile {
    EditProfile([
      (.add, 3), (.addOwn, 1), (.connect, 9), (.disconnectInput, 1), (.disconnectOne, 2), (.rename, 1), (.move, 1),
      (.setKind, 1), (.remove, 1),
    ])
  }

  /// Adds dozens of nodes and removes almost all of them at once, so that tables shrink.
  static var clearing: EditProfile {
    var profile = EditProfile([
      (.add, 4), (.addOwn, 2), (.connect, 30), (.disconnectOne, 2), (.rename, 2), (.move, 2), (.setKind, 2),
      (.remove, 1), (.addMany, 4), (.removeMost, 3),
    ])
    profile.nodeLimit = 150
    return profile
  }

  /// Gives nodes more and more inputs and outputs, up to hundreds of inputs, and takes them away again.
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

  /// Makes dozens of connections to one input, and removes them from the middle.
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
