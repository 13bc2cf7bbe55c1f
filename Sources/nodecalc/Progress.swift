// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Shows the progress of work that takes more than half a second: one line on the error stream, rewritten in place
/// and erased at the end. Without a terminal, no progress is shown.
final class Progress {
  private static let patience = Duration.milliseconds(500)
  private static let interval = Duration.milliseconds(100)

  private let title: String
  private let isShown = isatty(STDERR_FILENO) == 1
  private let start = ContinuousClock.now
  private var lastDrawn: ContinuousClock.Instant?
  /// The number of columns of the line in use.
  private var width = 0

  /// Creates the progress of work on a file.
  init(_ verb: String, _ path: String) {
    let name = path.split(separator: "/").last.map { String($0) } ?? path
    // A line that wraps could not be rewritten.
    let scalars = name.unicodeScalars.prefix(40).map { $0.isHidden ? "?" : Character($0) }
    title = "\(verb) \(String(scalars))"
  }

  /// Shows the fraction of the work that is done, from 0 to 1.
  func update(_ fraction: Double) {
    guard isShown else { return }
    let now = ContinuousClock.now
    guard now - start > Self.patience, lastDrawn.map({ now - $0 > Self.interval }) ?? true else { return }
    lastDrawn = now
    let percent = Int(max(0, min(1, fraction)) * 100)
    let bar = String(repeating: "=", count: percent / 5) + String(repeating: " ", count: 20 - percent / 5)
    draw("\(title) [\(bar)] \(String(repeating: " ", count: 3 - String(percent).count))\(percent) %")
  }

  /// Erases the line, before other output or at the end.
  func erase() {
    if width > 0 { draw("") }
  }

  private func draw(_ text: String) {
    let columns = text.unicodeScalars.reduce(0) { $0 + $1.displayWidth }
    let blanks = String(repeating: " ", count: max(0, width - columns))
    let bytes = Array("\r\(text)\(blanks)\(text.isEmpty ? "\r" : "")".utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
    width = columns
  }
}
