// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// How a node looks beside its parts, in views with a themed style; ``GraphViewStyle/classic`` ignores it.
public struct NodeAppearance: Hashable, Sendable {
  /// How a node stands.
  public enum Condition: Hashable, Sendable {
    /// It has a value.
    case normal
    /// It failed.
    case failed
    /// It has no value because another node failed.
    case blocked
    /// It is switched off.
    case off
  }

  /// What a node is, which its title bar tints.
  public enum Category: Hashable, Sendable {
    /// It computes.
    case formula
    /// It gives a value without reading one.
    case given
    /// It gives a colour.
    case color
    /// It gives a truth value.
    case boolean
    /// It stands for several nodes, and is drawn as a pile of cards.
    case group
  }

  /// How it stands. A node whose ``ItemRenderer/isFailed`` says so is drawn as failed if this is `normal`.
  public var condition: Condition
  /// What it is.
  public var category: Category
  /// What stands in the title bar beside the title, such as a formula; below it where the bar is 40 points high or more.
  public var detail: String
  /// How high the title bar is, in canvas points; `nil` for that of the style. A node without one, 0, is drawn as a pill.
  public var titleHeight: Double?

  /// Describes a node.
  ///
  /// - Parameters:
  ///   - condition: How it stands.
  ///   - category: What it is.
  ///   - detail: What stands in the title bar beside the title.
  ///   - titleHeight: How high the title bar is, in canvas points; `nil` for that of the style.
  public init(
    condition: Condition = .normal, category: Category = .formula, detail: String = "", titleHeight: Double? = nil
  ) {
    self.condition = condition
    self.category = category
    self.detail = detail
    self.titleHeight = titleHeight
  }
}
