// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The value of a node, or why it has none.
public enum NodeValue: Hashable, Sendable {
  /// A value.
  case value(CalculatorValue)
  /// A failure: the message, and the name of the node where it started; `nil` if that is the node itself.
  case failure(message: String, origin: String?)
  /// The value is still to come: that of the node itself, or one that it depends on. The last value is out of date; `nil` if
  /// there was none.
  case pending(last: CalculatorValue?)

  /// The text for people: `0.2`, `#3366cc`, `⚠ division by zero`, `⚠ from avg: division by zero`,
  /// `pending`, `pending, was 20`. Of a list of more than 24 elements it has the first, and how many more there are;
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
  var shortText: String {
    if case .failure(_, let origin?) = self { "⚠ from \(origin)" } else { text }
  }

  /// The text of a value that is still to come, given the text of the last one.
  static func pendingText(_ last: String?) -> String { last.map { "pending, was \($0)" } ?? "pending" }

  /// The last value where it is still to come.
  var orLast: NodeValue {
    if case .pending(let last?) = self { .value(last) } else { self }
  }

  /// The number of a number or quantity; `nil` of others.
  var number: Double? {
    switch self {
    case .value(.number(let number)), .value(.quantity(let number, _)): number
    default: nil
    }
  }

  /// Whether the value is still to come.
  public var isPending: Bool {
    if case .pending = self { true } else { false }
  }

  /// Whether this is a failure.
  public var isFailure: Bool {
    if case .failure = self { true } else { false }
  }
}
