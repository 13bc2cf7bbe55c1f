// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView

extension EditorMessage {
  /// What can be chosen about the chart, and what is chosen.
  package struct ChartTools: Hashable, Sendable {
    /// A node by its number, with its name.
    package struct Item: Hashable, Sendable {
      package var id: Int
      package var name: String

      package init(id: Int, name: String) { (self.id, self.name) = (id, name) }
    }

    /// A choice of at most one node.
    package struct Selection: Hashable, Sendable {
      package var items: [Item] = []
      /// The number of the chosen node; 0 for none.
      package var chosen = 0

      package init() {}
    }

    /// What is drawn.
    package var title: String
    /// Whether a number is drawn over an input.
    package var isCurve: Bool
    /// The name of the form.
    package var form: String
    /// The lists that are drawn.
    package var lists: [Item] = []
    /// The lists that can be added.
    package var others: [Item] = []
    /// The lists that dots can be drawn over.
    package var across = Selection()
    /// The lists of texts that can label bars.
    package var labels = Selection()
    /// The inputs that a number can be drawn over.
    package var inputs = Selection()
    /// The ends of the range of the input.
    package var from = ""
    package var to = ""

    package init(title: String, isCurve: Bool, form: String) {
      (self.title, self.isCurve, self.form) = (title, isCurve, form)
    }

    func write(to writer: inout ByteWriter) {
      writer.text(title)
      writer.byte(isCurve ? 1 : 0)
      for text in [form, from, to] { writer.text(text) }
      for items in [lists, others] { Self.write(items, to: &writer) }
      for selection in [across, labels, inputs] {
        Self.write(selection.items, to: &writer)
        writer.count(selection.chosen)
      }
    }

    private static func write(_ items: [Item], to writer: inout ByteWriter) {
      writer.count(items.count)
      for item in items {
        writer.count(item.id)
        writer.text(item.name)
      }
    }
  }

  /// A chart: in words, as a table and as a drawing.
  package struct ChartDrawing: Hashable, Sendable {
    /// The chart in words; empty if there is none.
    package var summary = ""
    /// What is not drawn, and why.
    package var remark = ""
    /// The size of the drawing.
    package var size = GraphSize.zero
    /// The bytes of a ``BytesCanvas``.
    package var bytes: [UInt8] = []
    /// The rows of the table, the first one with names; empty if it isn't shown.
    package var rows: [[String]] = []

    package init() {}

    func write(to writer: inout ByteWriter) {
      writer.text(summary)
      writer.text(remark)
      writer.points(size.width)
      writer.points(size.height)
      writer.bytes(bytes)
      writer.count(rows.count)
      writer.count(rows.first?.count ?? 0)
      for text in rows.joined() { writer.text(text) }
    }
  }
}
