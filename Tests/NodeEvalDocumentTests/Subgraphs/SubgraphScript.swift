// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import TestSupport

/// Random edits of a graph with groups at any depth, each compared with a naive expander.
final class SubgraphScript {
  static let kinds: [NodeDefinition] = [
    .source("Number", output: ValuePort("value"), initial: 1),
    NodeDefinition("Add", inputs: ValuePort("x", default: 0), ValuePort("y", default: 0), output: ValuePort("sum")) {
      (x: Int, y: Int) -> Int in (x &+ y) % 1009
    },
    NodeDefinition("Sum", inputs: ManyPort<Int>("terms"), output: ValuePort("sum")) { (terms: [Int]) -> Int in
      terms.reduce(0) { ($0 &+ $1) % 1009 }
    },
    NodeDefinition("Split", inputs: ValuePort("x", default: 7), outputs: ValuePort<Int>("low"), ValuePort<Int>("high"))
    {
      (x: Int) -> (Int, Int) in (x % 10, x / 10)
    },
  ]

  private(set) var evaluator: Evaluator
  private(set) var complaint: String?
  var random: SplitMix64
  private var counter = 0
  private var stepCount = 0
  private var past: [SubgraphSnapshot] = []
  private var future: [SubgraphSnapshot] = []
  private(set) var now: SubgraphSnapshot
  /// How often each kind of step was done, by name.
  var done: [String: Int] = [:]
  var last = ""
  /// Whether some documents name kinds that are not registered yet.
  let isLate: Bool
  let kinds: [NodeDefinition]
  var late: [NodeDefinition] = []

  /// Makes a script. One that `isLate` occasionally continues with a document of which it doesn't know all kinds, and registers
  /// them between edits.
  init(seed: UInt64, isLate: Bool = false, kinds: [NodeDefinition] = SubgraphScript.kinds) {
    self.kinds = kinds
    random = SplitMix64(seed: seed)
    self.isLate = isLate
    evaluator = Evaluator(definitions: kinds)
    evaluator.undoLimit = 1 << 30
    now = SubgraphSnapshot(evaluator)
  }

  var groups: Subgraphs { evaluator.subgraphs }

  func complain(_ text: String) { if complaint == nil { complaint = "after \(last): \(text)" } }

  func freshName() -> String {
    counter += 1
    return "n\(counter)"
  }

  // MARK: Documents

  /// Saves the graph, opens it, and compares. The script sometimes continues with the opened graph.
  private func saveAndOpen() {
    last = "saving and opening"
    do {
      // After the registration of a kind was undone, members that don't fit are dropped.
      if evaluator.graph.nodes.contains(where: { isWithoutCode($0) && isRegistered($0) }) {
        var faults: [DocumentError] = []
        let document = try evaluator.document()
        return goOn(with: try Evaluator(definitions: registered, repairing: document, dropped: &faults))
      }
      let text = try DocumentKinds.json(try evaluator.document())
      if isLate, late.isEmpty, !hasNodesWithoutCode, random.oneIn(2) {
        late = kinds.filter { _ in random.oneIn(2) }.shuffled(using: &random)
      }
      let opened = try Evaluator(definitions: registered, document: DocumentKinds.document(text))
      if try DocumentKinds.json(try opened.document()) != text { complain("what was opened is saved as it was") }
      if late.isEmpty, !hasNodesWithoutCode {
        let snapshot = SubgraphSnapshot(opened)
        if snapshot != now { complain("what is opened is what was saved: \(snapshot.difference(to: now))") }
      }
      complainOfRules(of: opened)
      done["save", default: 0] += 1
      guard !late.isEmpty || random.oneIn(3) else { return }
      goOn(with: opened)
    } catch {
      complain("\(error)")
    }
  }

  private func goOn(with opened: Evaluator) {
    evaluator = opened
    evaluator.undoLimit = 1 << 30
    (past, future, now) = ([], [], SubgraphSnapshot(opened))
  }

