// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A graph of numbers and its updates, in a form that all contenders can execute.
///
/// Nodes are numbered in an order in which they can be evaluated.
public struct Plan: Sendable {
  /// The computation of a node.
  public enum Operation: UInt8, Sendable {
    /// No computation: a source starts with its constant, and is written by updates.
    case source
    /// x + 1.
    case successor
    /// x + constant.
    case increment
    /// x · constant.
    case scale
    /// x.
    case copy
    /// x + y.
    case add
    /// x − y.
    case subtract
    /// (x + y) ÷ 2.
    case mean
    /// (3x + y) ÷ 4.
    case lean
    /// (x + 3y) ÷ 4.
    case tilt
    /// (5x − y) ÷ 4.
    case drift
    /// The sum of any number of inputs.
    case sum
    /// Twenty times y if x is odd, or twenty times z if x is even.
    case unstable
  }

  /// A write to a source.
  public struct Write: Sendable {
    /// The source.
    public let node: Int
    /// The new value.
    public let value: Double
  }

  /// Writes that are made together, and the node that is read afterwards.
  public struct Update: Sendable {
    /// The writes.
    public let writes: [Write]
    /// The node that is read.
    public let result: Int
  }

  /// A value that an update must lead to, known without computing it.
  public struct Expectation: Sendable {
    let update: Int
    let node: Int
    let value: Double
  }

  /// The operation of each node.
  public private(set) var operations: [Operation] = []
  /// The constant of each node.
  public private(set) var constants: [Double] = []
  /// The index of each node's first input, and the end of the last node's inputs.
  public private(set) var starts: [Int32] = [0]
  /// The inputs of all nodes.
  public private(set) var inputs: [Int32] = []
  /// The updates, which are repeated.
  public var updates: [Update] = []
  /// The nodes whose changes are observed.
  public var observed: [Int] = []
  /// The number of nodes that an update evaluates, stated by hand; `nil` if only the oracle determines it.
  public var evaluations: Int?
  /// The results of some updates, stated by hand.
  public var expectations: [Expectation] = []

  /// Creates a plan without nodes.
  public init() {}

  /// The number of nodes.
  public var count: Int { operations.count }

  /// The inputs of a node.
  public func inputs(of node: Int) -> ArraySlice<Int32> { inputs[Int(starts[node])..<Int(starts[node + 1])] }

  /// Adds a node and returns its number.
  @discardableResult
  public mutating func add(_ operation: Operation, _ sources: [Int] = [], constant: Double = 0) -> Int {
    operations.append(operation)
    constants.append(constant)
    for source in sources { inputs.append(Int32(source)) }
    starts.append(Int32(inputs.count))
    return operations.count - 1
  }

  /// Adds a node with two inputs and returns its number.
  mutating func add(_ operation: Operation, _ first: Int, _ second: Int) -> Int {
    operations.append(operation)
    constants.append(0)
    inputs.append(Int32(first))
    inputs.append(Int32(second))
    starts.append(Int32(inputs.count))
    return operations.count - 1
  }

  /// Sets the updates to writes of two alternating values to a source.
  mutating func alternate(_ source: Int, _ first: Double, _ second: Double, reading result: Int) {
    updates = [first, second].map { Update(writes: [Write(node: source, value: $0)], result: result) }
  }

  /// Uses the values of observed nodes, as the observers of an engine do.
  @inline(__always)
  func tell(_ values: UnsafeMutablePointer<Double>) { for node in observed { use(values[node]) } }

  /// Computes a node from all values.
  @inline(__always)
  func value(of node: Int, from values: UnsafeMutablePointer<Double>) -> Double {
    let start = Int(starts[node])
    switch operations[node] {
    case .source: return values[node]
    case .successor: return values[Int(inputs[start])] + 1
    case .increment: return values[Int(inputs[start])] + constants[node]
    case .scale: return values[Int(inputs[start])] * constants[node]
    case .copy: return values[Int(inputs[start])]
    case .add: return values[Int(inputs[start])] + values[Int(inputs[start + 1])]
    case .subtract: return values[Int(inputs[start])] - values[Int(inputs[start + 1])]
    case .mean: return (values[Int(inputs[start])] + values[Int(inputs[start + 1])]) / 2
    case .lean: return values[Int(inputs[start])] * 0.75 + values[Int(inputs[start + 1])] * 0.25
    case .tilt: return values[Int(inputs[start])] * 0.25 + values[Int(inputs[start + 1])] * 0.75
    case .drift: return values[Int(inputs[start])] * 1.25 - values[Int(inputs[start + 1])] * 0.25
    case .sum:
      var total = 0.0
      for place in start..<Int(starts[node + 1]) { total += values[Int(inputs[place])] }
      return total
    case .unstable:
      return Self.unstable(
        values[Int(inputs[start])], values[Int(inputs[start + 1])], values[Int(inputs[start + 2])])
    }
  }

  /// Computes ``Operation/unstable``.
  @inline(__always)
  static func unstable(_ head: Double, _ odd: Double, _ even: Double) -> Double {
    var total = 0.0
    for _ in 0..<20 { total += Int(head) % 2 == 0 ? even : odd }
    return total
  }
}
