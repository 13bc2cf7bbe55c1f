// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension NodeRecipe {
  /// What stands to the right of `name =`: the formula, or `Kind(port: expression, …)`.
  var definition: String {
    switch form {
    case .formula(let formulated): return formulated.text
    case .kind(let kind, let value, let feeds):
      var arguments: [String] = []
      if let value { arguments.append("value: \(value.exactText)") }
      for feed in feeds {
        // A literal under a connection needs two statements: the first gives the literal.
        guard let expression = feed.literal?.exactText ?? feed.source?.text else { continue }
        arguments.append("\(SourceName.spelling(feed.port)): \(expression)")
      }
      return "\(kind)(\(arguments.joined(separator: ", ")))"
    }
  }

  /// The statements that make a node of a name.
  func statements(naming name: String) -> [String] {
    let name = SourceName.spelling(name)
    var statements = ["\(name) = \(definition)"]
    guard case .kind(_, _, let feeds) = form else { return statements }
    for feed in feeds where feed.literal != nil {
      let port = "\(name).\(SourceName.spelling(feed.port))"
      switch feed.source {
      case .node?: statements.append("\(feed.source?.text ?? "") -> \(port)")
      case .formula?: statements.append("\(port) = \(feed.source?.text ?? "")")
      case nil: break
      }
    }
    return statements
  }

  /// The formula as people see it where a node is described; a kind with what it really reads.
  var summary: String {
    guard case .kind(let kind, let value, let feeds) = form else { return definition }
    let read = feeds.map { Feed(port: $0.port, literal: $0.source == nil ? $0.literal : nil, source: $0.source) }
    return NodeRecipe(form: .kind(kind, value: value, feeds: read), position: position).definition
  }
}

extension NodeRecipe.Source {
  /// The expression a statement gives the port.
  var text: String {
    switch self {
    case .node(let name): SourceName.spelling(name)
    case .formula(let formulated): formulated.text
    }
  }
}
