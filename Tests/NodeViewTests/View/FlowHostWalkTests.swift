// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import TestSupport
import Testing

/// Random edits of a flow by gestures and calls, compared with a list of rules.
@Suite struct FlowHostWalkTests {
  /// A rule in the list.
  private struct Rule: Equatable {
    let step: Int?
    let event: Int
    var move: FlowMove<Int>
  }

  /// The state of the model: rules, steps, and the positions of steps.
  private struct Version: Equatable {
    var rules: [Rule] = []
    var steps: [Int] = []
    var places: [Int: GraphPoint] = [:]

    mutating func set(_ move: FlowMove<Int>, _ step: Int?, _ event: Int) {
      if let place = rules.firstIndex(where: { $0.step == step && $0.event == event }) {
        rules[place].move = move
      } else {
        rules.append(Rule(step: step, event: event, move: move))
      }
    }

    func move(_ step: Int?, _ event: Int) -> FlowMove<Int>? {
      rules.first { $0.step == step && $0.event == event }?.move
    }
  }

  /// A host, a model of it as a list, and the model's undo and redo history.
  private final class Walk {
    let view = GraphView(size: GraphSize(2000, 2000), profile: .editor, style: .light)
    let host: FlowHost<Int, Int>
    var random: SplitMix64
    var (version, done, undone): (Version, [Version], [Version])
    private var clock = 0.0

    init(seed: UInt64) {
      random = SplitMix64(seed: seed)
      var first = Version(steps: [0, 1, 2])
      for step in 0..<3 { first.places[step] = Self.place(column: step) }
      version = first
      (done, undone) = ([], [])
      let flow = FlowGraph<Int, Int> { for step in 0..<3 { NodeGraph.step(step) {} } }
      var places: [Int?: GraphPoint] = [nil: GraphPoint(0, 1500)]
      for (step, place) in first.places { places[step] = place }
      host = FlowHost(flow, in: view, events: [0, 1, 2], positions: places)
    }

    /// Places steps in columns of their own, so that none covers the port of another.
    private static func place(column: Int) -> GraphPoint { GraphPoint(240 * Double(column), 300) }

    /// Changes the model, and records an undo step if the change has an effect.
    private func change(_ body: (inout Version) -> Void) {
      var changed = version
      body(&changed)
      if changed == version { return }
      done.append(version)
      undone = []
      version = changed
    }

    private func anyStep() -> Int? { random.oneIn(4) ? nil : version.steps.isEmpty ? nil : random.pick(version.steps) }

    private func drag(_ start: GraphPoint?, _ end: GraphPoint?) {
      guard let start, let end else { return }
      clock += 10
      view.handle(InputEvent(.down(pointer: 0, at: start, button: .primary), time: clock))
      for step in 1...3 {
        let place = start + (end - start) * (Double(step) / 3)
        view.handle(InputEvent(.moved(pointer: 0, at: place), time: clock + Double(step)))
      }
      view.handle(InputEvent(.up(pointer: 0, at: end), time: clock + 4))
    }

    private func anchor(_ port: OutputPort?) -> GraphPoint? {
      port.flatMap { port in view.frame(of: port.node)?.outputAnchor(port.index) }
    }

    private func anchor(of step: Int) -> GraphPoint? {
      host.node(of: step).flatMap { view.frame(of: $0)?.inputAnchor(0) }
    }

