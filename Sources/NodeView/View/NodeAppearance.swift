// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// How a node looks in addition to its parts, in views with a themed style; ``GraphViewStyle/classic`` ignores it.
///
/// ```swift
/// func graphView(_ view: GraphView, appearanceOf node: NodeID) -> NodeAppearance {
///   NodeAppearance(condition: isRunning(node) ? .waiting(progress: nil) : .normal, category: .formula, detail: "x + y")
/// }
/// ```
///
/// The view keeps it until the node is reloaded: reload a node when its condition changes.
public struct NodeAppearance: Hashable, Sendable {
  /// The state of a node's value, which its title bar, its border and its texts show.
  ///
  /// Each has a sign, a caption or a pattern of lines in addition to a colour.
  public enum Condition: Hashable, Sendable {
    /// The node has a value.
    case normal
    /// The node failed: its border is red, and its title bar has a cross.
    case failed
    /// The node has no value because another node failed.
    case blocked
    /// The value is still to come: the last one, if there was one, is quiet, and a bar on the lower edge shows how much
    /// is done, from 0 to 1, or travels if that is not known.
    case waiting(progress: Double?)
    /// The value is out of date, as connections from the node show as well.
    case stale
    /// The user has switched the node's value off: it has none.
    case muted
    /// The node passes on the value of one of its inputs, by this index, to which a line leads from there; `nil` if the
    /// value is not from an input.
    case bypassed(from: Int?)
    /// No observer needs the value, so that it isn't kept up to date.
    case unneeded
    /// The node is switched off.
    case off
  }

  /// How often a node has run, and how long its last run took: text on the upper edge of the node, for hosts that
  /// profile.
  public struct Runs: Hashable, Sendable {
    /// The number of runs, drawn as `×12`. A host decides from when on it counts.
    public var count: Int
    /// The duration of the last run, in seconds. More than 16 ms stands out, because a frame takes that long. Zero,
    /// negative values and NaN are drawn as `0 ms`.
    public var seconds: Double

    /// Describes the runs of a node.
    ///
    /// - Parameters:
    ///   - count: The number of runs.
    ///   - seconds: The duration of the last run, in seconds; drawn as `80 µs`, `12 ms` or `1.5 s`.
    public init(count: Int, seconds: Double) {
      self.count = count
      self.seconds = seconds
    }
  }

  /// What a node is, which tints its title bar with a colour of ``GraphPalette/heads``, and its block with one of
  /// ``GraphPalette/blocks``.
  public enum Category: Hashable, Sendable {
    /// A node that computes.
    case formula
    /// A node that gives a value without reading one.
    case given
    /// A node that gives a colour.
    case color
    /// A node that gives a truth value.
    case boolean
    /// A node that stands for several nodes, and is drawn as a pile of cards.
    case group
  }

  /// The state of the node's value. If it is `normal`, a node whose ``ItemRenderer/isFailed`` is `true` is drawn as
  /// failed.
  ///
  /// Connections from the node show it too: dashed where the value is out of date, dotted and quiet where it is muted.
  public var condition: Condition
  /// What the node is. From far away, below a zoom of 0.3, the node is a block in its colour of
  /// ``GraphPalette/blocks``. A colour in the node's look takes precedence.
  public var category: Category
  /// A text in the title bar after the title, such as a formula; below the title where the bar is 40 points high or
  /// more. It is left out where the room is too small, and at a zoom below 0.6.
  public var detail: String
  /// The height of the title bar, in canvas points; `nil` for ``GraphViewStyle/titleHeight``. A node with 0 has no
  /// title bar and is drawn as a pill.
  ///
  /// A bar of 40 points or more has a second line for ``detail``. A height that is negative or not a number counts as
  /// 0.
  public var titleHeight: Double?
  /// The text on the upper edge about the node's runs; `nil` for none. It is drawn at a zoom of 0.6 and above. Reload
  /// the node after a run to show a new one.
  public var runs: Runs?

  /// Describes a node. The default is a node that computes and has a value.
  ///
  /// ```swift
  /// NodeAppearance(condition: .stale, detail: "x + y", runs: NodeAppearance.Runs(count: 12, seconds: 0.004))
  /// ```
  ///
  /// - Parameters:
  ///   - condition: The state of its value.
  ///   - category: What it is.
  ///   - detail: A text in the title bar after the title.
  ///   - titleHeight: The height of the title bar, in canvas points; `nil` for the style's.
  ///   - runs: The text on the upper edge about its runs; `nil` for none.
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

  /// Whether a value that the node shows differs from the one it would have now, and so is quiet.
  package var hasOldValue: Bool {
    switch self {
    case .waiting, .stale, .muted, .unneeded: true
    case .normal, .failed, .blocked, .bypassed, .off: false
    }
  }

  /// The text at the left of the value: `42 %`, `old`, `not needed`; `nil` for none.
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
