// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import TestSupport

/// The expected state of a world of nodes with memory, computed all at once in evaluation order.
struct TickingModel: Equatable {
  /// What a node computes from the nodes that it reads.
  enum Kind: CaseIterable {
    /// The sum of both inputs.
    case sum
    /// The difference; fails if it is negative.
    case guarded
    /// The sum of the first input's values at the end of each tick and of its present value, plus the other input.
    case sumSoFar
    /// A buffer that is changed in place; the other input is a knob.
    case buffer
    /// The sum of two buffers.
    case mix
  }

  struct State: Equatable {
    var beginning: Double
    var result: Double
    var tick: Int
  }

  struct Node: Equatable {
    let kind: Kind
    var inputs: [Int]
    var state: State?
  }

  var tick = 0
  /// The knobs, followed by the delays. The indices of nodes begin after the sources.
  var sources: [Double]
  var nodes: [Node]
  /// For each delay, the node that it reads, and in `next` the value that it gets with the next tick.
  var delayed: [Int]
  var next: [Double?]
  let knobCount: Int

  /// Returns the value of a source or node; `nil` if it has failed.
  func value(_ index: Int, _ computed: [Double?]) -> Double? {
    index < sources.count ? sources[index] : computed[index - sources.count]
  }

  /// Writes the next values into the delays, after an edit has given the tick another value.
  mutating func giveBack(except given: Set<Int>) {
    for (delay, value) in next.enumerated() where !given.contains(knobCount + delay) {
      if let value { sources[knobCount + delay] = value }
    }
  }

  /// Computes every node; states advance where the tick has changed.
  mutating func evaluate() -> [Double?] {
    var computed: [Double?] = []
    for index in nodes.indices {
      let arguments = nodes[index].inputs.map { value($0, computed) }
      computed.append(run(index, arguments))
    }
    next = delayed.map { value($0, computed) }
    return computed
  }

  private mutating func run(_ index: Int, _ arguments: [Double?]) -> Double? {
    let known = arguments.compactMap { $0 }
    if known.count < arguments.count { return nil }
    switch nodes[index].kind {
    case .sum, .mix: return bounded(known.reduce(0, +))
    case .guarded: return known[0] < known[1] ? nil : bounded(known[0] - known[1])
    case .buffer: return bounded(known[0] * 3 + known[1] * 3)
    case .sumSoFar:
      var state = nodes[index].state ?? State(beginning: 0, result: 0, tick: tick)
      if state.tick != tick { state.beginning = state.result }
      state.tick = tick
      state.result = (state.beginning + known[0]).remainder(dividingBy: 1e6)
      nodes[index].state = state
      return state.result + known[1]
    }
  }
}

/// The changes of an edit, with the values from its other side.
private struct TickingPatch {
  var sources: [Int: Double] = [:]
  var tick: Int?
  var inputs: [Int: [Int]] = [:]
  /// The states that the edit advanced.
  var states: [Int: TickingModel.State?] = [:]

  init(from before: TickingModel, to after: TickingModel) {
    for (index, value) in before.sources.enumerated() where after.sources[index] != value { sources[index] = value }
    if before.tick != after.tick { tick = before.tick }
    for (index, node) in before.nodes.enumerated() {
      let other = after.nodes[index]
      if node.inputs != other.inputs { inputs[index] = node.inputs }
      if node.state?.tick != other.state?.tick { states[index] = node.state }
    }
  }

  /// Exchanges the patch's values with those of the model.
  mutating func toggle(_ model: inout TickingModel) {
    for (index, value) in sources { sources[index] = exchange(&model.sources[index], value) }
    if let value = tick { tick = exchange(&model.tick, value) }
    for (index, value) in inputs { inputs[index] = exchange(&model.nodes[index].inputs, value) }
    for (index, value) in states { states[index] = exchange(&model.nodes[index].state, value) }
  }
}

private func exchange<Value>(_ place: inout Value, _ value: Value) -> Value {
  defer { place = value }
  return place
}

/// An evaluator with nodes that have memory, and the model of its expected values.
final class TickingWorld {
  let evaluator: Evaluator
  private(set) var model: TickingModel
  private(set) var computed: [Double?]
  private let tick: Variable<Int>
  private var variables: [Variable<Double>] = []
  private var outputs: [Output<Double>] = []
  private var targets: [[InputPort]] = []
  private var delays: [Delay<Double>] = []
  private var past: [Step] = []
  private var future: [Step] = []
  /// The number of unrecorded changes, and of edits that were undone or redone after such a change.
  private var outsideChanges = 0
  private(set) var trace: [String] = []

  /// An edit that can be undone or redone. Its other side is valid while no unrecorded change has happened.
  private struct Step {
    var other: (TickingModel, [Double?])
    var patch: TickingPatch
    let outsideChanges: Int
  }