  /// Copies members of a scope, pastes them into this graph and another, and compares.
  private func copyAndPaste() {
    let scope = pickScope()
    let selection = Array(groups.members(of: scope).shuffled(using: &random).prefix(1 + random.below(4)))
    guard !selection.isEmpty else { return }
    last = "copy"
    do {
      let fragment = try DocumentKinds.document(DocumentKinds.json(try evaluator.copy(selection)))
      let copied = NaiveExpansion(evaluator).expanded(selection)
      let definitions = groups.definitions
      let before = GroupedValues(evaluator, copied)
      var ids: [NodeID: NodeID] = [:]
      // The naive expander identifies members by their names.
      let names = selection.map { _ in freshName() }
      edit("paste", in: nil, mayFail: false) { scope in
        ids = try scope.paste(fragment, naming: Dictionary(uniqueKeysWithValues: zip(selection, names)))
      }
      if groups.definitions != definitions { complain("a definition that the graph has is shared") }
      compare(before, GroupedValues(evaluator, copied.compactMap { ids[$0.inDocument] }), copied, ids)
      let other = Evaluator(definitions: kinds)
      try other.edit { edit in ids = try edit.paste(fragment) }
      compare(before, GroupedValues(other, copied.compactMap { ids[$0.inDocument] }), copied, ids)
      for rule in SubgraphSnapshot.brokenRules(of: other) { complain("elsewhere: \(rule)") }
    } catch {
      complain("\(error)")
    }
  }

  private func compare(
    _ copied: GroupedValues, _ pasted: GroupedValues, _ nodes: [NodeID], _ ids: [NodeID: NodeID]
  ) {
    if !nodes.allSatisfy({ ids[$0.inDocument] != nil }) { complain("all that was copied is pasted") }
    if copied.modes != pasted.modes { complain("what is pasted is muted and bypassed as it was") }
    if copied.given != pasted.given { complain("what is pasted has the values \(copied.given), not \(pasted.given)") }
    if !copied.looks.allSatisfy({ pasted.looks[$0.key] == $0.value }) {
      complain("what is pasted is shown as it was: \(copied.looks), not \(pasted.looks)")
    }
    if copied.connections != pasted.connections { complain("what is pasted is connected as it was") }
  }

  // MARK: Steps

  func step() {
    let isLarge = evaluator.graph.nodeCount > 50
    let isIncomplete = hasNodesWithoutCode
    stepCount += 1
    if stepCount.isMultiple(of: 13) { evaluator.compact() }
    switch random.below(33) {
    case 0...5 where !late.isEmpty && random.oneIn(5): registerLate()
    case 0...5 where isLate && !isIncomplete && random.oneIn(4): registerOther()
    case 0...3 where !isLarge: addNode()
    case 4...8: connect()
    case 9: disconnect()
    case 10 where isLarge || random.oneIn(3): remove()
    case 11 where isLarge: remove()
    case 12...14: group()
    case 15: ungroup()
    case 16...17 where !isLarge: addInstance()
    case 18: makeIndependent()
    case 19: expose()
    case 20: removePort()
    case 21: give()
    case 22: giveInDefinition()
    case 23:
      let count = 1 + random.below(4)
      for _ in 0..<count { travel(isUndo: true) }
      for _ in 0..<random.below(count + 1) { travel(isUndo: false) }
    case 24: ungroup()
    case 25: saveAndOpen()
    case 26...27 where !isLarge: if isIncomplete { pasteWithoutCode() } else { copyAndPaste() }
    case 28: setMode()
    case 29: setKind()
    case 30...31: setLook()
    case 32: setFrame()
    default: connect()
    }
    complainOfRules(of: evaluator)
  }

  /// Picks the root or any instance.
  func pickScope() -> InstanceID? {
    let instances = groups.definitions.flatMap { groups.instances(of: $0) }
    return instances.isEmpty || random.oneIn(3) ? nil : random.pick(instances)
  }

