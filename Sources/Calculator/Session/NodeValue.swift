// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// What a node of the calculator has: a value, or a failure and the node where it began.
public enum NodeValue: Hashable, Sendable {
  /// A value.
  case value(CalculatorValue)
  /// A failure; `origin` is the name of the node it began in, unless that is the node itself.
  case failure(message: String, origin: String?)

  /// As people see it: `0.2`, `#3366cc`, `⚠ division by zero`, `⚠ from avg: division by zero`.
  public var text: String {
    switch self {
    case .value(let value): value.description
    case .failure(let message, nil): "⚠ \(message)"
    case .failure(let message, let origin?): "⚠ from \(origin): \(message)"
    }
  }

  /// As `text`, without the message where the origin is named: for lines in which the origin has its own.
  var shortText: String {
    if case .failure(_, let origin?) = self { "⚠ from \(origin)" } else { text }
  }

  /// Whether there is no value.
  public var isFailure: Bool {
    if case .failure = self { true } else { false }
  }
}

/// A node whose value a statement changed.
public struct NodeChange: Hashable, Sendable {
  /// The name of the node.
  public let name: String
  /// What it had before; nothing for a new node.
  public let old: NodeValue?
  /// What it has now.
  public let new: NodeValue
}

extension NodeChange {
  /// Old and new as people see them, with as many digits as it takes to differ: `20 → 25`; `= 20` for a new node, and
  /// for one that was given what it had.
  public var text: String {
    guard let old, old != new else { return "= \(new.text)" }
    if case .value(.number(let before)) = old, case .value(.number(let after)) = new {
      let texts = NumberText.distinguishing(before, after)
      return "\(texts.old) → \(texts.new)"
    }
    return "\(old.shortText) → \(new.shortText)"
  }
}
