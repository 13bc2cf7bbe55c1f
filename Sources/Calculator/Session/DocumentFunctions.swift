// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// The user-defined functions of a document: each is stored once, as the statement that defines it.
///
/// ```json
/// { "format" : "NodeGraph", "functions" : [ "vat(x) = x * 20%" ], "nodes" : … }
/// ```
enum DocumentFunctions {
  static let field = "functions"
  /// The field of a node that has the text of its formula.
  static let formula = "formula"

  /// The document value of a table of functions; `nil` if it has none.
  static func value(of functions: FunctionTable) -> DocumentValue? {
    functions.all.isEmpty ? nil : .array(functions.sorted.map { .string($0.text) })
  }

  /// Reads the functions of a document.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - faults: Receives a fault for each function that is dropped.
  /// - Returns: The functions, by name. They call only each other, and none calls itself.
  /// - Throws: The first ``NodeGraph/DocumentError`` if the document is not being repaired.
  static func read(
    from document: GraphDocument, _ faults: inout DocumentFaults
  ) throws(DocumentError) -> [String: OwnFunction] {
    guard let field = document.others[Self.field] else { return [:] }
    guard case .array(let values) = field else {
      try faults.note(.field, at: DocumentPath([.key(Self.field)]), "expected a list of functions")
      return [:]
    }
    let parser = StatementParser(kinds: Set(CalculatorKinds.known.map(\.name)))
    let names = Set(document.nodes.compactMap(\.name))
    var functions: [String: OwnFunction] = [:]
    var places: [(name: String, index: Int)] = []
    for (index, value) in values.enumerated() {
      let place = DocumentPath([.key(Self.field), .index(index)])
      guard case .string(let text) = value else {
        try faults.note(.field, at: place, "a function must be a string such as \"vat(x) = x * 20%\"")
        continue
      }
      do {
        let statements = try parser.parse(text.utf8).statements
        guard statements.count == 1, case .function(let name, let parameters, let results) = statements[0].form else {
          try faults.note(.field, at: place, "a function must be a string such as \"vat(x) = x * 20%\"")
          continue
        }
        if names.contains(name.text) {
          try faults.note(.name, at: place, "the name '\(name.text)' is already used by a node")
        } else if functions[name.text] != nil {
          try faults.note(.name, at: place, "the function '\(name.text)' is given twice")
        } else {
          functions[name.text] = try OwnFunction(name, parameters, results)
          places.append((name.text, index))
        }
      } catch let diagnostic as Diagnostic {
        try faults.note(.field, at: place, diagnostic.message)
      } catch let error as DocumentError {
        throw error
      } catch {
        try faults.note(.field, at: place, "\(error)")
      }
    }
    return try sound(functions, places, &faults)
  }

  /// Drops functions that call unknown functions, or themselves.
  private static func sound(
    _ functions: [String: OwnFunction], _ places: [(name: String, index: Int)], _ faults: inout DocumentFaults
  ) throws(DocumentError) -> [String: OwnFunction] {
    let table = FunctionTable()
    table.load(functions)
    func drop(_ name: String, _ index: Int, _ code: DocumentError.Code, _ reason: String) throws(DocumentError) {
      try faults.note(code, at: DocumentPath([.key(Self.field), .index(index)]), reason)
      table.definitions[name] = nil
    }
    for (name, index) in places {
      guard let function = table[name], let way = table.way(from: function.called, to: name) else { continue }
      try drop(name, index, .cycle, "'\(name)' calls itself: \(Diagnostic.way([name] + way.names))")
    }
    var count = 0
    while count != table.all.count {
      count = table.all.count
      for (name, index) in places {
        guard let function = table[name] else { continue }
        do throws(Diagnostic) {
          for body in function.bodies { try body.formula.checkCalls(of: table.all) }
        } catch {
          try drop(name, index, .field, error.message)
        }
      }
    }
    return table.all
  }
}

extension GraphDocument {
  /// The document with its functions marked where their names have become those of built-in functions, and these names.
  func tellingFunctions() -> (document: GraphDocument, shadowed: Set<String>) {
    guard case .array(let values)? = others[DocumentFunctions.field] else { return (self, []) }
    var shadowed = ShadowedFunctions()
    for case .string(let text) in values { shadowed.note(Array(text.utf8)) }
    if shadowed.names.isEmpty { return (self, []) }
    var result = self
    result.others[DocumentFunctions.field] = .array(
      values.map { if case .string(let text) = $0 { .string(shadowed.spelled(text)) } else { $0 } })
    func tell(_ node: inout DocumentNode) {
      guard case .string(let text)? = node.others[DocumentFunctions.formula] else { return }
      node.others[DocumentFunctions.formula] = .string(shadowed.spelled(text))
    }
    for index in nodes.indices { tell(&result.nodes[index]) }
    for place in definitions.indices {
      for index in definitions[place].nodes.indices { tell(&result.definitions[place].nodes[index]) }
    }
    return (result, shadowed.names)
  }
}
