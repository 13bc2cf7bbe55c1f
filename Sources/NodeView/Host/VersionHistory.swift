// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The versions that a host goes back to and forth, and the one from before a drag, which is a single step.
struct VersionHistory<Version> {
  private var done: [Version] = []
  private var undone: [Version] = []
  private var dragStart: Version?

  /// Whether a drag goes on.
  var isDragging: Bool { dragStart != nil }

  /// Makes a step of an edit; what was taken back can't be made again.
  ///
  /// - Parameter version: What there was before it.
  mutating func record(_ version: Version) {
    done.append(version)
    undone = []
  }

  /// Goes back a step.
  ///
  /// - Parameter present: What there is, which ``redo(from:)`` comes back to.
  /// - Returns: What there was; `nil` if there is no step.
  mutating func undo(from present: Version) -> Version? { Self.travel(from: &done, to: &undone, present) }

  /// Makes the step again that was taken back last.
  mutating func redo(from present: Version) -> Version? { Self.travel(from: &undone, to: &done, present) }

  private static func travel(
    from versions: inout [Version], to others: inout [Version], _ present: Version
  ) -> Version? {
    guard let version = versions.popLast() else { return nil }
    others.append(present)
    return version
  }

  /// Notes what there is, if no drag goes on yet.
  mutating func beginDrag(_ version: @autoclosure () -> Version) {
    if dragStart == nil { dragStart = version() }
  }

  /// Ends the drag that goes on, if there is one, and makes a step of it if it has moved anything.
  ///
  /// - Parameter hasMoved: Whether what there was before it is no longer so.
  /// - Returns: Whether it is a step.
  mutating func endDrag(where hasMoved: (Version) -> Bool) -> Bool {
    guard let start = dragStart else { return false }
    dragStart = nil
    guard hasMoved(start) else { return false }
    record(start)
    return true
  }
}
