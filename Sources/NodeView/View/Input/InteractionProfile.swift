// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What gestures mean on a device: begin with ``touch``, ``desktop`` or ``editor`` and change single values.
///
/// ```swift
/// var profile = InteractionProfile.desktop
/// profile.gridSnap = 20
/// view.profile = profile
/// ```
///
/// Distances in view points stay the same on the screen at every zoom; those in canvas points grow with the zoom. It
/// restricts gestures and keys, not the host: what a host does by methods of ``GraphView`` is always possible.
public struct InteractionProfile: Hashable, Sendable {
  /// How selections and connections are made: by touches or with a mouse. A device with both can switch
  /// ``GraphView/profile`` by the kind of the next event.
  public enum Manner: Hashable, Sendable {
    /// For fingers: a touch selects one node, or adds it with shift; a long press chooses an output, the next touch its input;
    /// dragging the background pans, and two fingers zoom. See also ``InteractionProfile/tapsToggleSelection``.
    case touch
    /// For a mouse: wires are pulled from port to port, dragging the background selects a rectangle, the wheel zooms.
    case desktop
  }

  /// How selections and connections are made. The other properties refine it; some apply to one manner only, as they
  /// say.
  public var manner: Manner
  /// The longest time between the ends of two taps of a double tap, in seconds: 0.3 by default. A system's own setting
  /// may be longer.
  ///
  /// The second tap has to be within ``longPressSlop`` of the first and on the same thing. Single taps act at once:
  /// they don't wait for a second one.
  public var doubleTapInterval = 0.3
  /// The seconds after which a press is a long one; `nil` for never. ``touch`` has 0.5, ``desktop`` and ``editor`` have
  /// `nil`.
  ///
  /// The view has no clock: send ``InputEvent/Action/tick`` events while a pointer is down, or a long press is
  /// recognised only when the next event arrives.
  public var longPressDelay: Double?
  /// How far a pointer may move during a long press or between two taps, in view points: 10 by default. A drag that
  /// stays within it is cancelled when it becomes a long press.
  public var longPressSlop = 10.0
  /// How far a pointer has to move to begin a drag, in view points: 3 by default. Below it a press is a tap, or becomes
  /// a long press. It also decides from when on ``GraphView/gesture`` has a value.
  public var dragThreshold = 3.0
  /// The distance from a port within which a pointer hits it, in view points. ``touch`` has 0, where only rows are hit,
  /// so that wires can't be pulled; ``desktop`` and ``editor`` have 10.
  ///
  /// It also decides how near a pointer has to be to hit a reroute.
  public var portRadius: Double
  /// The distance from a connection within which a pointer hits it, in view points. ``desktop`` and ``editor`` have 6.
  /// With 0, as in ``touch``, connections can't be hit, and so neither selected nor deleted by the user; rows still
  /// toggle them.
  public var edgeRadius: Double
  /// The distance from a port within which the end of a wire snaps to it, in view points: 24 by default. Only ports
  /// that the delegate accepts attract it; released elsewhere over a row, the wire is connected to that row's port.
  public var snapRadius = 24.0
  /// Whether a wire is pulled from an unconnected input, instead of moving its node, and the nearer end of a connection
  /// off its port by dragging the line, instead of opening a rectangle: in ``editor``.
  ///
  /// An end that is released away from all ports is cut off. With the command key, dragging the line adds a reroute
  /// instead; see ``GraphViewDelegate/graphView(_:didRequestReroute:of:at:)``. Wires are pulled in ``Manner/desktop``
  /// only.
  public var pullsWiresFromInputs = false
  /// Whether the rectangle that selects nodes also selects the connections that are wholly inside it: in ``editor``.
  /// Otherwise connections are selected by clicking or tapping their lines.
  public var marqueeTakesConnections = false
  /// The distance of the grid to which moved nodes, frames, reroutes and corners snap, in canvas points; `nil`, the
  /// default, for none.
  ///
  /// Arrow keys then move by this distance. A group of nodes keeps no common offset: each snaps by itself. Nodes that
  /// the host places don't snap.
  public var gridSnap: Double?
  /// The distance from an edge or the middle of a neighbour within which those of dragged nodes snap to it, in view
  /// points: 5 in ``editor``. With 0, the default, they never do.
  ///
  /// Nodes on a ``gridSnap`` don't snap to neighbours either, nor do any while the command key is held.
  /// ``GraphView/alignmentGuides`` are the lines that show it.
  public var alignmentRadius = 0.0
  /// How far an arrow key moves the selected nodes, in canvas points: 1 by default, and ten times as far with shift.
  /// ``gridSnap`` replaces it. Each key press is one move, and so one undo step of the usual host.
  public var nudge = 1.0
  /// Whether a wheel, or two fingers on a trackpad, moves the canvas, and zooms only with the command key; otherwise it
  /// zooms: 100 points of the wheel double or halve the zoom. `true` in ``editor``.
  ///
  /// In ``Manner/touch`` it moves the canvas in any case.
  public var scrollMovesCanvas = false
  /// Whether gestures move the canvas. ``GraphView/viewport`` can be set all the same, for example by scroll bars of
  /// the host.
  public var canPan = true
  /// Whether gestures zoom. ``/NodeGraph/Viewport/zoomRange`` limits how far. With `false`, a pinch still moves the
  /// canvas by two fingers.
  ///
  /// To limit zooming instead, change the range:
  ///
  /// ```swift
  /// view.viewport.zoomRange = 0.5...2
  /// ```
  public var canZoom = true
  /// Whether gestures and keys select. If not, dragging the background moves the canvas, and a node is dragged alone.
  /// What the host selects by ``GraphView/select(_:)`` stays.
  ///
  /// Deletion by a key acts on the selection, so it has no effect then, unless the host selects.
  public var canSelect = true
  /// Whether gestures and keys select more than one thing. If not, a click or a touch selects one thing, whichever keys
  /// are down; dragging the background moves the canvas, and the title of a frame and command-A select only where there
  /// is a single node. Several things that the host selects by ``GraphView/select(_:)`` stay until the next click.
  public var canSelectSeveral = true
  /// Whether each tap adds what it hits to the selection, or removes it, without a key: the selection mode of a touch
  /// screen, which an application switches on and off with a button. A tap on the background then keeps the selection,
  /// dragging the background opens a rectangle that adds to it, also with a finger, and two fingers move the canvas.
  ///
  /// Connections can be tapped where ``edgeRadius`` is more than 0; for fingers about 16.
  ///
  /// ```swift
  /// var profile = InteractionProfile.touch
  /// profile.tapsToggleSelection = selectButton.isOn
  /// profile.edgeRadius = 16
  /// view.profile = profile
  /// ```
  public var tapsToggleSelection = false
  /// Whether a pointer that stays down for ``longPressDelay`` on the background and then moves opens a rectangle that
  /// adds to the selection. A new node is then requested when the pointer is lifted without having moved.
  ///
  /// It needs a ``longPressDelay``, ``canSelect`` and ``canSelectSeveral``. On a touch screen it selects several nodes
  /// without a mode.
  public var longPressOpensRectangle = false
  /// Whether dragging the background moves the canvas also with a mouse; with shift it opens the rectangle that
  /// selects, which adds to the selection.
  ///
  /// Otherwise, as in ``desktop`` and ``editor``, the rectangle needs no key, and the canvas is moved with the middle
  /// button or the space bar.
  public var backgroundDragPans = false
  /// The part of the canvas that panning and zooming by gestures stay within, in canvas points; `nil` for no limit.
  /// ``touch`` has 5000 × 5000 points from the origin. It doesn't limit nodes or ``GraphView/viewport``.
  public var canvasBounds: GraphRect?

