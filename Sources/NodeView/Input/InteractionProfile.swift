// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What gestures mean on a device: start from ``touch`` or ``desktop`` and change single values.
///
/// ```swift
/// var profile = InteractionProfile.desktop
/// profile.gridSnap = 20
/// view.profile = profile
/// ```
///
/// Distances in view points stay the same on the screen at every zoom; those in canvas points grow with the zoom.
public struct InteractionProfile: Hashable, Sendable {
  /// How selections and connections are made.
  public enum Manner: Hashable, Sendable {
    /// For fingers: a touch selects one node, or adds it with shift; a long press chooses an output, the next touch its input;
    /// dragging the background pans, and two fingers zoom. See also ``InteractionProfile/tapsToggleSelection``.
    case touch
    /// For a mouse: wires are pulled from port to port, dragging the background selects a rectangle, the wheel zooms.
    case desktop
  }

  /// How selections and connections are made.
  public var manner: Manner
  /// The longest time between two taps of a double tap, in seconds.
  public var doubleTapInterval = 0.3
  /// After how many seconds a press is a long one; `nil` for never. The view has no clock: send ``InputEvent/Action/tick``
  /// events while a pointer is down, or a long press is recognised only when the next event comes.
  public var longPressDelay: Double?
  /// How far a pointer may move during a long press or between two taps, in view points.
  public var longPressSlop = 10.0
  /// How far a pointer has to move to begin a drag, in view points.
  public var dragThreshold = 3.0
  /// How near to a port a pointer hits it, in view points; with 0 only rows are hit.
  public var portRadius: Double
  /// How near to a connection a pointer hits it, in view points; with 0 connections can't be hit.
  public var edgeRadius: Double
  /// How near to an input the end of a wire snaps to it, in view points.
  public var snapRadius = 24.0
  /// Whether a wire is pulled from an input that nothing is connected to, in place of moving its node, and the nearer end of a
  /// connection off its port by dragging the line, in place of opening a rectangle. Let go over nothing, it is cut.
  public var pullsWiresFromInputs = false
  /// Whether the rectangle that selects nodes also selects the connections that lie in it as a whole.
  public var marqueeTakesConnections = false
  /// The grid to which moved nodes snap, in canvas points; `nil` for none. Arrow keys then move by this distance.
  public var gridSnap: Double?
  /// How near the edges or the middle of dragged nodes have to be to those of a neighbour to snap to them, in view points; with 0
  /// they snap to none. Nodes that are kept on a grid don't either, nor while the command key is held.
  public var alignmentRadius = 0.0
  /// How far an arrow key moves the selected nodes, in canvas points; ten times as far with shift.
  public var nudge = 1.0
  /// Whether a wheel, or two fingers on a trackpad, moves the canvas, and zooms with the command key only; else it zooms. On a touch
  /// screen it moves the canvas in any case.
  public var scrollMovesCanvas = false
  /// Whether gestures move the canvas.
  public var canPan = true
  /// Whether gestures zoom.
  public var canZoom = true
  /// Whether gestures and keys select. If not, dragging the background moves the canvas, and a node is dragged alone. What the host
  /// selects by ``GraphView/select(_:)`` stays.
  public var canSelect = true
  /// Whether gestures and keys select more than one thing. If not, a click or a touch selects one thing, whichever keys are down;
  /// dragging the background moves the canvas, and the title of a frame and command-A select only where there is a single node.
  /// Several things that the host selects by ``GraphView/select(_:)`` stay until the next click.
  public var canSelectSeveral = true
  /// Whether each tap adds what it hits to the selection, or takes it out, without a key: the selection mode of a touch screen,
  /// which an application switches on and off with a button. A tap on the background then keeps the selection, dragging the
  /// background opens a rectangle that adds to it, also with a finger, and two fingers move the canvas.
  ///
  /// Connections can be tapped where ``edgeRadius`` is more than 0; for fingers about 16.
  public var tapsToggleSelection = false
  /// Whether a pointer that stays down for ``longPressDelay`` on the background and then moves opens a rectangle that adds to the
  /// selection. A new node is then asked for when it is lifted without having moved.
  public var longPressOpensRectangle = false
  /// Whether dragging the background moves the canvas also with a mouse; with shift it opens the rectangle that selects, which adds to
  /// the selection. Else the rectangle needs no key, and the canvas is moved with the middle button or the space bar.
  public var backgroundDragPans = false
  /// The part of the canvas that panning and zooming stay within, in canvas points; `nil` for no limit.
  public var canvasBounds: GraphRect?

  /// For fingers, as in ShinpuruNodeUI: long presses after half a second, and a canvas of 5000 × 5000 points.
  public static let touch: InteractionProfile = {
    var profile = InteractionProfile(manner: .touch, portRadius: 0, edgeRadius: 0)
    profile.longPressDelay = 0.5
    profile.canvasBounds = GridStyle().bounds
    return profile
  }()

  /// For a mouse or a trackpad, and keys.
  public static let desktop = InteractionProfile(manner: .desktop, portRadius: 10, edgeRadius: 6)

  /// As ``desktop``, with what people know from other editors: wires are pulled from free inputs as well, and the rectangle that
  /// selects takes connections, dragged nodes snap to the edges and the middles of others, and two fingers on a trackpad move the
  /// canvas.
  public static let editor: InteractionProfile = {
    var profile = InteractionProfile.desktop
    profile.pullsWiresFromInputs = true
    profile.marqueeTakesConnections = true
    profile.alignmentRadius = 5
    profile.scrollMovesCanvas = true
    return profile
  }()

  private init(manner: Manner, portRadius: Double, edgeRadius: Double) {
    self.manner = manner
    self.portRadius = portRadius
    self.edgeRadius = edgeRadius
  }

  /// The place on the grid nearest to a position, if nodes are kept on a grid.
  func snapped(_ position: GraphPoint) -> GraphPoint {
    guard let gap = gridSnap, gap > 0 else { return position.limited }
    func nearest(_ value: Double) -> Double {
      let steps = value / gap
      guard abs(steps) < 1e15 else { return value }
      let whole = Double(Int(steps))
      let rest = steps - whole
      return (whole + (rest >= 0.5 ? 1 : rest < -0.5 ? -1 : 0)) * gap
    }
    return GraphPoint(nearest(position.x), nearest(position.y)).limited
  }
}
