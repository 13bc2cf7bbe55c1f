// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Shapes

/// The options of the command line.
struct Options {
  static let help = """
    Compare [--json FILE] [--markdown FILE] [--samples N] [--tables | --series] [WORD …]

    Prints what each engine needs for each shape, as the median of interleaved samples.

      --json FILE      writes the figures to a file as well
      --markdown FILE  writes a table, one line a shape
      --samples N      how often each is measured; 11 unless given
      --tables         leaves out the series over sizes and reaches
      --series         measures only these
      WORD …           measures only rows whose name contains one of the words
    """

  var jsonFile: String?
  var markdownFile: String?
  var samples = 11
  var wantsHelp = false
  private var words: [String] = []
  private var wantsTables = true
  private var wantsSeries = true

  init(_ arguments: some Sequence<String>) {
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--json": jsonFile = rest.popFirst()
      case "--markdown": markdownFile = rest.popFirst()
      case "--samples": samples = rest.popFirst().flatMap { Int($0) } ?? samples
      case "--tables": wantsSeries = false
      case "--series": wantsTables = false
      case "--help", "-h": wantsHelp = true
      default: words.append(argument)
      }
    }
  }

  func includes(_ row: Row) -> Bool {
    let isSeries = row.shape.hasPrefix("size: ") || row.shape == "reach"
    guard isSeries ? wantsSeries : wantsTables else { return false }
    return words.isEmpty || words.contains { "\(row.shape) \(row.size)".contains($0) }
  }
}
