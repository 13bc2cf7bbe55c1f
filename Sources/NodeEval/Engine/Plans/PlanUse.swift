// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The last edits in which plans took part, by number.
///
/// An edit without a plan does not write here, which costs no time: its number differs from those that are stored.
struct PlanUse {
  /// The last edit that replayed a plan, the last that tested the inputs of a plan's nodes, and the last that used a dense form.
  var edit = 0
  var pullingEdit = 0
  var denseEdit = 0
  /// The last edit that left its plan, and how many entries its log had then.
  var leavingEdit = 0
  var entriesBeforeLeaving = 0

  /// How an edit evaluated the node of an entry of its log.
  func method(edit: Int, entry: Int) -> Explanation.Method {
    if edit != self.edit || edit == leavingEdit && entry >= entriesBeforeLeaving { return .byRank }
    return .plan(edit == denseEdit ? .dense : edit == pullingEdit ? .pulling : .pushing)
  }
}
