// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension Topology {
  /// Connects an output to an input that is free. The caller has checked types and order.
  package mutating func connect(_ source: UInt32, output: Int, to place: InputPlace) {
    let port = inputLayout(place)
    let argument = port.takesMany ? appendArgument(to: place) : records[place.node].arguments + port.offset
    link(argument, of: place.node, to: source, output: output)
    guard isJournalled else { return }
    let ordinal = port.takesMany ? argument - arguments(of: place).lowerBound : 0
    steps.append(.linked(place, ordinal: ordinal, source: source, output: UInt32(output)))
  }

  /// Cuts one connection of an input.
  package mutating func disconnect(_ place: InputPlace, ordinal: UInt32) {
    let argument = arguments(of: place).lowerBound + ordinal
    if let source = source(ofCell: arguments[argument]) {
      steps.append(
        .unlinked(
          place, ordinal: ordinal, source: source.node, position: argumentPosition[argument],
          output: UInt8(source.output)))
    }
    if inputLayout(place).takesMany {
      unlink(argument, leaving: NodeRecord.none)
      gappedInputs.insert(place)
    } else {
      unlink(argument, leaving: restingCell(of: place))
    }
  }

  mutating func disconnectAll(_ place: InputPlace) {
    let range = arguments(of: place)
    for argument in range.reversed() where argumentPosition[argument] != NodeRecord.none {
      disconnect(place, ordinal: argument - range.lowerBound)
    }
  }

  mutating func disconnectConsumers(of slot: UInt32, output: Int) {
    let list = consumerList(of: slot, output: output)
    while !isEmptyList(list) {
      let last = entry(self[list: list].count - 1, of: list)
      let place = self.place(of: last)
      disconnect(place, ordinal: last.argument - arguments(of: place).lowerBound)
    }
  }

  /// The input that a consumer reads with. Complexity: O(log inputs).
  func place(of entry: ConsumerEntry) -> InputPlace {
    let (node, argument) = (entry.consumer, entry.argument)
    let record = records[node]
    let layout = layouts[record.shape]
    if argument >= record.arguments, argument < record.arguments + layout.argumentWords {
      // The last input whose first word is not behind the argument.
      var low: UInt32 = 0
      var high = layout.inputCount
      while high - low > 1 {
        let middle = (low + high) / 2
        if record.arguments + inputLayout(middle, of: layout).offset <= argument { low = middle } else { high = middle }
      }
      return InputPlace(node: node, input: low)
    }
    for input in 0..<layout.inputCount where inputLayout(input, of: layout).takesMany {
      let place = InputPlace(node: node, input: input)
      if arguments(of: place).contains(argument) { return place }
    }
    preconditionFailure("every argument belongs to an input of its node")
  }

  /// Gives an input a literal cell, or takes it away. While the input is connected the literal waits.
  package mutating func setLiteral(_ place: InputPlace, cell: UInt32) {
    let before = literal(place) ?? NodeRecord.none
    guard before != cell else { return }
    steps.append(.literal(place, before: before, after: cell))
    putLiteral(place, cell: cell)
  }

  package func literal(_ place: InputPlace) -> UInt32? { literals.isEmpty ? nil : literals[place] }

  mutating func putLiteral(_ place: InputPlace, cell: UInt32) {
    literals[place] = cell == NodeRecord.none ? nil : cell
    guard !inputLayout(place).takesMany else { return }
    let word = word(of: place)
    if argumentPosition[word] == NodeRecord.none { arguments[word] = restingCell(of: place) }
  }
}
