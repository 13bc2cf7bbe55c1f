// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Something that executes a plan: an engine, or a program that engines are compared with.
public protocol Contender: AnyObject {
  /// The name in tables.
  static var name: String { get }

  /// Whether other threads help, so that updates are timed by the clock on the wall.
  static var usesThreads: Bool { get }

  /// Builds the graph of a plan and evaluates it.
  ///
  /// - Returns: `nil` if the contender can't express the plan, or would take too long.
  init?(_ plan: Plan) throws

  /// Executes an update of the plan and reads its result.
  ///
  /// - Returns: The number of evaluated nodes, if it is known.
  func apply(_ update: Int) -> Int?

  /// The current value of a node.
  func value(of node: Int) -> Double

  /// Executes a number of consecutive updates, continuing after the last call, and reads each result.
  func run(_ updates: Int)
}

/// A wrong result of a contender or plan.
public struct Mismatch: Error, CustomStringConvertible {
  /// The expected and the actual result.
  public let description: String

  init(_ description: String) { self.description = description }
}

extension Contender {
  /// Only the thread that updates.
  public static var usesThreads: Bool { false }

  /// Executes the updates of a plan, and compares values and evaluation counts with those of an oracle.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - course: The expected results of its updates.
  ///   - limit: The greatest number of updates, for contenders whose updates are slow.
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

/// Keeps the optimiser from removing the computation of a value.
@inline(never)
public func use<Value>(_ value: Value) {}
