// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import Testing

/// Each verb of an edit has the same outcome in the root, in a group, and in a group of a group: what it returns or throws, the
/// graph afterwards, and what undo restores.
@Suite struct EditScopeTests {
  /// A small graph at some depth of groups: a → sum.x, sum → half → last, a group of one in the same scope, a look, a reroute and
  /// a frame.
  private final class World {
    let evaluator: Evaluator
    private(set) var scope: InstanceID?
    private(set) var a = NodeID(slot: 0, generation: 0)
    private(set) var sum = NodeID(slot: 0, generation: 0)
    private(set) var half = NodeID(slot: 0, generation: 0)
    private(set) var last = NodeID(slot: 0, generation: 0)
    private(set) var group = InstanceID(index: 0, tag: 0)
    private(set) var frame = FrameID(0)
    var wire: Connection { Connection(from: a.output, to: sum.input(0)) }

    static let kinds: [NodeDefinition] = {
      let (x, y, z) = (ValuePort("x", default: 1), ValuePort("y", default: 2), ValuePort<Int>("z"))
      return [
        .source("Number", output: ValuePort<Int>("value"), initial: 0),
        NodeDefinition("Add", inputs: x, y, output: z) { (x: Int, y: Int) in x + y },
        NodeDefinition("Minus", inputs: y, x, output: z) { (y: Int, x: Int) in x - y },
        NodeDefinition("Half", inputs: x, output: ValuePort<Double>("h")) { (x: Int) in Double(x) / 2 },
        NodeDefinition("Text", inputs: ValuePort("t", default: ""), output: ValuePort<String>("u")) { (t: String) in t
        },
      ]
    }()

    init(depth: Int) throws {
      evaluator = Evaluator(definitions: Self.kinds)
      try evaluator.edit { edit in
        a = try edit.add("Number", named: "a", at: GraphPoint(0, 0))
        sum = try edit.add("Add", named: "sum", at: GraphPoint(100, 0))
        half = try edit.add("Add", named: "half", at: GraphPoint(200, 0))
        last = try edit.add("Half", named: "last", at: GraphPoint(300, 0))
        let inner = try edit.add("Add", named: "inner", at: GraphPoint(0, 200))
        try edit.set(a, to: 3)
        try edit.connect(a.output, to: sum.input("x"))
        try edit.setLiteral(sum.input("y"), to: 4)
        try edit.connect(sum.output, to: half.input("x"))
        try edit.connect(half.output, to: last.input("x"))
        group = try edit.group([inner], named: "One")
        try edit.rename(group, to: "one")
        try edit.change(edit.definition(of: group, evaluator)) { scope in
          try scope.expose(inner.input("x"), as: "in")
          try scope.expose(inner.output, as: "out")
        }
        try edit.setLook(NodeLook(depth: 2), of: half)
        try edit.setLook(ConnectionLook(label: "a"), of: wire)
        try edit.addReroute(on: wire, at: GraphPoint(50, 20))
        frame = try edit.addFrame("f", around: [a, sum])
      }
      for level in 0..<depth {
        let members: [NodeID] = scope.map { [$0.node] } ?? [a, sum, half, last, group.node]
        let around = try evaluator.edited { try $0.group(members, named: "Level \(level)") }
        if scope == nil { scope = around }
      }
      evaluator.undoLimit = 1 << 20
    }

    /// Copies members of a graph without groups.
    static func copy(_ members: (World) -> [NodeID]) throws -> GraphDocument {
      let world = try World(depth: 0)
      return try world.evaluator.copy(members(world))
    }

    private var groups: Subgraphs { evaluator.subgraphs }

    /// Describes what shows in the scope, independently of what is around it.
    func picture() -> [String] {
      let members = groups.members(of: scope)
      func name(_ member: NodeID) -> String {
        InstanceID(member).map { groups.title(of: $0) } ?? groups.name(of: member) ?? "a node"
      }
      func port(_ port: OutputPort) -> String { "\(name(port.node)).\(port.index)" }
      func port(_ port: InputPort) -> String { "\(name(port.node)).\(port.index)" }
      var lines = members.map { member in
        let kind =
          (try? evaluator.graph.kind(of: member))?.name ?? "group of \(groups.members(of: InstanceID(member)).count)"
        return "\(name(member)): \(kind) at \(groups.position(of: member) - groups.position(of: members[0])) "
          + "\(groups.look(of: member)) \(evaluator.mode(of: member)) = \(value(of: member))"
      }
      lines += groups.connections(in: scope).map { wire in
        "\(port(wire.source)) → \(port(wire.target)) \(groups.look(of: wire, in: scope).label ?? "") "
          + "\(groups.look(of: wire, in: scope).reroutes.count)"
      }
      lines += groups.frames(in: scope).map { "\($0.id.number) \($0.frame.title) \($0.frame.rect.size)" }
      lines += groups.definitions.map { groups.name(of: $0) ?? "?" }.filter { !$0.hasPrefix("Level") }.sorted()
      return lines
    }

