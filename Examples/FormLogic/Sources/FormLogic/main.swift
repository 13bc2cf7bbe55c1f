// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// Simulates the actions of a user, prints what the user sees, and checks it.

import Foundation

var failures = 0

/// Prints something that the user sees, or its cost, and counts unexpected results.
@MainActor
func expect(_ what: String, _ found: some CustomStringConvertible, _ isExpected: Bool) {
  print("  \(isExpected ? "✓" : "✗") \(what): \(found)")
  if !isExpected { failures += 1 }
}

@MainActor
func expect<Value: Equatable & CustomStringConvertible>(_ what: String, _ found: Value, is expected: Value) {
  expect(what, found, found == expected)
}

/// Types a text, and returns the number of nodes that ran.
@MainActor
func runs(typing text: String, into key: String) async throws -> Int {
  let before = form.runCount
  try await form.type(text, into: key)
  return form.runCount - before
}

let directory = CityDirectory()
let form = try Form(formSections, year: 2026, directory: directory)
await form.evaluator.settled()

print("An empty form")
expect("fields", form.fields.count, is: 300)
expect("problems", form.evaluator[form.problemCount], is: 0)
expect("total", form.shown(form.total), is: "0.00")

print("The user fills in a line")
try await form.type("Oak table", into: "item1.title")
try await form.type("2", into: "item1.quantity")
var count = try await runs(typing: "450.5", into: "item1.price")
expect("net", form.shown(form.net), is: "901.00")
expect("tax", form.shown(form.tax), is: "72.98")
expect("total", form.shown(form.total), is: "973.98")
expect("nodes computed for five characters, of \(form.evaluator.graph.nodeCount)", count, count <= 50)
count = try await runs(typing: "3", into: "item1.quantity")
expect("nodes computed for one character", count, count <= 10)
count = try await runs(typing: "Oak chair", into: "item2.title")
expect("nodes computed for a title of nine, its own problem each", count, is: 9)

print("The user types something that is no number, and takes it back")
try await form.type("45x", into: "item1.price")
expect("problem of the price", form.problem("item1.price"), is: "is no number")
expect("total", form.shown(form.total), is: "– (item1.price is no number)")
expect("problems", form.evaluator[form.problemCount], is: 1)
expect("undo", form.evaluator.undoTitle ?? "", is: "type item1.price")
form.evaluator.undo()
expect("price after one undo", form.text("item1.price"), is: "450.5")
expect("total", form.shown(form.total), is: "1460.97")

print("A company has a VAT number")
expect("shown", form.isShown("person1.vatNumber"), is: false)
try await form.type("yes", into: "person1.isCompany")
expect("shown", form.isShown("person1.vatNumber"), is: true)
expect("problem", form.problem("person1.vatNumber"), is: "is missing")
try await form.type("CHE-123", into: "person1.vatNumber")
expect("problems", form.evaluator[form.problemCount], is: 0)

print("The user types a postcode, and changes it while the city is looked up")
try await form.type("8001", into: "address1.postcode")
expect("city while typing", form.evaluator[form.cities[0]], is: "")
try await Task.sleep(for: .milliseconds(100))
form.evaluator.land()
try await form.type("3011", into: "address1.postcode", pause: .milliseconds(5))
await form.evaluator.settled()
expect("city", form.evaluator[form.cities[0]], is: "Bern")
try await Task.sleep(for: .milliseconds(120))
form.evaluator.land()
expect("city, when the first look-up would have ended", form.evaluator[form.cities[0]], is: "Bern")
let questions = await directory.questions
expect(
  "questions asked, none for half a postcode", questions,
  questions.allSatisfy { $0.count == 4 } && questions.last == "3011")

print("A year passes, which is no step of the user's")
try await form.type("2009", into: "person1.born")
expect("problem", form.problem("person1.born"), is: "is no year of somebody between 18 and 120")
form.evaluator.undo()
form.evaluator.edit(history: .none) { $0.set(form.year, to: 2027) }
expect("redo", form.evaluator.redoTitle ?? "", is: "type person1.born")
form.evaluator.redo()
expect("problem after redoing", form.problem("person1.born"), is: "")

print("The form is saved and opened again")
let data = try form.save()
let copy = try Form(formSections, year: 2027, directory: directory)
try copy.load(data)
await copy.evaluator.settled()
expect("total", copy.shown(copy.total), is: form.shown(form.total))
expect("city", copy.evaluator[copy.cities[0]], is: "Bern")
expect("fields that differ", form.fields.keys.count { form.text($0) != copy.text($0) }, is: 0)

print("A document of an older version of the form is opened")
let old = """
  {"format":"NodeGraph","version":1,"kindsVersion":1,"nodes":[
    {"id":"0","kind":"Word","name":"person1.firstName","value":"Ada"},
    {"id":"1","kind":"Word","name":"person1.lastName","value":"Byron"},
    {"id":"2","kind":"Word","name":"address1.zip","value":"4051"},
    {"id":"3","kind":"Word","name":"item1.price","value":"10"},
    {"id":"4","kind":"Word","name":"person1.fax","value":"none"}]}
  """
let report = try copy.load(Data(old.utf8))
for line in report { print("    \(line)") }
await copy.evaluator.settled()
expect("changes", report.count, is: 8)
expect("name", copy.text("person1.name"), is: "Ada Byron")
expect("city", copy.evaluator[copy.cities[0]], is: "Basel")
copy.evaluator.undo()
await copy.evaluator.settled()
expect("name after one undo", copy.text("person1.name"), is: "N. N.")

print(failures == 0 ? "All as expected." : "\(failures) not as expected.")
exit(failures == 0 ? 0 : 1)
