// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A text that a user searches for, which finds titles without regard to upper and lower case.
public struct SearchText: Sendable {
  /// Where a text was found, from the best place to the worst.
  public enum Place: Int, Hashable, Sendable, Comparable {
    /// It is the title.
    case whole
    /// It begins the title.
    case beginning
    /// It begins a word of the title, such as `adjust` in `ColorAdjust`.
    case word
    /// It is elsewhere in the title.
    case inside
    /// It begins a word of the explanation.
    case help

    /// Whether one place is better than another.
    public static func < (one: Place, other: Place) -> Bool { one.rawValue < other.rawValue }
  }

  private let text: [UInt8]

  /// Creates a text to search for. An empty one begins every title.
  ///
  /// - Parameter text: The text, as typed.
  public init(_ text: String) { self.text = Array(text.lowercased().utf8) }

  /// Whether the text is empty.
  public var isEmpty: Bool { text.isEmpty }

  /// Searches a title, and then its explanation.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - help: An explanation of the title.
  /// - Returns: The best place; `nil` if the text is in neither.
  /// - Complexity: O(length of both × length of the text).
  public func place(in title: String, help: String = "") -> Place? {
    if let place = place(inTitle: title) { return place }
    return help.isEmpty || text.count < 3 ? nil : place(inTitle: help).flatMap { $0 == .inside ? nil : .help }
  }

  private func place(inTitle title: String) -> Place? {
    let folded = Array(title.lowercased().utf8)
    guard let first = text.first else { return .beginning }
    var best: Place?
    var start = 0
    while start + text.count <= folded.count {
      defer { start += 1 }
      guard folded[start] == first, folded[start...].starts(with: text) else { continue }
      if start == 0 { return folded.count == text.count ? .whole : .beginning }
      if isWord(title, folded, start) { return .word }
      best = .inside
    }
    return best
  }

  /// Whether a word begins at a byte: after a byte that is neither a letter nor a digit, or with a capital after another letter.
  private func isWord(_ title: String, _ folded: [UInt8], _ start: Int) -> Bool {
    let before = folded[start - 1]
    if before < 0x80, !(before.isLetter || before.isDigit) { return true }
    let original = Array(title.utf8)
    // The cases of some letters have different lengths.
    guard original.count == folded.count else { return false }
    return original[start] != folded[start] && original[start - 1] == before
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool { UInt8(ascii: "a") <= self && self <= UInt8(ascii: "z") }
}
