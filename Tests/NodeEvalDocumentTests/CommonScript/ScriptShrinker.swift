// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Shortens a failing script: Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input" (2002).
struct ScriptShrinker {
  private(set) var steps: [ScriptStep]
  private(set) var complaint: ScriptComplaint
  private(set) var tries = 0

  init(_ steps: [ScriptStep], _ complaint: ScriptComplaint) {
    (self.steps, self.complaint) = (Array(steps.prefix(complaint.step + 1)), complaint)
  }

  mutating func shrink(atMost limit: Int = 4_000) async {
    var isShorter = true
    while isShorter, tries < limit {
      isShorter = await removeSteps()
      if await simplifyNumbers(limit) { isShorter = true }
    }
  }

  /// Returns whether a candidate still breaks the same rule; if so, continues with it.
  private mutating func accept(_ candidate: [ScriptStep]) async -> Bool {
    tries += 1
    guard let found = await ScriptModel.play(candidate), found.rule == complaint.rule else { return false }
    (steps, complaint) = (Array(candidate.prefix(found.step + 1)), found)
    return true
  }

  private mutating func removeSteps() async -> Bool {
    var wasShortened = false
    var size = max(1, steps.count / 2)
    while true {
      var start = 0
      while start < steps.count {
        var candidate = steps
        candidate.removeSubrange(start..<min(steps.count, start + size))
        if await accept(candidate) { wasShortened = true } else { start += size }
      }
      if size == 1 { return wasShortened }
      size /= 2
    }
  }

  private mutating func simplifyNumbers(_ limit: Int) async -> Bool {
    var wasSimplified = false
    var place = 0
    while place < steps.count, tries < limit {
      for index in steps[place].numbers.indices where place < steps.count && index < steps[place].numbers.count {
        for smaller in [0, 1, 2, 3, 4] where place < steps.count && smaller < steps[place].numbers[index] {
          var numbers = steps[place].numbers
          numbers[index] = smaller
          var candidate = steps
          candidate[place] = steps[place].with(numbers)
          if await accept(candidate) {
            wasSimplified = true
            break
          }
        }
      }
      place += 1
    }
    return wasSimplified
  }

  /// The script as it is written in a test.
  var text: String { "[\n" + steps.map { "  \($0),\n" }.joined() + "]" }
}
