// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The gaps that removed connections leave in inputs that take many. They are closed when the edit ends, and opened
/// again when it is undone.
extension Wiring {
  /// Closes the gaps of an input, keeping the order of its connections. Returns the ordinals of the gaps.
  @discardableResult
  mutating func closeGaps(of place: InputPlace) -> [UInt32] {
    let word = word(of: place)
    let range = arguments(of: place)
    var gaps: [UInt32] = []
    var kept = range.lowerBound
    for index in Int(range.lowerBound)..<Int(range.upperBound) {
      let argument = UInt32(truncatingIfNeeded: index)
      if arguments.cells[argument] == NodeRecord.none {
        gaps.append(argument - range.lowerBound)
      } else {
        if kept != argument { takeArgument(of: argument, to: kept) }
        kept += 1
      }
    }
    for argument in kept..<range.upperBound { arguments.detach(argument, leaving: NodeRecord.none) }
    arguments.cells[word + 1] = kept - range.lowerBound
    return gaps
  }

  /// Opens closed gaps again, from the last to the first.
  mutating func openGaps(_ gaps: [UInt32], of place: InputPlace) {
    let word = word(of: place)
    let start = arguments.cells[word]
    var closed = arguments.cells[word + 1]
    var open = closed + UInt32(gaps.count)
    precondition(open <= arguments.cells[word + 2], "there is room for gaps that were there before")
    arguments.cells[word + 1] = open
    var gaps = gaps[...]
    while open > closed {
      open -= 1
      if gaps.last == open {
        gaps.removeLast()
        arguments.detach(start + open, leaving: NodeRecord.none)
      } else {
        closed -= 1
        moveArgument(from: start + closed, to: start + open)
      }
    }
  }
}
