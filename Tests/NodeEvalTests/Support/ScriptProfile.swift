// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval

/// What a random script does, how often, and to which nodes.
struct ScriptProfile {
  enum Action {
    case remove, connect, connectMany, disconnect, disconnectOne, set, setLiteral, clearLiteral
    case setKind, setDefinition, resize, rename
    /// Adds dozens of nodes, or removes all but a few.
    case addMany, removeMost
  }

  /// The actions, each listed as often as its relative frequency.
  private(set) var actions: [Action] = []
  /// Makes the registered kinds.
  var kinds: (RunCounter) -> [ModelKind] = ModelKind.all
  /// The names of the kinds of new nodes, each listed as often as its relative frequency; all kinds if `nil`.
  var choices: [String]?
  /// The values that sources are given.
  var numbers: [Double] = [-2, -1, -0.0, 0, 0.5, 1, 2, 3, 4, 50, .nan, .infinity]
  /// Whether values of some kinds come late.
  var hasLateKinds = false
  /// Whether readers of a late value continue with the last one.
  var keepsLastValues = false
  /// The largest number of nodes.
  var nodeLimit = 14
  /// How many steps a graph lasts on average before a new one replaces it.
  var lifetime = 700

  /// Returns the profile of an extreme by its name.
  static func named(_ name: String) -> ScriptProfile? {
    switch name {
    case "failures": failures
    case "many inputs": manyInputs
    case "ports": ports
    case "clearing": clearing
    default: nil
    }
  }

  private init(_ weights: [(Action, Int)]) {
    actions = weights.flatMap { Array(repeating: $0.0, count: $0.1) }
  }

  /// Some of every action.
  static var mixed: ScriptProfile {
    ScriptProfile([
      (.remove, 2), (.connect, 7), (.disconnect, 1), (.disconnectOne, 1), (.set, 3), (.setLiteral, 2),
      (.clearLiteral, 1), (.setKind, 2), (.setDefinition, 1), (.connectMany, 2), (.rename, 2),
    ])
  }

  /// Most nodes fail or are blocked, for reasons that appear and disappear.
  static var failures: ScriptProfile {
    var profile = ScriptProfile([
      (.remove, 1), (.connect, 10), (.connectMany, 2), (.disconnect, 2), (.set, 9), (.setLiteral, 1),
      (.clearLiteral, 2), (.setKind, 2),
    ])
    profile.choices = [
      "Number", "Number", "Number", "Root", "Root", "Root", "Root", "Add", "Add", "Clamp", "Clamp", "Rescue", "Rescue",
      "Split", "Split", "Sum", "Mix", "Text", "Length",
    ]
    profile.numbers = [-4, -2, -1, 0, 1, 2, 50]
    profile.nodeLimit = 36
    return profile
  }

  /// Values of some nodes come late.
  static func late(_ policy: InputChangePolicy, keepsLastValue: Bool = false) -> ScriptProfile {
    var profile = mixed
    profile.kinds = { ModelKind.all($0) + ModelKind.late($0, policy, keepsLastValue: keepsLastValue) }
    profile.choices = [
      "Number", "Number", "Root", "Add", "Add", "Sum", "Rescue", "Split", "Mix", "Text", "Length", "Late", "Late",
      "Join",
    ]
    profile.hasLateKinds = true
    profile.keepsLastValues = keepsLastValue
    return profile
  }

  /// Inputs take many connections, which are disconnected in the middle.
  static var manyInputs: ScriptProfile {
    var profile = ScriptProfile([
      (.remove, 1), (.connect, 30), (.connectMany, 10), (.disconnectOne, 9), (.set, 5), (.setKind, 1), (.resize, 1),
    ])
    profile.kinds = { ModelKind.all($0) + ModelKind.folds($0) }
    profile.choices = ["Number", "Number", "Number", "Number", "Number", "Sum", "Fold", "Fold", "Weave", "Weave"]
    profile.numbers = [-2, -1, 0, 0.5, 1, 2, 3]
    profile.nodeLimit = 10
    profile.lifetime = 5000
    return profile
  }

  /// Dozens of nodes are added and almost all are removed at once, so that tables shrink.
  static var clearing: ScriptProfile {
    var profile = ScriptProfile([
      (.remove, 1), (.connect, 30), (.connectMany, 8), (.disconnectOne, 2), (.set, 6), (.setLiteral, 4),
      (.clearLiteral, 2), (.setKind, 2), (.setDefinition, 2), (.rename, 3), (.addMany, 3), (.removeMost, 2),
    ])
    profile.nodeLimit = 50
    return profile
  }

  /// Nodes get more and more inputs, up to hundreds, and lose them again.
  static var ports: ScriptProfile {
    var profile = ScriptProfile([
      (.remove, 1), (.connect, 24), (.connectMany, 6), (.disconnect, 1), (.disconnectOne, 3), (.set, 6), (.setKind, 1),
      (.resize, 30),
    ])
    profile.choices = ["Number", "Number", "Number", "Add", "Sum", "Split"]
    profile.numbers = [-2, -1, 0, 0.5, 1, 2, 3]
    profile.nodeLimit = 6
    profile.lifetime = 5000
    return profile
  }
}
