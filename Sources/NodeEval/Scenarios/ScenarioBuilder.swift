// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Compiles the nodes between some variables and some outputs into a program.
struct ScenarioBuilder {
  private typealias Place = ScenarioProgram.Place

  private let evaluator: Evaluator
  private var parts = ScenarioProgram.Parts()
  /// The nodes that are evaluated, in the order of ranks.
  private var nodes: [UInt32] = []
  /// The place of the first output of each variable and evaluated node, by slot.
  private var places: [UInt32: Place] = [:]
  /// The step of a node, once it is added.
  private var steps: [UInt32: Int] = [:]
  /// The nodes whose columns are free after a step, by the step's index. Columns of outputs are kept.
  private var ending: [Int: [UInt32]] = [:]
  private var freeColumns: [UInt32] = []
  /// The constants, by the cell of the evaluator that holds them.
  private var constants: [UInt32: Int] = [:]
  /// The columns that repeat a constant.
  private var repeated: [Int: UInt32] = [:]

  init(_ evaluator: Evaluator) { self.evaluator = evaluator }

  private func error(_ slot: UInt32, _ reason: ScenarioError.Reason) -> ScenarioError {
    let node = evaluator.state.topology.id(of: slot)
    return ScenarioError(node, reason, label: evaluator.subgraphs.scopedName(of: node))
  }

  mutating func parts(
    varying variables: [NodeID], reading outputs: [OutputPort]
  ) throws(ScenarioError) -> ScenarioProgram.Parts {
    for node in variables + outputs.map(\.node) where !evaluator.state.topology.isLive(node) {
      throw ScenarioError(node, .missing, label: "\(node)")
    }
    try addVariables(variables)
    listNodes(outputs)
    findLastReaders(outputs)
    for (index, slot) in nodes.enumerated() { try addStep(slot, index) }
    for output in outputs { parts.outputs.append(try port(output)) }
    return parts
  }

  // MARK: What belongs to it

  private mutating func addVariables(_ variables: [NodeID]) throws(ScenarioError) {
    for node in variables {
      let kernel = evaluator.state.kernel(of: node.slot)
      if evaluator.state.nodes.status[node.slot].contains(.isSwitched) { throw error(node.slot, .inactive) }
      guard kernel.isSource, places[node.slot] == nil else { throw error(node.slot, .notGiven) }
      let type = kernel.outputs[0]
      let place = newColumns(type.port.words, areReused: false)
      places[node.slot] = place
      if !type.isTrivial { addManaged([type], place) }
      parts.variables.append(.init(port: node.output, type: type, place: place))
    }
  }

  /// Lists the nodes that depend on a variable and that an output depends on.
  private mutating func listNodes(_ outputs: [OutputPort]) {
    var moving: Set<UInt32> = []
    var stack = Array(places.keys)
    while let slot = stack.popLast() {
      evaluator.state.topology.forEachNeighbour(of: slot, isUpstream: false) {
        if moving.insert($0).inserted { stack.append($0) }
      }
    }
    var needed: Set<UInt32> = []
    stack = outputs.map(\.node.slot)
    while let slot = stack.popLast() {
      guard moving.contains(slot), needed.insert(slot).inserted else { continue }
      evaluator.state.topology.forEachNeighbour(of: slot, isUpstream: true) { stack.append($0) }
    }
    let evaluator = evaluator
    nodes = needed.sorted { evaluator.state.topology.records[$0].rank < evaluator.state.topology.records[$1].rank }
  }

  private mutating func findLastReaders(_ outputs: [OutputPort]) {
    let kept = Set(outputs.map(\.node.slot))
    var lastReaders: [UInt32: Int] = [:]
    for (index, slot) in nodes.enumerated() {
      evaluator.state.topology.forEachNeighbour(of: slot, isUpstream: true) { lastReaders[$0] = index }
    }
    for (slot, index) in lastReaders where !kept.contains(slot) && places[slot] == nil {
      ending[index, default: []].append(slot)
    }
  }