  /// The profile for fingers, as in ShinpuruNodeUI: long presses after half a second, and a canvas of 5000 × 5000
  /// points.
  ///
  /// A long press on a node chooses its output, and the next touch on an input connects it. Send ticks, or long presses
  /// are late. It suits ``GraphViewStyle/classic``.
  public static let touch: InteractionProfile = {
    var profile = InteractionProfile(manner: .touch, portRadius: 0, edgeRadius: 0)
    profile.longPressDelay = 0.5
    profile.canvasBounds = GridStyle().bounds
    return profile
  }()

  /// The profile for a mouse or a trackpad, and keys: ports are hit within 10 view points and connections within 6,
  /// long presses have no effect, and the canvas has no bounds.
  ///
  /// Wires are pulled from outputs, or with their connection off inputs. It suits ``GraphViewStyle/light`` and
  /// ``GraphViewStyle/dark``.
  public static let desktop = InteractionProfile(manner: .desktop, portRadius: 10, edgeRadius: 6)

  /// The profile ``desktop`` with what people know from other editors: wires are pulled from free inputs as well, the
  /// rectangle that selects takes connections, dragged nodes snap to the edges and the middles of others, and two
  /// fingers on a trackpad move the canvas.
  ///
  /// With it a wheel zooms only with the command key; set ``scrollMovesCanvas`` to `false` for users with a mouse.
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

  /// Returns the point of the grid nearest to a position, if nodes are kept on a grid.
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
