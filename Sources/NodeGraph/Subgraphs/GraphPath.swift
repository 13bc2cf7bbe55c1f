// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Where someone is in a graph with groups: the instances that were entered, the outermost first.
///
/// Navigation is this one value: who keeps it, shows what it leads to. Empty, it is the root.
///
/// ```swift
/// var path = GraphPath()
/// path.enter(invoice)
/// path.enter(tax)
/// path.leave()                      // in the invoice again
/// ```
public struct GraphPath: Hashable, Sendable, ExpressibleByArrayLiteral {
  /// The instances that were entered.
  public private(set) var instances: [InstanceID]

  /// A path through these instances, each of which lies in the one before.
  public init(_ instances: [InstanceID] = []) { self.instances = instances }

  /// A path through these instances.
  public init(arrayLiteral elements: InstanceID...) { self.init(elements) }

  /// The scope that it leads to; `nil` for the root.
  public var scope: InstanceID? { instances.last }

  /// The path through the instances as documents hold them; see ``NodeID/inDocument``.
  public var inDocument: GraphPath { GraphPath(instances.map(\.inDocument)) }

  /// Whether it leads to the root.
  public var isRoot: Bool { instances.isEmpty }

  /// Enters an instance of the scope.
  public mutating func enter(_ instance: InstanceID) { instances.append(instance) }

  /// Leaves the instance that was entered last.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  public mutating func leave() -> Bool { instances.popLast() != nil }

  /// Leaves instances up to the last of which something is true.
  ///
  /// - Parameter condition: Whether to stay in an instance.
  /// - Returns: Whether there was one besides that where one is; otherwise nothing has changed.
  @discardableResult
  public mutating func leaveTo(where condition: (InstanceID) -> Bool) -> Bool {
    guard let place = instances.dropLast().lastIndex(where: condition) else { return false }
    instances.removeSubrange((place + 1)...)
    return true
  }

  /// Leaves all instances.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  public mutating func leaveToRoot() -> Bool {
    guard !instances.isEmpty else { return false }
    instances = []
    return true
  }

  /// The part that both begin with. Complexity: O(instances).
  public func commonPrefix(with other: GraphPath) -> GraphPath {
    var count = 0
    while count < instances.count, count < other.instances.count, instances[count] == other.instances[count] {
      count += 1
    }
    return GraphPath(Array(instances.prefix(count)))
  }
}

/// How to get from one scope to another by steps that are each allowed by itself.
public enum NavigationPlan {
  /// One step, which a view can animate.
  public enum Step: Hashable, Sendable {
    /// Into an instance of the scope.
    case enter(InstanceID)
    /// Out of the instance that was entered last.
    case leave
  }

  /// The fewest steps: out to the last instance that both paths share, and in from there.
  ///
  /// - Complexity: O(instances of both).
  public static func steps(from start: GraphPath, to end: GraphPath) -> [Step] {
    let common = start.commonPrefix(with: end).instances.count
    let out = Array(repeating: Step.leave, count: start.instances.count - common)
    return out + end.instances.dropFirst(common).map { .enter($0) }
  }

  /// Takes a step. Returns false, and changes nothing, if there is nothing to leave.
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
