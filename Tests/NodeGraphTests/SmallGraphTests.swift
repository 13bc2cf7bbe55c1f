// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import TestSupport
import Testing

/// A sequence of choices among few alternatives. A test that runs with every such sequence covers all cases.
struct Choices: CustomStringConvertible {
  private var taken: [(choice: Int, count: Int)] = []
  private var position = 0

  /// Chooses a number below `count`.
  mutating func choose(_ count: Int) -> Int {
    defer { position += 1 }
    if position == taken.count { taken.append((0, count)) }
    return taken[position].choice
  }

  /// Advances to the next sequence. Returns `false` after the last one.
  fileprivate mutating func advance() -> Bool {
    position = 0
    while let last = taken.popLast() {
      guard last.choice + 1 < last.count else { continue }
      taken.append((last.choice + 1, last.count))
      return true
    }
    return false
  }

  /// The choices made, for the message of a failing test.
  var description: String { "choices \(taken.map(\.choice))" }
}

/// Runs a body with every sequence of choices that it can make, until it reports a fault. Returns the number of runs.
@discardableResult
func withEvery(_ body: (inout Choices) throws -> String?) rethrows -> Int {
  var choices = Choices()
  var count = 0
  repeat {
    count += 1
    if let fault = try body(&choices) {
      Issue.record("\(choices): \(fault)")
      return count
    }
  } while choices.advance()
  return count
}

@Suite struct SmallGraphTests {
  /// A graph of few nodes with one output each, and a naive model of its connections.
  private struct World {
    var graph = Graph(kinds: [negate, add])
    var nodes: [NodeID] = []
    var targets: [InputPort] = []
    /// The number of the node connected to each target.
    var source: [Int?]

    init(inputs: [Int]) throws {
      for count in inputs {
        let id = try graph.add(count == 1 ? "Negate" : "Add")
        nodes.append(id)
        targets += (0..<count).map { id.input($0) }
      }
      source = targets.map { _ in nil }
    }

    /// Whether a path leads from one node to another.
    func reaches(_ start: NodeID, _ goal: Int) -> Bool {
      var reached: Set<NodeID> = [start]
      for _ in nodes {
        for (target, source) in zip(targets, source) {
          if let source, reached.contains(nodes[source]) { reached.insert(target.node) }
        }
      }
      return reached.contains(nodes[goal])
    }

    /// Makes a connection in the graph and in the model. Returns a fault if they disagree, and whether the graph refused.
    mutating func connect(_ number: Int, to target: Int) -> (fault: String?, isRefused: Bool) {
      let expected = reaches(targets[target].node, number)
      do throws(GraphError) {
        try graph.connect(nodes[number].output, to: targets[target])
        source[target] = number
        return (expected ? "a cycle was closed" : nil, false)
      } catch {
        guard case .cycle(let path) = error, path.first == targets[target], path.last?.node == nodes[number],
          isPath(path, in: graph)
        else { return ("\(error)", true) }
        return (expected ? nil : "\(error)", true)
      }
    }

    mutating func disconnect(_ target: Int) throws {
      try graph.disconnect(targets[target])
      source[target] = nil
    }

    var fault: String? {
      get throws {
        graph.checkInvariants()
        for (target, source) in zip(targets, source) {
          let sources = source.map { [nodes[$0].output] } ?? []
          guard graph.sources(of: target) == sources else { return "\(target) has other sources" }
        }
        return try GraphPicture(graph).orderFault
      }
    }
  }

  /// The number of inputs of each node, for each graph to test.
  private static var shapes: [[Int]] {
    var shapes = [
      [1], [2], [1, 1], [2, 1], [2, 2], [1, 1, 1], [1, 2, 1], [2, 2, 2], [1, 1, 1, 1], [2, 1, 1, 1],
    ]
    #if !DEBUG
      shapes.append([2, 2, 2, 2])
    #endif
    return shapes
  }

  @Test(arguments: shapes)
  func everyWayToConnectFewNodesIsJudgedRightly(inputs: [Int]) throws {
    let empty = try World(inputs: inputs)
    let count = try withEvery { choices in
      var world = empty
      for target in world.targets.indices {
        let choice = choices.choose(world.nodes.count + 1)
        guard choice < world.nodes.count else { continue }
        let (fault, isRefused) = world.connect(choice, to: target)
        if let fault { return fault }
        // Going on after a refusal would repeat the sequence that leaves this input free.
        if isRefused { break }
      }
      return try world.fault
    }
    #expect(count > inputs.count)
  }

  /// The number of inputs of each node, for each graph in which connections are toggled.
  private static var toggledShapes: [[Int]] {
    var shapes = [[1, 1, 1], [2, 1, 2]]
    #if !DEBUG
      shapes += [[1, 1, 1, 1], [2, 1, 2, 1]]
    #endif
    return shapes
  }

  @Test(arguments: toggledShapes)
  func everyThreeTogglesOfConnectionsKeepTheOrder(inputs: [Int]) throws {
    let empty = try World(inputs: inputs)
    try withEvery { choices in
      var world = empty
      for _ in 0..<3 {
        let (source, target) = (choices.choose(world.nodes.count), choices.choose(world.targets.count))
        if world.source[target] != nil {
          try world.disconnect(target)
        } else if let fault = world.connect(source, to: target).fault {
          return fault
        }
        if let fault = try world.fault { return fault }
      }
      return nil
    }
  }

  @Test func everyOrderOfConnectingFewNodesEndsInTheSameVerdicts() throws {
    let empty = try World(inputs: [1, 2, 1])
    try withEvery { choices in
      var world = empty
      var open = Array(world.targets.indices)
      while !open.isEmpty {
        let target = open.remove(at: choices.choose(open.count))
        let (fault, isRefused) = world.connect(choices.choose(3), to: target)
        if let fault { return fault }
        if isRefused { break }
      }
      for target in world.targets.indices {
        for source in world.nodes.indices {
          let verdict = world.graph.verdict(onConnecting: world.nodes[source].output, to: world.targets[target])
          if case .refused(.cycle) = verdict {
            guard world.reaches(world.targets[target].node, source) else { return "\(verdict)" }
          } else if world.reaches(world.targets[target].node, source) {
            return "\(verdict)"
          }
        }
      }
      return try world.fault
    }
  }
}
