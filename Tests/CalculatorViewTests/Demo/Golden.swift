// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing

/// Files with the expected output of tests. With `NODEGRAPH_RECORD` set, tests write them instead.
enum Golden {
  static let folder = "/" + #filePath.split(separator: "/").dropLast().joined(separator: "/") + "/Golden"

  static func text(_ name: String) throws -> String {
    try String(contentsOf: URL(filePath: "\(folder)/\(name)"), encoding: .utf8)
  }

  /// Compares line by line, and reports the first difference instead of the whole file.
  static func expect(_ text: String, is name: String, _ location: SourceLocation = #_sourceLocation) throws {
    if ProcessInfo.processInfo.environment["NODEGRAPH_RECORD"] != nil {
      try text.write(to: URL(filePath: "\(folder)/\(name)"), atomically: true, encoding: .utf8)
    }
    let golden = try Self.text(name)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let expected = golden.split(separator: "\n", omittingEmptySubsequences: false)
    for (number, (line, wanted)) in zip(lines, expected).enumerated() where line != wanted {
      Issue.record("\(name), line \(number + 1): '\(line)' instead of '\(wanted)'", sourceLocation: location)
      return
    }
    #expect(lines.count == expected.count, "\(name) has another number of lines", sourceLocation: location)
    #expect(text == golden, sourceLocation: location)
  }
}
