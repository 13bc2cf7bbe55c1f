// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A titled rectangle drawn below nodes, around nodes that belong together, or a note on the canvas.
///
/// ```swift
/// looks.frames[FrameID(0)] = GraphFrame("Tax", GraphRect(x: 180, y: 20, width: 420, height: 260))
/// ```
///
/// A frame doesn't list its content: the nodes inside its rectangle belong to it, and move with it when a user drags it.
/// Changing ``rect`` in code doesn't move nodes. Frames don't affect evaluation, and may overlap.
public struct GraphFrame: Hashable, Sendable {
  /// The title in its upper left corner.
  ///
  /// A view truncates a title that doesn't fit. It may be empty, and need not be unique.
  public var title: String
  /// Its position and size, in canvas points.
  ///
  /// Assigning it in code doesn't move the nodes inside.
  public var rect: GraphRect
  /// Its colour; `nil` for the colour of the style.
  public var color: GraphColor?
  /// The text below the title; empty for none.
  ///
  /// It is plain text, in which views show the emphasis, code and lists of Markdown. Documents, differences and undo store it as
  /// it is. A frame with a text and an empty title is a note.
  public var text: String

  /// Creates a frame.
  ///
  /// - Parameters:
  ///   - title: The title in its upper left corner.
  ///   - rect: Its position and size, in canvas points.
  ///   - color: Its colour; `nil` for the colour of the style.
  ///   - text: The text below the title.
  public init(_ title: String, _ rect: GraphRect, color: GraphColor? = nil, text: String = "") {
    (self.title, self.rect, self.color, self.text) = (title, rect, color, text)
  }

  /// The space for the title above the content of a frame, and the space at the other sides, in canvas points.
  package static let titleHeight = 48.0
  package static let margin = 24.0

  /// Returns the rectangle of a frame around its content.
  package static func rect(around content: GraphRect) -> GraphRect {
    GraphRect(
      x: content.minX - margin, y: content.minY - titleHeight, width: content.width + 2 * margin,
      height: content.height + titleHeight + margin)
  }
}

extension GraphSize {
  /// Whether both extents are finite and not negative.
  package var isUsable: Bool { width.isFinite && height.isFinite && width >= 0 && height >= 0 }
}

/// The id of a frame in a scope: in the graph outside groups, or in a definition.
///
/// An evaluator doesn't reuse the number of a removed frame, except for a frame that ungrouping moves back out of a group.
///
/// ```swift
/// for (id, frame) in document.looks.frames.sorted(by: { $0.key < $1.key }) { print(id, frame.title) }
/// ```
public struct FrameID: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The number of the frame.
  ///
  /// An evaluator counts from 0, separately in the root and in each definition.
  public let number: UInt32

  /// Creates an id, for frames that an application stores in a document or keeps itself. An evaluator makes the ids of its
  /// own frames.
  ///
  /// - Parameter number: A number that no other frame of the scope has.
  public init(_ number: UInt32) { self.number = number }

  /// Returns whether a number is lower, so that the frame was usually made earlier.
  public static func < (left: FrameID, right: FrameID) -> Bool { left.number < right.number }

  /// The number as text.
  public var description: String { "\(number)" }
}