  private func check(_ slot: UInt32, _ kernel: Kernel) throws(ScenarioError) {
    if evaluator.state.nodes.status[slot].contains(.isSwitched) { throw error(slot, .inactive) }
    if kernel.asyncCode != nil { throw error(slot, .asynchronous) }
    if kernel.hasMemory { throw error(slot, .keepsState) }
    if kernel.isMadeInCode { throw error(slot, .madeInCode) }
  }

  // MARK: Memory

  /// Allocates as many columns as a value has words.
  private mutating func newColumns(_ words: UInt32, areReused: Bool) -> Place {
    if areReused, words == 1, let column = freeColumns.popLast() { return Place(start: column, stride: 1) }
    defer { parts.columnCount += Int(words) }
    return Place(start: UInt32(parts.columnCount), stride: words)
  }

  private mutating func addManaged(_ types: [ValueType], _ place: Place) {
    parts.managed.append(types)
    parts.managedPlaces.append(place)
  }

  // MARK: Steps

  private mutating func addStep(_ slot: UInt32, _ index: Int) throws(ScenarioError) {
    let kernel = evaluator.state.kernel(of: slot)
    try check(slot, kernel)
    let inputs = evaluator.state.topology.shapes[Int(evaluator.state.topology.records[slot].shape)].kind.inputs
    let columns = readsColumns(slot) ? kernel.makeColumns?() : nil
    var (block, lists, ranges): ([ScenarioProgram.Word], [ScenarioProgram.Word], [(isList: Bool, Range<Int>)]) = (
      [], [], []
    )
    var failing: [ScenarioProgram.Failing] = []
    let blockWords = inputs.reduce(0) { $0 + ($1.arity == .many ? NodeRecord.wordsOfMany : 1) }
    for (number, input) in inputs.enumerated() {
      let place = InputPlace(node: slot, input: UInt32(number))
      var words: [ScenarioProgram.Word] = []
      for argument in evaluator.state.topology.arguments(of: place) {
        switch try self.argument(evaluator.state.topology.arguments[argument], place, isRepeated: columns != nil) {
        case .success(let word): words.append(word)
        case .failure(let failure):
          if failing.last?.input != number {
            failing.append(.init(input: number, position: words.count, failure: failure))
          }
          words.append(.plain(0))
        }
      }
      if input.arity == .many {
        ranges.append((true, lists.count..<lists.count + words.count))
        block += [.plain(UInt32(blockWords + lists.count)), .plain(UInt32(words.count)), .plain(UInt32(words.count))]
        lists += words
      } else {
        ranges.append((false, block.count..<block.count + 1))
        block += words
      }
    }
    let isManaged = !kernel.isTrivial
    let output = newColumns(kernel.outputWords, areReused: !isManaged)
    if isManaged { addManaged(kernel.outputs, output) }
    let start = parts.words.count
    parts.words += block + lists
    parts.blockWords = max(parts.blockWords, block.count + lists.count)
    parts.scratchCount = max(parts.scratchCount, columns?.scratchColumns ?? 0)
    parts.steps.append(
      ScenarioProgram.NodeStep(
        evaluator.state.topology.id(of: slot), kernel, words: start..<parts.words.count,
        inputs: ranges.map { isList, range in
          let first = start + (isList ? blockWords : 0)
          return first + range.lowerBound..<first + range.upperBound
        }, output: output, cell: UInt32(parts.cellCount), columns: columns, failing: failing,
        managed: isManaged ? parts.managed.count - 1 : nil))
    parts.cellCount += Int(kernel.outputWords)
    steps[slot] = index
    places[slot] = output
    // Inputs' columns are freed only now, so the output of a step never has the column of one of its inputs.
    for ended in ending[index] ?? [] {
      guard let place = places[ended], place.stride == 1, let step = steps[ended], parts.steps[step].managed == nil
      else { continue }
      freeColumns.append(place.start)
    }
  }

