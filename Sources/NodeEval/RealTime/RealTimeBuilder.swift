// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Builds the program of the nodes that some outputs depend on.
struct RealTimeBuilder: ~Copyable {
  private let evaluator: Evaluator
  private var parts = RealTimeProgram.Parts()
  private var kernels: [Kernel] = []
  private var kernelIndices: [ObjectIdentifier: UInt32] = [:]
  private var places: [UInt32: RealTimeProgram.Place] = [:]
  /// The nodes that run, in the order of ranks, and their places.
  private var nodes: [UInt32] = []
  private var positions: [UInt32: UInt32] = [:]
  private var sources: [UInt32] = []
  /// The feedback nodes that write to each source, by the source's slot, in the order in which they take precedence.
  private var feedbacks: [UInt32: [UInt32]] = [:]
  /// The cell in the program of each literal or default, by its cell in the evaluator.
  private var resting: [UInt32: UInt32] = [:]

  /// - Complexity: O(n log n) for n nodes and connections that the outputs depend on.
  static func makeProgram(
    of outputs: [OutputPort], in evaluator: Evaluator, after base: RealTimeProgram?
  ) throws(RealTimeError) -> RealTimeProgram {
    var builder = RealTimeBuilder(evaluator)
    try builder.list(outputs)
    for slot in builder.sources { builder.addCells(of: slot, isSource: true) }
    for slot in builder.nodes { builder.addCells(of: slot, isSource: false) }
    for slot in builder.nodes { try builder.addEntry(slot) }
    for slot in builder.sources { builder.addSource(slot) }
    for index in builder.nodes.indices { builder.link(index) }
    builder.addFeedbacks()
    for output in outputs { builder.add(output) }
    if let base { builder.carry(from: base) }
    builder.parts.positions.reserve(builder.nodes.count)
    return builder.end(after: base)
  }

  private init(_ evaluator: Evaluator) { self.evaluator = evaluator }

  private consuming func end(after base: RealTimeProgram?) -> RealTimeProgram {
    RealTimeProgram(parts, kernels: kernels, places: places, base: base.map { ObjectIdentifier($0) })
  }

  private func error(_ slot: UInt32, _ reason: RealTimeError.Reason) -> RealTimeError {
    let node = evaluator.state.topology.id(of: slot)
    return RealTimeError(node, reason, label: evaluator.subgraphs.scopedName(of: node))
  }

  // MARK: What belongs to it

  /// Lists the nodes that the outputs depend on. A source that feedback nodes write to depends on these.
  private mutating func list(_ outputs: [OutputPort]) throws(RealTimeError) {
    var seen: Set<UInt32> = []
    var stack = outputs.map(\.node.slot)
    while let slot = stack.popLast() {
      guard seen.insert(slot).inserted else { continue }
      let kernel = evaluator.state.kernel(of: slot)
      try check(slot, kernel)
      if kernel.isSource {
        sources.append(slot)
        let feeding = evaluator.feedbacks(into: slot)
        if !feeding.isEmpty { feedbacks[slot] = feeding }
        stack += feeding
      } else {
        nodes.append(slot)
        evaluator.state.topology.forEachNeighbour(of: slot, isUpstream: true) { stack.append($0) }
      }
    }
    let evaluator = evaluator
    nodes.sort { evaluator.state.topology.records[$0].rank < evaluator.state.topology.records[$1].rank }
    for (index, slot) in nodes.enumerated() { positions[slot] = UInt32(index) }
  }

  private func check(_ slot: UInt32, _ kernel: Kernel) throws(RealTimeError) {
    let shape = evaluator.state.topology.shapes[Int(evaluator.state.topology.records[slot].shape)]
    if let reason = reasonOfMode(slot) { throw error(slot, reason) }
    if kernel.asyncCode != nil { throw error(slot, .asynchronous) }
    if !kernel.isSource, kernel.memory?.feedback == nil, !isDeclared(shape.kind, kernel) {
      throw error(slot, .madeInCode)
    }
    if !kernel.readsInPlace, let input = shape.kind.inputs.first(where: { $0.arity == .many }) {
      throw error(slot, .takesMany(input: input.name))
    }
    if let type = kernel.outputs.first(where: { !$0.isTrivial }) { throw error(slot, .notTrivial(type.port)) }
    guard evaluator.state.nodes.hasValue(slot), evaluator.failure(of: evaluator.state.topology.id(of: slot)) == nil
    else { throw error(slot, .failed) }
  }

