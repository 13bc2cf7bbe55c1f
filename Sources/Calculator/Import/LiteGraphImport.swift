// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Reads documents of LiteGraph, and documents of ComfyUI, whose canvas is a LiteGraph canvas.
///
/// A subgraph is either an object in its node (LiteGraph), in which nodes of two kinds stand for the ports, or a
/// definition of the document (ComfyUI), in which one id stands for all inputs and another for all outputs.
struct LiteGraphImport {
  private(set) var flows = ImportedFlows()
  private var definitions: Set<String> = []
  /// The flows of subgraphs that are still to be read, with their ids.
  private var open: [(id: String, part: JSONPart)] = []

  init(_ part: JSONPart) {
    let shared = part["definitions"]?["subgraphs"]?.elements ?? []
    for definition in shared {
      guard let id = definition["id"]?.tree.label else { continue }
      definitions.insert(id)
      open.append((id, definition))
    }
    flows.root = read(part, isRoot: true)
    while let (id, part) = open.popLast() { flows.groups.append((id, read(part, isRoot: false))) }
  }

  private mutating func read(_ part: JSONPart, isRoot: Bool) -> ImportedFlow {
    let members = Dictionary(part.members.map { ($0.name, $0.value) }) { first, _ in first }
    var flow = ImportedFlow(title: members["name"]?.tree.title ?? "subgraph")
    var ports: [String: NodePorts] = [:]
    var boundary: [String: String] = [:]
    for element in members["nodes"]?.elements ?? [] {
      let tree = element.tree
      guard let id = tree["id"]?.label else {
        flows.notes.append((element.offset, "a node without an id is left out"))
        continue
      }
      let type = tree["type"]?.label ?? "node"
      if !isRoot, type == "graph/input" || type == "graph/output", flow.isPort(tree) {
        boundary[id] = tree["properties"]?["name"]?.title ?? "port\(id)"
        let port = ImportedFlow.Port(name: boundary[id] ?? "")
        if type == "graph/input" { flow.inputs.append(port) } else { flow.outputs.append(port) }
        ports[id] = NodePorts(tree)
        continue
      }
      if ports[id] == nil { ports[id] = NodePorts(tree) }
      flow.nodes.append(node(id, type, tree, element))
    }
    readPorts(of: members, into: &flow, &ports, &boundary)
    for link in Self.links(members["links"]) { connect(link, ports, boundary, &flow) }
    for group in members["groups"]?.elements ?? [] {
      let tree = group.tree
      guard let bounds = tree["bounding"]?.elements?.compactMap(\.coordinate), bounds.count == 4 else { continue }
      flow.frames.append(
        GraphFrame(
          tree["title"]?.string ?? "", GraphRect(x: bounds[0], y: bounds[1], width: bounds[2], height: bounds[3]),
          color: tree["color"]?.string.flatMap(GraphColor.init(short:))))
    }
    return flow
  }

  private mutating func node(_ id: String, _ type: String, _ tree: JSONTree, _ element: JSONPart) -> ImportedNode {
    var node = ImportedNode(id: id, kind: type, position: GraphPoint(pair: tree["pos"]), offset: element.offset)
    node.mode = [2: NodeMode.muted, 4: .bypassed][tree["mode"]?.int ?? 0] ?? .active
    node.color = tree["color"]?.string.flatMap(GraphColor.init(short:))
    node.isCompact = tree["flags"]?["collapsed"]?.boolean ?? false
    node.fields = tree.members(except: ["id", "type", "pos", "mode", "inputs", "outputs", "subgraph"])
    if definitions.contains(type) {
      node.flow = type
    } else if let inner = element["subgraph"], inner.isObject {
      let flow = "\(inner.offset)"
      node.flow = flow
      open.append((flow, inner))
    }
    node.kind = node.flow == nil ? type : tree["title"]?.title ?? ""
    return node
  }

  /// Reads the ports of a ComfyUI definition.
  private func readPorts(
    of members: [String: JSONPart], into flow: inout ImportedFlow, _ ports: inout [String: NodePorts],
    _ boundary: inout [String: String]
  ) {
    guard let input = members["inputNode"]?["id"]?.tree.label, let output = members["outputNode"]?["id"]?.tree.label
    else { return }
    let lists = (members["inputs"]?.tree ?? .null, members["outputs"]?.tree ?? .null)
    ports[input] = NodePorts(inputs: [], outputs: NodePorts.names(lists.0))
    ports[output] = NodePorts(inputs: NodePorts.names(lists.1), outputs: [])
    flow.inputs = ports[input]?.outputs.map { ImportedFlow.Port(name: $0) } ?? []
    flow.outputs = ports[output]?.inputs.map { ImportedFlow.Port(name: $0) } ?? []
    (boundary[input], boundary[output]) = ("", "")
  }

