// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension Topology {
  /// Removes a node, its connections first. Ports and cells stay until the edit ends. Complexity: O(degree).
  package mutating func removeNode(_ slot: UInt32) {
    let layout = layout(of: slot)
    fetchSources(of: slot)
    for input in 0..<layout.inputCount {
      let place = InputPlace(node: slot, input: input)
      disconnectInput(place)
      if !literals.isEmpty { setLiteral(place, cell: NodeRecord.none) }
    }
    for output in 0..<Int(layout.outputCount) { disconnectConsumers(of: slot, output: output) }
    // Asking an empty table is cheap, taking something out of it isn't.
    if !names.isEmpty { rename(slot, to: nil) }
    if !positions.isEmpty { move(slot, to: nil) }
    let rank = records[slot].rank
    nodeAtRank[rank] = NodeRecord.none
    records[slot].rank = NodeRecord.none
    nodeCount -= 1
    steps.append(.removed(slot, rank: rank))
  }

  /// Looks at all nodes that a node reads, so that their records are fetched side by side. Being taken out of their
  /// lists one by one, it would wait for each.
  private func fetchSources(of slot: UInt32) {
    var connections = 0
    var consumers = 0
    for input in 0..<layout(of: slot).inputCount {
      for argument in arguments(of: InputPlace(node: slot, input: input)) where isConnected(argument) {
        let source = records[cellOwner[arguments[argument]]]
        connections += 1
        consumers += layouts[source.shape].outputCount == 1 ? Int(source.consumers.count) : 1
      }
    }
    precondition(connections <= consumers, "both ends know a connection")
  }

  /// Cuts all connections of an output, the last one first.
  mutating func disconnectConsumers(of slot: UInt32, output: Int) {
    let list = consumerList(of: slot, output: output)
    let count = self[list: list].count
    if count == 0 { return }
    for position in (0..<count).reversed() {
      let entry = entry(position, of: list)
      let place = place(of: entry)
      steps.append(
        .unlinked(
          place, ordinal: entry.argument - arguments(of: place).lowerBound, source: slot, position: position,
          output: UInt8(output)))
      argumentPosition[entry.argument] = NodeRecord.none
      if arity(of: place) == .many {
        arguments[entry.argument] = NodeRecord.none
        gappedInputs.insert(place)
      } else {
        arguments[entry.argument] = restingCell(of: place)
      }
    }
    connectionCount -= Int(count)
    self[list: list].count = 0
    releaseOverflow(of: list)
  }

  /// The input that a consumer reads with. Complexity: O(log inputs).
  func place(of entry: ConsumerEntry) -> InputPlace {
    let (node, argument) = (entry.consumer, entry.argument)
    let record = records[node]
    let layout = layouts[record.shape]
    let offset = argument &- record.arguments
    // Where no input takes many each has one word, and which it is can't be foreseen: a search would guess.
    if layout.argumentWords == layout.inputCount { return InputPlace(node: node, input: offset) }
    if offset < layout.argumentWords {
      // The last input whose first word is not behind the argument.
      var low: UInt32 = 0
      var high = layout.inputCount
      while high - low > 1 {
        let middle = (low + high) / 2
        if inputLayout(middle, of: layout).offset <= offset { low = middle } else { high = middle }
      }
      return InputPlace(node: node, input: low)
    }
    for input in 0..<layout.inputCount where inputLayout(input, of: layout).takesMany {
      let place = InputPlace(node: node, input: input)
      if arguments(of: place).contains(argument) { return place }
    }
    preconditionFailure("every argument belongs to an input of its node")
  }
}
