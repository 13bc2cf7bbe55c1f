// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph

/// What the bodies compute. The functions are not inlined, so that evaluator and model get the same bits of NaN.
enum Arithmetic {
  /// Returns a number as text. All NaNs give the same text, as evaluation treats them as equal.
  static func text(_ value: Double) -> String { value.isNaN ? "nan" : "\(value)" }

  @inline(never) static func add(_ left: Double, _ right: Double) -> Double { left + right }
  @inline(never) static func ratio(_ left: Double, _ right: Double) -> Double { left / right }
  @inline(never) static func multiply(_ left: Double, _ right: Double) -> Double { left * right }
  @inline(never) static func total(_ terms: [Double]) -> Double { terms.reduce(0, add) }
  @inline(never) static func clamp(_ value: Double) -> Double { value < 0 ? 0 : value > 3 ? 3 : value }

  static func root(_ value: Double) throws -> Double {
    if value < 0 { throw Complaint(description: "negative") }
    return value.squareRoot()
  }

  static func split(_ value: Double) throws -> (Double, Double) {
    if value > 40 { throw Complaint(description: "too large: \(value)") }
    let whole = value.rounded(.down)
    return (whole, value - whole)
  }

  static func mix(_ gain: Double, _ terms: [Double]) throws -> Double {
    if terms.count > 3 { throw Complaint(description: "\(terms.count) terms") }
    return multiply(gain, total(terms))
  }
}

extension ModelKind {
  private typealias Numbers = [[Double]]

  private init(
    _ definition: NodeDefinition, _ inputs: [Input], evaluate: @escaping (Numbers) throws -> [Double]
  ) {
    self.init(definition: definition, inputs: inputs)
    outputs = definition.kind.outputs.map { _ in false }
    self.evaluate = { arguments in
      try evaluate(try arguments.map { try $0.map { try $0.get().number } }).map { .number($0) }
    }
  }

  /// Returns the kinds that are registered by name.
  static func all(_ runs: RunCounter) -> [ModelKind] {
    sources() + sums(runs) + branches(runs) + texts(runs)
  }

  private static func sources() -> [ModelKind] {
    [
      ModelKind(
        definition: .source("Number", output: ValuePort("value"), initial: 0.0), inputs: [], initial: .number(0)),
      ModelKind(
        definition: .source("Seven", output: ValuePort("value"), initial: 7.0), inputs: [], initial: .number(7)),
      ModelKind(
        definition: .source("Word", output: ValuePort("value"), initial: "word"), inputs: [], outputs: [true],
        initial: .text("word")),
    ]
  }

  private static func sums(_ runs: RunCounter) -> [ModelKind] {
    let add = NodeDefinition(
      "Add", inputs: ValuePort("a", default: 0.0), ValuePort<Double>("b"), output: ValuePort("sum")
    ) {
      (left: Double, right: Double) -> Double in
      runs.add()
      return Arithmetic.add(left, right)
    }
    let ratio = NodeDefinition(
      "Ratio", inputs: ValuePort("a", default: 1.0), ValuePort("b", default: 0.0), output: ValuePort("c")
    ) {
      (left: Double, right: Double) -> Double in
      runs.add()
      return Arithmetic.ratio(left, right)
    }
    let sum = NodeDefinition("Sum", inputs: ManyPort<Double>("terms"), output: ValuePort("sum")) {
      (terms: [Double]) -> Double in
      runs.add()
      return Arithmetic.total(terms)
    }
    let mix = NodeDefinition(
      "Mix", inputs: ValuePort("a", default: 2.0), ManyPort<Double>("terms"), output: ValuePort("sum")
    ) { (gain: Double, terms: [Double]) -> Double in
      runs.add()
      return try Arithmetic.mix(gain, terms)
    }
    return [
      ModelKind(add, [Input(name: "a", fallback: .number(0)), Input(name: "b")]) {
        [Arithmetic.add($0[0][0], $0[1][0])]
      },
      ModelKind(ratio, [Input(name: "a", fallback: .number(1)), Input(name: "b", fallback: .number(0))]) {
        [Arithmetic.ratio($0[0][0], $0[1][0])]
      },
      ModelKind(sum, [Input(name: "terms", isMany: true)]) { [Arithmetic.total($0[0])] },
      ModelKind(mix, [Input(name: "a", fallback: .number(2)), Input(name: "terms", isMany: true)]) {
        [try Arithmetic.mix($0[0][0], $0[1])]
      },
    ]
  }

