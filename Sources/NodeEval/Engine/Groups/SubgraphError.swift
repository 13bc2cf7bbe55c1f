// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The reason why an edit of subgraphs was refused. The graph is unchanged when one is thrown; rethrown, it reverts the whole edit.
public enum SubgraphError: Error, Hashable, Sendable {
  /// The definition doesn't exist; it may have been removed.
  case noDefinition(DefinitionID)
  /// The instance doesn't exist; it may have been removed.
  case noInstance(InstanceID)
  /// The node or instance is not in the edited scope.
  case outsideScope(NodeID)
  /// The selection is empty.
  case nothingSelected
  /// A definition would contain itself; the path from it back to itself.
  case containsItself([DefinitionID])
  /// The definition still has instances, or others contain it.
  case definitionInUse(DefinitionID)
  /// The definition has no port of this name.
  case noPort(DefinitionID, String)
  /// Another port of the same direction has this name.
  case duplicatePort(String)
  /// The input has a connection inside, and takes no other; or it is exposed already.
  case notExposable(NodeID)
  /// The port can't be removed, because it is in use in this instance.
  case portInUse(String, InstanceID)
  /// This instance refuses a change of a definition for this reason, so it is refused in all instances; `nil` for the root.
  case refused(GraphError, in: InstanceID?)
}
