// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Moves a viewport to another place and zoom over some time: where a graph is fitted, a point centred, or a key zooms.
///
/// ```swift
/// var motion = ViewportMotion(spring: MotionSpring())
/// if let target = view.viewportShowingContent() { motion.move(view.viewport, to: target, at: now) }
/// // At each frame of the display:
/// if let viewport = motion.viewport(at: now) { view.viewport = viewport }
/// ```
///
/// The view has each viewport on the way, so that what is drawn and what is hit agree. There is no clock: times are those of the host.
/// When the user pans or zooms, ``stop()`` it, or the next frame takes that back.
public struct ViewportMotion: Sendable {
  private struct Course {
    let start: Viewport
    let end: Viewport
    let since: Double
  }

  /// How long a movement takes, in seconds, unless there is a ``spring``; with 0 it takes no time.
  public var duration: Double
  /// The spring that moves the viewport, in place of a curve.
  public var spring: MotionSpring?
  private var course: Course?

  /// Moves nothing yet.
  ///
  /// - Parameters:
  ///   - duration: How long a movement takes, in seconds.
  ///   - spring: The spring that moves the viewport, in place of a curve of that duration.
  public init(duration: Double = 0.24, spring: MotionSpring? = nil) {
    (self.duration, self.spring) = (duration, spring)
  }

  /// Begins to move, in place of a movement that is under way.
  ///
  /// - Parameters:
  ///   - viewport: Where the movement begins: the viewport of the view.
  ///   - target: Where it ends.
  ///   - now: When, in seconds.
  public mutating func move(_ viewport: Viewport, to target: Viewport, at now: Double) {
    course = viewport == target ? nil : Course(start: viewport, end: target, since: now)
  }

  /// Stays where it is.
  public mutating func stop() { course = nil }

  /// Whether it moves: whether a viewport is still to come.
  public var isMoving: Bool { course != nil }

  /// The viewport at a time. The last one is exactly where the movement ends; after that there is none.
  ///
  /// - Parameter now: When, in seconds.
  /// - Returns: The viewport; `nil` if it doesn't move.
  public mutating func viewport(at now: Double) -> Viewport? {
    guard let course else { return nil }
    let time = now - course.since
    guard time < spring?.duration ?? duration else {
      self.course = nil
      return course.end
    }
    let share = spring.map { $0.share(at: time) } ?? GraphMotion.eased(time / duration)
    // The edges of what shows move alike, so that a point that both viewports have at one place stays there.
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

/// A spring that pulls something from 0 to 1: with a damping below 1 it overshoots.
///
/// It is computed in steps of 1/240 s by sums and products alone, so that it is the same on every system.
public struct MotionSpring: Hashable, Sendable {
  /// How long an undamped oscillation takes, in seconds: the shorter, the stiffer.
  public let response: Double
  /// How much of the movement is lost to friction: with 1 it comes to rest soonest without overshooting.
  public let damping: Double
  /// When it has come to rest, in seconds: it is nearer than a thousandth then, and slow.
  public let duration: Double
  /// Where it is at each step.
  private let swings: [Swing]

  private static let step = 1.0 / 240
  private static let longest = 4.0
  /// A whole turn, in radians.
  private static let turn = 6.283_185_307_179_586

  /// A spring.
  ///
  /// - Parameters:
  ///   - response: How long an undamped oscillation takes, in seconds; at least 0.05.
  ///   - damping: How much is lost to friction, from 0.1 to 1.5. What lies outside counts as the nearer bound, for both.
  /// - Complexity: O(duration).
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

  /// Where it is a time after it was let go.
  ///
  /// - Parameter time: The time, in seconds.
  /// - Returns: 0 at the beginning, exactly 1 from ``duration`` on; more than 1 while it overshoots.
  /// - Complexity: O(1).
  public func share(at time: Double) -> Double {
    if !(time > 0) { return 0 }
    let step = Int(min(time, Self.longest) / Self.step)
    if time >= duration || step >= swings.count { return 1 }
    var motion = swings[step]
    motion.advance(by: time - Double(step) * Self.step, Self.turn / response, damping)
    return motion.place
  }

  /// Whether both springs have the same response and damping, from which all else follows.
  public static func == (one: MotionSpring, other: MotionSpring) -> Bool {
    (one.response, one.damping) == (other.response, other.damping)
  }

  /// Hashes the response and the damping.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(response)
    hasher.combine(damping)
  }

  /// A place and a velocity.
  private struct Swing: Sendable {
    var place = 0.0
    var velocity = 0.0

    /// A step of the classical Runge–Kutta method.
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
