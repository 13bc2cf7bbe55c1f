// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Formulas that read files.
extension Session {
  /// The files that formulas may read; `nil` if the session reads none.
  package var files: TableFiles? {
    get { formulas.files }
    set { formulas.files = newValue }
  }

  /// Notes about the columns of files that formulas read, without duplicates.
  func notes(onFilesOf read: [Formula]) -> [String] {
    guard let files else { return [] }
    var notes: [String] = []
    for column in read.flatMap(\.columns) {
      for note in files.notes(of: column) where !notes.contains(note) { notes.append(note) }
    }
    return notes
  }

  /// Evaluates the formulas that read a file again after the file has changed, in one step of the history.
  ///
  /// - Parameter path: The path as the formulas spell it.
  /// - Returns: What changed.
  /// - Throws: A ``Formulas/Diagnostic`` if a formula can't use the new contents of the file; the session is unchanged.
  /// - Complexity: O(length of all formulas, and nodes that run)
  package func refresh(_ path: String) throws(Diagnostic) -> Result {
    let readers = formulas.nodes(reading: path)
    if readers.isEmpty { return Result() }
    return try timeline.recorded("\(path) changed") { () throws(Diagnostic) in
      let receipt = try edit(0..<0) { edit in try edit.bindAgain(readers, afterChanging: path) }
      var result = result(of: receipt, editing: readers)
      result.changes.removeAll { $0.old == $0.new }
      return result
    }
  }

  /// Reads the files that the formulas of a document name. A formula whose file can't be read fails.
  ///
  /// - Parameter files: The files.
  package func readFiles(_ files: TableFiles) {
    formulas.files = files
    let limit = undoLimit
    undoLimit = 0
    defer { undoLimit = limit }
    for node in formulas.nodes(reading: nil) {
      do throws(Diagnostic) {
        let receipt = try edit(0..<0) { edit in try edit.bindAgain([node], afterChanging: "its file") }
        _ = result(of: receipt)
      } catch {
        let reason = error.cause ?? error.message
        guard let kind = try? evaluator.graph.kind(of: node) else { continue }
        let receipt = try? edit(0..<0) { edit in
          try edit.graph.setDefinition(of: node, to: UnreadFile(reason).definition(like: kind))
        }
        if let receipt { _ = result(of: receipt) }
      }
    }
  }
}

/// The failure of a formula whose file was not read.
struct UnreadFile: Error, CustomStringConvertible {
  let description: String

  init(_ reason: String = "no files are read here") { description = reason }

  /// A definition with the ports of a kind that always fails.
  func definition(like kind: NodeKind) -> NodeDefinition {
    definition(kind.inputs, kind.outputs.first.flatMap { CalculatorType($0.type) } ?? .numbers)
  }

  /// A definition that always fails.
  func definition(_ inputs: [NodeKind.Input], _ type: CalculatorType) -> NodeDefinition {
    switch type {
    case .number: definition(inputs, Double.self, type)
    case .boolean: definition(inputs, Bool.self, type)
    case .color: definition(inputs, RGBColor.self, type)
    case .text: definition(inputs, String.self, type)
    case .numbers: definition(inputs, [Double].self, type)
    case .booleans: definition(inputs, [Bool].self, type)
    case .colors: definition(inputs, [RGBColor].self, type)
    case .texts: definition(inputs, [String].self, type)
    case .quantity: definition(inputs, Double.self, type)
    case .quantities: definition(inputs, [Double].self, type)
    }
  }

  private func definition<Value: Equatable & Sendable>(
    _ inputs: [NodeKind.Input], _ value: Value.Type, _ type: CalculatorType
  ) -> NodeDefinition {
    let port: ValuePort<Value> =
      type.unit == nil
      ? ValuePort("value", typeName: type.description) : ValuePort("value", distinguishedBy: type.description)
    return .dynamic("formula", inputs: inputs, output: port) { _ in throw self }
  }
}

extension FormulaTable {
  /// The formulas that read a file, or any file for `nil`, in evaluation order. Complexity: O(length of all formulas).
  package func nodes(reading path: String?) -> [NodeID] {
    var found: Set<NodeID> = []
    for (node, text) in texts.entries where Self.columns(in: text).contains(where: { path == nil || $0.path == path }) {
      found.insert(node)
    }
    return found.isEmpty ? [] : evaluatorOrder(of: found)
  }

  /// The columns of a file that formulas read. Complexity: O(length of all formulas).
  package func columns(of path: String) -> Set<TableColumn> {
    Set(texts.entries.flatMap { Self.columns(in: $0.value) }.filter { $0.path == path })
  }

  /// Whether the formula of a node reads a file.
  func readsFile(_ node: NodeID) -> Bool { texts[node].map { !Self.columns(in: $0).isEmpty } ?? false }

  /// The columns of files that a formula reads. Most formulas have no quote, and are not parsed.
  private static func columns(in text: String) -> [TableColumn] {
    text.utf8.contains(UInt8(ascii: "\"")) ? (try? Formula(text))?.columns ?? [] : []
  }

  /// Reads the columns of files that a formula uses.
  ///
  /// - Throws: A ``Formulas/Diagnostic`` if a file can't be read, is broken, or has no such column.
  func withColumns(_ formula: Formula) throws(Diagnostic) -> Formula {
    if formula.columns.isEmpty { return formula }
    var result = formula
    var values: [CalculatorValue] = []
    for (index, column) in formula.columns.enumerated() {
      let operation = formula.operations.first {
        $0.instruction.opcode == .column && Int($0.instruction.operand) == index
      }
      let range = operation?.range ?? formula.range
      guard let files else { throw Diagnostic(.file, UnreadFile().description, range) }
      do throws(FileFailure) {
        values.append(try files.values(of: column))
      } catch {
        throw Diagnostic(.file, error.message, range, hint: error.hint)
      }
    }
    result.columnValues = values
    return result
  }
}
