// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// How one connection differs from the others.
public struct EdgeAttributes: Hashable, Sendable {
  /// What stands in the middle of its line.
  public var label: String?
  /// Its colour.
  public var paint: Paint?
  /// Whether dashes travel along it.
  public var isAnimated: Bool

  /// Describes a connection.
  ///
  /// - Parameters:
  ///   - label: What stands in the middle of its line.
  ///   - paint: Its colour; nothing for that of the style.
  ///   - isAnimated: Whether dashes travel along it.
  public init(label: String? = nil, paint: Paint? = nil, isAnimated: Bool = false) {
    self.label = label
    self.paint = paint
    self.isAnimated = isAnimated
  }
}
