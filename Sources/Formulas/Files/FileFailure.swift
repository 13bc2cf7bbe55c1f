// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Why a file can't be read or written.
public struct FileFailure: Error, Hashable, Sendable {
  /// One sentence without a full stop: `can't read 'bill.nc': No such file or directory`.
  public let message: String
  /// How to solve it, without a full stop; `nil` if that is obvious, or not possible.
  public let hint: String?

  /// Creates a failure.
  ///
  /// - Parameters:
  ///   - message: One sentence without a full stop.
  ///   - hint: How to solve it.
  public init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }

  /// Message and hint on one line.
  public var text: String { VisibleText.standIns(message + (hint.map { "; \($0)" } ?? "")) }
}
