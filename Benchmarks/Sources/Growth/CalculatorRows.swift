// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import Measuring
import NodeEval
import NodeGraph

extension Row {
  /// What sessions cost.
  static var calculator: [Row] {
    [
      Row("Session.undo and redo behind so many steps", .constant, CalculatorRows.undoingAStep),
      Row("Evaluator.undoTitle behind so many edits", .constant, CalculatorRows.titleOfAnEdit),
      Row("an unknown name like one of so many", .linear, CalculatorRows.anUnknownName),
      Row("an unknown name like none", .linear, CalculatorRows.anUnknownNameUnlikeAll),
      Row("an unknown name with the digits of many", .linear, CalculatorRows.anUnknownNumber),
      Row("Edit.paste of numbered names: a node", .constant, CalculatorRows.pastingNames),
      Row("Session.duplicate of a node with so many copies", .constant, CalculatorRows.duplicatingAgain),
      Row("Session.inspect of a hub: a reader", .constant, CalculatorRows.inspectingAHub),
      Row("SessionPicture.forEachLane of a chain: a node", largest: 10_000, .constant, CalculatorRows.listingAChain),
    ]
  }
}

/// What operations of sessions cost, in nanoseconds a unit.
enum CalculatorRows {
  /// `Session.undo(_:)` and `redo(_:)` of a step, behind so many others: O(what the step changed).
  static func undoingAStep(size: Int) throws -> Double {
    let session = Session(reportsChanges: false)
    session.undoLimit = 1 << 40
    try session.run("a = 0")
    for step in 0..<size { try session.run("a = \(step)") }
    return try each(1000) {
      try session.undo()
      try session.redo()
    }
  }

  /// `Evaluator.undoTitle` behind so many edits: O(what that edit changed).
  static func titleOfAnEdit(size: Int) throws -> Double {
    let evaluator = Evaluator()
    evaluator.undoLimit = 1 << 40
    let variable = evaluator.input("a", 0)
    for step in 0..<size { evaluator.set(variable, to: step + 1) }
    return each(1000) { precondition(evaluator.undoTitle == "set a") }
  }

  /// A statement with an unknown name, a name of which is close, among so many: O(names), some nanoseconds for each.
  static func anUnknownName(size: Int) throws -> Double {
    let session = try session(ofConstants: size)
    return each(100) { session.refuse("x + n1x23") }
  }

  /// The same where none is close.
  static func anUnknownNameUnlikeAll(size: Int) throws -> Double {
    let session = try session(ofConstants: size)
    return each(100) { session.refuse("x + something") }
  }

  /// The same where many are about as long, and have the same digits.
  static func anUnknownNumber(size: Int) throws -> Double {
    let session = try session(ofConstants: size)
    return each(100) { session.refuse("x + n1\(size)") }
  }

  /// `Edit.paste` of "node 1 … node n" where all are there: a node.
  static func pastingNames(size: Int) throws -> Double {
    let evaluator = Evaluator(definitions: [
      NodeDefinition("Half", inputs: ValuePort("x", default: 0.0), output: ValuePort("y")) { (x: Double) in x / 2 }
    ])
    var nodes: [NodeID] = []
    try evaluator.edit { edit in
      for number in 1...size { nodes.append(try edit.add("Half", named: "node \(number)")) }
    }
    let fragment = try evaluator.copy(nodes)
    let start = threadTime()
    try evaluator.edit { edit in _ = try edit.paste(fragment) }
    return (threadTime() - start) / Double(size)
  }

  /// `Session.duplicate(_:offset:)` of a node that has so many copies.
  static func duplicatingAgain(size: Int) throws -> Double {
    let session = Session(reportsChanges: false)
    session.undoLimit = 0
    try session.run("a = 1")
    let start = threadTime()
    for _ in 0..<size { _ = try session.duplicate([SourceName("a", range: 0..<1)]) }
    return (threadTime() - start) / Double(size)
  }

  /// `Session.inspect(_:limit:)` of a node with so many readers: a reader.
  static func inspectingAHub(size: Int) throws -> Double {
    let session = Session(reportsChanges: false)
    session.undoLimit = 0
    try session.run("hub = 1")
    for reader in 0..<size { try session.run("n\(reader) = hub + \(reader)") }
    let hub = SourceName("hub", range: 0..<3)
    return try each(10) { _ = try session.inspect(hub) } / Double(size)
  }

  /// `SessionPicture.forEachLane(isASCII:width:_:)` of a chain: a node.
  static func listingAChain(size: Int) throws -> Double {
    let session = Session(reportsChanges: false)
    session.undoLimit = 0
    try session.run("n0 = 1")
    for node in 1..<size { try session.run("n\(node) = n\(node - 1) + 1") }
    let picture = SessionPicture(of: session)
    return each(1) { picture.forEachLane { precondition(!$0.isEmpty) } } / Double(size)
  }

  private static func session(ofConstants size: Int) throws -> Session {
    let session = Session(reportsChanges: false)
    session.undoLimit = 0
    try session.run("x = 1")
    for number in 0..<size { try session.run("n\(number) = \(number)") }
    session.refuse("unknown")
    return session
  }

  private static func each(_ count: Int, _ body: () throws -> Void) rethrows -> Double {
    let start = threadTime()
    for _ in 0..<count { try body() }
    return (threadTime() - start) / Double(count)
  }
}

extension Session {
  fileprivate func refuse(_ line: String) {
    do throws(Diagnostic) {
      try run(line)
      preconditionFailure("'\(line)' was not refused")
    } catch {
      precondition(error.code == .name)
    }
  }
}