  /// Why a node can't be in a plan because it is muted or bypassed, by itself or with a group around it; `nil` if it is
  /// neither.
  private func reasonOfMode(_ slot: UInt32) -> RealTimeError.Reason? {
    switch evaluator.state.reach.modes.switches[slot] {
    case nil: nil
    case .muted: evaluator.effectiveMode(of: evaluator.state.topology.id(of: slot)) == .bypassed ? .bypassed : .failed
    case .idle, .passing: .bypassed
    }
  }

  /// Whether code belongs to a declared kind, and so may run on another thread.
  private func isDeclared(_ kind: NodeKind, _ kernel: Kernel) -> Bool {
    evaluator.state.kernels.definitions[kind.name]?.kernel === kernel
  }

  // MARK: Memory

  private mutating func addWords(of cell: UInt32, count: UInt32) -> UInt32 {
    let start = UInt32(parts.values.count)
    for word in cell..<cell + count { parts.values.append(evaluator.state.nodes.arena.word(word)) }
    return start
  }

  private mutating func addCells(of slot: UInt32, isSource: Bool) {
    let kernel = evaluator.state.kernel(of: slot)
    let record = evaluator.state.topology.records[slot]
    let cell = addWords(of: record.output, count: kernel.outputWords)
    var place = RealTimeProgram.Place(
      stamp: record.stamp, cell: cell, kernel: ObjectIdentifier(kernel), words: kernel.outputWords)
    if isSource, feedbacks[slot] == nil {
      place.given = (cell..<cell + kernel.outputWords).map { parts.values[$0] }
    }
    places[slot] = place
  }

  private mutating func index(of kernel: Kernel) -> UInt32 {
    if let index = kernelIndices[ObjectIdentifier(kernel)] { return index }
    let index = UInt32(kernels.count)
    kernelIndices[ObjectIdentifier(kernel)] = index
    kernels.append(kernel)
    parts.kernels.append(kernel.address)
    return index
  }

  private mutating func addEntry(_ slot: UInt32) throws(RealTimeError) {
    let layout = evaluator.state.topology.layout(of: slot)
    var entry = PlanEntry(slot: slot)
    entry.fill(
      shape: index(of: evaluator.state.kernel(of: slot)), output: places[slot]?.cell ?? 0,
      hasSeveralOutputs: layout.outputCount != 1)
    let inputs = evaluator.state.topology.shapes[Int(evaluator.state.topology.records[slot].shape)].kind.inputs
    var arguments: [UInt32] = []
    for input in 0..<layout.inputCount {
      let place = InputPlace(node: slot, input: input)
      if inputs[Int(input)].arity == .many {
        arguments += try addList(of: place)
      } else {
        arguments.append(try cell(of: place))
      }
    }
    if arguments.count > 2 {
      entry.setArguments(from: UInt32(parts.arguments.count))
      for argument in arguments { parts.arguments.append(argument) }
    } else {
      entry.setArguments(arguments.first ?? 0, arguments.last ?? 0)
    }
    parts.entries.append(entry)
  }

  /// Stores the cells that an input that takes many connections reads. Returns the input's words in its node's argument block.
  private mutating func addList(of place: InputPlace) throws(RealTimeError) -> [UInt32] {
    var cells: [UInt32] = []
    for index in evaluator.state.topology.arguments(of: place) {
      cells.append(try cell(evaluator.state.topology.arguments[index], readBy: place))
    }
    let start = UInt32(parts.arguments.count)
    for cell in cells { parts.arguments.append(cell) }
    return [start, UInt32(cells.count), UInt32(cells.count)]
  }

