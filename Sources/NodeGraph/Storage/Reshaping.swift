// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Gives a node the ports of another shape. Connections and literals of ports with a counterpart stay; the others are
/// removed. If the types of all outputs are unchanged, the cells and consumers of the outputs stay too.
///
/// Inputs with their counterpart at the same index are kept by one step for all of them (`KeptInputs`). Other connections
/// that stay are cut and made again, as ordinary steps.
struct Reshaping {
  private let slot: UInt32
  private let shape: UInt32
  private let matching: PortMatching
  private let before: NodeKind
  private let after: NodeKind
  /// Whether the outputs have the same types: then each output's counterpart has the same index, whatever their names.
  private let keepsPlaces: Bool
  /// Whether the cells of the outputs stay, too.
  private let keepsOutputs: Bool

  /// An input of the new shape, with the connections and literal of its counterpart at another index.
  private struct MovedInput {
    let place: InputPlace
    let cells: [UInt32]
    let literal: UInt32
  }

  /// An input that reads the node: for each of its connections to the node, by ordinal, the new index of the output.
  private struct Reader {
    let place: InputPlace
    var outputs: [UInt32: Int] = [:]
  }

  /// Finds the counterparts of outputs among the outputs of the other shape.
  private struct Matches {
    private let names: [String]
    private let matching: PortMatching
    /// The indices by name, filled only where a linear search would cost more.
    private let indices: [String: Int]

    init(of names: [String], _ matching: PortMatching) {
      self.names = names
      self.matching = matching
      let isLarge = matching == .name && names.count > 8
      indices = isLarge ? Dictionary(zip(names, 0...)) { first, _ in first } : [:]
    }

    func counterpart(of index: Int, _ name: String) -> Int? {
      switch matching {
      case .position: index < names.count ? index : nil
      case .name: indices.isEmpty ? names.firstIndex(of: name) : indices[name]
      }
    }
  }

  private var kept = KeptInputs()
  private var inputs: [MovedInput] = []
  private var readers: [Reader] = []

  init(_ slot: UInt32, to shape: UInt32, matching: PortMatching, in topology: borrowing Topology) {
    self.slot = slot
    self.shape = shape
    self.matching = matching
    before = topology.wiring.kind(of: slot)
    after = topology.wiring.shapes.kind(shape)
    // The memory that a node keeps between runs belongs to the code that is replaced.
    keepsPlaces = before.outputs.map(\.type) == after.outputs.map(\.type)
    keepsOutputs = keepsPlaces && before.memoryWords == 0 && after.memoryWords == 0
  }

  /// Replaces the ports, in five phases. Complexity: O(degree).
  mutating func perform(in topology: inout Topology) {
    noteInputs(in: topology)
    clearInputs(in: &topology)
    if !keepsOutputs { cutReaders(in: &topology) }
    replacePorts(in: &topology)
    connectAgain(in: &topology)
  }

  // MARK: Phases

  /// Finds the inputs that keep their index, and records the connections and literals that move to other inputs.
  private mutating func noteInputs(in topology: borrowing Topology) {
    let old = topology.wiring.layout(of: slot)
    let new = topology.wiring.shapes.layouts[shape]
    // The inputs of each shape whose counterpart, if any, is at another index.
    var (unmatched, candidates): ([UInt32], [String: UInt32]) = ([], [:])
    for input in 0..<max(old.inputCount, new.inputCount) {
      let (isOld, isNew) = (input < old.inputCount, input < new.inputCount)
      if isOld, isNew, matching == .position || before.inputs[Int(input)].name == after.inputs[Int(input)].name {
        if areAlike(input, input, old, new, in: topology.wiring.shapes) { kept.append(input) }
      } else if matching == .name {
        if isOld { candidates[before.inputs[Int(input)].name] = input }
        if isNew { unmatched.append(input) }
      }
    }
    kept.noteOutputs(in: topology.wiring, of: block(in: topology.wiring))
    if candidates.isEmpty { return }
    for input in unmatched {
      guard let candidate = candidates[after.inputs[Int(input)].name],
        areAlike(candidate, input, old, new, in: topology.wiring.shapes)
      else { continue }
      let place = InputPlace(node: slot, input: candidate)
      inputs.append(
        MovedInput(
          place: InputPlace(node: slot, input: input), cells: topology.wiring.connectedCells(of: place),
          literal: topology.literal(place) ?? NodeRecord.none))
    }
  }

  /// Returns whether an input of the old shape and one of the new shape have the same type and arity.
  private func areAlike(
    _ input: UInt32, _ other: UInt32, _ old: ShapeLayout, _ new: ShapeLayout, in shapes: borrowing ShapeTable
  ) -> Bool {
    let (port, counterpart) = (shapes.input(input, of: old), shapes.input(other, of: new))
    guard port.type == counterpart.type, port.takesMany == counterpart.takesMany else { return false }
    // Layouts store Swift types only; some port types differ only by name.
    return before.inputs[Int(input)].type == after.inputs[Int(other)].type
  }

