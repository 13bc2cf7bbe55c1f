// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import TestSupport

/// Random edits of a world.
final class RandomScript {
  private(set) var world: World
  var random: SplitMix64
  private let profile: ScriptProfile
  /// The `undoLimit` of each world.
  private let undoLimit: Int
  /// Whether evaluations are stopped after any node.
  private let stops: Bool
  /// Whether only needed nodes are evaluated, with needs that keep changing.
  private let demands: Bool
  /// Whether some edits are unrecorded.
  private let isUnrecorded: Bool
  /// How the script's worlds use plans.
  private let planUse: PlanUse
  /// The number of threads; with it, some kinds are heavy.
  var workers: Workers?
  private var time: UInt64 = 0
  /// Whether nodes mostly gain inputs rather than lose them; `inputCount` is the number of inputs made.
  private var isGrowing = true
  private var inputCount = 0
  private var stepCount = 0
  private let words = ["", "a", "word", "a word too long to be kept in place"]

  init(
    seed: UInt64, _ profile: ScriptProfile = .mixed, undoLimit: Int = 0, stops: Bool = false, demands: Bool = false,
    isUnrecorded: Bool = false, workers: Workers? = nil
  ) {
    self.isUnrecorded = isUnrecorded
    planUse = PlanUse(seed: seed)
    random = SplitMix64(seed: seed)
    self.profile = profile
    self.workers = workers
    world = Self.makeWorld(profile, workers)
    self.undoLimit = undoLimit
    self.stops = stops
    self.demands = demands
    begin()
  }

  private static func makeWorld(_ profile: ScriptProfile, _ workers: Workers?) -> World {
    workers == nil ? World(profile.kinds) : World { profile.kinds($0).map { $0.weighed() } }
  }

  private func weighed(_ kind: ModelKind) -> ModelKind { workers == nil ? kind : kind.weighed() }

  private func begin() {
    planUse.apply(to: world.evaluator)
    world.evaluator.undoLimit = undoLimit
    if let workers {
      world.evaluator.workers = workers
      world.told = []
    }
    if profile.hasLateKinds { world.lateRuns = LateRuns(of: world.evaluator) }
    world.keepsLastValues = profile.keepsLastValues
    if demands {
      world.evaluator.policy = .onDemand
      world.needs = [:]
    }
    guard stops else { return }
    world.isStopping = true
    // Each node takes a second, so that `isInterrupted` is called after it.
    world.evaluator.stopClock = { [unowned self] in
      time += 1_000_000_000
      return time
    }
    world.evaluator.isInterrupted = { [unowned self] in random.oneIn(5) }
  }

  /// Compacts the evaluator, which must not change anything observable.
  private func compact() {
    world.trace.append("compact")
    world.evaluator.compact()
    world.compareState()
  }

  /// Resumes the unfinished evaluation, which may be stopped again.
  func resume() {
    world.trace.append("resume")
    world.evaluator.resume()
    world.compareState()
  }

  /// Ends some runs of late nodes, in any order, and lands the results that have arrived; with `all`, repeats until no node is
  /// pending.
  func land(all: Bool = false) async {
    guard let runs = world.lateRuns else { return }
    repeat {
      if all { await runs.runAll() } else { await runs.runSome(&random) }
      world.trace.append("land")
      world.evaluator.land()
      world.compareState()
    } while all && world.evaluator.hasPending && world.complaint == nil
  }

  func step() {
    stepCount += 1
    if stepCount.isMultiple(of: 13) { compact() }
    // Occasionally starts with a new world, so that graphs stay small and young.
    if random.oneIn(profile.lifetime) {
      world = Self.makeWorld(profile, workers)
      begin()
    }
    if stops, random.oneIn(6) { return resume() }
    if demands, random.oneIn(3) {
      // Uses a separate generator, because the script's own generator also decides when evaluations are stopped.
      var choices = SplitMix64(seed: random.next())
      return world.changeDemand(&choices)
    }
    if isUnrecorded, random.oneIn(5) { return editUnrecorded() }
    if random.oneIn(4), let (node, value) = someSource() { return setAlone(node, value) }
    if random.oneIn(10) { return fork() }
    let before = world.model
    let runs = world.runs.count
    world.trace.append("edit")
    let gesture: AnyHashable? = stops && random.oneIn(3) ? 1 : nil
    let receipt = try? world.evaluator.edit(nil, gesture: gesture) { edit in
      try actions(in: edit, depth: 0)
      if random.oneIn(6) { throw Abandoned() }
    }
    if let receipt {
      world.check(receipt, runsBefore: runs)
    } else {
      world.trace.append("given up")
      world.model = before
      world.compareState()
      if world.runs.count != runs { world.complain("a body ran in an edit that was given up") }
    }
  }