  /// The cell in the program that an input reads.
  private mutating func cell(of place: InputPlace) throws(RealTimeError) -> UInt32 {
    try cell(
      evaluator.state.topology.arguments[evaluator.state.topology.arguments(of: place).lowerBound], readBy: place)
  }

  private mutating func cell(_ cell: UInt32, readBy place: InputPlace) throws(RealTimeError) -> UInt32 {
    if cell == NodeRecord.none { throw error(place.node, .failed) }
    if let source = evaluator.state.topology.source(ofCell: cell)?.node, let place = places[source] {
      return place.cell + cell - evaluator.state.topology.records[source].output
    }
    if let known = resting[cell] { return known }
    let shape = evaluator.state.topology.shapes[Int(evaluator.state.topology.records[place.node].shape)]
    let port = shape.kind.inputs[Int(place.input)].type
    guard evaluator.state.nodes.restingType(in: cell, port)?.isTrivial == true else {
      throw error(place.node, .notTrivial(port))
    }
    let added = addWords(of: cell, count: port.words)
    resting[cell] = added
    return added
  }

  // MARK: Who reads whom

  private func readers(of slot: UInt32) -> [PlanReader] {
    var readers: [PlanReader] = []
    evaluator.state.topology.forEachReader(of: slot) { consumer, output in
      if let place = positions[consumer] { readers.append(PlanReader(place: place, outputs: 1 << output)) }
    }
    return readers.sorted { $0.place < $1.place }
  }

  private mutating func link(_ index: Int) {
    let readers = self.readers(of: nodes[index])
    parts.entries[index].link(to: readers, from: UInt32(index), in: &parts.links)
  }

  private mutating func addSource(_ slot: UInt32) {
    guard let place = places[slot] else { return }
    let kernel = evaluator.state.kernel(of: slot)
    _ = index(of: kernel)
    var source = RealTimeProgram.Source(slot: slot, stamp: place.stamp, cell: place.cell, kernel: kernel.address)
    let readers = self.readers(of: slot)
    if !readers.isEmpty { source.link = parts.links.append(readers[...], allOutputs: true) }
    if parts.sourceKeys.isEmpty {
      var count = 4
      while count < 2 * sources.count { count *= 2 }
      parts.sourceKeys.append(NodeRecord.none, count: count)
    }
    var key = RealTimeProgram.key(of: slot) & (parts.sourceKeys.count - 1)
    while parts.sourceKeys[key] != NodeRecord.none { key = (key + 1) & (parts.sourceKeys.count - 1) }
    parts.sourceKeys[key] = UInt32(parts.sources.count)
    parts.sources.append(source)
  }

  private mutating func addFeedbacks() {
    if feedbacks.isEmpty { return }
    let indices = Dictionary(uniqueKeysWithValues: zip(sources, 0..<UInt32(sources.count)))
    for (target, slot) in sources.enumerated() {
      for node in feedbacks[slot] ?? [] {
        guard let tick = evaluator.tick(ofFeedback: node), let index = indices[tick], let place = places[node]
        else { continue }
        parts.feedbacks.append(.init(tick: index, target: UInt32(target), cell: place.cell))
      }
    }
  }

  private mutating func add(_ port: OutputPort) {
    guard let place = places[port.node.slot] else { return }
    let cell = evaluator.state.topology.cell(of: port.node.slot, output: port.index)
    let type = evaluator.state.kernel(of: port.node.slot).outputs[port.index].port.identity
    let offset = cell - evaluator.state.topology.records[port.node.slot].output
    parts.outputs.append(
      .init(
        slot: port.node.slot, stamp: port.node.stamp, index: UInt32(port.index), cell: place.cell + offset,
        type: UInt(bitPattern: type)))
  }

  /// Lists the values to copy from the previous program: those of all nodes that both have, except sources to which the
  /// evaluator has given another value since.
  private mutating func carry(from base: RealTimeProgram) {
    for (slot, place) in places {
      guard let before = base.places[slot], before.stamp == place.stamp, before.kernel == place.kernel else { continue }
      if let given = place.given, let givenBefore = before.given, given != givenBefore { continue }
      parts.carried.append(.init(from: before.cell, to: place.cell, words: place.words))
    }
  }
}
