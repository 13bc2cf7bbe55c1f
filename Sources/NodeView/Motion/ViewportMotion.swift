// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Moves a viewport to another place and zoom over some time, for example to fit a graph, centre a point, or zoom by a
/// key.
///
/// ```swift
/// var motion = ViewportMotion(spring: MotionSpring())
/// if let target = view.viewportShowingContent() { motion.move(view.viewport, to: target, at: now) }
/// // At each frame of the display:
/// if let viewport = motion.viewport(at: now) { view.viewport = viewport }
/// ```
///
/// The view gets each intermediate viewport, so that drawings and hit tests agree. The host passes the time to each
/// call, in seconds. Call ``stop()`` when the user pans or zooms, or the next frame undoes that.
public struct ViewportMotion: Sendable {
  private struct Course {
    let start: Viewport
    let end: Viewport
    let since: Double
  }

  /// The duration of a movement, in seconds; 0 for an immediate change.
  ///
  /// It has no effect with a ``spring``. A new value applies to a running movement too.
  public var duration: Double
  /// The spring that moves the viewport, which replaces the curve and the ``duration``; `nil` for the curve.
  ///
  /// With a damping below 1, the viewport overshoots. A new value applies to a running movement too.
  public var spring: MotionSpring?
  private var course: Course?

  /// Creates a motion without a movement.
  ///
  /// - Parameters:
  ///   - duration: The duration of movements, in seconds.
  ///   - spring: The spring that moves the viewport; `nil` for a curve of that duration.
  public init(duration: Double = 0.24, spring: MotionSpring? = nil) {
    (self.duration, self.spring) = (duration, spring)
  }

  /// Begins a movement, which replaces a running one.
  ///
  /// The new movement begins at rest: the speed of a replaced movement isn't continued. If both viewports are equal, a
  /// running movement only ends.
  ///
  /// - Parameters:
  ///   - viewport: The viewport where the movement begins, which should be that of the view.
  ///   - target: The viewport where it ends.
  ///   - now: The current time, in seconds.
  public mutating func move(_ viewport: Viewport, to target: Viewport, at now: Double) {
    course = viewport == target ? nil : Course(start: viewport, end: target, since: now)
  }

  /// Ends the movement, if one is running. The view keeps the viewport of the last frame.
  ///
  /// Call it when the user begins to pan or zoom.
  public mutating func stop() { course = nil }

  /// Whether a movement is running, so that ``viewport(at:)`` returns at least one more viewport.
  ///
  /// It doesn't become `false` by the passage of time: call ``viewport(at:)`` until it returns `nil`.
  public var isMoving: Bool { course != nil }

  /// The viewport at a time.
  ///
  /// At the end of the movement it is exactly the target, once, and `nil` from then on. Until then, its zoom range
  /// covers those of both viewports. A point that both viewports show at the same place stays there.
  ///
  /// - Parameter now: The current time, in seconds.
  /// - Returns: The viewport; `nil` if no movement is running.
  public mutating func viewport(at now: Double) -> Viewport? {
    guard let course else { return nil }
    let time = now - course.since
    guard time < spring?.duration ?? duration else {
      self.course = nil
      return course.end
    }
    let share = spring.map { $0.share(at: time) } ?? GraphMotion.eased(time / duration)
    // All edges of the visible part move proportionally, so that a point that both viewports show at one place stays
    // there.
    func between(_ start: Double, _ end: Double) -> Double { start + (end - start) * share }
    let (start, end) = (course.start, course.end)
    let scale = max(between(1 / start.zoom, 1 / end.zoom), 1 / max(start.zoom, end.zoom) / 4)
    let low = min(start.zoomRange.lowerBound, end.zoomRange.lowerBound)
    let high = max(start.zoomRange.upperBound, end.zoomRange.upperBound)
    var viewport = Viewport(
      size: end.size, origin: GraphPoint(between(start.origin.x, end.origin.x), between(start.origin.y, end.origin.y)),
      zoom: 1 / scale, zoomRange: low...high)
    viewport.zoomRange = low...high
    return viewport
  }
}

