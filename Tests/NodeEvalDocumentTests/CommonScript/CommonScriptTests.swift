// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

/// Random scripts of all features of an evaluator together, compared with a naive evaluation.
@Suite struct CommonScriptTests {
  /// The number of steps of a life. It is small, so that a failing life is shrunk quickly.
  private static let lifeLength = 60

  @Test(arguments: ScriptSeeds.all)
  func whateverFeaturesMeetValuesAreThoseOfANaiveEvaluation(seed: UInt64) async {
    var generator = ScriptGenerator(seed: seed)
    for life in 0..<max(1, ScriptSeeds.life.map { $0 + 1 } ?? (fuzzSteps(1_800) / Self.lifeLength)) {
      let steps = generator.life(of: Self.lifeLength)
      if let only = ScriptSeeds.life, only != life { continue }
      ScriptSeeds.trace("seed \(seed), life \(life):")
      guard let complaint = await ScriptModel.play(steps) else { continue }
      var shrinker = ScriptShrinker(steps, complaint)
      await shrinker.shrink(atMost: 1_500)
      Issue.record("seed \(seed), life \(life): \(shrinker.complaint)\n\(shrinker.text)")
      return
    }
  }

  /// A printed script can be used as a test.
  @Test func aScriptIsReadAsItIsPrinted() async {
    let steps: [ScriptStep] = [.add(0, 0, 2), .add(), .connect(0, 0, 1), .set(0, 3), .undo(), .redo()]
    #expect(
      steps.map(\.description) == [".add(0, 0, 2)", ".add()", ".connect(0, 0, 1)", ".set(0, 3)", ".undo()", ".redo()"])
    #expect(await ScriptModel.play(steps)?.description == nil)
  }
}
