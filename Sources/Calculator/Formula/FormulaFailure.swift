// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Why a formula has no value. A failure propagates downstream as a value does, until `iferror` or `iserror` catches it.
public enum FormulaFailure: Error, Hashable, Sendable {
  /// A division, remainder or negative power of zero.
  case divisionByZero
  /// A result beyond the largest double.
  case overflow
  /// A function applied where it is not defined, such as `sqrt(-1)`.
  case domain
  /// The input with this index is not connected, because no node has its name.
  case unsetInput(Int)
  /// The node behind the input with this index failed.
  case upstream(Int)
}

extension FormulaFailure: CustomStringConvertible {
  /// The message. Of `upstream` it has no meaning: the node where the failure started has the message.
  public var description: String {
    switch self {
    case .divisionByZero: "division by zero"
    case .overflow: "overflow"
    case .domain: "domain"
    case .unsetInput: "unset input"
    case .upstream: "upstream"
    }
  }
}
