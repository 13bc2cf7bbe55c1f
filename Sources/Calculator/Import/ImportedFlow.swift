// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A node of another editor.
struct ImportedNode {
  /// The id that the node has in the other editor, which becomes its name.
  var id: String
  var kind: String
  var position: GraphPoint?
  var mode = NodeMode.active
  var color: GraphColor?
  var isCompact = false
  /// The id of the flow that the node contains, if it is a group.
  var flow: String?
  /// Other data that the editor has written of the node.
  var fields: [(name: String, value: JSONTree)] = []
  /// The position of the node in the text.
  var offset = 0
}

/// A connection of another editor.
struct ImportedWire {
  var source: String
  var output: String
  var target: String
  var input: String
  var label: String?
  /// The position of the connection in the text.
  var offset = 0
}

/// The contents of one canvas of an editor: a document, or the inside of a group.
struct ImportedFlow {
  /// A port of a group, with the inner ports that it stands for.
  struct Port {
    var name: String
    var ends: [(node: String, port: String)] = []
    /// Whether an input accepts several connections.
    var takesMany = false
  }

  var title = ""
  var nodes: [ImportedNode] = []
  var wires: [ImportedWire] = []
  var inputs: [Port] = []
  var outputs: [Port] = []
  var frames: [GraphFrame] = []
}

/// A document of another editor, in terms that all supported editors share.
struct ImportedFlows {
  var root = ImportedFlow()
  /// The contents of groups, by their ids.
  var groups: [(id: String, flow: ImportedFlow)] = []
  /// Notes on parts that could not be kept, with their positions in the text.
  var notes: [(offset: Int, reason: String)] = []
}
