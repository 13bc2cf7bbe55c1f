// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Formulas
import Testing

/// Tables in the formats that files have, and in combinations of them: each is read with the names and values that were written,
/// or differences are reported.
@Suite struct GeneratedTableTests {
  @Test func everyShapeIsReadAsItWasWrittenOrItIsSaidWhatWasNot() {
    let seeds: Range<UInt64> = 0..<400
    var (refused, doubted) = ([UInt64](), [UInt64]())
    for seed in seeds {
      let made = GeneratedTable(seed: seed)
      do throws(FileFailure) {
        let table = try CSVTable(made.bytes, path: "f.csv")
        guard table.names == made.names, table.count == made.columns[0].count else {
          let notes = notes(table)
          if notes.isEmpty {
            Issue.record(
              "seed \(seed): \(table.names) \(table.count), written \(made.names) \(made.columns[0].count)\n\(made.shape)"
            )
          }
          doubted.append(seed)
          continue
        }
        for (place, name) in made.names.enumerated() where !isRight(table, name, made.columns[place], seed, made) {
          doubted.append(seed)
        }
      } catch {
        refused.append(seed)
        #expect(error.message.hasPrefix("f.csv:") && error.hint != nil, "seed \(seed): \(error.text)")
      }
    }
    // Few formats are ambiguous.
    #expect(refused.count <= seeds.count / 50, "refused: \(refused)")
    #expect(Set(doubted).count <= seeds.count / 20, "read otherwise, with a note: \(Set(doubted).sorted())")
  }

  private func notes(_ table: CSVTable) -> [String] {
    table.names.flatMap { (try? table.column($0, as: nil).notes) ?? ["refused"] }
  }

  /// Whether a column has the values that were written. A different reading without a note is recorded as an issue.
  private func isRight(
    _ table: CSVTable, _ name: String, _ values: [GeneratedTable.Value], _ seed: UInt64, _ made: GeneratedTable
  ) -> Bool {
    let column: CSVTable.Column
    do throws(FileFailure) {
      column = try table.column(name, as: nil)
    } catch {
      let isComplete = values.allSatisfy { $0 != .missing }
      #expect(!isComplete && error.message.hasPrefix("f.csv:"), "seed \(seed), \(name): \(error.text)\n\(made.shape)")
      return true
    }
    let read: [GeneratedTable.Value]
    switch column.values {
    case .numbers(let numbers): read = numbers.map { .number($0) }
    case .texts(let texts): read = texts.map { .text($0) }
    default: read = []
    }
    if read == values { return true }
    // A cell that is not a number turns the column into texts, with a note.
    let hasOdd = values.contains { if case .number = $0 { false } else { true } }
    let isSaid = !column.notes.isEmpty
    let areTexts = if case .texts = column.values { read.count == values.count } else { false }
    #expect(isSaid, "seed \(seed), \(name): \(read) in place of \(values)\n\(made.shape)")
    return isSaid && hasOdd && areTexts
  }
}
