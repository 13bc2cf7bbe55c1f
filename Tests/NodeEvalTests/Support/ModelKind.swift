// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// A value of the model: numbers are compared by value, as evaluation does.
enum Datum: Equatable, CustomStringConvertible {
  case number(Double)
  case text(String)

  static func == (left: Datum, right: Datum) -> Bool {
    switch (left, right) {
    // As evaluation compares: any NaN is the same as any other.
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

/// A failure of the model; nodes are numbers there.
struct ModelFailure: Error, Equatable {
  let origin: Int
  let reason: NodeFailure.Reason
}

/// A kind as the model knows it, and the definition it stands for.
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
  /// For each output whether it is a text.
  var outputs = [false]
  var initial: Datum?
  /// Whether it runs even if inputs have failed.
  var recovers = false
  var evaluate: ([[Argument]]) throws -> [Datum] = { _ in [] }

  var name: String { definition.kind.name }
  var isSource: Bool { initial != nil }

  /// The same kind, heavy or light: each third kind is light.
  func weighed() -> ModelKind {
    var kind = self
    let isLight = name.utf8.reduce(0) { $0 + Int($1) } % 3 == 0
    kind.definition = definition.costing(isLight ? .light : .heavy)
    return kind
  }
}