    func edit() {
      let event = random.below(3)
      switch random.below(12) {
      case 0, 1, 2, 3:
        // A wire from a row to a step; if the row leads there already, the rule is unchanged.
        guard !version.steps.isEmpty else { return }
        let (step, target) = (anyStep(), random.pick(version.steps))
        drag(anchor(host.port(at: step, on: event)), anchor(of: target))
        let old = version.move(step, event)
        change { version in
          if old?.target == target { return }
          if case .restart? = old {
            version.set(.restart(target), step, event)
          } else {
            version.set(.next(target), step, event)
          }
        }
      case 4:
        // Deletes a random wire.
        let wired = version.rules.filter { $0.move.target != nil }
        guard !wired.isEmpty else { return }
        let rule = random.pick(wired)
        guard let source = host.port(at: rule.step, on: rule.event), let target = rule.move.target.flatMap(host.node)
        else { return }
        view.select(GraphSelection(connections: [Connection(from: source, to: target.input(0))]))
        view.handle(InputEvent(.key(.delete), time: 0))
        change { $0.rules.removeAll { $0 == rule } }
      case 5:
        guard version.steps.count > 2, let node = host.node(of: version.steps[0]) else { return }
        let step = version.steps[0]
        view.select(GraphSelection(nodes: [node]))
        view.handle(InputEvent(.key(.delete), time: 0))
        change { version in
          version.steps.removeFirst()
          version.places[step] = nil
          version.rules.removeAll { $0.step == step || $0.move.target == step }
        }
      case 6:
        let step = random.below(8)
        let taken = Set(version.places.values.map(\.x))
        guard let place = (0..<8).map(Self.place).first(where: { !taken.contains($0.x) }) else { return }
        let isNew = !version.steps.contains(step)
        #expect(((try? host.add(step, at: place)) != nil) == isNew)
        if isNew {
          change { version in
            version.steps.append(step)
            version.places[step] = place
          }
        }
      case 7:
        let (step, name) = (random.below(8), random.below(8))
        let isPossible = version.steps.contains(step) && (step == name || !version.steps.contains(name))
        #expect(((try? host.rename(step, to: name)) != nil) == isPossible)
        guard isPossible else { return }
        func renamed(_ other: Int) -> Int { other == step ? name : other }
        change { version in
          version.steps = version.steps.map(renamed)
          version.places = Dictionary(uniqueKeysWithValues: version.places.map { (renamed($0), $1) })
          version.rules = version.rules.map { rule in
            let move: FlowMove<Int> =
              switch rule.move {
              case .next(let target): .next(renamed(target))
              case .restart(let target): .restart(renamed(target))
              case .backTo(let target): .backTo(renamed(target))
              case .back: .back
              }
            return Rule(step: rule.step.map(renamed), event: rule.event, move: move)
          }
        }
      case 8:
        let (step, move) = (anyStep(), random.pick([FlowMove<Int>.back, .restart(random.below(3))]))
        if let target = move.target, !version.steps.contains(target) { return }
        host.edit { $0.set(move, at: step, on: event) }
        change { $0.set(move, step, event) }
      case 9:
        #expect(host.undo() == !done.isEmpty)
        if let last = done.popLast() {
          undone.append(version)
          version = last
        }
      case 10:
        #expect(host.redo() == !undone.isEmpty)
        if let next = undone.popLast() {
          done.append(version)
          version = next
        }
      default:
        // Drags a step by its title.
        guard let step = anyStep(), let node = host.node(of: step), let place = version.places[step] else { return }
        view.bringToFront(node)
        let shift = GraphPoint(0, Double(random.below(40)) * 20 - place.y)
        view.select(GraphSelection())
        drag(place + GraphPoint(30, 10), place + GraphPoint(30, 10) + shift)
        // The view may snap the node, so its position is taken from there.
        guard let moved = view.frame(of: node)?.origin else { return }
        change { $0.places[step] = moved }
      }
    }

    func check(_ comment: Comment) {
      host.checkInvariants()
      view.checkInvariants()
      let flow = host.flow
      #expect(flow.steps == version.steps, comment)
      #expect(flow.rules.map { Rule(step: $0.step, event: $0.event ?? -1, move: $0.move) } == version.rules, comment)
      var places: [Int: GraphPoint] = [:]
      for (step, place) in host.positions { if let step { places[step] = place } }
      #expect(places == version.places, comment)
      // The connections that the view shows.
      var shown: Set<Connection> = []
      for rule in version.rules {
        guard let target = rule.move.target.flatMap(host.node), let source = host.port(at: rule.step, on: rule.event)
        else { continue }
        let connection = Connection(from: source, to: target.input(0))
        shown.insert(connection)
        #expect(view.path(of: connection) != nil, comment)
        #expect(view.edgeAttributes[connection]?.label == "\(rule.event)", comment)
      }
      #expect(Set(view.edgeAttributes.keys) == shown, comment)
      #expect(Set(view.nodes) == Set((version.steps as [Int?] + [nil]).compactMap(host.node)), comment)
    }
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func fourHundredEditsMakeOfAFlowWhatTheyMakeOfAList(seed: UInt64) {
    let walk = Walk(seed: seed)
    for edit in 0..<400 {
      walk.edit()
      walk.check(Comment(rawValue: "seed \(seed), edit \(edit)"))
    }
    // Undoes all steps, and redoes them.
    let (last, count) = (walk.version, walk.done.count)
    while let before = walk.done.popLast() {
      #expect(walk.host.undo())
      walk.undone.append(walk.version)
      walk.version = before
      walk.check(Comment(rawValue: "seed \(seed), back"))
    }
    #expect(!walk.host.undo())
    for _ in 0..<count { #expect(walk.host.redo()) }
    walk.version = last
    walk.check(Comment(rawValue: "seed \(seed), again"))
  }
}