  /// Tries an edit in a fork, which must leave everything unchanged, and perhaps commits it.
  private func fork() {
    let world = world
    let before = world.model
    let runs = world.runs.count
    let order = world.evaluator.graph.nodes
    world.trace.append("fork")
    let fork = try? world.evaluator.fork { edit in
      try self.actions(in: edit, depth: 0)
      if self.random.oneIn(6) { throw Abandoned() }
    }
    let edited = world.model
    func checkBase() {
      world.model = before
      world.compareState()
      if world.evaluator.graph.nodes != order { world.complain("a fork changes the order") }
    }
    checkBase()
    guard let fork else { return }
    let ran = world.runs.count
    fork.read {
      world.model = edited
      world.check(fork.receipt, runsBefore: runs, isOfFork: true)
    }
    let evaluated = world.model
    checkBase()
    if random.oneIn(2) {
      world.trace.append("commit")
      guard let receipt = try? fork.commit() else { return world.complain("a fork can't be committed") }
      world.model = evaluated
      world.compareState()
      if world.needs != nil || world.lateRuns != nil { return }
      if receipt.changed != fork.receipt.changed || receipt.evaluated != fork.receipt.evaluated
        || receipt.changes != fork.receipt.changes
      {
        world.complain("what a fork causes is not what it said")
      }
    }
    if world.runs.count != ran { world.complain("a body ran in reading or committing a fork") }
  }

  /// Sets values in an unrecorded edit. All other verbs are refused there, and titles must not change.
  private func editUnrecorded() {
    let before = world.model
    let runs = world.runs.count
    let evaluator = world.evaluator
    let titles = [evaluator.undoTitles, evaluator.redoTitles]
    world.trace.append("edit that is not remembered")
    world.unrecordedCount += 1
    let receipt = try? evaluator.edit(history: .none) { edit in
      for _ in 0...random.below(3) { giveValue(in: edit) }
      if random.oneIn(6) { throw Abandoned() }
    }
    if [evaluator.undoTitles, evaluator.redoTitles] != titles { world.complain("titles are others") }
    if let receipt { return world.check(receipt, runsBefore: runs) }
    world.model = before
    world.compareState()
  }

  private func giveValue(in edit: Edit) {
    if random.oneIn(3), let (node, value) = someSource() {
      world.unrecordedValues.append(value)
      return world.set(node, to: value, in: edit)
    }
    let target = node()
    let index = input(of: target)
    let value = datum(isText: isTextInput(target, index))
    if world.ids.isEmpty { return }
    world.unrecordedValues.append(value)
    let input = world.ids[target].input(index)
    world.both("set literal \(target).\(index) to \(value)") { () throws(GraphError) in
      switch value {
      case .number(let number): try edit.setLiteral(input, to: number)
      case .text(let text): try edit.setLiteral(input, to: text)
      }
    } _: { () throws(Refusal) in
      var model = self.world.model
      try model.setLiteral(target, index, to: value)
      if self.world.model.nodes[target]?.literals[index] == nil { throw .valuesOnly }
      self.world.model = model
    }
    world.both("rename \(target)") { () throws(GraphError) in
      try edit.rename(input.node, to: nil)
    } _: { () throws(Refusal) in
      throw .valuesOnly
    }
  }

  private func someSource() -> (Int, Datum)? {
    let sources = world.model.nodes.filter { $0.value.kind.isSource }.keys.sorted()
    guard !sources.isEmpty else { return nil }
    let node = random.pick(sources)
    return (node, datum(isText: world.model.nodes[node]?.value?.isText == true))
  }

  private func datum(isText: Bool) -> Datum {
    isText ? .text(random.pick(words)) : .number(random.pick(profile.numbers))
  }

