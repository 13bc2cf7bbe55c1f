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
      fault: "differences connect to nodes that got other ports where the kinds of a document were not registered",
      rule: "what a difference has made opens"),
    ScriptMask(
      fault: "undoing an edit from before a kind was registered connects to an output that got another type",
      rule: "a document opens", detail: " takes "),
  ]

  /// Whether the hook is called for what changes documents alone: looks, frames, names of groups.
  static let hearsOfLooks = true

  /// Whether a complaint is about a fault that is known.
  static func hides(_ complaint: ScriptComplaint) -> Bool {
    known.contains { $0.rule == complaint.rule && ($0.detail.isEmpty || complaint.detail.contains($0.detail)) }
  }
}