  /// Returns the block of arguments that the node has now.
  private func block(in wiring: borrowing Wiring) -> KeptInputs.Block {
    KeptInputs.Block(shape: wiring.records[slot].shape, start: wiring.records[slot].arguments)
  }

  /// Removes the connections and literals of the inputs that don't keep their index.
  private func clearInputs(in topology: inout Topology) {
    kept.forEachOther(of: UInt32(before.inputs.count)) { input in
      let place = InputPlace(node: slot, input: input)
      topology.disconnectAll(place)
      topology.setLiteral(place, cell: NodeRecord.none)
    }
  }

  /// Cuts all consumers of the node, and records those that read an output with a counterpart.
  private mutating func cutReaders(in topology: inout Topology) {
    var indices: [InputPlace: Int] = [:]
    let matches = Matches(of: after.outputs.map(\.name), matching)
    for output in before.outputs.indices {
      if let counterpart = keepsPlaces ? output : matches.counterpart(of: output, before.outputs[output].name),
        after.outputs[counterpart].type == before.outputs[output].type
      {
        let list = topology.wiring.consumerList(of: slot, output: output)
        for position in 0..<topology.wiring.count(of: list) {
          let entry = topology.wiring.entry(position, of: list)
          let place = topology.wiring.place(of: entry)
          let index = indices[place] ?? readers.count
          if index == readers.count { readers.append(Reader(place: place)) }
          indices[place] = index
          let ordinal = entry.argument - topology.wiring.arguments(of: place).lowerBound
          readers[index].outputs[ordinal] = counterpart
        }
      }
      topology.disconnectConsumers(of: slot, output: output)
    }
  }

  /// Gives the node its new ports, with the kept inputs connected. The step archives the old ports.
  private func replacePorts(in topology: inout Topology) {
    var record = topology.wiring.records[slot]
    let old = block(in: topology.wiring)
    topology.journal.steps.append(
      .reshaped(
        slot, other: GraphStep.Ports(of: slot, keepsOutputs: keepsOutputs, keptInputs: kept, in: topology.wiring)))
    record.shape = shape
    topology.wiring.version &+= 1
    let layout = topology.wiring.shapes.layouts[shape]
    record.arguments = topology.wiring.makeArguments(layout)
    if !keepsOutputs { topology.wiring.makeOutputs(of: &record, layout, slot: slot) }
    topology.wiring.records[slot] = record
    kept.move(from: old, to: block(in: topology.wiring), in: &topology.wiring)
  }

  /// Gives the new inputs the recorded connections and literals, and connects readers to the new outputs.
  private func connectAgain(in topology: inout Topology) {
    for input in inputs {
      if input.literal != NodeRecord.none { topology.setLiteral(input.place, cell: input.literal) }
      for cell in input.cells {
        if let source = topology.wiring.source(ofCell: cell) {
          topology.connect(source.node, output: source.output, to: input.place)
        }
      }
    }
    for reader in readers { connectAgain(reader, in: &topology) }
  }

  /// Returns the ordinal of the first connection of an input to be made again: the first that was cut, or an earlier one
  /// from an output that a later connection comes from as well. Code that replays the changes always cuts the first
  /// connection from an output, whichever is meant.
  private func firstAffected(of reader: Reader, in topology: borrowing Topology) -> UInt32 {
    let arguments = topology.wiring.arguments(of: reader.place)
    guard var first = reader.outputs.keys.min() else { return UInt32(arguments.count) }
    var firstOrdinals: [UInt32: UInt32] = [:]
    for (ordinal, argument) in arguments.enumerated() {
      let cell = topology.wiring.arguments.cells[argument]
      if firstOrdinals[cell] == nil { firstOrdinals[cell] = UInt32(ordinal) }
    }
    var ordinal = UInt32(arguments.count)
    while ordinal > first {
      ordinal -= 1
      let cell = topology.wiring.arguments.cells[arguments.lowerBound + ordinal]
      if cell != NodeRecord.none, let earlier = firstOrdinals[cell] { first = min(first, earlier) }
    }
    return first
  }

  /// Connects an input to the node that it read before. In an input that takes many, the connections that follow are made
  /// again as well, so that their order is preserved, also for code that replays the changes.
  private func connectAgain(_ reader: Reader, in topology: inout Topology) {
    let end = UInt32(topology.wiring.arguments(of: reader.place).count)
    for ordinal in firstAffected(of: reader, in: topology)..<end {
      let argument = topology.wiring.arguments(of: reader.place).lowerBound + ordinal
      if let output = reader.outputs[ordinal] {
        topology.connect(slot, output: output, to: reader.place)
      } else if let source = topology.wiring.source(ofCell: topology.wiring.arguments.cells[argument]) {
        topology.disconnect(reader.place, ordinal: ordinal)
        topology.connect(source.node, output: source.output, to: reader.place)
      }
    }
  }
}
