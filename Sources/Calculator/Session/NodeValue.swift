// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The value of a node, or why it has none.
public enum NodeValue: Hashable, Sendable {
  /// A value.
  case value(CalculatorValue)
  /// A failure: the message, and the name of the node where it started; `nil` if that is the node itself.
  case failure(message: String, origin: String?)

  /// The text for people: `0.2`, `#3366cc`, `⚠ division by zero`, `⚠ from avg: division by zero`. Of a list of more than 24
  /// elements it has the first, and how many more there are; ``wholeText`` has all.
  public var text: String {
    switch self {
    case .value(let value): value.shortText
    case .failure(let message, nil): "⚠ \(message)"
    case .failure(let message, let origin?): "⚠ from \(origin): \(message)"
    }
  }

  /// ``text`` with all elements of a list.
  public var wholeText: String { if case .value(let value) = self { value.description } else { text } }

  /// ``text`` without the message of another node, for reports in which the origin has its own line.
  var shortText: String {
    if case .failure(_, let origin?) = self { "⚠ from \(origin)" } else { text }
  }

  /// Whether this is a failure.
  public var isFailure: Bool {
    if case .failure = self { true } else { false }
  }
}
