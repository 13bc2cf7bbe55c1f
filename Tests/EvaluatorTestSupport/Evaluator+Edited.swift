// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import Testing

extension Evaluator {
  /// Makes an edit, and returns the value that its body returns.
  package func edited<Value>(_ body: (Edit) throws -> Value) throws -> Value {
    var value: Value?
    try edit { value = try body($0) }
    return try #require(value)
  }
}