  /// Makes an edit of a scope. Returns its receipt; `nil` if it was refused.
  @discardableResult
  func edit(
    _ name: String, in scope: InstanceID?, mayFail: Bool, _ body: @escaping (Scope) throws -> Void
  ) -> Receipt? {
    let edit = { [evaluator] (edit: Edit) throws in
      guard let scope, let definition = evaluator.subgraphs.definition(of: scope) else {
        return try body(Scope(edit: edit, isDefinition: false))
      }
      try edit.change(definition, lookingAt: scope) { try body(Scope(edit: $0, isDefinition: true)) }
    }
    let count = evaluator.undoCount
    // Some edits keep their automatic title.
    let title = counter.isMultiple(of: 3) ? nil : name
    last = "\(name) in \(scope.map { "\($0)" } ?? "root")"
    do {
      let receipt: Receipt
      if random.oneIn(6) {
        let fork = try evaluator.fork(edit)
        if SubgraphSnapshot(evaluator) != now { complain("\(name): a fork changed something") }
        receipt = try fork.commit(title)
      } else {
        receipt = try evaluator.edit(title, edit)
      }
      done[name, default: 0] += 1
      if let scope, evaluator.undoCount > count, groups.contains(scope),
        evaluator.undoPath?.instances != groups.path(of: scope.node).instances + [scope]
      {
        complain("an edit of a definition took place where someone looked, not in \(evaluator.undoPath ?? [])")
      }
      if !mayFail { moveOn(count) } else { complain("\(name) in \(scope.map { "\($0)" } ?? "root") should be refused") }
      return receipt
    } catch {
      let text =
        (error as? SubgraphError).map { groups.describe($0) } ?? (error as? GraphError).map { groups.describe($0) }
      if !mayFail { complain("\(name) was refused: \(text ?? "\(error)")") }
      done["refused \(name)", default: 0] += 1
      if SubgraphSnapshot(evaluator) != now { complain("\(name): refused, and something has changed") }
      return nil
    }
  }

  func moveOn(_ count: Int) {
    let next = SubgraphSnapshot(evaluator)
    if evaluator.undoCount > count {
      past.append(now)
      future = []
    } else if next != now {
      complain("something changed that can't be undone")
    }
    now = next
  }

  private func travel(isUndo: Bool) {
    guard let target = isUndo ? past.last : future.last else { return }
    let told = isUndo ? (evaluator.undoTitle, evaluator.undoPath) : (evaluator.redoTitle, evaluator.redoPath)
    guard let receipt = isUndo ? evaluator.undo() : evaluator.redo() else {
      return complain("there is something to undo")
    }
    if !receipt.evaluated.isEmpty { complain("undoing runs nothing") }
    last = isUndo ? "undo" : "redo"
    let toldThen = isUndo ? (evaluator.redoTitle, evaluator.redoPath) : (evaluator.undoTitle, evaluator.undoPath)
    if told != toldThen { complain("an edit is told alike on both sides: \(told), not \(toldThen)") }
    if evaluator.undoTitles.last != evaluator.undoTitle || evaluator.redoTitles.first != evaluator.redoTitle {
      complain("the next title is the first of all")
    }
    if isUndo {
      past.removeLast()
      future.append(now)
    } else {
      future.removeLast()
      past.append(now)
    }
    now = SubgraphSnapshot(evaluator)
    done[isUndo ? "undo" : "redo", default: 0] += 1
    if now != target {
      complain("\(isUndo ? "undo" : "redo") brings back what there was: \(now.difference(to: target))")
    }
  }

  private func addNode() {
    let (kind, name) = (random.pick(["Number", "Add", "Sum", "Split", "Add"]), freshName())
    let isKnown = evaluator.graph.kind(named: kind) != nil
    edit("add", in: pickScope(), mayFail: !isKnown) { _ = try $0.add(kind, name) }
  }

  private func output(of member: NodeID) -> OutputPort? {
    let count =
      InstanceID(member).flatMap { groups.definition(of: $0) }.map { groups.outputs(of: $0).count }
      ?? (try? evaluator.graph.kind(of: member).outputs.count) ?? 0
    return count == 0 ? nil : member.output(random.below(count))
  }

  private func input(of member: NodeID) -> InputPort? {
    let count =
      InstanceID(member).flatMap { groups.definition(of: $0) }.map { groups.inputs(of: $0).count }
      ?? (try? evaluator.graph.kind(of: member).inputs.count) ?? 0
    return count == 0 ? nil : member.input(random.below(count))
  }

  private func connect() {
    let scope = pickScope()
    let members = groups.members(of: scope)
    guard !members.isEmpty, let source = output(of: random.pick(members)), let target = input(of: random.pick(members))
    else { return }
    let isLegal = NaiveExpansion(evaluator).allowsConnecting(source, to: target, in: scope)
    edit("connect", in: scope, mayFail: !isLegal) { try $0.connect(source, target) }
  }

