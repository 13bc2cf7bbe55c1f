// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Exports a session as JSON.
struct SessionExport {
  let session: Session

  /// One strict JSON object with a line for each name that is listed in the current scope, in evaluation order:
  /// nodes, the outputs of groups, and inside a group its inputs. Numbers read back unchanged.
  ///
  /// ```
  /// {"v":1,"nodes":[
  /// {"name":"brand","kind":"formula","formula":"#3366cc","value":"#3366cc"},
  /// {"name":"soft","kind":"ColorAdjust","inputs":{"color":{"from":"brand"},"multiplier":{"value":128}},"value":"#1a3366"}
  /// ]}
  /// ```
  var json: String {
    let names = session.formulas.names
    let nodes = session.shownNames.compactMap { name -> String? in
      switch names.meaning(of: name) {
      case .node(let node)?: object(of: node, name)
      case .input?: object(name, "input", names.value(ofInput: name))
      case .output(let port, let node)?: object(name, "output of \(title(of: port))", session.value(of: node))
      case nil: nil
      }
    }
    return "{\"v\":1,\"nodes\":[\n" + nodes.joined(separator: ",\n") + "\n]}\n"
  }

  private func title(of port: OutputPort) -> String {
    InstanceID(port.node).map { session.evaluator.subgraphs.title(of: $0) } ?? ""
  }

  private func object(_ name: String, _ kind: String, _ value: NodeValue) -> String {
    Self.object([("name", Self.quoted(name)), ("kind", Self.quoted(kind)), ("value", Self.json(value))])
  }

  private func object(of node: NodeID, _ name: String) -> String? {
    guard let recipe = session.recipe(of: node) else { return nil }
    var members = [("name", Self.quoted(name))]
    switch recipe.form {
    case .formula(let formulated):
      members += [("kind", Self.quoted("formula")), ("formula", Self.quoted(formulated.text))]
      if let uncertainty = formulated.uncertainty { members.append(("uncertainty", Self.quoted(uncertainty.text))) }
    case .kind(let kind, _, let feeds):
      members += [("kind", Self.quoted(kind)), ("inputs", Self.object(feeds.compactMap(Self.member)))]
    }
    if let note = session.evaluator.subgraphs.look(of: node).note { members.append(("note", Self.quoted(note))) }
    members.append(("value", Self.json(session.value(of: node))))
    let position = session.evaluator.subgraphs.position(of: node)
    if position != .zero {
      members.append(("x", NumberText.exact(position.x)))
      members.append(("y", NumberText.exact(position.y)))
    }
    return Self.object(members)
  }

  /// The source or literal of a port; `nil` for a default.
  private static func member(_ feed: NodeRecipe.Feed) -> (String, String)? {
    switch (feed.source, feed.literal) {
    case (.node(let name)?, _): (feed.port, object([("from", quoted(name))]))
    case (.formula(let formulated)?, _): (feed.port, object([("formula", quoted(formulated.text))]))
    case (nil, let literal?): (feed.port, object([("value", json(.value(literal)))]))
    case (nil, nil): nil
    }
  }

  private static func json(_ value: NodeValue) -> String {
    switch value {
    case .value(.color(let color)): quoted(color.description)
    case .value(.text(let text)): quoted(text)
    case .value(.texts(let texts)): "[" + texts.map(quoted).joined(separator: ",") + "]"
    case .value(.colors(let colors)): "[" + colors.map { quoted($0.description) }.joined(separator: ",") + "]"
    case .value(.booleans(let booleans)): "[" + booleans.map { $0 ? "true" : "false" }.joined(separator: ",") + "]"
    case .value(let value) where value.type.unit != nil: SweepRowText.json(.value(value))
    case .value(let value): value.exactText
    case .failure(let message, let origin):
      object([("error", quoted(message))] + (origin.map { [("from", quoted($0))] } ?? []))
    case .pending(let last):
      object([("pending", "true")] + (last.map { [("last", json(.value($0)))] } ?? []))
    }
  }

  private static func object(_ members: [(String, String)]) -> String {
    "{" + members.map { "\(quoted($0)):\($1)" }.joined(separator: ",") + "}"
  }

  /// Text as JSON; invisible characters are escaped (RFC 8259).
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case _ where scalar.isHidden && scalar.value <= 0xffff:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