  static let buffer = NodeDefinition(
    "Buffer", inputs: ValuePort("value", default: 0.0), ValuePort("knob", default: 0.0),
    output: ValuePort<[Double]>("buffer"), initial: []
  ) { (buffer: inout [Double], value, knob) in
    if buffer.isEmpty { buffer = [0, 0, 0] }
    for index in 0..<3 { buffer[index] = value + knob }
  }
  static let mix = NodeDefinition(
    "Mix", inputs: ManyPort<[Double]>("buffers"), output: ValuePort<[Double]>("sum"), initial: []
  ) { (sum: inout [Double], buffers) in
    sum.removeAll(keepingCapacity: true)
    sum.append(buffers.reduce(0) { $0 + $1.reduce(0, +) })
  }
  static let sumSoFar = NodeDefinition(
    "Sum so far", tick: ValuePort<Int>("tick"), inputs: ValuePort("value", default: 0.0),
    ValuePort("knob", default: 0.0), output: ValuePort<Double>("sum"), state: 0.0
  ) { (sum: inout Double, value: Double, knob: Double) in
    sum = (sum + value).remainder(dividingBy: 1e6)
    return sum + knob
  }

  init(_ random: inout SplitMix64, knobs: Int, delays count: Int, nodes: Int, undoLimit: Int, workers: Workers?) {
    let cost = workers == nil ? NodeCost.automatic : .heavy
    let evaluator = Evaluator(definitions: [Self.buffer, Self.mix, Self.sumSoFar].map { $0.costing(cost) })
    if let workers { evaluator.workers = workers }
    self.evaluator = evaluator
    tick = evaluator.input("tick", 0)
    for knob in 0..<knobs { variables.append(evaluator.input("knob \(knob)", Double(knob))) }
    for index in 0..<count {
      let delay = evaluator.delay("delay \(index)", of: Double.self, initial: 0, tick: tick)
      delays.append(delay)
      variables.append(delay.variable)
    }
    model = TickingModel(
      sources: (0..<knobs).map(Double.init) + Array(repeating: 0, count: count), nodes: [], delayed: [], next: [],
      knobCount: knobs)
    computed = []
    for index in 0..<nodes { add(random.pick(TickingModel.Kind.allCases), index, &random) }
    for delay in delays {
      let node = random.below(nodes)
      model.delayed.append(variables.count + node)
      _ = try? evaluator.edit { try $0.connect(outputs[node].port, to: delay.input) }
    }
    computed = model.evaluate()
    evaluator.undoLimit = undoLimit
  }

  private func port(_ index: Int) -> OutputPort {
    index < variables.count ? variables[index].port : outputs[index - variables.count].port
  }

  private func add(_ kind: TickingModel.Kind, _ index: Int, _ random: inout SplitMix64) {
    let inputs = (0..<2).map { _ in random.below(variables.count + index) }
    _ = try? evaluator.edit { edit in
      let ports = inputs.map(port)
      switch kind {
      case .sum, .guarded: break
      case .sumSoFar:
        let node = try edit.add("Sum so far")
        try edit.connect(tick.port, to: node.input("tick"))
        targets.append([node.input(1), node.input(2)])
        for (target, port) in zip(targets[index], ports) { try edit.connect(port, to: target) }
        outputs.append(Output(reading: node.output, in: evaluator))
      case .buffer, .mix:
        let node = try edit.add("Buffer")
        var mixed = [node]
        if kind == .mix { mixed.append(try edit.add("Buffer")) }
        let mix = try edit.add("Mix")
        for buffer in mixed { try edit.connect(buffer.output, to: mix.input("buffers")) }
        let target = kind == .mix ? [mixed[0].input(0), mixed[1].input(0)] : [node.input(0), node.input(1)]
        for (target, port) in zip(target, ports) { try edit.connect(port, to: target) }
        targets.append(target)
        let sum = Output<[Double]>(reading: mix.output, in: evaluator)
        let scale: Double = kind == .mix ? 3 : 1
        outputs.append(evaluator.node(nil, sum) { bounded(($0.first ?? 0) / scale) })
      }
    }
    if kind == .sum || kind == .guarded {
      let sources = inputs.map { Output<Double>(reading: port($0), in: evaluator) }
      let node =
        kind == .sum
        ? evaluator.node(nil, sources[0], sources[1]) { bounded($0 + $1) }
        : evaluator.node(nil, sources[0], sources[1]) { if $0 < $1 { throw Negative() } else { bounded($0 - $1) } }
      outputs.append(node)
      targets.append([node.node.input(0), node.node.input(1)])
    }
    model.nodes.append(TickingModel.Node(kind: kind, inputs: inputs))
  }

  // MARK: Steps

  /// Makes a random step. Returns a complaint if a check failed.
  func step(_ random: inout SplitMix64, hasUndo: Bool) -> String? {
    switch random.below(hasUndo ? 10 : 6) {
    case 0...3: edit(&random)
    case 4: rewire(&random)
    case 5: fork(&random)
    case 6, 7, 8: travel(isUndo: true)
    default: travel(isUndo: false)
    }
    return complaint
  }

