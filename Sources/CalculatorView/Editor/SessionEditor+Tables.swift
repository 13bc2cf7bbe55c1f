// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import NodeView

/// Tables: files of rows that become lists, and lists of one length that are shown next to one another.
extension SessionEditor {
  /// A table that was added.
  public struct AddedTable {
    /// The lists, in the order of the columns.
    public var nodes: [NodeID]
    /// The frame around them.
    public var frame: GraphRect
    /// The number of rows.
    public var rowCount: Int
    /// What is doubtful, left out or renamed; one sentence each, without a full stop.
    public var notes: [String]
  }

  /// The distance between the lists of a table.
  static let columnGap = 12.0

  /// Adds the columns of a file of rows as lists, below one another in a frame with the name of the file, in one step.
  ///
  /// The file is read as formulas with `csv` read it: encoding, separator, header and the types of columns are guessed. Each
  /// list is written out in its formula, so that the document doesn't need the file.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - file: Its name, which is the title of the frame.
  ///   - point: The wanted top left corner of the frame; the frame is put at the nearest free place.
  ///   - path: The groups that contain the lists; by default the root.
  /// - Returns: The lists, and what the user has to know about them.
  /// - Throws: A ``Formulas/Diagnostic`` if the file can't be read, or the group no longer exists; the session is
  ///   unchanged.
  /// - Complexity: O(bytes of the file), and O(k log k) for k members of the scope.
  @discardableResult
  public func addTable(
    _ bytes: [UInt8], named file: String, near point: GraphPoint, in path: GraphPath = GraphPath()
  ) throws(Diagnostic) -> AddedTable {
    guard groups.isValid(path) else { throw refuse(.name, "the group no longer exists") }
    let table = try session.within(path) { () throws(Diagnostic) in
      do throws(FileFailure) {
        return try TableImport(bytes, named: file) { name in
          session.isTaken(name) || session.formulas.rootNode(named: name) != nil
        }
      } catch {
        throw refuse(.file, error.message, hint: error.hint)
      }
    }
    return try step("open \(file)", at: path) { () throws(Diagnostic) in
      var nodes: [NodeID] = []
      for column in table.columns {
        let formula = try Formula(column.values.exactText)
        let form = Statement.Form.definition(SourceName(column.name, range: 0..<0), formula)
        _ = try session.run(Statement(form: form, range: 0..<formula.text.utf8.count))
        guard let node = session.node(named: column.name) else { throw refuse(.name, "nothing was added") }
        nodes.append(node)
      }
      let frame = try place(tableOf: nodes, titled: file, near: point, in: path.scope)
      return AddedTable(nodes: nodes, frame: frame, rowCount: table.rowCount, notes: table.notes)
    }
  }

  /// Whether the contents of a file are a table rather than a document or a script.
  public static func isTable(_ bytes: [UInt8]) -> Bool { TableImport.isTable(bytes) }

  /// Places lists below one another, and adds a frame around them, at the free place that is nearest to a point.
  private func place(
    tableOf nodes: [NodeID], titled title: String, near point: GraphPoint, in scope: InstanceID?
  ) throws(Diagnostic) -> GraphRect {
    var positions: [GraphPoint] = []
    var content = GraphRect(point, .zero)
    var top = point.y
    for node in nodes {
      let size = rect(of: node).size
      positions.append(GraphPoint(point.x, top))
      content = content.union(GraphRect(GraphPoint(point.x, top), size))
      top += size.height + Self.columnGap
    }
    let around = GraphFrame.rect(around: content)
    let new = Set(nodes)
    let others = groups.members(of: scope).filter { !new.contains($0) }.map(rect)
    let frames = groups.frames(in: scope).map(\.frame.rect)
    let place = FreePlace(among: others + frames).origin(for: around.size, near: point)
    let offset = place - around.origin
    try change(in: scope) { edit in
      for (node, position) in zip(nodes, positions) { try edit.move(node, to: position + offset) }
      _ = try edit.addFrame(GraphFrame(title, GraphRect(place, around.size)))
    }
    return GraphRect(place, around.size)
  }
}
