// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Testing

extension ExitTest.Result {
  /// What the program printed before it stopped because of a caller's mistake; equal in debug and release builds.
  package var sentence: String? {
    let prefix = "NodeGraph: "
    let lines = String(decoding: standardErrorContent, as: UTF8.self).split(separator: "\n")
    return lines.first { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
  }
}