  private func disconnect() {
    let scope = pickScope()
    guard let connection = groups.connections(in: scope).randomElement(using: &random) else { return }
    let isSingle = random.oneIn(2)
    edit("disconnect", in: scope, mayFail: false) { try $0.disconnect(connection, isSingle: isSingle) }
  }

  private func remove() {
    let scope = pickScope()
    guard let member = groups.members(of: scope).randomElement(using: &random) else { return }
    edit("remove", in: scope, mayFail: false) { try $0.remove(member) }
  }

  private func group() {
    let scope = pickScope()
    let members = groups.members(of: scope).shuffled(using: &random)
    guard members.count > 1 else { return }
    let selection = Array(members.prefix(1 + random.below(4)))
    let (connections, name, looks) = (evaluator.graph.connections, freshName(), now.looks.nodes)
    if selection.contains(where: isWithoutCode) { done["group late", default: 0] += 1 }
    let receipt = edit("group", in: scope, mayFail: false) { try $0.group(selection, name) }
    if receipt?.evaluated.isEmpty == false { complain("grouping evaluates nothing") }
    if Set(evaluator.graph.connections) != Set(connections) { complain("grouping leaves connections as they are") }
    if now.looks.nodes != looks { complain("grouping leaves nodes as they are shown") }
    guard random.oneIn(2), let group = groups.scope(of: selection[0]), groups.scope(of: group.node) == scope else {
      return
    }
    let before = past.last
    edit("ungroup at once", in: scope, mayFail: false) { try $0.ungroup(group) }
    // Where several wires became one, only one look remains.
    if let before, scope == nil, before.looks.wires.isEmpty, now != before {
      complain("ungrouping brings back what there was: \(now.difference(to: before))")
    }
  }

  private func ungroup() {
    let scope = pickScope()
    guard let group = groups.members(of: scope).compactMap({ InstanceID($0) }).randomElement(using: &random) else {
      return
    }
    let (connections, looks) = (evaluator.graph.connections, now.looks.nodes)
    let alike = groups.definition(of: group).map { groups.instances(of: $0) } ?? []
    let isActive = alike.allSatisfy { evaluator.mode(of: $0.node) == .active }
    let receipt = edit("ungroup", in: scope, mayFail: false) { try $0.ungroup(group) }
    if isActive, receipt?.evaluated.isEmpty == false { complain("ungrouping evaluates nothing") }
    if Set(evaluator.graph.connections) != Set(connections) { complain("ungrouping leaves connections as they are") }
    if now.looks.nodes != looks { complain("ungrouping leaves nodes as they are shown") }
  }

  private func addInstance() {
    let scope = pickScope()
    guard let definition = groups.definitions.randomElement(using: &random) else { return }
    let outer = scope.flatMap { groups.definition(of: $0) }
    let isCyclic = outer.map { NaiveExpansion(evaluator).contains($0, in: definition) } ?? false
    let name = freshName()
    edit("add instance", in: scope, mayFail: isCyclic) { try $0.add(definition, name) }
  }

  private func makeIndependent() {
    let scope = pickScope()
    guard let group = groups.members(of: scope).compactMap({ InstanceID($0) }).randomElement(using: &random) else {
      return
    }
    let before = groups.definition(of: group)
    edit("make independent", in: scope, mayFail: false) { try $0.makeIndependent(group) }
    if groups.definition(of: group) == before { complain("an independent instance has a definition of its own") }
  }

  private func expose() {
    guard let scope = pickScope(), let member = groups.members(of: scope).randomElement(using: &random) else { return }
    if random.oneIn(2), let output = output(of: member) {
      let isExposed = NaiveExpansion(evaluator).isExposed(output, in: scope)
      edit("expose output", in: scope, mayFail: isExposed) { try $0.expose(output) }
    } else if let input = input(of: member) {
      let naive = NaiveExpansion(evaluator)
      let isFree = !naive.isExposed(input, in: scope) && (naive.takesMany(input) || !naive.isConnected(input))
      edit("expose input", in: scope, mayFail: !isFree) { try $0.expose(input) }
    }
  }

