// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A node of another editor.
struct ImportedNode {
  /// The id that the other editor gave it: its name here.
  var id: String
  var kind: String
  var position: GraphPoint?
  var mode = NodeMode.active
  var color: GraphColor?
  var isCompact = false
  /// The flow that it stands for, where it is a group.
  var flow: String?
  /// What else the editor has written of it.
  var fields: [(name: String, value: JSONTree)] = []
  /// Its place in the text.
  var offset = 0
}

/// A wire of another editor.
struct ImportedWire {
  var source: String
  var output: String
  var target: String
  var input: String
  var label: String?
  /// Its place in the text.
  var offset = 0
}

/// What an editor shows on one canvas: a document, or the inside of a group.
struct ImportedFlow {
  /// A port of a group, and the ports inside that it stands for.
  struct Port {
    var name: String
    var ends: [(node: String, port: String)] = []
    /// Whether an input takes many wires.
    var takesMany = false
  }

  var title = ""
  var nodes: [ImportedNode] = []
  var wires: [ImportedWire] = []
  var inputs: [Port] = []
  var outputs: [Port] = []
  var frames: [GraphFrame] = []
}

/// A document of another editor, in terms that all of them share.
struct ImportedFlows {
  var root = ImportedFlow()
  /// The insides of groups, by their ids.
  var groups: [(id: String, flow: ImportedFlow)] = []
  /// What could not be kept, with places in the text.
  var notes: [(offset: Int, reason: String)] = []
}
