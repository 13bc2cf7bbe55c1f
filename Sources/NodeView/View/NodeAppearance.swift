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
    /// Its value is still to come: the last one, if there was one, is quiet, and a bar on its lower edge shows how much is done,
    /// from 0 to 1, or travels if that is not known.
    case waiting(progress: Double?)
    /// Its value is out of date, as connections from it show as well.
    case stale
    /// It gives nothing, because the user says so.
    case muted
    /// It gives what one of its inputs gets, to which a line leads from there; `nil` if that is none of its inputs.
    case bypassed(from: Int?)
    /// Nobody needs it, so that it isn't kept up to date.
    case unneeded
    /// It is switched off.
    case off
  }

  /// How often a node has run and how long that took.
  public struct Runs: Hashable, Sendable {
    /// How often.
    public var count: Int
    /// How long the last run took, in seconds.
    public var seconds: Double

    /// Says how often a node has run and how long that took.
    ///
    /// - Parameters:
    ///   - count: How often.
    ///   - seconds: How long the last run took. From 16 ms on it stands out, because a frame takes that long.
    public init(count: Int, seconds: Double) {
      self.count = count
      self.seconds = seconds
    }
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
  /// What stands on the upper edge about its runs; `nil` for nothing.
  public var runs: Runs?

  /// Describes a node.
  ///
  /// - Parameters:
  ///   - condition: How it stands.
  ///   - category: What it is.
  ///   - detail: What stands in the title bar beside the title.
  ///   - titleHeight: How high the title bar is, in canvas points; `nil` for that of the style.
  ///   - runs: What stands on the upper edge about its runs; `nil` for nothing.
  public init(
    condition: Condition = .normal, category: Category = .formula, detail: String = "", titleHeight: Double? = nil,
    runs: Runs? = nil
  ) {
    self.condition = condition
    self.category = category
    self.detail = detail
    self.titleHeight = titleHeight
    self.runs = runs
  }
}

extension NodeAppearance.Condition {
  /// A progress within its bounds.
  static func share(_ progress: Double) -> Double { progress > 0 ? min(progress, 1) : 0 }

  /// Whether all texts of the node are quiet.
  package var isQuiet: Bool {
    switch self {
    case .muted, .unneeded: true
    case .normal, .failed, .blocked, .waiting, .stale, .bypassed, .off: false
    }
  }

  /// Whether a value that the node shows is another than it would have now, and so is quiet.
  package var hasOldValue: Bool {
    switch self {
    case .waiting, .stale, .muted, .unneeded: true
    case .normal, .failed, .blocked, .bypassed, .off: false
    }
  }

  /// What stands at the left of the value: `42 %`, `old`, `not needed`; `nil` for nothing.
  package var caption: String? {
    switch self {
    case .waiting(let progress?): "\(Int(Self.share(progress) * 100 + 0.5)) %"
    case .stale: "old"
    case .unneeded: "not needed"
    case .normal, .failed, .blocked, .waiting(nil), .muted, .bypassed, .off: nil
    }
  }

  /// The colour of the caption.
  package func captionPaint(_ palette: GraphPalette) -> Paint {
    switch self {
    case .stale: palette.warning
    case .unneeded: palette.quietInk
    case .normal, .failed, .blocked, .waiting, .muted, .bypassed, .off: palette.secondaryInk
    }
  }
}
