// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import NodeView

/// A session as one HTML file, which needs no server and no network: its picture with pan and zoom, and its nodes with their
/// values, their formulas, what they read, charts of their lists, and a table of the named scenarios.
///
/// ```swift
/// let page = SessionPage(of: session, title: "Invoice").html
/// ```
///
/// A click on a node shows what it reads, with values, and its readers; links lead from node to node. Without scripts, as in the
/// preview of a mail, the page is a document with the same contents. Texts of the session are escaped, and a content security
/// policy refuses everything that is not part of the file.
///
/// Like a ``SessionPicture``, a page shows the current scope, and depends only on the contents of the session.
public struct SessionPage {
  private let title: String
  private let picture: String
  private let contents: PictureContents
  private let cards: CardValues
  private let scenarios: String

  /// Creates the page of a session.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - title: The title of the page.
  ///   - opensGroups: Whether the members of groups are shown.
  /// - Complexity: That of ``SessionPicture/svg(title:style:)``, and of ``Calculator/Session/compare(_:in:progress:)``
  ///   if there are scenarios.
  public init(of session: Session, title: String, openingGroups opensGroups: Bool = false) {
    self.title = title
    // The header of an SVG file is omitted.
    let drawing = SessionPicture(of: session, openingGroups: opensGroups)
    let svg = drawing.svg(title: title)
    picture = String(svg.firstRange(of: "<svg").map { svg[$0.lowerBound...] } ?? svg[...])
    contents = drawing.contents
    cards = CardValues(of: contents)
    scenarios = Self.scenarios(of: session)
  }

  /// The text of the file.
  ///
  /// - Complexity: O(nodes + connections + elements of lists).
  public var html: String {
    let nodes = contents.graph.nodes
    var readers: [NodeID: [NodeID]] = [:]
    var sources: [NodeID: [NodeID]] = [:]
    var seen: Set<[NodeID]> = []
    for connection in contents.graph.connections {
      let (source, target) = (connection.source.node, connection.target.node)
      guard seen.insert([source, target]).inserted else { continue }
      sources[target, default: []].append(source)
      readers[source, default: []].append(target)
    }
    let articles = nodes.map { article(about: $0, reading: sources[$0] ?? [], readBy: readers[$0] ?? []) }
    let heading = Self.escaped(title)
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
      <title>\(heading)</title>
      <style>\(Self.style)</style>
      </head>
      <body>
      <header><h1>\(heading)</h1>
      <p>\(MessageText.counted(nodes.count, "node"))</p>
      <p id="tools" hidden><button type="button" id="smaller" title="Smaller (−)">−</button>
      <button type="button" id="fit" title="Everything (0)">Fit</button>
      <button type="button" id="larger" title="Larger (+)">+</button></p></header>
      <div id="picture" tabindex="0" role="group" aria-label="Picture of the graph. Arrow keys move it, plus and minus zoom.">
      \(picture)</div>
      <main id="nodes">
      <p id="search" hidden><label>Find <input type="search" id="find"></label></p>
      \(scenarios)\(articles.joined(separator: "\n"))
      </main>
      <script>\(Self.script)</script>
      </body>
      </html>

      """
  }

  private func article(about node: NodeID, reading sources: [NodeID], readBy readers: [NodeID]) -> String {
    var parts = ["<article id=\"about-\(Self.id(of: node))\"><h2>\(Self.escaped(contents.title(node)))</h2>"]
    let outputs = (contents.kind(node)?.outputs.indices).map { $0.map { node.output($0) } } ?? [node.output]
    for output in outputs {
      let value = contents.value(output)
      let name = outputs.count > 1 ? contents.kind(node)?.outputs[output.index].name : nil
      let label = name.map { Self.escaped($0) + " = " } ?? ""
      let shown = value.text(in: contents.format(of: output))
      let isProblem = value.isFailure ? " class=\"problem\"" : ""
      parts.append("<p\(isProblem)>\(label)<output>\(Self.escaped(shown))</output></p>")
      if case .value(let exact) = value, exact.exactText != shown, exact.exactText.utf8.count < 200 {
        parts.append("<p class=\"quiet\">\(Self.escaped(exact.exactText))</p>")
      }
    }
    let detail = contents.detail(node)
    if !detail.isEmpty { parts.append("<p><code>\(Self.escaped(detail))</code></p>") }
    parts.append(chart(of: node))
    parts.append(links("reads", sources, withValues: true))
    parts.append(links("read by", readers, withValues: false))
    return parts.filter { !$0.isEmpty }.joined(separator: "\n") + "</article>"
  }

  private func links(_ verb: String, _ nodes: [NodeID], withValues: Bool) -> String {
    if nodes.isEmpty { return "" }
    let items = nodes.map { node in
      let value = withValues ? " = " + Self.escaped(cards.shortText(of: node.output)) : ""
      return "<li><a href=\"#about-\(Self.id(of: node))\">\(Self.escaped(contents.title(node)))</a>\(value)</li>"
    }
    return "<div class=\"links\">\(verb) <ul>\(items.joined())</ul></div>"
  }

  /// The curve of a list of at least two numbers; empty for other values. It is an image, because the ids in both pictures are the
  /// same.
  private func chart(of node: NodeID) -> String {
    guard case .value(let value) = contents.value(node.output),
      let list = ChartList(name: contents.title(node), value, in: contents.format(of: node.output)),
      list.numbers.count > 1
    else { return "" }
    let chart = ChartPicture(.line, of: [list])
    let source = "data:image/svg+xml," + Self.percentEncoded(chart.svg)
    return "<img width=\"640\" height=\"360\" alt=\"\(Self.escaped(chart.summary))\" src=\"\(source)\">"
  }

  /// The id that a node has in the picture, after `node-`.
  private static func id(of node: NodeID) -> String { SVGCanvas.id(node.description) }

  private static let policy =
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src '\(scriptHash)'"

  static func escaped(_ text: String) -> String { VisibleText.escapedForXML(text) }

  /// Text in the form that a data URL has it (RFC 3986).
  private static func percentEncoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x20, 0x28, 0x29, 0x2c...0x2f, 0x3a, 0x3b, 0x3d, 0x5f:
        bytes.append(byte)
      default: bytes += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
