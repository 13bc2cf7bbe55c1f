// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A fault that is known and not mended: a life in which it shows ends there. This list is to be empty.
struct ScriptMask {
  /// What the fault is.
  let fault: String
  let rule: String
  /// A part of the complaint.
  var detail = ""

  static let known: [ScriptMask] = [
    ScriptMask(
      fault: "looks of wires that convert are not read again once their ends are grouped", rule: "a document opens",
      detail: "looks.connections"),
    ScriptMask(
      fault: "looks of wires that convert are not read without the conversion's code",
      rule: "a document opens without the code of a kind", detail: "looks.connections"),
    ScriptMask(fault: "a need of an instance needs nothing", rule: "what is needed is evaluated"),
    ScriptMask(
      fault: "bypassed nodes with memo or state fail by an input that they don't pass when they run for the first time",
      rule: "what is opened is what was saved", detail: "value of"),
    ScriptMask(
      fault: "observers of an output that a bypassed node passes are called with what it was",
      rule: "observers are called with changes"),
    ScriptMask(
      fault: "differences change what contains, or is read by, what another has changed",
      rule: "what a difference has made opens"),
    ScriptMask(
      fault: "an evaluator takes differences that a document refuses",
      rule: "what a document refuses, an evaluator refuses"),
  ]

  /// Whether the hook is called for what changes documents alone: looks, frames, names of groups.
  static let hearsOfLooks = false

  /// Whether a complaint is about a fault that is known.
  static func hides(_ complaint: ScriptComplaint) -> Bool {
    known.contains { $0.rule == complaint.rule && ($0.detail.isEmpty || complaint.detail.contains($0.detail)) }
  }
}
