// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Why an edit of subgraphs was refused. Nothing has changed when one is thrown; thrown on, it reverts the whole edit.
public enum SubgraphError: Error, Hashable, Sendable {
  /// There is no such definition (any more).
  case noDefinition(DefinitionID)
  /// There is no such instance (any more).
  case noInstance(InstanceID)
  /// The node, or instance, is not in the scope that is edited.
  case outsideScope(NodeID)
  /// Nothing was selected.
  case nothingSelected
  /// A definition would contain itself: the way from it back to it.
  case containsItself([DefinitionID])
  /// The definition still has instances, or others contain it.
  case definitionInUse(DefinitionID)
  /// The definition has no such port.
  case noPort(DefinitionID, String)
  /// The name of a port is that of another in the same direction.
  case duplicatePort(String)
  /// The input has a connection inside, and takes no other; or it is exposed already.
  case notExposable(NodeID)
  /// The port can't go, because it is connected in this instance.
  case portInUse(String, InstanceID)
  /// What an edit does to a definition is refused in this instance, for this reason, and so it is in all; without an
  /// instance, in the root.
  case refused(GraphError, in: InstanceID?)
}
