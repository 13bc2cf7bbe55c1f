// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The versions that undo and redo switch between, and the one from before a drag, which is a single step.
struct VersionHistory<Version> {
  private var done: [Version] = []
  private var undone: [Version] = []
  private var dragStart: Version?

  /// Whether a drag is in progress.
  var isDragging: Bool { dragStart != nil }

  /// Makes a step of an edit, and discards the steps that could be made again.
  ///
  /// - Parameter version: The version before the edit.
  mutating func record(_ version: Version) {
    done.append(version)
    undone = []
  }

  /// Reverts a step.
  ///
  /// - Parameter present: The present version, which ``redo(from:)`` restores.
  /// - Returns: The version before the step; `nil` if no step is left.
  mutating func undo(from present: Version) -> Version? { Self.travel(from: &done, to: &undone, present) }

  /// Makes the step again that was reverted last.
  mutating func redo(from present: Version) -> Version? { Self.travel(from: &undone, to: &done, present) }

  private static func travel(
    from versions: inout [Version], to others: inout [Version], _ present: Version
  ) -> Version? {
    guard let version = versions.popLast() else { return nil }
    others.append(present)
    return version
  }

  /// Keeps the present version, unless a drag is in progress.
  mutating func beginDrag(_ version: @autoclosure () -> Version) {
    if dragStart == nil { dragStart = version() }
  }

  /// Ends the drag in progress, if there is one, and makes a step of it if it has moved anything.
  ///
  /// - Parameter hasMoved: Whether the present differs from the version before the drag.
  /// - Returns: Whether it is a step.
  mutating func endDrag(where hasMoved: (Version) -> Bool) -> Bool {
    guard let start = dragStart else { return false }
    dragStart = nil
    guard hasMoved(start) else { return false }
    record(start)
    return true
  }
}
