// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NodeEval
import NodeGraph

/// Saves the fields of a form as JSON, and reads them.
extension Form {
  /// The changes of the fields since the form was first published: in version 2 the kind of texts was renamed.
  static let migrations = DocumentMigrations([[.renameKind("Word", to: "Text")]])

  func save() throws -> Data {
    var document = try evaluator.copy(fields.values.map(\.node))
    document.kindsVersion = Form.migrations.version
    return try JSONEncoder().encode(document)
  }

  /// Fills the form with saved data, in one step that can be undone.
  ///
  /// - Returns: The changes that this version of the form required.
  @discardableResult
  func load(_ data: Data) throws -> [String] {
    var document = try JSONDecoder().decode(GraphDocument.self, from: data)
    let isOld = document.kindsVersion < Form.migrations.version
    var report = try Form.migrations.migrate(&document)
    let saved = try Evaluator(definitions: Form.fieldKinds, document: document)
    var texts: [String: String] = [:]
    for node in saved.graph.nodes {
      guard let name = saved.graph.name(of: node), let text = try saved.variable(node, as: String.self) else {
        continue
      }
      texts[name] = saved[text]
    }
    if isOld { report += Form.moveFields(&texts) }
    evaluator.edit("open") { edit in
      for (key, text) in texts.sorted(by: { $0.key < $1.key }) {
        guard let field = fields[key] else {
          report.append("\(key) is dropped: '\(text)'")
          continue
        }
        edit.set(field, to: text)
      }
    }
    return report
  }

  /// Moves the texts of renamed fields, whose names belong to the form: in version 2 two fields became one, and one was renamed.
  private static func moveFields(_ texts: inout [String: String]) -> [String] {
    var report: [String] = []
    for key in texts.keys.sorted() {
      let row = String(key.prefix { $0 != "." })
      if key.hasSuffix(".firstName"), let first = texts.removeValue(forKey: key) {
        let last = texts.removeValue(forKey: "\(row).lastName") ?? ""
        texts["\(row).name"] = "\(first) \(last)"
        report.append("\(row): firstName and lastName become name")
      } else if key.hasSuffix(".zip"), let zip = texts.removeValue(forKey: key) {
        texts["\(row).postcode"] = zip
        report.append("\(row): zip becomes postcode")
      }
    }
    return report
  }
}
