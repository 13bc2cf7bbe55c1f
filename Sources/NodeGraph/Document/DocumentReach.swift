// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The inputs of a definition on which each of its outputs depends.
///
/// If many outputs depend on many inputs, a list for each would take memory quadratic in the document. Sets of inputs are
/// therefore linked lists with shared tails, and equal sets are stored once.
struct DocumentReach {
  /// A set of up to 64 inputs, and the link with the later inputs.
  struct Link: Hashable {
    /// The index of the first of the 64 inputs, and a bit for each that is in the set.
    let first: Int32
    let bits: UInt64
    /// The next link, with later inputs, or ``DocumentReach/none``.
    let rest: Int32
  }

  static let none: Int32 = -1

  private(set) var links: [Link] = []
  /// The distinct sets of all outputs, as their first links.
  private(set) var sets: [Int32] = []
  /// For each output the index of its set in `sets`.
  private(set) var setOfOutput: [Int] = []

  init() {}

  /// Builds the sets.
  ///
  /// - Parameters:
  ///   - inputs: The number of inputs.
  ///   - outputs: The number of outputs.
  ///   - bits: Returns for each output the bits of the inputs it depends on, of 64 inputs from `first` on. It is called for
  ///     the last 64 inputs first.
  init(inputs: Int, outputs: Int, bits: (_ first: Int) -> [UInt64]) {
    var places: [Link: Int32] = [:]
    var firstLinks = Array(repeating: Self.none, count: outputs)
    // Adjacent outputs often have the same set.
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
