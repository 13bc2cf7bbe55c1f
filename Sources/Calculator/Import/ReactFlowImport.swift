// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Reads graphs of React Flow. A node that is the parent of others, or of type `group`, becomes a frame, unless it
/// has connections; the positions of its children are relative to its corner.
struct ReactFlowImport {
  private(set) var flows = ImportedFlows()

  private struct Entry {
    let id: String
    let part: JSONPart
    let tree: JSONTree
    let parent: String?
    let position: GraphPoint
  }

  init(_ part: JSONPart) {
    var entries: [Entry] = []
    for element in part["nodes"]?.elements ?? [] {
      let tree = element.tree
      guard let id = tree["id"]?.label else {
        flows.notes.append((element.offset, "a node without an id is left out"))
        continue
      }
      let place = GraphPoint(tree["position"]?["x"]?.coordinate ?? 0, tree["position"]?["y"]?.coordinate ?? 0)
      let parent = (tree["parentId"] ?? tree["parentNode"])?.label
      entries.append(Entry(id: id, part: element, tree: tree, parent: parent, position: place))
    }
    var connected: Set<String> = []
    for element in part["edges"]?.elements ?? [] {
      let tree = element.tree
      guard let source = tree["source"]?.label, let target = tree["target"]?.label else {
        flows.notes.append((element.offset, "an edge without a source or a target is left out"))
        continue
      }
      connected.formUnion([source, target])
      flows.root.wires.append(
        ImportedWire(
          source: source, output: tree["sourceHandle"]?.title ?? "output", target: target,
          input: tree["targetHandle"]?.title ?? "input", label: tree["label"]?.title, offset: element.offset))
    }
    let places = Dictionary(entries.enumerated().map { ($1.id, $0) }) { first, _ in first }
    let children = Dictionary(grouping: entries, by: \.parent)
    for entry in entries {
      let position = Self.position(of: entry, entries, places)
      let isParent = children[entry.id] != nil || entry.tree["type"]?.string == "group"
      if isParent, !connected.contains(entry.id) {
        flows.root.frames.append(Self.frame(entry, at: position, around: children[entry.id] ?? []))
      } else {
        flows.root.nodes.append(Self.node(entry, at: position))
      }
    }
  }

  /// The position of a node on the canvas: a parent inside its own child counts once.
  private static func position(of entry: Entry, _ entries: [Entry], _ places: [String: Int]) -> GraphPoint {
    var (point, next, seen) = (entry.position, entry.parent, Set([entry.id]))
    while let id = next, seen.insert(id).inserted, let place = places[id] {
      point = GraphPoint(point.x + entries[place].position.x, point.y + entries[place].position.y)
      next = entries[place].parent
    }
    return point
  }

  private static func node(_ entry: Entry, at position: GraphPoint) -> ImportedNode {
    let data = entry.tree["data"]
    // Flowise and Langflow use one drawing type for all nodes; the data contains the kind.
    let kind =
      data?["baseClasses"] != nil
      ? data?["name"]?.title : data?["node"]?.members != nil ? data?["type"]?.title : nil
    var node = ImportedNode(id: entry.id, kind: kind ?? entry.tree["type"]?.title ?? "default", position: position)
    node.offset = entry.part.offset
    node.color = data?["color"]?.string.flatMap(GraphColor.init(short:))
    node.fields = entry.tree.members(except: ["id", "position", "positionAbsolute", "selected", "dragging"])
    return node
  }

  private static func frame(_ entry: Entry, at position: GraphPoint, around children: [Entry]) -> GraphFrame {
    func length(_ name: String) -> Double? {
      let tree = entry.tree
      return tree["style"]?[name]?.coordinate ?? tree["measured"]?[name]?.coordinate ?? tree[name]?.coordinate
    }
    // Where the size is not given, the frame encloses its children, which are assumed to have a usual size.
    let width = length("width") ?? (children.map(\.position.x).max() ?? 0) + 200
    let height = length("height") ?? (children.map(\.position.y).max() ?? 0) + 120
    let title = entry.tree["data"]?["label"]?.string ?? entry.id
    return GraphFrame(title, GraphRect(x: position.x, y: position.y, width: max(width, 0), height: max(height, 0)))
  }
}
