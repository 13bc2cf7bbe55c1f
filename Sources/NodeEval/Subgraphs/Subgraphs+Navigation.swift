// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Where paths lead.
extension Subgraphs {
  /// Whether each instance of a path exists, and lies in the one before. Complexity: O(path).
  public func isValid(_ path: GraphPath) -> Bool { living(path).instances.count == path.instances.count }

  /// The longest part from the beginning of a path that leads somewhere: what is left of it after an instance is gone, or
  /// lies elsewhere. Complexity: O(path).
  public func living(_ path: GraphPath) -> GraphPath {
    var scope: InstanceID?
    var living = GraphPath()
    for instance in path.instances {
      guard let instance = self.instance(inDocument: instance), self.scope(of: instance.node) == scope else { break }
      living.enter(instance)
      scope = instance
    }
    return living
  }

  /// The titles along a path, for what is called breadcrumbs. The root has none.
  public func titles(along path: GraphPath) -> [String] { path.instances.map { title(of: $0) } }

  /// The path into an instance that shows in the scope of another, as a double click enters it.
  ///
  /// - Returns: `nil` if the member is no instance, or lies elsewhere.
  public func path(entering member: NodeID, from path: GraphPath) -> GraphPath? {
    guard let instance = InstanceID(member).flatMap({ self.instance(inDocument: $0) }),
      scope(of: member) == path.scope.flatMap({ self.instance(inDocument: $0) })
    else { return nil }
    var inner = path
    inner.enter(instance)
    return inner
  }
}
