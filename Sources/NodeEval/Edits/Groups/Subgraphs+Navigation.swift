// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Following paths.
extension Subgraphs {
  /// Whether each instance of a path exists, and is in the one before. Complexity: O(path).
  public func isValid(_ path: GraphPath) -> Bool { living(path).instances.count == path.instances.count }

  /// The longest valid beginning of a path: the part that is left after an instance was removed or moved elsewhere. Complexity:
  /// O(path).
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

  /// The titles along a path, for breadcrumbs. The root has none.
  public func titles(along path: GraphPath) -> [String] { path.instances.map { title(of: $0) } }

  /// The path into an instance of a path's scope, as a double click enters it.
  ///
  /// - Returns: `nil` if the member is not an instance, or not in the scope.
  public func path(entering member: NodeID, from path: GraphPath) -> GraphPath? {
    guard let instance = InstanceID(member).flatMap({ self.instance(inDocument: $0) }),
      scope(of: member) == path.scope.flatMap({ self.instance(inDocument: $0) })
    else { return nil }
    var inner = path
    inner.enter(instance)
    return inner
  }
}
