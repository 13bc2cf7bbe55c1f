// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// On which inputs of a definition each of its outputs depends.
///
/// Where many outputs depend on many inputs, a list for each would take memory that grows with the square of the document. So
/// sets of inputs are lists of links, which share what lies behind; equal sets are one.
struct DocumentReach {
  /// Up to 64 inputs, and those of the link behind it.
  struct Link: Hashable {
    /// The first of the 64, and which of them they are.
    let first: Int32
    let bits: UInt64
    /// The link behind it, with later inputs, or ``DocumentReach/none``.
    let rest: Int32
  }

  static let none: Int32 = -1

  private(set) var links: [Link] = []
  /// The sets that outputs have, by their first links.
  private(set) var sets: [Int32] = []
  /// Which of these each output has.
  private(set) var setOfOutput: [Int] = []

  init() {}

  /// Finds the sets.
  ///
  /// - Parameters:
  ///   - inputs: How many inputs there are.
  ///   - outputs: How many outputs.
  ///   - bits: Which of 64 inputs each output depends on, by the first of these: it is asked for the last ones first.
  init(inputs: Int, outputs: Int, bits: (_ first: Int) -> [UInt64]) {
    var places: [Link: Int32] = [:]
    var firstLinks = Array(repeating: Self.none, count: outputs)
    // Outputs beside each other often have the same set.
    var (last, place): (Link?, Int32) = (nil, Self.none)
    for first in stride(from: 0, to: inputs, by: 64).reversed() {
      for (output, bits) in bits(first).enumerated() where bits != 0 {
        let link = Link(first: Int32(first), bits: bits, rest: firstLinks[output])
        if link != last {
          (last, place) = (link, places[link] ?? Int32(links.count))
          if Int(place) == links.count {
            links.append(link)
            places[link] = place
          }
        }
        firstLinks[output] = place
      }
    }
    var setOfLink: [Int32: Int] = [:]
    for link in firstLinks {
      let set = setOfLink[link] ?? sets.count
      if set == sets.count {
        sets.append(link)
        setOfLink[link] = set
      }
      setOfOutput.append(set)
    }
  }
}
