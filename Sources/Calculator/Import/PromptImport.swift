// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Reads prompts of ComfyUI, which have nodes by id, without positions. An input is a value, or a node's id and the
/// index of its output.
struct PromptImport {
  private(set) var flows = ImportedFlows()

  init(_ part: JSONPart) {
    let members = part.members
    let ids = Set(members.map(\.name))
    for (id, element) in members {
      let tree = element.tree
      var node = ImportedNode(id: id, kind: tree["class_type"]?.label ?? "node", offset: element.offset)
      var values: [(name: String, value: JSONTree)] = []
      for (name, value) in tree["inputs"]?.members ?? [] {
        if let list = value.elements, list.count == 2, let source = list[0].string,
          ids.contains(source) || Int(source) != nil,
          let output = list[1].int
        {
          flows.root.wires.append(
            ImportedWire(source: source, output: "\(output)", target: id, input: name, offset: element.offset))
        } else {
          values.append((name, value))
        }
      }
      node.fields = tree.members(except: ["class_type", "inputs"])
      if !values.isEmpty { node.fields.append(("inputs", .object(values))) }
      flows.root.nodes.append(node)
    }
  }
}
