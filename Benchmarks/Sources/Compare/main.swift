// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CAllocationCount
import Foundation
import Shapes

let options = Options(CommandLine.arguments.dropFirst())
if options.wantsHelp {
  print(Options.help)
  exit(0)
}

/// Measures all requested rows; runs on a thread with enough stack for recursive contenders.
@Sendable func compare() {
  let rows = Catalogue.rows { allocated_bytes() } + Catalogue.series()
  var comparison = Comparison(samples: options.samples)
  do {
    for row in rows where options.includes(row) {
      try comparison.add(row)
      // Files are written after each row, so that a run that is ended early keeps its figures.
      if let file = options.jsonFile { try comparison.json().write(to: URL(fileURLWithPath: file)) }
      if let file = options.markdownFile {
        try comparison.markdown.write(toFile: file, atomically: true, encoding: .utf8)
      }
    }
    print(comparison.verdict)
  } catch {
    FileHandle.standardError.write(Data("Stopped: \(error)\n".utf8))
    exit(1)
  }
  exit(0)
}

let thread = Thread { compare() }
thread.stackSize = 4 << 30
thread.start()
while true { sleep(1000) }
