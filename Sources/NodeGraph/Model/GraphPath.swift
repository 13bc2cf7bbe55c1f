// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A location in a graph with groups: the instances that were entered, outermost first. An empty path is the root.
///
/// A view stores a path and shows the scope it leads to; navigation changes only this value. It isn't tied to a graph: an
/// instance on the path may be removed in the meantime, so check it before showing its content.
///
/// ```swift
/// var path = GraphPath()
/// path.enter(invoice)
/// path.enter(tax)
/// path.leave()                      // back in the invoice
/// ```
public struct GraphPath: Hashable, Sendable, ExpressibleByArrayLiteral {
  /// The instances that were entered, outermost first.
  ///
  /// A view shows them as a list of links to go back by:
  ///
  /// ```swift
  /// let titles = path.instances.map { evaluator.subgraphs.name(of: $0.node) ?? "\($0)" }
  /// ```
  public private(set) var instances: [InstanceID]

  /// Creates a path. Without instances it leads to the root.
  ///
  /// - Parameter instances: The instances, each inside the one before, which isn't checked.
  public init(_ instances: [InstanceID] = []) { self.instances = instances }

  /// Creates a path from a literal: `[invoice, tax]`.
  public init(arrayLiteral elements: InstanceID...) { self.init(elements) }

  /// The innermost instance, whose content is the scope that the path leads to; `nil` for the root.
  ///
  /// Edits of this scope change the definition, and so all of its instances.
  public var scope: InstanceID? { instances.last }

  /// The path with ids of documents, without the tag of a graph; see ``NodeID/inDocument``.
  ///
  /// Save this form: ids with a tag aren't found in the graph that is loaded from a document.
  public var inDocument: GraphPath { GraphPath(instances.map(\.inDocument)) }

  /// Whether it leads to the root.
  public var isRoot: Bool { instances.isEmpty }

  /// Enters an instance of the present scope.
  ///
  /// - Parameter instance: The instance, which must be in ``scope``; that isn't checked.
  public mutating func enter(_ instance: InstanceID) { instances.append(instance) }

  /// Leaves the innermost instance.
  ///
  /// - Returns: Whether there was one; false at the root, which is then unchanged.
  @discardableResult
  public mutating func leave() -> Bool { instances.popLast() != nil }

  /// Leaves instances until one satisfies a condition. At least the innermost one is left.
  ///
  /// ```swift
  /// path.leaveTo { $0 == invoice }
  /// ```
  ///
  /// - Parameter condition: Returns whether to stop in an instance. The innermost one isn't tested.
  /// - Returns: Whether an instance satisfied the condition; otherwise the path is unchanged.
  /// - Complexity: O(instances).
  @discardableResult
  public mutating func leaveTo(where condition: (InstanceID) -> Bool) -> Bool {
    guard let place = instances.dropLast().lastIndex(where: condition) else { return false }
    instances.removeSubrange((place + 1)...)
    return true
  }

  /// Leaves all instances, so that the path leads to the root. Call it when another graph is shown.
  ///
  /// - Returns: Whether the path was not at the root already.
  @discardableResult
  public mutating func leaveToRoot() -> Bool {
    guard !instances.isEmpty else { return false }
    instances = []
    return true
  }

  /// Returns the longest path with which both paths begin.
  ///
  /// ```swift
  /// let isInside = path.commonPrefix(with: other) == other  // other is around path, or the same
  /// ```
  ///
  /// - Parameter other: Another path in the same graph.
  /// - Returns: The common beginning; the root if the first instances differ.
  /// - Complexity: O(instances).
  public func commonPrefix(with other: GraphPath) -> GraphPath {
    var count = 0
    while count < instances.count, count < other.instances.count, instances[count] == other.instances[count] {
      count += 1
    }
    return GraphPath(Array(instances.prefix(count)))
  }
}

/// Plans the way from one scope to another in single steps, for instance to animate each of them.
///
/// ```swift
/// for step in NavigationPlan.steps(from: path, to: target) {
///   NavigationPlan.take(step, along: &path)
/// }
/// ```
public enum NavigationPlan {
  /// One step of a navigation.
  public enum Step: Hashable, Sendable {
    /// Enter an instance of the present scope.
    case enter(InstanceID)
    /// Leave the innermost instance.
    case leave
  }

  /// Returns the fewest steps from one path to another: leave to the last instance that both share, and enter from there.
  ///
  /// - Parameters:
  ///   - start: The present path.
  ///   - end: The path to reach.
  /// - Returns: The steps; empty if both paths are equal.
  /// - Complexity: O(instances of both).
  public static func steps(from start: GraphPath, to end: GraphPath) -> [Step] {
    let common = start.commonPrefix(with: end).instances.count
    let out = Array(repeating: Step.leave, count: start.instances.count - common)
    return out + end.instances.dropFirst(common).map { .enter($0) }
  }

  /// Applies a step to a path.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - path: The path, which is unchanged if the step can't be taken.
  /// - Returns: False if the step leaves an instance and the path is at the root.
  @discardableResult
  public static func take(_ step: Step, along path: inout GraphPath) -> Bool {
    switch step {
    case .enter(let instance):
      path.enter(instance)
      return true
    case .leave: return path.leave()
    }
  }
}
