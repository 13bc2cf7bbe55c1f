// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension Topology {
  /// Connects a cell to an input that is free. The caller has checked types and order.
  package mutating func connect(_ cell: UInt32, to place: InputPlace) {
    let isMany = arity(of: place) == .many
    let argument = isMany ? appendArgument(to: place) : word(of: place)
    link(argument, to: cell)
    guard isJournalled, let source = source(ofCell: cell) else { return }
    let ordinal = isMany ? argument - arguments(of: place).lowerBound : 0
    steps.append(.linked(place, ordinal: ordinal, source: source.node, output: UInt32(source.output)))
  }

  /// Cuts one connection of an input.
  package mutating func disconnect(_ place: InputPlace, ordinal: UInt32) {
    let argument = arguments(of: place).lowerBound + ordinal
    if let source = source(ofCell: arguments[argument]) {
      steps.append(
        .unlinked(
          place, ordinal: ordinal, source: source.node, output: UInt32(source.output),
          position: argumentPosition[argument]))
    }
    if arity(of: place) == .many {
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
      let argument = entry(self[list: list].count - 1, of: list).argument
      let place = self.place(of: argument)
      disconnect(place, ordinal: argument - arguments(of: place).lowerBound)
    }
  }

  /// The input an argument belongs to. Complexity: O(log inputs).
  func place(of argument: UInt32) -> InputPlace {
    let node = argumentOwner[argument]
    let record = records[node]
    let shape = shapes[Int(record.shape)]
    if argument >= record.arguments, argument < record.arguments + shape.argumentWords {
      // The last input whose first word is not behind the argument.
      var low = 0
      var high = shape.inputOffsets.count
      while high - low > 1 {
        let middle = (low + high) / 2
        if record.arguments + shape.inputOffsets[middle] <= argument { low = middle } else { high = middle }
      }
      return InputPlace(node: node, input: UInt32(low))
    }
    for (input, port) in shape.kind.inputs.enumerated() where port.arity == .many {
      let place = InputPlace(node: node, input: UInt32(input))
      if arguments(of: place).contains(argument) { return place }
    }
    preconditionFailure("every argument belongs to an input of its node")
  }

  /// Gives an input a literal cell, or takes it away. While the input is connected the literal waits.
  package mutating func setLiteral(_ place: InputPlace, cell: UInt32) {
    let before = literals[place] ?? NodeRecord.none
    guard before != cell else { return }
    steps.append(.literal(place, before: before, after: cell))
    putLiteral(place, cell: cell)
  }

  package func literal(_ place: InputPlace) -> UInt32? { literals[place] }

  mutating func putLiteral(_ place: InputPlace, cell: UInt32) {
    literals[place] = cell == NodeRecord.none ? nil : cell
    guard arity(of: place) == .one else { return }
    let word = word(of: place)
    if argumentPosition[word] == NodeRecord.none { arguments[word] = restingCell(of: place) }
  }
}
