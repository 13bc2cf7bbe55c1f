// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// An editor whose documents can be imported.
package enum ForeignEditor: String, CaseIterable {
  case comfyUI = "ComfyUI"
  case liteGraph = "LiteGraph"
  case nodeRED = "Node-RED"
  case reactFlow = "React Flow"

  /// All names, joined for a sentence.
  package static var names: String {
    allCases.dropLast().map(\.rawValue).joined(separator: ", ") + " or " + (allCases.last?.rawValue ?? "")
  }

  /// Finds the editor that has written a document by the members that its documents have; `nil` for any other text.
  ///
  /// - Complexity: O(bytes).
  init?(_ part: JSONPart) {
    if Self.nodesOfNodeRED(in: part) != nil {
      self = .nodeRED
      return
    }
    if Self.prompt(in: part) != nil {
      self = .comfyUI
      return
    }
    if Self.graphOfReactFlow(in: part) != nil {
      self = .reactFlow
      return
    }
    let members = Dictionary(part.members.map { ($0.name, $0.value) }) { first, _ in first }
    guard members["format"]?.tree.string == nil, let nodes = members["nodes"], nodes.isArray,
      let links = members["links"], links.isArray || links.isObject
    else { return nil }
    if let node = nodes.first, node["type"] == nil { return nil }
    let isComfy =
      members["definitions"] != nil
      || nodes.elements.contains { node in
        node["widgets_values"] != nil || node["properties"]?["Node name for S&R"] != nil
      }
    self = isComfy ? .comfyUI : .liteGraph
  }

  /// Finds the editor whose document a file holds, if the file begins as one.
  ///
  /// - Complexity: O(bytes) for what begins as a list or an object; O(1) for anything else.
  package init?(_ bytes: [UInt8]) {
    let start = bytes.drop { [0x20, 0x09, 0x0a, 0x0d].contains($0) }
    guard start.first == UInt8(ascii: "{") || start.first == UInt8(ascii: "["), let part = try? JSONPart(bytes)
    else { return nil }
    self.init(part)
  }

  /// A failure that names the editor of a file that can't be opened directly, and the command that imports it.
  package func failure(_ path: String) -> FileFailure {
    let isPlain = path.utf8.allSatisfy { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || "0123456789._-/".utf8.contains(byte)
    }
    let word =
      isPlain
      ? path : "'" + path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    let name = path == "-" ? "standard input" : "'\(path)'"
    return FileFailure("\(name) is a document of \(rawValue)", hint: "write: nodecalc import \(word) -o NEW.json")
  }

  /// The list of nodes of a flow file of Node-RED, or of a response of its server.
  static func nodesOfNodeRED(in part: JSONPart) -> JSONPart? {
    guard let list = part.isArray ? part : part["flows"], let first = list.first, first["id"] != nil,
      first["type"]?.tree.string != nil
    else { return nil }
    return list.elements.contains { node in
      node["wires"] != nil || node["z"] != nil || node["type"]?.tree.string == "tab"
    } ? list : nil
  }

  /// The object that holds a prompt of ComfyUI: nodes by id, each with its class.
  static func prompt(in part: JSONPart) -> JSONPart? {
    let part = part["prompt"] ?? part
    let members = part.members
    guard !members.isEmpty, members.allSatisfy({ $0.value.isObject && $0.value["class_type"] != nil }) else {
      return nil
    }
    return part
  }

  /// The object that holds nodes with positions, and edges.
  static func graphOfReactFlow(in part: JSONPart) -> JSONPart? {
    for part in [part, part["data"]].compactMap({ $0 }) {
      guard let nodes = part["nodes"], nodes.isArray, let edges = part["edges"], edges.isArray else { continue }
      guard let node = nodes.first else { return part }
      if node["id"] != nil, node["position"]?["x"] != nil { return part }
    }
    return nil
  }
}