    private func value(of member: NodeID) -> String {
      guard let source = groups.source(of: member.output(0)) else { return "nothing" }
      if let failure = evaluator.failure(of: source.node) { return failure.message }
      if let output = try? evaluator.output(source, as: Int.self) { return "\(evaluator[output])" }
      if let output = try? evaluator.output(source, as: Double.self) { return "\(evaluator[output])" }
      if let output = try? evaluator.output(source, as: String.self) { return evaluator[output] }
      return "?"
    }

    /// Returns the outcome of a verb: the picture before and after, after undo and redo, and the refusal. With `copies`, a copy
    /// of the graph is made before the verb, in the same edit, and kept.
    func outcome(of verb: (Edit, World) throws -> Void, copies: Bool = false) throws -> [[String]] {
      let before = picture()
      var refusal = "done"
      var copy: Graph?
      do {
        try evaluator.edit { edit in
          if copies { copy = evaluator.graph }
          try edit.change(in: scope) { try verb($0, self) }
        }
      } catch let error as GraphError {
        refusal = plain(groups.describe(error))
      } catch let error as SubgraphError {
        refusal = plain(groups.describe(error))
      } catch let error as DocumentError {
        refusal = plain("\(error)")
      }
      let after = picture()
      let rules = evaluator.brokenRules()
      evaluator.undo()
      let undone = picture()
      if refusal == "done" { evaluator.redo() }
      withExtendedLifetime(copy) {}
      return [before, [refusal], after, rules, undone, picture()]
    }

    /// Removes the names of enclosing groups from a sentence.
    func plain(_ sentence: String) -> String {
      sentence.replacing("Level 1 › ", with: "").replacing("Level 0 › ", with: "")
    }
  }

  private typealias Verb = @Sendable (Edit, World) throws -> Void

