// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// A field with an invalid text.
struct FieldProblem: Error, CustomStringConvertible {
  let field: String
  let text: String
  var description: String { "\(field) \(text)" }
}

/// The graph of a form: a variable for each field, and nodes for the values that depend on them.
@MainActor
final class Form {
  /// The kinds that are saved, which are only fields.
  static let fieldKinds: [NodeDefinition] = [.source("Text", output: ValuePort("value"), initial: "")]

  let evaluator = Evaluator(definitions: Form.fieldKinds)
  let year: Variable<Int>
  private(set) var fields: [String: Variable<String>] = [:]
  private(set) var problems: [String: Output<String>] = [:]
  private(set) var visibility: [String: Output<Bool>] = [:]
  private(set) var cities: [Output<String>] = []
  // Placeholders for the sums, until there are rows.
  private(set) lazy var net = evaluator.node(nil, year) { _ in 0.0 }
  private(set) lazy var tax = evaluator.node(nil, year) { _ in 0.0 }
  private(set) lazy var total = net
  private(set) lazy var problemCount = evaluator.node(nil, year) { _ in 0 }
  /// The number of nodes that have run since the form was made.
  private(set) var runCount = 0
  private var gesture = 0

  init(_ sections: [Section], year: Int, directory: CityDirectory) throws {
    self.year = evaluator.input("year", year)
    var made: [String: Variable<String>] = [:]
    try evaluator.edit { edit in
      for section in sections {
        for row in 1...section.rows {
          for field in section.fields {
            let node = try edit.add("Text", named: section.key(row, field.name))
            try edit.set(node, to: field.initial)
            made[section.key(row, field.name)] = try evaluator.variable(node, as: String.self)
          }
        }
      }
    }
    fields = made
    for section in sections { for row in 1...section.rows { makeRules(of: section, row) } }
    for section in sections where section.name == "address" {
      cities = (1...section.rows).map { lookUpCity(section.key($0, "postcode"), directory) }
    }
    for section in sections where section.name == "item" {
      let nets = (1...section.rows).map { amount(of: section, $0) }
      let taxes = (1...section.rows).map { row in
        evaluator.node(nil, nets[row - 1], number(section.key(row, "tax"))) { $0 * $1 / 100 }
      }
      net = try reduce("net", nets) { $0.reduce(0, +) }
      tax = try reduce("tax", taxes) { $0.reduce(0, +) }
    }
    total = evaluator.node("total", net, tax) { $0 + $1 }
    problemCount = try reduce("problems", problems.sorted { $0.key < $1.key }.map(\.value)) { texts in
      texts.count { !$0.isEmpty }
    }
    evaluator.onEdit = { [weak self] receipt in self?.runCount += receipt.evaluatedCount }
    evaluator.undoLimit = 16 << 20
  }

  /// Adds the rules for the fields of a row: whether each is shown, and the problem with its text.
  private func makeRules(of section: Section, _ row: Int) {
    for field in section.fields {
      let key = section.key(row, field.name)
      guard let text = fields[key] else { continue }
      guard let condition = field.isShownIf, let other = fields[section.key(row, condition)] else {
        problems[key] = evaluator.node(nil, text, year) { field.check.problem(with: $0, year: $1) }
        continue
      }
      let isShown = evaluator.node(nil, other) { $0 == "yes" }
      visibility[key] = isShown
      problems[key] = evaluator.node(nil, text, isShown, year) { $1 ? field.check.problem(with: $0, year: $2) : "" }
    }
  }

  /// The number in a field. The node fails if the field has no number, and so do nodes that need the number.
  private func number(_ key: String) -> Output<Double> {
    guard let text = fields[key], let problem = problems[key] else { preconditionFailure("there is no field \(key)") }
    return evaluator.node(nil, text, problem) { (text, problem) throws -> Double in
      guard problem.isEmpty, let number = Double(text) else { throw FieldProblem(field: key, text: problem) }
      return number
    }
  }

  private func amount(of section: Section, _ row: Int) -> Output<Double> {
    evaluator.node(nil, number(section.key(row, "quantity")), number(section.key(row, "price"))) { $0 * $1 }
  }

  private func lookUpCity(_ key: String, _ directory: CityDirectory) -> Output<String> {
    guard let postcode = fields[key] else { preconditionFailure("there is no field \(key)") }
    return evaluator.asyncNode(nil, postcode, debounce: .milliseconds(60)) { _, code in
      try await directory.city(of: code)
    }
  }

  /// A node that reads any number of other nodes.
  private func reduce<Value: Equatable & Sendable, Result: Equatable & Sendable>(
    _ name: String, _ sources: [Output<Value>], _ body: @escaping @Sendable ([Value]) -> Result
  ) throws -> Output<Result> {
    let definition = NodeDefinition(name, inputs: ManyPort<Value>("values"), output: ValuePort<Result>("value")) {
      (values: [Value]) -> Result in body(values)
    }
    var added: NodeID?
    try evaluator.edit { edit in
      let node = try edit.add(own: definition, named: name)
      try edit.connect(contentsOf: sources.map { Connection(from: $0.port, to: InputPort(node: node, index: 0)) })
      added = node
    }
    guard let added, let output = try evaluator.output(added.output, as: Result.self) else {
      preconditionFailure("an edit that succeeds has added its node")
    }
    return output
  }
}

/// The actions of a user, and what the user sees.
extension Form {
  /// Replaces the text of a field character by character, as a user does, with a pause after each.
  func type(_ text: String, into key: String, pause: Duration = .zero) async throws {
    guard let field = fields[key] else { preconditionFailure("there is no field \(key)") }
    gesture += 1
    var typed = ""
    for character in text {
      typed.append(character)
      evaluator.edit("type \(key)", gesture: gesture) { $0.set(field, to: typed) }
      if pause > .zero {
        try await Task.sleep(for: pause)
        evaluator.land()
      }
    }
  }

  func text(_ key: String) -> String { fields[key].map { evaluator[$0] } ?? "" }

  func problem(_ key: String) -> String { problems[key].map { evaluator[$0] } ?? "" }

  func isShown(_ key: String) -> Bool { visibility[key].map { evaluator[$0] } ?? true }

  /// A sum as the user sees it: an amount, or the reason why there is none.
  func shown(_ output: Output<Double>) -> String {
    do {
      let cents = Int((try evaluator.value(of: output) * 100).rounded())
      return "\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)"
    } catch {
      return "– (\(error.message))"
    }
  }
}