  private func setAlone(_ node: Int, _ value: Datum) {
    world.trace.append("set alone \(node) to \(value)")
    let runs = world.runs.count
    let evaluator = world.evaluator
    var receipt: Receipt?
    switch value {
    case .number(let number):
      if let variable = try? evaluator.variable(world.ids[node], as: Double.self) {
        receipt = evaluator.set(variable, to: number)
      }
    case .text(let text):
      if let variable = try? evaluator.variable(world.ids[node], as: String.self) {
        receipt = evaluator.set(variable, to: text)
      }
    }
    try? world.model.set(node, to: value)
    guard let receipt else { return world.complain("\(node) is no source") }
    world.check(receipt, runsBefore: runs)
  }

  private func actions(in edit: Edit, depth: Int) throws {
    for _ in 0...random.below(random.oneIn(4) ? 8 : 2) {
      if depth < 3, random.oneIn(12) { nest(in: edit, depth: depth) } else { action(in: edit) }
      if depth > 0, random.oneIn(8) { throw Abandoned() }
    }
  }

  private func nest(in edit: Edit, depth: Int) {
    let before = world.model
    world.trace.append("edit within")
    do {
      let receipt = try world.evaluator.edit { edit in
        try actions(in: edit, depth: depth + 1)
        if random.oneIn(3) { throw Abandoned() }
      }
      if receipt.edit != 0 || !receipt.evaluated.isEmpty || !receipt.changes.isEmpty {
        world.complain("a nested edit has effects of its own")
      }
    } catch {
      world.trace.append("given up within")
      world.model = before
      world.evaluator.checkInvariants()
    }
  }

  private func node() -> Int {
    let living = world.model.nodes.keys.sorted()
    if living.isEmpty || random.oneIn(40) { return random.below(max(1, world.ids.count)) }
    return random.pick(living)
  }

  private func input(of node: Int) -> Int {
    let count = world.model.nodes[node]?.kind.inputs.count ?? 1
    return random.oneIn(40) ? count : random.below(max(1, count))
  }

  private func isTextInput(_ node: Int, _ index: Int) -> Bool {
    guard let inputs = world.model.nodes[node]?.kind.inputs, inputs.indices.contains(index) else { return false }
    return random.oneIn(15) != inputs[index].isText
  }

  private func name() -> String? { random.oneIn(3) ? "n\(random.below(12))" : nil }

  private func source(for target: Int, _ index: Int) -> GraphModel.Source {
    let wanted = isTextInput(target, index)
    for _ in 0..<6 {
      let node = node()
      guard let outputs = world.model.nodes[node]?.kind.outputs else { continue }
      if let output = outputs.indices.filter({ outputs[$0] == wanted }).randomElement(using: &random) {
        return GraphModel.Source(node: node, output: output)
      }
    }
    return GraphModel.Source(node: node(), output: random.below(2))
  }

  private func action(in edit: Edit) {
    let count = world.model.nodes.count
    if world.ids.isEmpty || count < 4 || (count < profile.nodeLimit && random.oneIn(6)) {
      if random.oneIn(6) {
        return world.add(own: ownKind(), named: name(), in: edit)
      }
      return addAny(in: edit)
    }
    let target = node()
    let index = input(of: target)
    switch random.pick(profile.actions) {
    case .remove: world.remove(target, in: edit)
    case .connect:
      world.connect(
        source(for: target, index), to: target, index, replacing: random.oneIn(2), in: edit)
    case .connectMany: connectMany(in: edit)
    case .disconnect: world.disconnect(target, index, in: edit)
    case .disconnectOne: disconnectOne(target, index, in: edit)
    case .set:
      guard let (source, value) = someSource() else { return }
      world.set(random.oneIn(15) ? target : source, to: value, in: edit)
    case .setLiteral: setLiteral(target, index, in: edit)
    case .clearLiteral: clearLiteral(target, index, in: edit)
    case .setKind: setKind(target, in: edit)
    case .setDefinition:
      setDefinition(target, to: ownKind(), matching: .name, in: edit)
    case .resize: resize(target, in: edit)
    case .rename: rename(target, in: edit)
    case .addMany: for _ in 0..<20 { addAny(in: edit) }
    case .removeMost:
      let nodes = world.model.nodes.keys.sorted().shuffled(using: &random)
      for node in nodes.dropLast(random.oneIn(2) ? 0 : random.below(4)) { world.remove(node, in: edit) }
    }
  }