  private func removePort() {
    guard let scope = pickScope(), let definition = groups.definition(of: scope) else { return }
    if random.oneIn(3), let member = groups.members(of: scope).randomElement(using: &random),
      let input = input(of: member)
    {
      edit("conceal", in: scope, mayFail: false) { try $0.conceal(input) }
      return
    }
    let (isInput, cutting) = (random.oneIn(2), random.oneIn(2))
    let names = isInput ? groups.inputs(of: definition).map(\.name) : groups.outputs(of: definition).map(\.name)
    guard let name = names.randomElement(using: &random) else { return }
    let isUsed = NaiveExpansion(evaluator).isUsed(name, isInput: isInput, of: definition)
    edit("remove port", in: scope, mayFail: isUsed && !cutting) {
      try $0.removePort(name, isInput: isInput, cutting: cutting)
    }
  }

  private func setMode() {
    let instances = groups.definitions.flatMap { groups.instances(of: $0) }.map(\.node)
    guard let member = random.pick([evaluator.graph.nodes, instances]).randomElement(using: &random) else { return }
    let mode = random.pick([NodeMode.active, .active, .muted, .bypassed, .bypassed])
    edit("mode", in: nil, mayFail: false) { try $0.edit.setMode(mode, of: member) }
    if evaluator.mode(of: member) != mode { complain("what was muted is muted") }
  }

  private func pickLook() -> NodeLook {
    if random.oneIn(4) { return NodeLook() }
    let depth = random.below(3)
    return NodeLook(
      depth: depth, isLocked: random.oneIn(2), form: random.pick(NodeLook.Form.allCases),
      flow: [.right, .down, .left][depth], format: depth == 2 ? "0%" : nil, note: depth == 1 ? "note" : nil)
  }

  /// Changes the look of a member or a connection; in a definition, in all its instances.
  private func setLook() {
    let scope = pickScope()
    let alike = scope.flatMap { groups.definition(of: $0) }.map { groups.instances(of: $0) } ?? []
    if random.oneIn(2), let place = groups.members(of: scope).indices.randomElement(using: &random) {
      let (member, look) = (groups.members(of: scope)[place], pickLook())
      let receipt = edit("look", in: scope, mayFail: false) { try $0.setLook(look, of: member) }
      if receipt?.evaluated.isEmpty == false { complain("how a node is shown is nothing to evaluation") }
      let shown = scope == nil ? [groups.members(of: nil)[place]] : alike.map { groups.members(of: $0)[place] }
      if shown.contains(where: { groups.look(of: $0) != look }) {
        complain("a member is shown as was said, in all instances")
      }
    } else if let connection = groups.connections(in: scope).randomElement(using: &random) {
      let before = groups.look(of: connection, in: scope)
      let point = GraphPoint(Double(random.below(200)), 50)
      let index = before.reroutes.indices.randomElement(using: &random)
      let choice = random.below(4)
      edit("wire look", in: scope, mayFail: false) { scope in
        switch (choice, index) {
        case (0, let index?): try scope.removeReroute(index, connection)
        case (1, _):
          let look = ConnectionLook(
            label: before.label == nil ? "net" : nil, course: before.course == nil ? .lanes : nil,
            width: before.width == nil ? 3 : nil, dash: before.dash.isEmpty ? [8, 4] : [])
          try scope.setLook(look, of: connection)
        default: try scope.addReroute(connection, point)
        }
      }
      let after = groups.look(of: connection, in: scope)
      let count = before.reroutes.count
      let expected = (choice == 0 && index != nil) ? count - 1 : choice == 1 ? 0 : count + 1
      if after.reroutes.count != expected { complain("a connection has the reroutes that it was given") }
      let counts = alike.map { other in now.looks.wires.count { $0.key.scope == other } }
      if Set(counts).count > 1 { complain("connections are shown alike in all instances") }
    }
  }

  private func setFrame() {
    let scope = pickScope()
    let members = groups.members(of: scope).shuffled(using: &random).prefix(1 + random.below(3))
    let (frames, choice, name) = (groups.frames(in: scope), random.below(4), freshName())
    let receipt: Receipt?
    if choice < 2, let (id, frame) = frames.randomElement(using: &random) {
      receipt = edit("frame", in: scope, mayFail: false) {
        if choice == 0 { try $0.removeFrame(id) } else { try $0.moveFrame(id, GraphPoint(10, 20)) }
      }
      let left = groups.frames(in: scope).first { $0.id == id }?.frame
      if left?.rect.origin != (choice == 0 ? nil : frame.rect.origin + GraphPoint(10, 20)) {
        complain("a frame goes, or moves")
      }
    } else {
      receipt = edit("frame", in: scope, mayFail: false) { try $0.addFrame(name, members) }
      if groups.frames(in: scope).last?.frame.title != name { complain("a new frame is the last one") }
    }
    if receipt?.evaluated.isEmpty == false { complain("frames are nothing to evaluation") }
  }

