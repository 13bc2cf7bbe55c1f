// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Steps that belong together. The life of a script has some features and not others, so that rare ones meet.
struct ScriptFeature: Sendable {
  let name: String
  let steps: [ScriptStep]

  init(_ name: String, _ steps: [ScriptStep]) { (self.name, self.steps) = (name, steps) }

  static let all: [ScriptFeature] = [
    .structure, .values, .history, .groups, .definitions, .modes, .looks, .documents, .differences, .observers,
    .memo, .severalSteps, .forks, .demand, .stops, .workers, .lateValues, .states, .lateKinds,
  ]
}
