// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CAllocationCount
import Foundation
import Measuring
import Shapes

/// The figures so far, which are printed as they are measured.
struct Comparison {
  /// The figure of one engine for one shape; the keys are those of the JSON file.
  struct Figure: Encodable {
    let shape: String
    let size: Int
    let engine: String
    let unit: String
    let median: Double
    let low: Double
    let high: Double
    let goal: Double?
    let evaluations: Double?
  }

  private struct File: Encodable {
    let machine: String
    let clock: String
    let samples: Int
    let rows: [Figure]
  }

  let samples: Int
  private(set) var figures: [Figure] = []
  private var missed: [String] = []
  private var met = 0

  init(samples: Int) {
    self.samples = samples
    print("\(Machine.description); nanoseconds of this thread, medians of \(samples) interleaved samples (quartiles)")
  }

  /// Measures a row and prints it.
  ///
  /// - Throws: ``Mismatch`` if an engine computes a wrong value, or evaluates too many nodes.
  mutating func add(_ row: Row) throws {
    var subjects: [Subject] = []
    var absent: [String] = []
    for (name, make) in row.entrants {
      join_free_memory()
      if let subject = try make() { subjects.append(subject) } else { absent.append(name) }
    }
    let updates = try subjects.map { subject in row.isSingle ? 1 : try Self.updates(for: subject) }
    var times = [[Double]](repeating: [], count: subjects.count)
    // Samples are interleaved, so that a noisy moment of a shared machine affects all engines.
    for _ in 0..<(row.isSingle ? min(samples, 3) : samples) {
      for (index, subject) in subjects.enumerated() {
        times[index].append(try subject.time(updates[index]) / Double(updates[index]) / subject.divisor)
      }
    }
    var added: [Figure] = []
    for (subject, times) in zip(subjects, times) {
      let sorted = times.sorted()
      let isHeadline = subject.engine == row.headline || subjects.count == 1
      added.append(
        Figure(
          shape: row.shape, size: row.size, engine: subject.engine, unit: row.unit, median: sorted[sorted.count / 2],
          low: sorted[sorted.count / 4], high: sorted[sorted.count * 3 / 4], goal: isHeadline ? row.goal : nil,
          evaluations: subject.evaluations))
    }
    figures += added
    show(added, row)
    if !absent.isEmpty { print("  can't, or takes too long: \(absent.joined(separator: "; "))") }
    // All streams are flushed, because a pipe would hold lines back, and would lose them if the next row fails.
    fflush(nil)
  }

  /// The number of updates for a sample of some milliseconds, found after enough updates to warm caches up.
  private static func updates(for subject: Subject) throws -> Int {
    var updates = 2
    while try subject.time(updates) < 4e6, updates < 1 << 24 { updates *= 2 }
    return updates
  }

  private mutating func show(_ added: [Figure], _ row: Row) {
    print("\n\(row.shape), \(Text.count(row.size))  [\(row.unit)]")
    let ours = added.first { $0.engine == row.headline } ?? added.first
    for figure in added {
      var line = "  " + Text.left(figure.engine, 30) + Text.right(Text.figure(figure.median), 12)
      line += "  " + Text.left("(\(Text.figure(figure.low))…\(Text.figure(figure.high)))", 24)
      if let ours, figure.engine != ours.engine {
        line += Text.right("× " + Text.figure(figure.median / ours.median), 12)
      } else if let goal = figure.goal {
        let isMet = figure.median <= goal
        line += Text.right("≤ \(Text.figure(goal)) \(isMet ? "met" : "NOT MET")", 20)
        if isMet { met += 1 } else { missed.append("\(row.shape) \(Text.count(row.size))") }
      }
      print(line)
    }
  }

  /// The number of goals that were met, and the rows that missed theirs.
  var verdict: String {
    missed.isEmpty
      ? "\nAll \(met) goals are met."
      : "\n\(met) of \(met + missed.count) goals are met; not: \(missed.joined(separator: "; "))"
  }

  /// The figures as JSON.
  func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(
      File(machine: Machine.description, clock: "CLOCK_THREAD_CPUTIME_ID", samples: samples, rows: figures))
  }
}
