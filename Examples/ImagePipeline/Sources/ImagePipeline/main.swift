// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NodeEval

// Develops an image of 8 megapixels: on demand, on two threads, with progress, and such that ^C stops it without
// losing results. A setting that was tried before is not computed again, within a limit of bytes. Fails if something
// is computed unnecessarily.

nonisolated(unsafe) private var wasStruck = false
signal(SIGINT) { _ in wasStruck = true }

let pipeline = try Pipeline()
let evaluator = pipeline.evaluator
let clock = ContinuousClock()
var failures = 0

@MainActor
func expect(_ condition: Bool, _ message: @autoclosure () -> String) {
  if condition { return }
  print("Wrong: \(message())")
  failures += 1
}

func seconds(_ duration: Duration) -> String { String(format: "%.3f s", duration / .seconds(1)) }

/// Makes an edit, and continues in slices of a fifth of a second until all necessary nodes have run.
@MainActor
func evaluate(_ title: String, _ edit: () throws -> Void) rethrows -> Duration {
  evaluator.budget = .time(.milliseconds(200))
  let duration = try clock.measure {
    try edit()
    while evaluator.hasUnfinished && !wasStruck {
      print("  … \(title): \(evaluator.unfinished.count) nodes may have to run")
      evaluator.resume()
    }
  }
  evaluator.budget = nil
  if wasStruck {
    print("Stopped; \(evaluator.unfinished.count) nodes are left. resume() would go on.")
    exit(130)
  }
  return duration
}

evaluator.workers = .upTo(2)

let preview = evaluator.need(pipeline.preview.node)
print(evaluator[pipeline.preview])
print("the preview: \(pipeline.runs.take()) of bands computed")

evaluator.set(pipeline.radius, to: 12)
expect(pipeline.runs.take() == 0, "the preview needs no blurring")

var export: Need?
let whole = evaluate("export") { export = evaluator.need(pipeline.sharpened.map(\.node)) }
print("export: \(seconds(whole)), \(pipeline.runs.take()) bands")

let shades = evaluator.need(pipeline.histogram.node)
expect(
  evaluator[pipeline.histogram].reduce(0, +) == Pipeline.width * Pipeline.height,
  "each pixel has a shade")
expect(pipeline.runs.take() == Pipeline.bandCount, "a histogram looks at each band once")
let before = evaluator[pipeline.histogram]

// Results are memoized: with a setting that was tried before, no band is computed.
let first = evaluate("brighter") { evaluator.set(pipeline.exposure, to: 0.7) }
let computed = pipeline.runs.take()
let brighter = evaluator[pipeline.histogram]
expect(brighter != before, "more light makes a difference")
let back = clock.measure { evaluator.set(pipeline.exposure, to: 0) }
expect(evaluator[pipeline.histogram] == before, "the setting from before gives another image")
let again = clock.measure { evaluator.set(pipeline.exposure, to: 0.7) }
expect(evaluator[pipeline.histogram] == brighter, "the setting that was made again gives another image")
expect(pipeline.runs.take() == 0, "a setting that was tried before is computed again")
print("brighter: \(seconds(first)), \(computed) bands; back: \(seconds(back)); again: \(seconds(again)); none computed")
for stops in 1...6 {
  evaluator.set(pipeline.exposure, to: Double(stops) / 10)
  expect(evaluator.memoByteCount <= Pipeline.memoLimit, "results take more bytes than they may")
}
expect(evaluator.memoByteCount > Pipeline.memoLimit / 2, "results are forgotten although there is room")
evaluator.memoLimit = 0
_ = pipeline.runs.take()

// One thread and two alternate, so that other work of the machine affects both.
var ratios: [Double] = []
for round in 0..<5 {
  var times: [Duration] = []
  for count in [1, 2] {
    evaluator.workers = .upTo(count)
    times.append(clock.measure { evaluator.set(pipeline.amount, to: Double(10 * round + count)) })
    times[times.count - 1] += clock.measure {
      evaluator.set(pipeline.radius, to: 20 + 2 * round + count)
    }
  }
  ratios.append(times[0] / times[1])
}
print("one thread ÷ two: \(String(format: "%.2f", ratios.sorted()[ratios.count / 2]))")
withExtendedLifetime((preview, export, shades)) {}
if failures > 0 { exit(1) }
