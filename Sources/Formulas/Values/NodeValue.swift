// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The value of a node, or why it has none.
public enum NodeValue: Hashable, Sendable {
  /// A value.
  case value(CalculatorValue)
  /// A failure: the message, and the name of the node where it started; `nil` if that is the node itself.
  case failure(message: String, origin: String?)
  /// The value is pending: that of the node itself, or of a node that it depends on. The last value is out of date; `nil` if
  /// there was none.
  case pending(last: CalculatorValue?)

  /// The text for people: `0.2`, `#3366cc`, `⚠ division by zero`, `⚠ from avg: division by zero`,
  /// `pending`, `pending, was 20`. A list of more than 24 elements is shortened to the first, with the number of the others;
  /// ``wholeText`` has all.
  public var text: String {
    switch self {
    case .value(let value): value.shortText
    case .failure(let message, nil): "⚠ \(message)"
    case .failure(let message, let origin?): "⚠ from \(origin): \(message)"
    case .pending(let last): Self.pendingText(last?.shortText)
    }
  }

  /// ``text`` with all elements of a list.
  public var wholeText: String { if case .value(let value) = self { value.description } else { text } }

  /// ``text`` without the message of another node, for reports in which the origin has its own line.
  package var shortText: String {
    if case .failure(_, let origin?) = self { "⚠ from \(origin)" } else { text }
  }

  /// The text of a pending value, given the text of the last value.
  package static func pendingText(_ last: String?) -> String { last.map { "pending, was \($0)" } ?? "pending" }

  /// The last value if the value is pending and has one; else the value itself.
  package var orLast: NodeValue {
    if case .pending(let last?) = self { .value(last) } else { self }
  }

  /// The number of a number or quantity; `nil` for other values.
  package var number: Double? {
    switch self {
    case .value(.number(let number)), .value(.quantity(let number, _)): number
    default: nil
    }
  }

  /// Whether the value is pending.
  public var isPending: Bool {
    if case .pending = self { true } else { false }
  }

  /// Whether this is a failure.
  public var isFailure: Bool {
    if case .failure = self { true } else { false }
  }
}
