// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import TestSupport

/// Draws the steps of lives. It doesn't depend on the graph, so the same seed gives the same steps in each process.
struct ScriptGenerator {
  private var random: SplitMix64
  private let features: [ScriptFeature]

  init(seed: UInt64, features: [ScriptFeature] = ScriptFeature.all) {
    random = SplitMix64(seed: seed)
    self.features = features
  }

  /// Returns the steps of the next life. They include structure and values, and each other feature with probability one half. A
  /// life begins with some nodes and connections, so that later steps have something to work on.
  mutating func life(of count: Int) -> [ScriptStep] {
    let chosen = features.enumerated().filter { $0.offset < 2 || !random.oneIn(2) }.flatMap(\.element.steps)
    let adding = weighed(chosen.filter { $0.name.hasPrefix("add") && $0.name != "addInstance" })
    let all = weighed(chosen)
    let travels = chosen.contains { $0.name == ScriptStep.undo.name }
    var steps: [ScriptStep] = []
    while steps.count < count {
      let index = steps.count
      let step = index < 6 ? random.pick(adding) : index < 14 ? .connect : random.pick(all)
      steps.append(step.with((0..<8).map { _ in random.below(60) }))
      // What an edit has just changed is what undoing can leave wrong.
      if travels, index >= 14, random.oneIn(5) { steps += random.oneIn(2) ? [.undo(), .redo()] : [.undo()] }
    }
    return steps
  }

  private func weighed(_ steps: [ScriptStep]) -> [ScriptStep] {
    steps.flatMap { Array(repeating: $0, count: $0.weight) }
  }
}
