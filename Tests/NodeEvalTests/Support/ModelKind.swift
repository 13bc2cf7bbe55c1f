// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// A value of the model. Numbers are compared as in evaluation.
enum Datum: Equatable, CustomStringConvertible {
  case number(Double)
  case text(String)

  static func == (left: Datum, right: Datum) -> Bool {
    switch (left, right) {
    // Any NaN equals any other, as in evaluation.
    case (.number(let left), .number(let right)): left.bitPattern == right.bitPattern || (left.isNaN && right.isNaN)
    case (.text(let left), .text(let right)): left == right
    default: false
    }
  }

  var isText: Bool { if case .text = self { true } else { false } }

  var number: Double { if case .number(let number) = self { number } else { 0 } }

  var text: String { if case .text(let text) = self { text } else { "" } }

  var description: String {
    switch self {
    case .number(let number): "\(number)"
    case .text(let text): "'\(text)'"
    }
  }
}

/// A failure in the model, where nodes are numbers.
struct ModelFailure: Error, Equatable {
  let origin: Int
  let reason: NodeFailure.Reason
}

/// A kind as the model represents it, and the definition that it corresponds to.
struct ModelKind {
  struct Input {
    let name: String
    var isText = false
    var isMany = false
    var fallback: Datum?
  }

  typealias Argument = Result<Datum, ModelFailure>

  private(set) var definition: NodeDefinition
  let inputs: [Input]
  /// Whether each output is a text.
  var outputs = [false]
  var initial: Datum?
  /// Whether the node runs even if inputs have failed.
  var recovers = false
  var evaluate: ([[Argument]]) throws -> [Datum] = { _ in [] }

  var name: String { definition.kind.name }
  var isSource: Bool { initial != nil }

  /// Returns a copy of the kind that is heavy or light: about a third of the kinds, chosen by name, are light.
  func weighed() -> ModelKind {
    var kind = self
    let isLight = name.utf8.reduce(0) { $0 + Int($1) } % 3 == 0
    kind.definition = definition.costing(isLight ? .light : .heavy)
    return kind
  }
}
