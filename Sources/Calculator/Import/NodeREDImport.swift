// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Reads flows of Node-RED: one list of nodes, each with the id of its tab or subflow. A single tab becomes the
/// canvas; several tabs become groups.
struct NodeREDImport {
  private(set) var flows = ImportedFlows()
  /// The indices of groups in `flows`, by the ids of tabs and subflows.
  private var places: [String: Int] = [:]
  /// The id of each node's tab or subflow, by the node's id.
  private var flowOfNode: [String: String] = [:]

  init(_ part: JSONPart) {
    let elements = part.elements
    let trees = elements.map { (part: $0, type: $0["type"]?.tree.label ?? "node") }
    let tabs = trees.filter { $0.type == "tab" }
    for (element, _) in tabs where tabs.count > 1 { addTab(element) }
    for (element, type) in trees where type == "subflow" { addSubflow(element) }
    for (element, type) in trees where type != "tab" && type != "subflow" && type != "group" {
      flowOfNode[element["id"]?.tree.label ?? ""] = element["z"]?.tree.label ?? ""
    }
    for (element, type) in trees where type != "tab" && type != "subflow" { add(element, type) }
    for (element, type) in trees where type == "subflow" { addPorts(element) }
  }

  // MARK: Tabs and subflows

  private mutating func addTab(_ element: JSONPart) {
    let tree = element.tree
    guard let id = tree["id"]?.label, places[id] == nil else { return }
    let title = tree["label"]?.title ?? id
    places[id] = flows.groups.count
    flows.groups.append((id, ImportedFlow(title: title)))
    var node = ImportedNode(id: id, kind: title, flow: id, offset: element.offset)
    if tree["disabled"]?.boolean == true { node.mode = .muted }
    node.fields = tree.members(except: ["id", "type"])
    flows.root.nodes.append(node)
  }

  private mutating func addSubflow(_ element: JSONPart) {
    let tree = element.tree
    guard let id = tree["id"]?.label, places[id] == nil else { return }
    var flow = ImportedFlow(title: tree["name"]?.title ?? id)
    if !(tree["in"]?.elements ?? []).isEmpty { flow.inputs = [.init(name: "in", takesMany: true)] }
    flow.outputs = (tree["out"]?.elements ?? []).indices.map { .init(name: "\($0)") }
    places[id] = flows.groups.count
    flows.groups.append((id, flow))
  }

  private mutating func addPorts(_ element: JSONPart) {
    let tree = element.tree
    guard let id = tree["id"]?.label, let place = places[id] else { return }
    for wire in tree["in"]?.elements?.first?["wires"]?.elements ?? [] {
      guard let node = wire["id"]?.label, flowOfNode[node] == id else { continue }
      flows.groups[place].flow.inputs[0].ends.append((node, "in"))
    }
    for (index, output) in (tree["out"]?.elements ?? []).enumerated() {
      for wire in output["wires"]?.elements ?? [] {
        guard let node = wire["id"]?.label, flowOfNode[node] == id else { continue }
        flows.groups[place].flow.outputs[index].ends.append((node, "\(wire["port"]?.int ?? 0)"))
      }
    }
  }

  // MARK: Nodes

  private mutating func add(_ element: JSONPart, _ type: String) {
    let tree = element.tree
    guard let id = tree["id"]?.label else {
      flows.notes.append((element.offset, "a node without an id is left out"))
      return
    }
    let flow = tree["z"]?.label ?? ""
    if type == "group" { return addFrame(tree, to: flow) }
    var node = ImportedNode(id: id, kind: type, offset: element.offset)
    if let x = tree["x"]?.coordinate, let y = tree["y"]?.coordinate { node.position = GraphPoint(x, y) }
    if tree["d"]?.boolean == true { node.mode = .muted }
    if type.hasPrefix("subflow:") {
      let subflow = String(type.dropFirst("subflow:".count))
      if let place = places[subflow] { (node.flow, node.kind) = (subflow, flows.groups[place].flow.title) }
    }
    node.fields = tree.members(except: ["id", "type", "x", "y", "z", "d", "wires"])
    change(flow) { $0.nodes.append(node) }
    for (output, targets) in (tree["wires"]?.elements ?? []).enumerated() {
      for target in targets.elements ?? [] {
        guard let end = target.label else { continue }
        if let other = flowOfNode[end], places[other] != places[flow] {
          flows.notes.append(
            (element.offset, "the wire from '\(id)' to '\(end)' leads into another flow, and is left out"))
          continue
        }
        let wire = ImportedWire(source: id, output: "\(output)", target: end, input: "in", offset: element.offset)
        change(flow) { $0.wires.append(wire) }
      }
    }
  }

  private mutating func addFrame(_ tree: JSONTree, to flow: String) {
    guard let x = tree["x"]?.coordinate, let y = tree["y"]?.coordinate, let width = tree["w"]?.coordinate,
      let height = tree["h"]?.coordinate
    else { return }
    let color = tree["style"]?["fill"]?.string ?? tree["style"]?["stroke"]?.string
    let frame = GraphFrame(
      tree["name"]?.string ?? "", GraphRect(x: x, y: y, width: width, height: height),
      color: color.flatMap(GraphColor.init(short:)))
    change(flow) { $0.frames.append(frame) }
  }

  /// Changes the flow of a tab or subflow; a node of neither is on the canvas.
  private mutating func change(_ flow: String, _ body: (inout ImportedFlow) -> Void) {
    if let place = places[flow] { body(&flows.groups[place].flow) } else { body(&flows.root) }
  }
}