  /// Evaluates what an edit has changed, and records the edit.
  private func finish(_ before: TickingModel, _ values: [Double?]) {
    let step = Step(
      other: (before, values), patch: TickingPatch(from: before, to: model), outsideChanges: outsideChanges)
    past.append(step)
    future = []
  }

  /// Gives sources other values, and perhaps the tick.
  private func apply(_ values: [Int: Double], tick newTick: Int, to model: inout TickingModel) -> [Double?] {
    let given = values.filter { model.sources[$0.key] != $0.value }
    if newTick != model.tick { model.giveBack(except: Set(given.keys)) }
    for (source, value) in given { model.sources[source] = value }
    model.tick = newTick
    return model.evaluate()
  }

  private func choose(_ random: inout SplitMix64) -> (values: [Int: Double], tick: Int) {
    var values: [Int: Double] = [:]
    for _ in 0..<random.below(3) { values[random.below(variables.count)] = Double(random.below(9)) }
    return (values, random.oneIn(2) ? model.tick : random.below(1_000))
  }

  private func write(_ values: [Int: Double], tick newTick: Int, in edit: Edit) {
    for (source, value) in values { edit.set(variables[source], to: value) }
    edit.set(tick, to: newTick)
  }

  private func edit(_ random: inout SplitMix64) {
    let (values, newTick) = choose(&random)
    let isRemembered = !random.oneIn(4)
    trace.append("edit \(values), tick \(newTick)\(isRemembered ? "" : ", not remembered")")
    let willChange = newTick != model.tick || values.contains { model.sources[$0.key] != $0.value }
    if values.isEmpty, isRemembered {
      evaluator.set(tick, to: newTick)
    } else {
      evaluator.edit(history: isRemembered ? .automatic : .none) { write(values, tick: newTick, in: $0) }
    }
    let before = (model, computed)
    computed = apply(values, tick: newTick, to: &model)
    guard willChange else { return }
    if isRemembered { finish(before.0, before.1) } else { outsideChanges += 1 }
  }

  private func rewire(_ random: inout SplitMix64) {
    let node = random.below(model.nodes.count)
    let input = random.below(2)
    let source = random.below(variables.count + node)
    trace.append("connect \(source) to \(node).\(input)")
    let isAbandoned = random.oneIn(4)
    let receipt = try? evaluator.edit { edit in
      try edit.connect(port(source), to: targets[node][input], replacing: true)
      if isAbandoned { throw Abandoned() }
    }
    guard receipt != nil else { return }
    let before = (model, computed)
    model.nodes[node].inputs[input] = source
    computed = model.evaluate()
    finish(before.0, before.1)
  }

  private func fork(_ random: inout SplitMix64) {
    let (values, newTick) = choose(&random)
    guard newTick != model.tick || values.contains(where: { model.sources[$0.key] != $0.value }) else { return }
    trace.append("fork \(values), tick \(newTick)")
    guard let fork = try? evaluator.fork({ self.write(values, tick: newTick, in: $0) }) else { return }
    guard random.oneIn(2) else { return fork.drop() }
    _ = try? fork.commit()
    let before = (model, computed)
    computed = apply(values, tick: newTick, to: &model)
    finish(before.0, before.1)
  }

  private func travel(isUndo: Bool) {
    guard var step = isUndo ? past.popLast() : future.popLast() else { return }
    let isOutdated = step.outsideChanges != outsideChanges
    trace.append("\(isUndo ? "undo" : "redo")\(isOutdated ? " after other changes" : "")")
    let other = step.other
    step.other = (model, computed)
    step.patch.toggle(&model)
    if isOutdated {
      computed = model.evaluate()
      outsideChanges += 1
    } else {
      (model, computed) = other
    }
    if isUndo { future.append(step) } else { past.append(step) }
    _ = isUndo ? evaluator.undo() : evaluator.redo()
  }

  /// The first difference from the model; `nil` if there is none.
  var complaint: String? {
    evaluator.checkInvariants()
    for (index, output) in outputs.enumerated() {
      let value = try? evaluator.value(of: output)
      if value != computed[index] {
        return "node \(index) (\(model.nodes[index].kind)) has \(value as Any), not \(computed[index] as Any)"
      }
    }
    for (index, variable) in variables.enumerated() where evaluator[variable] != model.sources[index] {
      return "source \(index) has \(evaluator[variable]), not \(model.sources[index])"
    }
    return nil
  }
}

private struct Negative: Error {}

/// Feedback would make values so large that the order of a sum changes its rounding.
private func bounded(_ value: Double) -> Double { value.remainder(dividingBy: 1e6) }

extension Output {
  /// Makes the output, whose type must match.
  fileprivate init(reading port: OutputPort, in evaluator: Evaluator) {
    guard let output = try? evaluator.output(port, as: Value.self) else { preconditionFailure("an output of the type") }
    self = output
  }
}