  /// Whether the arguments of a node are columns. A node with several outputs stores those of a row next to each other.
  private func readsColumns(_ slot: UInt32) -> Bool {
    evaluator.state.topology.allSources(of: slot) { places[$0]?.stride ?? 1 == 1 }
  }

  /// The word of an argument, or the reason why it has no value in any scenario.
  private mutating func argument(
    _ cell: UInt32, _ place: InputPlace, isRepeated: Bool
  ) throws(ScenarioError) -> Result<ScenarioProgram.Word, NodeFailure> {
    if cell == NodeRecord.none { return .failure(evaluator.unsetInput(place)) }
    let source = evaluator.state.topology.source(ofCell: cell)
    if let source, var found = places[source.node] {
      found.offset = cell - evaluator.state.topology.records[source.node].output
      return .success(.argument(found, step: Int32(steps[source.node] ?? -1)))
    }
    if let source, let failure = try failure(ofConstant: source.node) { return .failure(failure) }
    let shape = evaluator.state.topology.shapes[Int(evaluator.state.topology.records[place.node].shape)]
    let type =
      source.map { evaluator.state.kernel(of: $0.node).outputs[$0.output] }
      ?? evaluator.state.nodes.restingType(in: cell, shape.kind.inputs[Int(place.input)].type)
    guard let type else { throw error(place.node, .missing) }
    let word = constant(cell, type)
    guard isRepeated else { return .success(.argument(Place(start: UInt32(word), stride: 0), step: -1)) }
    return .success(.argument(Place(start: column(repeating: word), stride: 1), step: -1))
  }

  /// The reason why a node that doesn't depend on the variables has no value; `nil` if it has one.
  private func failure(ofConstant slot: UInt32) throws(ScenarioError) -> NodeFailure? {
    let node = evaluator.state.topology.id(of: slot)
    if evaluator.isPending(node) { throw error(slot, .notEvaluated) }
    if let failure = evaluator.failure(of: node) {
      if failure.reason == .notEvaluated || failure.reason == .unfinished { throw error(slot, .notEvaluated) }
      return failure
    }
    guard evaluator.state.nodes.hasValue(slot) else { throw error(slot, .notEvaluated) }
    return nil
  }

  private mutating func constant(_ cell: UInt32, _ type: ValueType) -> Int {
    if let known = constants[cell] { return known }
    let start = parts.constants.count
    for word in cell..<cell + type.port.words {
      parts.constants.append(type.isTrivial ? evaluator.state.nodes.arena.word(word) : 0)
    }
    if !type.isTrivial {
      parts.managedConstants.append(
        .init(word: start, type: type, value: evaluator.state.nodes.arena.copy(cell, type)))
    }
    constants[cell] = start
    return start
  }

  private mutating func column(repeating word: Int) -> UInt32 {
    if let known = repeated[word] { return known }
    let column = newColumns(1, areReused: false).start
    parts.repeated.append((column, word))
    repeated[word] = column
    return column
  }

  /// The location of an output that is read.
  private mutating func port(_ port: OutputPort) throws(ScenarioError) -> ScenarioProgram.Port {
    let slot = port.node.slot
    let kernel = evaluator.state.kernel(of: slot)
    guard kernel.outputs.indices.contains(port.index) else { throw error(slot, .missing) }
    let type = kernel.outputs[port.index]
    let cell = evaluator.state.topology.cell(of: slot, output: port.index)
    if var place = places[slot] {
      place.offset = cell - evaluator.state.topology.records[slot].output
      return .init(port: port, type: type, place: place, step: steps[slot])
    }
    if let failure = try failure(ofConstant: slot) {
      return .init(port: port, type: type, place: Place(start: 0, stride: 0), failure: failure)
    }
    return .init(port: port, type: type, place: Place(start: UInt32(constant(cell, type)), stride: 0))
  }
}
