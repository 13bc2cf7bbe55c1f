// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension Topology {
  /// Connects an output to an input that is free. The caller has checked types and order.
  package mutating func connect(_ source: UInt32, output: Int, to place: InputPlace) {
    connect(source, output: output, to: place, inputLayout(place))
  }

  @inline(__always)
  mutating func connect(_ source: UInt32, output: Int, to place: InputPlace, _ port: PortLayout) {
    let argument = port.takesMany ? appendArgument(to: place) : records[place.node].arguments + port.offset
    link(argument, of: place.node, to: source, output: output)
    guard isJournalled else { return }
    let ordinal = port.takesMany ? argument - arguments(of: place).lowerBound : 0
    steps.append(.linked(place, ordinal: ordinal, source: source, output: UInt32(output)))
  }

  /// Cuts one connection of an input.
  package mutating func disconnect(_ place: InputPlace, ordinal: UInt32) {
    let port = inputLayout(place)
    cut(arguments(of: place).lowerBound + ordinal, of: place, port, ordinal: ordinal)
  }

  @inline(__always)
  private mutating func cut(_ argument: UInt32, of place: InputPlace, _ port: PortLayout, ordinal: UInt32) {
    let cell = arguments[argument]
    let position = argumentPosition[argument]
    let node = cellOwner[cell]
    let record = records[node]
    let layout = layouts[record.shape]
    let isSole = layout.outputCount == 1
    let output = isSole ? 0 : UInt32(output(at: cell - record.output, of: layout))
    steps.append(.unlinked(place, ordinal: ordinal, source: node, position: position, output: UInt8(output)))
    removeEntry(
      position, of: ListReference(index: isSole ? node : record.consumers.first + output, isPooled: !isSole))
    argumentPosition[argument] = NodeRecord.none
    connectionCount -= 1
    if port.takesMany {
      arguments[argument] = NodeRecord.none
      gappedInputs.insert(place)
    } else {
      arguments[argument] = literals.isEmpty ? port.resting : restingCell(of: place)
    }
  }

  /// Cuts what is connected to an input.
  @inline(__always)
  mutating func disconnectInput(_ place: InputPlace) {
    let port = inputLayout(place)
    if port.takesMany { return disconnectAll(place) }
    let argument = records[place.node].arguments + port.offset
    if isConnected(argument) { cut(argument, of: place, port, ordinal: 0) }
  }

  mutating func disconnectAll(_ place: InputPlace) {
    let range = arguments(of: place)
    for argument in range.reversed() where argumentPosition[argument] != NodeRecord.none {
      disconnect(place, ordinal: argument - range.lowerBound)
    }
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
