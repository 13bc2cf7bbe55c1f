// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The inputs that an edit cut from nodes that got other code, and connected to the same outputs again. What these nodes keep
/// between runs belongs to the old code, so their outputs move to other cells. Their values do not change by that, so the
/// consumers run only if the new code produces others.
struct UnchangedReaders {
  private var places: Set<InputPlace> = []

  /// - Parameters:
  ///   - steps: What the edit did to the graph.
  ///   - journal: What it did to values.
  ///   - topology: The graph after it.
  /// - Complexity: O(steps), and O(connections of what reads the nodes).
  init(after steps: [GraphStep], _ journal: [ValueStep], in topology: borrowing Topology) {
    var sources: Set<UInt32> = []
    var others: Set<UInt32> = []
    for case .reshaped(let reshaping) in journal {
      if reshaping.carriesOutputs { sources.insert(reshaping.slot) }
      if !reshaping.carriesOutputs, !reshaping.keepsOutputs { others.insert(reshaping.slot) }
    }
    sources.subtract(others)
    if sources.isEmpty { return }
    var readings: [InputPlace: Reading] = [:]
    for step in steps {
      switch step {
      case .linked(let place, _, let source, _), .unlinked(let place, _, let source, _, _):
        if sources.contains(source), topology.isAlive(place.node), readings[place] == nil {
          readings[place] = Reading(topology.outputs(readBy: place))
        }
      default: break
      }
    }
    for step in steps.reversed() {
      switch step {
      case .linked(let place, let ordinal, _, _): readings[place]?.removeLast(at: Int(ordinal))
      case .unlinked(let place, let ordinal, let source, _, let output):
        readings[place]?.insert(Reading.Source(slot: source, output: UInt32(output)), at: Int(ordinal))
      case .closed(let place, let gaps): readings[place]?.open(gaps)
      case .linkedAll(let connections):
        for connection in connections {
          readings[InputPlace(node: connection.target.node.slot, input: UInt32(connection.target.index))] = nil
        }
      default: break
      }
    }
    for (place, reading) in readings where reading.isUnchanged { places.insert(place) }
  }

  /// Whether an input reads the same outputs as before the edit, of nodes whose values were carried over.
  func contains(_ place: InputPlace) -> Bool { places.contains(place) }
}

/// The outputs that an input reads, traced from after the edit back to before it.
private struct Reading {
  struct Source: Equatable {
    let slot: UInt32
    let output: UInt32
  }

  private let after: [Source]
  /// The outputs before the edit. `nil` marks gaps, where connections of an input that takes many were cut.
  private var before: [Source?]
  private var isKnown = true

  init(_ outputs: [OutputPort]) {
    after = outputs.map { Source(slot: $0.node.slot, output: UInt32($0.index)) }
    before = after
  }

  var isUnchanged: Bool { isKnown && before.compactMap { $0 } == after }

  /// Reverts a connection, which was added after all others.
  mutating func removeLast(at ordinal: Int) {
    if ordinal == before.count - 1 { before.removeLast() } else { isKnown = false }
  }

  /// Reverts a cut.
  mutating func insert(_ source: Source, at ordinal: Int) {
    if ordinal == before.count {
      before.append(source)
    } else if before.indices.contains(ordinal), before[ordinal] == nil {
      before[ordinal] = source
    } else {
      isKnown = false
    }
  }

  /// Reverts the closing of gaps.
  mutating func open(_ gaps: [UInt32]) {
    for gap in gaps.sorted() {
      if gap <= before.count { before.insert(nil, at: Int(gap)) } else { isKnown = false }
    }
  }
}