  private struct Link {
    let source: String
    let output: Int
    let target: String
    let input: Int
    let offset: Int
  }

  /// Reads links, which are lists of numbers or objects, in a list or in an object by their ids.
  private static func links(_ part: JSONPart?) -> [Link] {
    guard let part else { return [] }
    return (part.isArray ? part.elements : part.members.map(\.value)).compactMap { element in
      let tree = element.tree
      let ends: [JSONTree?]
      if let list = tree.elements, list.count >= 5 {
        ends = list[1..<5].map { $0 }
      } else {
        ends = ["origin_id", "origin_slot", "target_id", "target_slot"].map { tree[$0] }
      }
      guard let source = ends[0]?.label, let output = ends[1]?.int, let target = ends[2]?.label,
        let input = ends[3]?.int
      else { return nil }
      return Link(source: source, output: output, target: target, input: input, offset: element.offset)
    }
  }

  private mutating func connect(
    _ link: Link, _ ports: [String: NodePorts], _ boundary: [String: String], _ flow: inout ImportedFlow
  ) {
    let output = NodePorts.name(link.output, of: ports[link.source]?.outputs)
    let input = NodePorts.name(link.input, of: ports[link.target]?.inputs)
    if let port = boundary[link.source], ports[link.target] != nil, boundary[link.target] == nil {
      let name = port.isEmpty ? output : port
      guard let place = flow.inputs.firstIndex(where: { $0.name == name }) else { return }
      flow.inputs[place].ends.append((link.target, input))
    } else if let port = boundary[link.target], ports[link.source] != nil, boundary[link.source] == nil {
      let name = port.isEmpty ? input : port
      guard let place = flow.outputs.firstIndex(where: { $0.name == name }) else { return }
      flow.outputs[place].ends.append((link.source, output))
    } else {
      flow.wires.append(
        ImportedWire(source: link.source, output: output, target: link.target, input: input, offset: link.offset))
    }
  }
}

/// The names of a node's ports: the editor's names, or the indices of ports whose names are empty or not unique.
private struct NodePorts {
  var inputs: [String]
  var outputs: [String]

  init(inputs: [String], outputs: [String]) { (self.inputs, self.outputs) = (inputs, outputs) }

  init(_ node: JSONTree) {
    inputs = Self.names(node["inputs"] ?? .null)
    outputs = Self.names(node["outputs"] ?? .null)
  }

  static func names(_ list: JSONTree) -> [String] {
    var taken: Set<String> = []
    let titles = (list.elements ?? []).map { $0["name"]?.string ?? "" }
    let counts = Dictionary(titles.map { ($0, 1) }, uniquingKeysWith: +)
    return titles.enumerated().map { index, title in
      var name = title.isEmpty || counts[title] != 1 ? "\(index)" : title
      while !taken.insert(name).inserted { name += "_" }
      return name
    }
  }

  static func name(_ place: Int, of names: [String]?) -> String {
    guard let names, names.indices.contains(place) else { return "\(place)" }
    return names[place]
  }
}

extension ImportedFlow {
  /// Whether a node that stands for a port is the first with its name.
  fileprivate func isPort(_ node: JSONTree) -> Bool {
    let name = node["properties"]?["name"]?.title
    return !(node["type"]?.string == "graph/input" ? inputs : outputs).contains { $0.name == name }
  }
}

extension GraphPoint {
  /// Reads two numbers, in a list or in an object by their indices.
  init?(pair: JSONTree?) {
    let first = pair?.elements?.first ?? pair?["0"]
    let second = pair?.elements?.dropFirst().first ?? pair?["1"]
    guard let x = first?.coordinate, let y = second?.coordinate else { return nil }
    self.init(x, y)
  }
}

extension GraphColor {
  /// Reads a colour written as `#f00` or `#ff0000`.
  init?(short text: String) {
    if text.utf8.count == 4, text.first == "#" {
      self.init("#" + text.dropFirst().map { "\($0)\($0)" }.joined())
    } else {
      self.init(text)
    }
  }
}