/// A damped spring that moves a value from 0 to 1, and overshoots if its damping is below 1.
///
/// It is integrated by the classical Runge–Kutta method in steps of 1/240 s, with sums and products alone, so that it
/// is the same on every system. Create a spring once and keep it: creating it computes all steps.
///
/// ```swift
/// let spring = MotionSpring(response: 0.3, damping: 0.8)
/// let x = start + (end - start) * spring.share(at: now - begin)
/// ```
///
/// Pass a spring to ``GraphMotion`` or ``ViewportMotion``, or use ``share(at:)`` for a movement of your own.
public struct MotionSpring: Hashable, Sendable {
  /// The period of an undamped oscillation, in seconds, from 0.05 to 2.
  ///
  /// A shorter period makes a stiffer, faster spring.
  public let response: Double
  /// The ratio to critical damping, from 0.1 to 1.5.
  ///
  /// Below 1, the spring overshoots and oscillates. At 1, it comes to rest soonest without overshooting, and above 1 it
  /// is slower.
  public let damping: Double
  /// The time after which the spring is at rest, in seconds: it is nearer to its end than a thousandth then, and slow.
  ///
  /// It is at most 4 s, after which a weakly damped spring is stopped.
  public let duration: Double
  /// The position and velocity at each step.
  private let swings: [Swing]

  private static let step = 1.0 / 240
  private static let longest = 4.0
  /// A full turn, in radians.
  private static let turn = 6.283_185_307_179_586

  /// Creates a spring.
  ///
  /// Values outside of the ranges are replaced by the nearest bound, and NaN by the default.
  ///
  /// - Parameters:
  ///   - response: The period of an undamped oscillation, in seconds, from 0.05 to 2.
  ///   - damping: The ratio to critical damping, from 0.1 to 1.5.
  /// - Complexity: A constant number of steps, of which ``duration`` · 240 are kept.
  public init(response: Double = 0.4, damping: Double = 1) {
    self.response = max(0.05, min(response.isNaN ? 0.4 : response, 2))
    self.damping = max(0.1, min(damping.isNaN ? 1 : damping, 1.5))
    var (motion, swings, restless) = (Swing(), [Swing()], 0)
    let speed = Self.turn / self.response
    while swings.count <= Int(Self.longest / Self.step) {
      motion.advance(by: Self.step, speed, self.damping)
      if abs(1 - motion.place) > 0.001 || abs(motion.velocity) > 0.05 { restless = swings.count }
      swings.append(motion)
    }
    let count = min(restless + 1, Int(Self.longest / Self.step))
    duration = Double(count) * Self.step
    self.swings = Array(swings.prefix(count))
  }

  /// The position of the spring at a time after its release.
  ///
  /// - Parameter time: The time since the release, in seconds. A negative time and NaN count as 0.
  /// - Returns: 0 at the beginning, exactly 1 from ``duration`` on, and more than 1 while it overshoots.
  /// - Complexity: O(1).
  public func share(at time: Double) -> Double {
    if !(time > 0) { return 0 }
    let step = Int(min(time, Self.longest) / Self.step)
    if time >= duration || step >= swings.count { return 1 }
    var motion = swings[step]
    motion.advance(by: time - Double(step) * Self.step, Self.turn / response, damping)
    return motion.place
  }

  /// Whether both springs have the same response and damping, which determine everything else.
  ///
  /// The values are compared after they were limited to their ranges, so springs that were created with different
  /// arguments may be equal.
  public static func == (one: MotionSpring, other: MotionSpring) -> Bool {
    (one.response, one.damping) == (other.response, other.damping)
  }

  /// Hashes the response and the damping, as equality compares them.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(response)
    hasher.combine(damping)
  }

  /// A position and a velocity.
  private struct Swing: Sendable {
    var place = 0.0
    var velocity = 0.0

    /// Advances by one step of the classical Runge–Kutta method.
    mutating func advance(by time: Double, _ speed: Double, _ damping: Double) {
      func pull(_ place: Double, _ velocity: Double) -> Double {
        speed * speed * (1 - place) - 2 * damping * speed * velocity
      }
      let (v1, a1) = (velocity, pull(place, velocity))
      let (v2, a2) = (velocity + a1 * time / 2, pull(place + v1 * time / 2, velocity + a1 * time / 2))
      let (v3, a3) = (velocity + a2 * time / 2, pull(place + v2 * time / 2, velocity + a2 * time / 2))
      let (v4, a4) = (velocity + a3 * time, pull(place + v3 * time, velocity + a3 * time))
      place += (v1 + 2 * v2 + 2 * v3 + v4) * time / 6
      velocity += (a1 + 2 * a2 + 2 * a3 + a4) * time / 6
    }
  }
}
