// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What gestures mean on a device.
public struct InteractionProfile: Hashable, Sendable {
  /// How selections and connections are made.
  public enum Manner: Hashable, Sendable {
    /// The seed's: one node is selected by a touch; a long press chooses an output, a touch the input; fingers pan.
    case touch
    /// That of editors with a mouse: wires are pulled from port to port, rectangles selected, the wheel zooms.
    case desktop
  }

  /// How selections and connections are made.
  public var manner: Manner
  /// Within how many seconds a second tap makes a double tap.
  public var doubleTapInterval = 0.3
  /// After how many seconds a press is a long one; nothing where there are none.
  public var longPressDelay: Double?
  /// How many view points a long press may stray.
  public var longPressSlop = 10.0
  /// From how many view points on a movement is a drag.
  public var dragThreshold = 3.0
  /// How near to a port a pointer means it, in view points.
  public var portRadius: Double
  /// How near to a connection a pointer means it, in view points.
  public var edgeRadius: Double
  /// From how far a wire that is being pulled jumps to an input, in view points.
  public var snapRadius = 24.0
  /// The distance of the lines nodes are moved to, in canvas points; nothing for anywhere.
  public var gridSnap: Double?
  /// How far an arrow key moves a node, in canvas points; ten times with shift.
  public var nudge = 1.0
  /// The part of the canvas that panning keeps in view; nothing for anywhere.
  public var canvasBounds: Rect?

  /// Fingers, as in the seed.
  public static let touch: InteractionProfile = {
    var profile = InteractionProfile(manner: .touch, portRadius: 0, edgeRadius: 0)
    profile.longPressDelay = 0.5
    profile.canvasBounds = GridStyle().bounds
    return profile
  }()

  /// A mouse or a pad, and keys.
  public static let desktop = InteractionProfile(manner: .desktop, portRadius: 10, edgeRadius: 6)

  private init(manner: Manner, portRadius: Double, edgeRadius: Double) {
    self.manner = manner
    self.portRadius = portRadius
    self.edgeRadius = edgeRadius
  }
}
