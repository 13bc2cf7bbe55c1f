// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Converts documents of other editors to documents of this one: nodes of unknown kinds, with their positions,
/// connections, modes and groups. A node is named by the id that it had in the other editor; its other data is kept
/// in the field `imported`.
package enum EditorImport {
  /// The greatest number of notes that are listed one by one.
  package static let noteLimit = 20

  /// The result of converting a document.
  package struct Result {
    /// The document as text.
    package let text: String
    /// What was left out, with positions; at most ``EditorImport/noteLimit`` entries are listed one by one.
    package let notes: [String]
  }

  /// Converts a document of ComfyUI, LiteGraph, Node-RED or React Flow.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - path: Its name in messages.
  ///   - coder: Writes JSON.
  /// - Returns: The document as text, and notes on what was left out.
  /// - Throws: A ``Formulas/FileFailure`` with place and fault if the file is not JSON, or not a document of such an
  ///   editor.
  /// - Complexity: O(bytes).
  package static func document(
    _ bytes: [UInt8], named path: String, _ coder: any DocumentCoder
  ) throws(FileFailure) -> Result {
    let bytes = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? Array(bytes.dropFirst(3)) : bytes
    let part: JSONPart
    let made: ImportedDocument
    do throws(JSONScanner.Fault) {
      part = try JSONPart(bytes)
      guard let editor = ForeignEditor(part) else { throw JSONScanner.Fault(offset: -1, reason: refusal(part)) }
      made = try ImportedDocument(flows(part, of: editor), of: editor)
    } catch {
      if error.offset < 0 { throw FileFailure("'\(path)' \(error.reason)") }
      throw FileFailure("\(location(error.offset, bytes, path)): \(MessageText.shortened(error.reason))")
    }
    var notes = made.notes
    do {
      var dropped: [DocumentError] = []
      let session = try Session(repairing: made.document, dropped: &dropped)
      notes += dropped.map { (made.offset(of: $0.path), "\($0.reason); the wire is left out") }
      return Result(
        text: try DocumentWriter(session, coder).text(),
        notes: lines(notes.sorted { $0.offset < $1.offset }, bytes, path))
    } catch {
      let error = DocumentError(error)
      throw FileFailure("\(location(made.offset(of: error.path), bytes, path)): \(MessageText.shortened(error.reason))")
    }
  }

  private static func flows(_ part: JSONPart, of editor: ForeignEditor) -> ImportedFlows {
    switch editor {
    case .comfyUI:
      if let prompt = ForeignEditor.prompt(in: part) { return PromptImport(prompt).flows }
      return LiteGraphImport(part).flows
    case .liteGraph: return LiteGraphImport(part).flows
    case .nodeRED: return NodeREDImport(ForeignEditor.nodesOfNodeRED(in: part) ?? part).flows
    case .reactFlow: return ReactFlowImport(ForeignEditor.graphOfReactFlow(in: part) ?? part).flows
    }
  }

  private static func refusal(_ part: JSONPart) -> String {
    if part["format"]?.tree.string == GraphDocument.format { return "is already a document of NodeGraph" }
    return "is not a document of \(ForeignEditor.names)"
  }

  private static func lines(_ notes: [(offset: Int, reason: String)], _ bytes: [UInt8], _ path: String) -> [String] {
    let shown = notes.prefix(noteLimit).map {
      "\(location($0.offset, bytes, path)): \(VisibleText.standIns(MessageText.shortened($0.reason)))"
    }
    return notes.count > noteLimit ? shown + ["… \(notes.count - noteLimit) more"] : shown
  }

  private static func location(_ offset: Int, _ bytes: [UInt8], _ path: String) -> String {
    let place = JSONScanner.lineAndColumn(of: offset, in: bytes)
    return "\(path):\(place.line):\(place.column)"
  }
}

extension ImportedDocument {
  /// The position in the text of the part that a fault of the document refers to.
  fileprivate func offset(of path: DocumentPath) -> Int {
    guard path.steps.count > 1, case .index(let place) = path.steps[1] else { return 0 }
    if path.steps[0] == .key("nodes") { return offsets.indices.contains(place) ? offsets[place] : 0 }
    guard path.steps.count > 3, path.steps[0] == .key("definitions"), path.steps[2] == .key("nodes"),
      case .index(let node) = path.steps[3], innerOffsets.indices.contains(place),
      innerOffsets[place].indices.contains(node)
    else { return 0 }
    return innerOffsets[place][node]
  }
}