  private static func branches(_ runs: RunCounter) -> [ModelKind] {
    let root = NodeDefinition("Root", inputs: ValuePort<Double>("x"), output: ValuePort("y")) {
      (value: Double) -> Double in
      runs.add()
      return try Arithmetic.root(value)
    }
    let clamp = NodeDefinition("Clamp", inputs: ValuePort<Double>("x"), output: ValuePort("y")) {
      (value: Double) -> Double in
      runs.add()
      return Arithmetic.clamp(value)
    }
    let split = NodeDefinition(
      "Split", inputs: ValuePort("x", default: 1.5), outputs: ValuePort<Double>("whole"), ValuePort<Double>("rest")
    ) { (value: Double) -> (Double, Double) in
      runs.add()
      return try Arithmetic.split(value)
    }
    let number = PortType(Double.self)
    let rescue = NodeDefinition.dynamic(
      "Rescue", inputs: [NodeKind.Input("x", number), NodeKind.Input("y", number)], output: ValuePort<Double>("z")
    ) { inputs in
      runs.add()
      if inputs.failure(0) == nil { return try inputs.value(0, as: Double.self) }
      return Arithmetic.add(try inputs.value(1, as: Double.self), 0.5)
    }
    var rescuing = ModelKind(definition: rescue, inputs: [Input(name: "x"), Input(name: "y")], recovers: true)
    rescuing.evaluate = { arguments in
      if case .success(let value) = arguments[0][0] { return [value] }
      return [.number(Arithmetic.add(try arguments[1][0].get().number, 0.5))]
    }
    return [
      ModelKind(root, [Input(name: "x")]) { [try Arithmetic.root($0[0][0])] },
      ModelKind(clamp, [Input(name: "x")]) { [Arithmetic.clamp($0[0][0])] },
      ModelKind(split, [Input(name: "x", fallback: .number(1.5))]) {
        let (whole, rest) = try Arithmetic.split($0[0][0])
        return [whole, rest]
      },
      rescuing,
    ]
  }

  private static func texts(_ runs: RunCounter) -> [ModelKind] {
    let text = NodeDefinition("Text", inputs: ValuePort<Double>("x"), output: ValuePort("text")) {
      (value: Double) -> String in
      runs.add()
      return Arithmetic.text(value)
    }
    let length = NodeDefinition(
      "Length", inputs: ValuePort<String>("text", default: "none"), output: ValuePort("count")
    ) {
      (text: String) -> Double in
      runs.add()
      return Double(text.utf8.count)
    }
    var texting = ModelKind(definition: text, inputs: [Input(name: "x")], outputs: [true])
    texting.evaluate = { [.text(Arithmetic.text(try $0[0][0].get().number))] }
    var measuring = ModelKind(
      definition: length, inputs: [Input(name: "text", isText: true, fallback: .text("none"))])
    measuring.evaluate = { [.number(Double(try $0[0][0].get().text.utf8.count))] }
    return [texting, measuring]
  }

  /// Returns a definition for a single node: it scales an input, or is a constant without inputs.
  static func own(_ factor: Double, hasInput: Bool, _ runs: RunCounter) -> ModelKind {
    guard hasInput else {
      let constant = NodeDefinition.dynamic("Constant", inputs: [], output: ValuePort<Double>("y")) { _ in
        runs.add()
        return factor
      }
      return ModelKind(constant, []) { _ in [factor] }
    }
    let scale = NodeDefinition("Scale", inputs: ValuePort("x", default: factor), output: ValuePort("y")) {
      (value: Double) -> Double in
      runs.add()
      return Arithmetic.multiply(value, factor)
    }
    return ModelKind(scale, [Input(name: "x", fallback: .number(factor))]) { [Arithmetic.multiply($0[0][0], factor)] }
  }
}
