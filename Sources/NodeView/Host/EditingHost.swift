// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What a host showed, and what was selected, before an edit or after it.
struct HostVersion<Content> {
  let content: Content
  let selection: GraphSelection
}

/// The shell of ``GraphHost`` and ``FlowHost``: edits as steps that can be undone, drags that are one step, refusals,
/// and vetoes of connections.
///
/// A host says what it shows, what counts as a change, how it shows something else, and to whom it reports an edit.
protocol EditingHost: HookedHost {
  /// All that undo restores, but the selection.
  associatedtype Content
  /// Why an edit of the user is refused.
  associatedtype Refusal: Error

  var view: GraphView { get }
  var content: Content { get }
  var history: VersionHistory<HostVersion<Content>> { get set }
  var onRefusal: ((Refusal) -> Void)? { get }

  /// The content to show after an edit; `nil` after an edit without a change.
  func settled(_ edited: Content) -> Content?
  /// Whether the drag in progress has moved anything.
  func hasMoved(since before: Content) -> Bool
  /// Replaces the content, and reloads the view.
  func show(_ content: Content)
  /// Reports that an edit, undo or redo has changed the content, or a drag.
  func report(since before: Content)
  /// Why a connection is vetoed; `nil` if it isn't.
  func vetoReason(_ source: OutputPort, _ target: InputPort) -> String?
}

extension EditingHost {
  var version: HostVersion<Content> { HostVersion(content: content, selection: view.selection) }

  /// Changes the content as one step, after the drag in progress, and shows the result. Undoing it selects `selection`,
  /// by default what is selected now.
  func change<Failure>(
    from selection: GraphSelection? = nil, _ body: (inout Content) throws(Failure) -> Void
  ) throws(Failure) {
    finishDrag()
    let before = content
    var edited = before
    try body(&edited)
    guard let after = settled(edited) else { return }
    history.record(HostVersion(content: before, selection: selection ?? view.selection))
    show(after)
    report(since: before)
  }

  /// Changes the content for the user, and reports a refusal.
  func attempt(from selection: GraphSelection? = nil, _ body: (inout Content) throws(Refusal) -> Void) {
    do throws(Refusal) { try change(from: selection, body) } catch { onRefusal?(error) }
  }

  /// Makes a step of the drag in progress, then shows the version that `step` takes from the history in return for the
  /// present one. Returns whether there was one.
  func travel(
    by step: (inout VersionHistory<HostVersion<Content>>, HostVersion<Content>) -> HostVersion<Content>?
  ) -> Bool {
    endDrag()
    guard let next = step(&history, version) else { return false }
    let before = content
    show(next.content)
    view.select(next.selection)
    report(since: before)
    return true
  }

  /// Makes a step of a drag in progress.
  ///
  /// - Returns: Whether the drag has moved anything.
  @discardableResult
  func endDrag() -> Bool { history.endDrag { hasMoved(since: $0.content) } }

  /// Makes a step of a drag in progress, and reports it.
  func finishDrag() {
    if endDrag() { report(since: content) }
  }

  /// The verdict on a connection that the content allows: a refusal if there is a veto.
  func vetted(_ verdict: ConnectionVerdict, _ source: OutputPort, _ target: InputPort) -> ConnectionVerdict {
    if case .refused = verdict { return verdict }
    guard let reason = vetoReason(source, target) else { return verdict }
    return .refused(.vetoed(source: source, target: target, reason: reason))
  }
}