  private func addAny(in edit: Edit) {
    world.add(random.pick(profile.choices ?? world.kindNames), named: name(), in: edit)
  }

  private func ownKind() -> ModelKind {
    weighed(.own(random.pick(profile.numbers), hasInput: !random.oneIn(3), world.runs))
  }

  private func connectMany(in edit: Edit) {
    let links = (0...random.below(4)).map { _ in
      let target = node()
      let index = input(of: target)
      return GraphModel.Link(source: source(for: target, index), target: target, index: index)
    }
    world.connect(contentsOf: links, in: edit)
  }

  private func disconnectOne(_ target: Int, _ index: Int, in edit: Edit) {
    let connected = world.model.nodes[target]?.sources.dropFirst(index).first ?? []
    let source = connected.randomElement(using: &random) ?? source(for: target, index)
    let ids = world.ids
    world.both("disconnect \(source.node).\(source.output) from \(target).\(index)") { () throws(GraphError) in
      try edit.disconnect(ids[source.node].output(source.output), from: ids[target].input(index))
    } _: { () throws(Refusal) in
      try self.world.model.disconnect(source, from: target, index)
    }
  }

  private func setLiteral(_ target: Int, _ index: Int, in edit: Edit) {
    let value = datum(isText: isTextInput(target, index))
    let input = world.ids[target].input(index)
    world.both("set literal \(target).\(index) to \(value)") { () throws(GraphError) in
      switch value {
      case .number(let number): try edit.setLiteral(input, to: number)
      case .text(let text): try edit.setLiteral(input, to: text)
      }
    } _: { () throws(Refusal) in
      try self.world.model.setLiteral(target, index, to: value)
    }
  }

  private func clearLiteral(_ target: Int, _ index: Int, in edit: Edit) {
    let input = world.ids[target].input(index)
    world.both("clear literal \(target).\(index)") { () throws(GraphError) in
      try edit.clearLiteral(input)
    } _: { () throws(Refusal) in
      try self.world.model.clearLiteral(target, index)
    }
  }

  private func setKind(_ target: Int, in edit: Edit) {
    let matching: Graph.PortMatching = random.oneIn(2) ? .name : .position
    guard let kind = world.kinds[random.pick(profile.choices ?? world.kindNames)] else { return }
    let id = world.ids[target]
    world.both("set kind of \(target) to \(kind.name) by \(matching)") { () throws(GraphError) in
      try edit.setKind(of: id, to: kind.name, matching: matching)
    } _: { () throws(Refusal) in
      try self.world.model.setKind(of: target, to: kind, matching: matching)
    }
  }

  /// Adds or removes one input of a node, or a few, at any position.
  private func resize(_ target: Int, in edit: Edit) {
    guard let inputs = world.model.nodes[target]?.kind.inputs else { return }
    var names = inputs.map(\.name)
    if names.count > 220 { isGrowing = false }
    if !isGrowing, world.model.nodes.values.allSatisfy({ $0.kind.inputs.count < 20 }) { isGrowing = true }
    for _ in 0...random.below(random.oneIn(5) ? 40 : 2) {
      if isGrowing != random.oneIn(5) {
        inputCount += 1
        names.insert("x\(inputCount)", at: random.below(names.count + 1))
      } else if !names.isEmpty {
        names.remove(at: random.below(names.count))
      }
    }
    let matching: Graph.PortMatching = random.oneIn(3) ? .position : .name
    setDefinition(target, to: weighed(.ports(names, world.runs)), matching: matching, in: edit)
  }

  private func setDefinition(_ target: Int, to kind: ModelKind, matching: Graph.PortMatching, in edit: Edit) {
    let id = world.ids[target]
    world.both("set definition of \(target) to \(kind.name) of \(kind.inputs.count) by \(matching)") {
      () throws(GraphError) in
      try edit.setDefinition(of: id, to: kind.definition, matching: matching)
    } _: { () throws(Refusal) in
      try self.world.model.setKind(of: target, to: kind, matching: matching)
    }
  }

  private func rename(_ target: Int, in edit: Edit) {
    let name = name()
    let id = world.ids[target]
    world.both("rename \(target) to \(name ?? "nothing")") { () throws(GraphError) in
      try edit.rename(id, to: name)
    } _: { () throws(Refusal) in
      try self.world.model.rename(target, to: name)
    }
  }
}
