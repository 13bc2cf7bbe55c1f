// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Something that carries out a plan: an engine, or what it is compared with.
public protocol Contender: AnyObject {
  /// What it is called in tables.
  static var name: String { get }

  /// Builds the graph of a plan and brings it up to date.
  ///
  /// - Returns: Nothing if it can't express the plan, or would take years.
  init?(_ plan: Plan) throws

  /// Carries out an update of the plan and reads its result.
  ///
  /// - Returns: How many nodes were evaluated, if it knows.
  func apply(_ update: Int) -> Int?

  /// The value of a node now.
  func value(of node: Int) -> Double

  /// Carries out so many updates one after the other, beginning where the last call ended, reading each result.
  func run(_ updates: Int)
}

/// What is wrong with what is to be measured.
public struct Mismatch: Error, CustomStringConvertible {
  /// What was expected, and what was found.
  public let description: String

  init(_ description: String) { self.description = description }
}

extension Contender {
  /// Carries out the updates of a plan and compares values and how many nodes ran with what an oracle said.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - course: What its updates lead to.
  ///   - limit: How many updates at most, for those whom each costs much.
  /// - Throws: ``Mismatch``.
  public func check(_ plan: Plan, _ course: Course, limit: Int = .max) throws {
    for step in course.steps.prefix(limit) {
      if let counted = apply(step.update), counted != step.evaluations {
        throw Mismatch("\(Self.name): update \(step.update) evaluated \(counted) nodes, not \(step.evaluations)")
      }
      for (node, expected) in step.values where value(of: node) != expected {
        throw Mismatch(
          "\(Self.name): node \(node) is \(value(of: node)) after update \(step.update), not \(expected)")
      }
    }
  }
}

/// Keeps the optimiser from leaving out what computes a value.
@inline(never)
public func use<Value>(_ value: Value) {}