  private static let verbs: [String: Verb] = [
    "add": { edit, _ in _ = try edit.add("Add", named: "new", at: GraphPoint(5, 6)) },
    "add of no kind": { edit, _ in _ = try edit.add("Nothing") },
    "add under a name that is taken": { edit, _ in _ = try edit.add("Add", named: "sum") },
    "add own": { edit, _ in
      let made = NodeDefinition("Own", inputs: ValuePort("x", default: 5), output: ValuePort<Int>("z")) { (x: Int) in
        x * x
      }
      let node = try edit.add(own: made, named: "own")
      try edit.connect(node.output, to: try #require(edit.node(named: "half")).input("y"))
    },
    "remove": { edit, world in try edit.remove(world.sum) },
    "remove a group": { edit, world in try edit.remove(world.group.node) },
    "remove twice": { edit, world in
      try edit.remove(world.sum)
      try edit.remove(world.sum)
    },
    "rename": { edit, world in try edit.rename(world.sum, to: "other") },
    "rename to nothing": { edit, world in try edit.rename(world.sum, to: nil) },
    "rename to a name that is taken": { edit, world in try edit.rename(world.sum, to: "a") },
    "rename a group": { edit, world in try edit.rename(world.group, to: "two") },
    "rename a group to a name that is taken": { edit, world in try edit.rename(world.group, to: "sum") },
    "rename to that of a group": { edit, world in try edit.rename(world.sum, to: "one") },
    "find by name": { edit, world in
      let found = [
        edit.node(named: "sum") == world.sum, edit.node(named: "one") == nil, edit.name(of: world.sum) == "sum",
      ]
      try edit.rename(world.half, to: "\(found)")
    },
    "find a place": { edit, world in
      try edit.rename(world.half, to: "\(edit.position(of: world.last) - edit.position(of: world.a))")
    },
    "ask about a connection": { edit, world in
      let verdicts = [
        edit.verdict(onConnecting: world.a.output, to: world.half.input("y")),
        edit.verdict(onConnecting: world.a.output, to: world.half.input("x")),
        edit.verdict(onConnecting: world.a.output, to: world.group.node.input("in")),
        edit.verdict(onConnecting: world.last.output, to: world.half.input("y")),
        edit.verdict(onConnecting: world.half.output, to: world.sum.input("y")),
      ]
      let told = verdicts.map { verdict in
        switch verdict {
        case .refused(let error): world.plain(edit.describe(error))
        case .allowed: "allowed"
        default: "in place of another"
        }
      }
      try edit.rename(world.half, to: told.joined(separator: "; "))
    },
    "move": { edit, world in try edit.move(world.sum, to: GraphPoint(7, 8)) },
    "move a group": { edit, world in try edit.move(world.group.node, to: GraphPoint(7, 8)) },
    "connect": { edit, world in try edit.connect(world.a.output, to: world.half.input("y")) },
    "connect a group": { edit, world in
      try edit.connect(world.a.output, to: world.group.node.input("in"))
      try edit.connect(world.group.node.output("out"), to: world.half.input("y"))
    },
    "connect what is taken": { edit, world in try edit.connect(world.half.output, to: world.sum.input("x")) },
    "connect in place of another": { edit, world in
      try edit.connect(world.a.output, to: world.last.input("x"), replacing: true)
    },
    "connect to a cycle": { edit, world in try edit.connect(world.half.output, to: world.sum.input("y")) },
    "connect to a cycle through a group": { edit, world in
      try edit.connect(world.half.output, to: world.group.node.input("in"))
      try edit.connect(world.group.node.output("out"), to: world.sum.input("y"))
    },
    "connect a group with itself": { edit, world in
      try edit.connect(world.group.node.output("out"), to: world.group.node.input("in"))
    },
    "connect another type": { edit, world in try edit.connect(world.last.output, to: world.half.input("y")) },
    "connect no port": { edit, world in try edit.connect(world.a.output, to: world.half.input("w")) },
    "connect no output": { edit, world in try edit.connect(world.a.output("w"), to: world.half.input("y")) },
    "connect no port of a group": { edit, world in try edit.connect(world.a.output, to: world.group.node.input("w")) },
    "connect many": { edit, world in
      try edit.connect(contentsOf: [
        Connection(from: world.a.output, to: world.half.input(1)),
        Connection(from: world.a.output, to: world.group.node.input(0)),
      ])
    },
    "connect many of which one is refused": { edit, world in
      try edit.connect(contentsOf: [
        Connection(from: world.a.output, to: world.half.input(1)),
        Connection(from: world.half.output, to: world.sum.input(1)),
      ])
    },
    "disconnect": { edit, world in try edit.disconnect(world.half.input("x")) },
    "disconnect one": { edit, world in try edit.disconnect(world.sum.output, from: world.half.input("x")) },
    "disconnect what is not connected": { edit, world in
      try edit.disconnect(world.a.output, from: world.half.input("x"))
    },
    "set": { edit, world in try edit.set(world.a, to: 9) },
    "set a variable": { edit, world in
      edit.set(try #require(try world.evaluator.variable(world.a, as: Int.self)), to: 9)
    },
    "set what is computed": { edit, world in try edit.set(world.sum, to: 9) },
    "set another type": { edit, world in try edit.set(world.a, to: "9") },
    "set a group": { edit, world in try edit.set(world.group.node, to: 9) },
    "set a literal": { edit, world in try edit.setLiteral(world.half.input("y"), to: 9) },
    "set a literal of a group": { edit, world in try edit.setLiteral(world.group.node.input("in"), to: 9) },
    "set a literal of another type": { edit, world in try edit.setLiteral(world.half.input("y"), to: "9") },
    "clear a literal": { edit, world in try edit.clearLiteral(world.sum.input("y")) },
    "become another kind": { edit, world in try edit.setKind(of: world.sum, to: "Minus") },
    "become another kind by names": { edit, world in try edit.setKind(of: world.sum, to: "Minus", matching: .name) },
    "become a kind with other ports": { edit, world in try edit.setKind(of: world.sum, to: "Text") },
    "become a source": { edit, world in try edit.setKind(of: world.sum, to: "Number") },
    "become no kind": { edit, world in try edit.setKind(of: world.sum, to: "Nothing") },
    "a group becomes a kind": { edit, world in try edit.setKind(of: world.group.node, to: "Add") },
    "become own code": { edit, world in
      let made = NodeDefinition("Own", inputs: ValuePort("x", default: 5), output: ValuePort<Int>("z")) { (x: Int) in
        x * x
      }
      try edit.setDefinition(of: world.sum, to: made)
    },
    "look": { edit, world in try edit.setLook(NodeLook(isLocked: true), of: world.sum) },
    "look of a group": { edit, world in try edit.setLook(NodeLook(isLocked: true), of: world.group.node) },
    "look of a wire": { edit, world in try edit.setLook(ConnectionLook(label: "b"), of: world.wire) },
    "look of no wire": { edit, world in
      try edit.setLook(ConnectionLook(label: "b"), of: Connection(from: world.a.output, to: world.half.input(0)))
    },
    "reroute": { edit, world in
      _ = try edit.addReroute(on: world.wire, at: GraphPoint(70, 0))
      try edit.moveReroute(0, of: world.wire, to: GraphPoint(10, 5))
    },
    "take a reroute away": { edit, world in try edit.removeReroute(0, of: world.wire) },
    "take no reroute away": { edit, world in try edit.removeReroute(4, of: world.wire) },
    "frame": { edit, world in _ = try edit.addFrame("g", around: [world.half, world.last]) },
    "retitle a frame": { edit, world in
      try edit.setFrame(world.frame, to: GraphFrame("h", GraphRect(x: 0, y: 0, width: 9, height: 9)))
    },
    "move a frame": { edit, world in try edit.moveFrame(world.frame, by: GraphPoint(3, 4)) },
    "take a frame away": { edit, world in try edit.removeFrame(world.frame) },
    "change no frame": { edit, world in try edit.removeFrame(FrameID(77)) },
    "group": { edit, world in _ = try edit.group([world.sum, world.half], named: "Two") },
    "group nothing": { edit, _ in _ = try edit.group([], named: "Two") },
    "ungroup": { edit, world in _ = try edit.ungroup(world.group) },
    "another instance": { edit, world in
      let other = try edit.add(instanceOf: edit.definition(of: world.group, world.evaluator), named: "other")
      try edit.connect(world.a.output, to: other.node.input("in"))
    },
    "make independent": { edit, world in _ = try edit.makeIndependent(world.group, named: "Own one") },
    "move into a group": { edit, world in
      try edit.connect(world.a.output, to: world.group.node.input("in"))
      try edit.move([world.half], into: world.group)
    },
    "insert": { edit, world in
      let node = try edit.add("Add", named: "between", at: GraphPoint(50, 50))
      try edit.insert(node, into: world.wire)
    },
    "insert into no wire": { edit, world in
      try edit.insert(world.half, into: Connection(from: world.a.output, to: world.last.input(0)))
    },
    "dissolve": { edit, world in try edit.dissolve(world.half) },
    "mute": { edit, world in try edit.setMode(.muted, of: world.sum) },
    "bypass": { edit, world in try edit.setMode(.bypassed, of: world.half) },
    "paste": { edit, _ in
      _ = try edit.paste(try World.copy { [$0.sum, $0.half, $0.group.node] }, offset: GraphPoint(10, 10))
    },
    "paste with what is connected outside": { edit, _ in
      _ = try edit.paste(try World.copy { [$0.half] }, keepingOuterConnections: true)
    },
    "paste under names": { edit, _ in
      _ = try edit.paste(try World.copy { [$0.sum] }) { name, isTaken in isTaken(name) ? name + "!" : name }
    },
  ]

  @Test(arguments: verbs.keys.sorted()) func aVerbHasTheSameOutcomeInAnyScope(name: String) throws {
    let verb = try #require(Self.verbs[name])
    let root = try World(depth: 0).outcome(of: verb)
    #expect(root[3].isEmpty, "\(root[3])")
    #expect(root[4] == root[0], "undo brings all back")
    #expect(root[5] == root[2], "redo does it again")
    if root[1] != ["done"] { #expect(root[2] == root[0], "a refusal changes nothing") }
    for (depth, copies) in [(0, true), (1, false), (1, true), (2, false)] {
      let inner = try World(depth: depth).outcome(of: verb, copies: copies)
      for (part, label) in ["before", "refusal", "after", "rules", "undone", "redone"].enumerated() {
        #expect(
          inner[part] == root[part], "\(label), \(depth) groups deep\(copies ? ", with a copy of the graph" : "")")
      }
    }
  }
}

extension Edit {
  fileprivate func definition(of instance: InstanceID, _ evaluator: Evaluator) throws -> DefinitionID {
    try #require(evaluator.subgraphs.definition(of: instance))
  }
}
