// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import CalculatorTestSupport
import FoundationEssentials
import NodeEval
import TestSupport
import Testing

/// Whole models, evaluated in blocks of rows and row by row.
@Suite struct SweepModelsTests {
  private static let examples: [String] = {
    let folder = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/") + "/Examples"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".nc") }.sorted().map { "\(folder)/\($0)" }
  }()

  private func load(_ bytes: [UInt8]) throws -> Session {
    let session = Session(reportsChanges: false, clock: nil)
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") { _ = try session.run(String(line)) }
    return session
  }

  /// Rows in which some inputs have values around their own, zero, and values of other magnitudes.
  private func rows(_ inputs: [(name: String, value: Double)], count: Int, _ random: inout SplitMix64) -> String {
    var lines = [inputs.map(\.name).joined(separator: ",")]
    for _ in 0..<count {
      let fields = inputs.map { input -> String in
        let factor = Double(random.below(2001)) / 1000
        switch random.below(12) {
        case 0: return "0"
        case 1: return NumberText.exact(-input.value)
        case 2: return NumberText.exact(input.value * 1e200)
        case 3: return NumberText.exact(factor)
        default: return NumberText.exact(input.value * factor)
        }
      }
      lines.append(fields.joined(separator: ","))
    }
    return lines.joined(separator: "\n")
  }

  /// Compares all numbers of a model, with some of its inputs varied.
  private func compare(_ session: Session, _ name: String, inputLimit: Int, seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var inputs: [(name: String, value: Double)] = []
    var options = SweepOptions()
    for name in session.names {
      guard let node = session.node(named: name) else { continue }
      if (try? session.evaluator.variable(node, as: Double.self)) != nil,
        case .value(.number(let value))? = session.value(of: name)
      {
        inputs.append((name, value))
      } else if case .value? = session.value(of: name) {
        options.outputs.append(name)
      }
    }
    while inputs.count > inputLimit { inputs.remove(at: random.below(inputs.count)) }
    #expect(!inputs.isEmpty && options.outputs.count > 2, "\(name)")
    options.rows = "rows.csv"
    options.workers = 1 + Int(seed % 3)
    let rows = rows(inputs, count: max(40, fuzzSteps(600)), &random)
    for isSummary in [false, true] {
      options.isSummary = isSummary
      if isSummary {
        options.outputs.removeAll { if case .value(.number)? = session.value(of: $0) { false } else { true } }
      }
      let blocks = try SweepBlockTests.text(options, of: session, rows: rows, byRows: false)
      let expected = try SweepBlockTests.text(options, of: session, rows: rows, byRows: true)
      guard blocks != expected else { continue }
      let first = zip(blocks.split(separator: "\n"), expected.split(separator: "\n")).first { $0 != $1 }
      Issue.record("\(name), seed \(seed): \(first.map { "\($0)\n\($1)" } ?? "")")
    }
  }

  @Test(
    .enabled(if: SharedData("workbooks").isThere, "there is no folder of workbooks next to the repository"),
    arguments: ["carbon-trust-eu.nc", "decc-2050-pathways.nc"])
  func realWorkbooksHaveTheBytesOfRowsThatAreEvaluatedOneByOne(name: String) throws {
    let session = try load(try #require(SharedData("workbooks").bytes(name)))
    for seed in fuzzSeeds(0...2) { try compare(session, name, inputLimit: 6, seed: seed) }
  }

  @Test func everyExampleHasTheBytesOfRowsThatAreEvaluatedOneByOne() throws {
    #expect(Self.examples.count >= 3)
    for path in Self.examples {
      let session = try load(Array(try #require(FileManager.default.contents(atPath: path))))
      for seed in fuzzSeeds(0...2) { try compare(session, path, inputLimit: 3, seed: seed) }
    }
  }
}
