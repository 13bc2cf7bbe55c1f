// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Formats figures and columns.
enum Text {
  static func left(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  /// Formats a figure with three significant digits, or more before the decimal point.
  static func figure(_ value: Double) -> String {
    if value >= 100 { return count(Int(value.rounded())) }
    let digits = value >= 10 ? 1 : 2
    return String(format: "%.\(digits)f", value)
  }

  /// Formats a number with commas.
  static func count(_ value: Int) -> String {
    var text = ""
    for (index, digit) in String(value).reversed().enumerated() {
      if index > 0, index % 3 == 0 { text = "," + text }
      text = "\(digit)" + text
    }
    return text
  }
}

/// Describes the machine of the measurement.
enum Machine {
  static var description: String {
    let cores = ProcessInfo.processInfo.processorCount
    return "\(processor), \(cores) cores, \(ProcessInfo.processInfo.operatingSystemVersionString)"
  }

  private static var processor: String {
    let lines = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))?.split(separator: "\n") ?? []
    guard let line = lines.first(where: { $0.hasPrefix("model name") }), let colon = line.firstIndex(of: ":") else {
      return "unknown processor"
    }
    return line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
  }
}
