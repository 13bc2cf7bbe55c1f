// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The rule for the text of a field.
enum Check: Sendable {
  case any, required, email, postcode, yesOrNo
  case number(ClosedRange<Double>)
  /// The year of birth of somebody in a range of ages.
  case birthYear(ages: ClosedRange<Int>)

  /// The problem with a text; empty if it is valid.
  func problem(with text: String, year: Int) -> String {
    switch self {
    case .any: return ""
    case .required: return text.isEmpty ? "is missing" : ""
    case .email: return text.isEmpty || text.contains("@") ? "" : "is no e-mail address"
    case .postcode: return text.isEmpty || text.count == 4 && Int(text) != nil ? "" : "has four digits"
    case .yesOrNo: return ["yes", "no"].contains(text) ? "" : "is yes or no"
    case .number(let range):
      guard let number = Double(text) else { return "is no number" }
      return range.contains(number) ? "" : "is not between \(range.lowerBound) and \(range.upperBound)"
    case .birthYear(let ages):
      if text.isEmpty { return "" }
      guard let born = Int(text) else { return "is no year" }
      return ages.contains(year - born)
        ? "" : "is no year of somebody between \(ages.lowerBound) and \(ages.upperBound)"
    }
  }
}

/// A field of a section.
struct Field: Sendable {
  let name: String
  var initial = ""
  var check = Check.any
  /// The field of the same row that has to be "yes" for this one to be shown.
  var isShownIf: String?
}

/// Rows with the same fields.
struct Section: Sendable {
  let name: String
  let rows: Int
  let fields: [Field]

  func key(_ row: Int, _ field: String) -> String { "\(name)\(row).\(field)" }
}

/// The form: 20 × 5 + 20 × 3 + 35 × 4 = 300 fields.
let formSections = [
  Section(
    name: "person", rows: 20,
    fields: [
      Field(name: "name", initial: "N. N.", check: .required), Field(name: "email", check: .email),
      Field(name: "born", check: .birthYear(ages: 18...120)),
      Field(name: "isCompany", initial: "no", check: .yesOrNo),
      Field(name: "vatNumber", check: .required, isShownIf: "isCompany"),
    ]),
  Section(
    name: "address", rows: 20,
    fields: [
      Field(name: "street"), Field(name: "postcode", check: .postcode),
      Field(name: "country", initial: "CH", check: .required),
    ]),
  Section(
    name: "item", rows: 35,
    fields: [
      Field(name: "title"), Field(name: "quantity", initial: "1", check: .number(0...1000)),
      Field(name: "price", initial: "0", check: .number(0...100_000)),
      Field(name: "tax", initial: "8.1", check: .number(0...50)),
    ]),
]