  private func give() {
    guard let node = evaluator.graph.nodes.randomElement(using: &random), !isWithoutCode(node) else { return }
    let value = random.below(100)
    edit("give", in: nil, mayFail: false) { scope in
      let edit = scope.edit
      if try edit.kind(of: node).name == "Number" { return try edit.set(node, to: value) }
      if try edit.kind(of: node).name == "Add" { try edit.setLiteral(node.input("x"), to: value) }
    }
  }

  /// Changes the kind of a node in all instances. Connections to ports without a counterpart are removed, at any depth.
  private func setKind() {
    let scope = pickScope()
    let nodes = groups.members(of: scope).filter { InstanceID($0) == nil }
    let unknown = isLate && random.oneIn(2) ? nodes.filter(isWithoutCode) : []
    guard let node = (unknown.isEmpty ? nodes : unknown).randomElement(using: &random) else { return }
    let (kind, byName) = (random.pick(kinds).kind.name, random.oneIn(2))
    let isRefused = evaluator.graph.kind(named: kind) == nil
    if !isRefused, scope != nil, isWithoutCode(node) { done["kind late", default: 0] += 1 }
    edit("kind", in: scope, mayFail: isRefused) { try $0.setKind(of: node, to: kind, byName ? .name : .position) }
  }

  private func giveInDefinition() {
    guard let scope = pickScope(), let definition = groups.definition(of: scope),
      let node = groups.members(of: scope).filter({ InstanceID($0) == nil }).randomElement(using: &random),
      let kind = try? evaluator.graph.kind(of: node).name, kind == "Number" || kind == "Add", !isWithoutCode(node)
    else { return }
    let value = random.below(100)
    let name = groups.name(of: node)
    let others = groups.instances(of: definition).compactMap { instance in
      groups.members(of: instance).first { groups.name(of: $0) == name }
    }
    let before = Dictionary(uniqueKeysWithValues: others.map { ($0, naiveGiven($0, kind)) })
    let declared = evaluator.subgraphs.declaredValue(of: node)
    edit("give in definition", in: scope, mayFail: false) { try $0.give(node, value, isSource: kind == "Number") }
    for other in others {
      let follows = other == node || before[other] == .some(declared)
      let expected = follows ? value : before[other].flatMap { $0 }
      if naiveGiven(other, kind) != expected { complain("instances follow that have what the definition said") }
    }
  }

  /// Returns the value of a source, or the literal of an input.
  private func naiveGiven(_ node: NodeID, _ kind: String) -> Int? {
    guard kind == "Number" else { return evaluator.subgraphs.literalValue(of: node.input(0)) }
    return (try? evaluator.variable(node, as: Int.self)).flatMap { $0 }.map { evaluator.givenValue(of: $0) }
  }
}

/// What nodes were given, and their connections, by the nodes' places in a list.
private struct GroupedValues {
  let given: [Int?]
  let modes: [NodeMode]
  /// The looks of nodes, by their places.
  let looks: [Int: NodeLook]
  var connections: [[Int]: Int] = [:]

  init(_ evaluator: Evaluator, _ nodes: [NodeID]) {
    modes = nodes.map { evaluator.mode(of: $0) }
    looks = Dictionary(
      uniqueKeysWithValues: nodes.enumerated().map { ($0, evaluator.subgraphs.look(of: $1)) }.filter { !$1.isDefault })
    given = nodes.map { node in
      switch (try? evaluator.graph.kind(of: node))?.name {
      case "Number": (try? evaluator.variable(node, as: Int.self)).flatMap { $0 }.map { evaluator.givenValue(of: $0) }
      case "Add": evaluator.subgraphs.literalValue(of: node.input(0))
      default: nil
      }
    }
    let places = Dictionary(uniqueKeysWithValues: zip(nodes, 0...))
    for connection in evaluator.graph.connections {
      guard let source = places[connection.source.node], let target = places[connection.target.node] else { continue }
      connections[[source, connection.source.index, target, connection.target.index], default: 0] += 1
    }
  }
}
