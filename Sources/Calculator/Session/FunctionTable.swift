// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The functions of one's own.
///
/// A session keeps each once. Formulas that call it are compiled with its code in them, so that a node stays one node, with
/// an input for each name that the functions use: what is computed again, and why, follows from these as ever.
///
/// Invariant: what a function calls exists and takes that many arguments, and no function calls itself by others.
package final class FunctionTable {
  package let definitions = UndoableTable<String, OwnFunction> { function in
    function.body.line.count * 3 + function.body.operations.count * MemoryLayout<Formula.Operation>.stride
  }
  /// The names that functions may read though no node has them any more: a few too many, and none of a new function, whose
  /// names nodes have.
  private var lost: Set<String> = []
  /// All functions while an edit is tried that changes some.
  private var tried: [String: OwnFunction]?

  /// All functions, by name.
  package var all: [String: OwnFunction] { tried ?? definitions.entries }

  package subscript(name: String) -> OwnFunction? { all[name] }

  /// All functions in the order of their names. Complexity: O(n log n).
  package var sorted: [OwnFunction] {
    all.values.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// Makes an edit with other functions, and keeps them if it succeeds.
  ///
  /// - Parameters:
  ///   - changes: The functions to change, by name; `nil` removes one.
  ///   - body: The edit.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws; the functions are unchanged.
  func trying<Value, Failure>(
    _ changes: [String: OwnFunction?], _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    var all = definitions.entries
    for (name, function) in changes { all[name] = function }
    tried = all
    defer { tried = nil }
    let value = try body()
    for (name, function) in changes { definitions[name] = function }
    return value
  }

  /// Takes what a document, or another session, has.
  func load(_ functions: [String: OwnFunction]) {
    for (name, function) in functions {
      definitions[name] = function
      lost.formUnion(function.freeNames.map(\.text))
    }
  }

  /// Notes that the node of a name is deleted.
  func lose(_ name: String) { lost.insert(name) }

  /// A function that reads a name which no node has. Complexity: O(1) for names that no node has had; else O(functions).
  func reader(ofLost name: String) -> String? {
    guard lost.contains(name) else { return nil }
    let readers = all.values.filter { $0.freeNames.contains { $0.text == name } }
    return readers.min { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }?.signature
  }

  // MARK: Calls

  /// The function and all that call it, directly or by others. Complexity: O(functions and their calls).
  func callers(of name: String) -> Set<String> {
    var callers: [String: [String]] = [:]
    for function in all.values {
      for called in function.body.functions { callers[called.text, default: []].append(function.name) }
    }
    var found: Set<String> = [name]
    var open = [name]
    while let next = open.popLast() {
      for caller in callers[next] ?? [] where found.insert(caller).inserted { open.append(caller) }
    }
    return found
  }

  /// The way by calls from a body back to a function; `nil` if it doesn't call it.
  ///
  /// - Returns: The call in the body, and the names of the way: `g`, `f`.
  func way(from body: Formula, to name: String) -> (call: SourceName, names: [String])? {
    var seen: Set<String> = []
    for call in body.functions {
      // A step of a way: the function, and the step before it.
      var steps: [(name: String, previous: Int)] = [(call.text, -1)]
      var next = 0
      while next < steps.count {
        let step = steps[next]
        if step.name == name {
          var names: [String] = []
          var place = next
          while place >= 0 {
            names.append(steps[place].name)
            place = steps[place].previous
          }
          return (call, names.reversed())
        }
        for called in all[step.name]?.body.functions ?? [] where seen.insert(called.text).inserted {
          steps.append((called.text, next))
        }
        next += 1
      }
    }
    return nil
  }

  /// Checks every invariant and stops with the rule that is broken. Complexity: O(functions · their calls).
  package func checkInvariants() {
    require(tried == nil, "an edit that changes functions has ended")
    for (name, function) in definitions.entries {
      require(function.name == name, "a function is found by its name, '\(function.name)' by '\(name)'")
      require((try? function.body.checkCalls(of: all)) != nil, "what '\(name)' calls exists")
      if definitions.entries.count > 1000 { continue }
      require(way(from: function.body, to: name) == nil, "'\(name)' doesn't call itself")
    }
  }
}
