// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The user-defined functions of a session.
///
/// Each function is stored once. Formulas that call it are compiled with its code inlined, so a formula remains one node, with
/// an input for each name that its functions read. These inputs determine when it is evaluated again, and why.
///
/// Invariant: the functions that a function calls exist and take that many arguments, and no function calls itself, directly or
/// through others.
package final class FunctionTable {
  package let definitions = UndoableTable<String, OwnFunction> { function in
    function.bodies.reduce(0) {
      $0 + $1.formula.line.count * 3 + $1.formula.operations.count * MemoryLayout<Formula.Operation>.stride
    }
  }
  /// The names that functions may read though no node has them any more. It may have more names than that. A new function adds
  /// none, because nodes have the names that it reads.
  private var lost: Set<String> = []
  /// The names of functions that have ever had several results, sorted, so that ``several`` visits no other functions.
  private var severalNames: [String] = []
  /// All functions during the attempt of an edit that changes some; else `nil`.
  private var tried: [String: OwnFunction]?

  /// All functions, by name.
  package var all: [String: OwnFunction] { tried ?? definitions.entries }

  package subscript(name: String) -> OwnFunction? { all[name] }

  /// All functions in the order of their names. Complexity: O(n log n).
  package var sorted: [OwnFunction] {
    all.values.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// The functions that give several results, in the order of their names. Complexity: O(n) for n functions that ever did.
  package var several: [OwnFunction] { severalNames.compactMap { all[$0] }.filter { !$0.results.isEmpty } }

  /// Adds a function that has no callers yet.
  func add(_ function: OwnFunction) {
    note(function)
    definitions[function.name] = function
  }

  private func note(_ function: OwnFunction) {
    if function.results.isEmpty { return }
    let place = severalNames.firstIndex { $0 >= function.name } ?? severalNames.count
    if place < severalNames.count, severalNames[place] == function.name { return }
    severalNames.insert(function.name, at: place)
  }

  /// Attempts an edit with changed functions, and keeps these if it succeeds.
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
    for (name, function) in changes {
      if let function { note(function) }
      definitions[name] = function
    }
    return value
  }

  /// Adds the functions of a document, or of another session.
  func load(_ functions: [String: OwnFunction]) {
    for (_, function) in functions {
      add(function)
      lost.formUnion(function.freeNames.map(\.text))
    }
  }

  /// Notes that the node of a name was deleted.
  func lose(_ name: String) { lost.insert(name) }

  /// The signature of a function that reads a name that no node has any more. Complexity: O(1) for other names; else O(functions).
  func reader(ofLost name: String) -> String? {
    guard lost.contains(name) else { return nil }
    let readers = all.values.filter { $0.freeNames.contains { $0.text == name } }
    return readers.min { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }?.signature
  }

  // MARK: Calls

  /// The function and all that call it, directly or through others. Complexity: O(functions and their calls).
  func callers(of name: String) -> Set<String> {
    var callers: [String: [String]] = [:]
    for function in all.values {
      for called in function.called { callers[called.text, default: []].append(function.name) }
    }
    var found: Set<String> = [name]
    var open = [name]
    while let next = open.popLast() {
      for caller in callers[next] ?? [] where found.insert(caller).inserted { open.append(caller) }
    }
    return found
  }

  /// Finds a chain of calls from the functions that a function calls back to it; `nil` if there is none.
  ///
  /// - Returns: The first call, in the function itself, and the names of the chain: `g`, `f`.
  func way(from calls: [SourceName], to name: String) -> (call: SourceName, names: [String])? {
    var seen: Set<String> = []
    for call in calls {
      // A step of a chain: a function, and the index of the step before it.
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
        for called in all[step.name]?.called ?? [] where seen.insert(called.text).inserted {
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
      require(
        function.results.isEmpty || severalNames.contains(name), "it is known that '\(name)' gives several results")
      require(function.name == name, "a function is found by its name, '\(function.name)' by '\(name)'")
      require(function.bodies.count == 1 || function.results.count == function.bodies.count, "results have names")
      for body in function.bodies {
        require((try? body.formula.checkCalls(of: all)) != nil, "what '\(name)' calls exists")
      }
      if definitions.entries.count > 1000 { continue }
      require(way(from: function.called, to: name) == nil, "'\(name)' doesn't call itself")
    }
  }
}

extension [String: OwnFunction] {
  /// A name of the root that functions read, directly or through functions that they call, and the function that reads it;
  /// `nil` if their values follow from their arguments alone.
  ///
  /// - Complexity: O(functions that are called and their calls)
  func outerName(readBy calls: [SourceName]) -> (function: OwnFunction, name: String)? {
    var seen: Set<String> = []
    var open = calls
    while let call = open.popLast() {
      guard seen.insert(call.text).inserted, let function = self[call.text] else { continue }
      if let name = function.freeNames.first { return (function, name.text) }
      open += function.called
    }
    return nil
  }
}
