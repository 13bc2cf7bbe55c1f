// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension SessionPage {
  /// The outputs in each named scenario, with the differences from now; empty without scenarios, and if none of them changes a
  /// node.
  static func scenarios(of session: Session) -> String {
    guard !session.scenarioTable.isEmpty, let comparison = try? session.compare() else { return "" }
    let heads = [NamedScenario.present] + comparison.scenarios
    let rows = comparison.rows.map { row in
      let format = session.format(of: row.name)
      let cells = ([row.now] + row.values).enumerated().map { column, value in
        let difference = column == 0 ? "" : Comparison.difference(from: row.now, to: value)
        let detail = difference.isEmpty ? "" : "<small>\(escaped(difference))</small>"
        return "<td\(value.isFailure ? " class=\"problem\"" : "")>\(escaped(value.text(in: format)))\(detail)</td>"
      }
      return "<tr><th scope=\"row\">\(escaped(row.name))</th>\(cells.joined())</tr>"
    }
    return """
      <section id="scenarios"><h2>Scenarios</h2>
      <table><thead><tr><td></td>\(heads.map { "<th scope=\"col\">\(escaped($0))</th>" }.joined())</tr></thead>
      <tbody>\(rows.joined(separator: "\n"))</tbody></table></section>

      """
  }
}
