// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import Testing

/// A value that wraps a tracked object and returns its number.
protocol Sample: Equatable, Sendable {
  init(_ tracked: Tracked)
  var number: Int { get }
}

extension Tracked {
  struct InStruct: Sample {
    let first: Int
    let tracked: Tracked
    var number: Int { tracked.number }

    init(_ tracked: Tracked) {
      first = tracked.number
      self.tracked = tracked
    }
  }

  struct WithText: Sample {
    let text: String
    let tracked: Tracked?
    var number: Int { tracked?.number ?? -1 }

    init(_ tracked: Tracked) {
      text = "a text that is too long to be kept in place, number \(tracked.number)"
      self.tracked = tracked
    }
  }

  struct OverAligned: Sample {
    let lanes: SIMD8<Double>
    let tracked: Tracked
    var number: Int { lanes[7] == Double(tracked.number) ? tracked.number : -1 }

    init(_ tracked: Tracked) {
      lanes = SIMD8(repeating: Double(tracked.number))
      self.tracked = tracked
    }
  }

  struct WithWeak: Sample {
    weak let observed: Tracked?
    let tracked: Tracked
    var number: Int { observed?.number ?? -1 }

    init(_ tracked: Tracked) {
      observed = tracked
      self.tracked = tracked
    }

    static func == (left: WithWeak, right: WithWeak) -> Bool { left.tracked == right.tracked }
  }
}

extension Array: Sample where Element == Tracked {
  init(_ tracked: Tracked) { self = [tracked, tracked] }
  var number: Int { first?.number ?? -1 }
}

extension Optional: Sample where Wrapped == Tracked {
  init(_ tracked: Tracked) { self = tracked }
  var number: Int { self?.number ?? -1 }
}

/// Values that contain references are never leaked and never released twice.
@Suite struct EvaluatorLifetimeTests {
  private func lead(_ life: (any Sample.Type) -> Void) {
    let types: [any Sample.Type] = [
      Tracked.InStruct.self, Tracked.WithText.self, Tracked.OverAligned.self, Tracked.WithWeak.self, [Tracked].self,
      Tracked?.self,
    ]
    for type in types { life(type) }
  }

  @Test func everyValueIsReleasedOnceThroughAWholeLife() {
    lead { type in wholeLife(of: type) }
  }

  private func wholeLife<Value: Sample>(of type: Value.Type) {
    let census = Census()
    do {
      let evaluator = Evaluator(definitions: definitions(type, census))
      #expect(throws: Never.self) { try use(evaluator, type, census) }
      evaluator.checkInvariants()
    }
    #expect(census.count == 0, "\(type)")
  }

  private func definitions<Value: Sample>(_ type: Value.Type, _ census: Census) -> [NodeDefinition] {
    [
      .source("Source", output: ValuePort("value"), initial: Value(Tracked(1, census))),
      .source("Other", output: ValuePort("value"), initial: 0.5),
      NodeDefinition("Next", inputs: ValuePort("x", default: Value(Tracked(2, census))), output: ValuePort("y")) {
        (value: Value) -> Value in
        if value.number < 0 { throw Complaint(description: "negative") }
        return Value(Tracked(value.number + 1, census))
      },
      NodeDefinition(
        "Pair", inputs: ValuePort<Value>("x"), ManyPort<Value>("m"), outputs: ValuePort<Value>("y"), ValuePort<Int>("n")
      ) { (value: Value, more: [Value]) -> (Value, Int) in (more.last ?? value, more.count) },
    ]
  }

  private func use<Value: Sample>(_ evaluator: Evaluator, _ type: Value.Type, _ census: Census) throws {
    var ids: [NodeID] = []
    try evaluator.edit { edit in
      let source = try edit.add("Source")
      let next = try edit.add("Next")
      let pair = try edit.add("Pair")
      try edit.connect(source.output, to: next.input(0))
      try edit.connect(next.output, to: pair.input(0))
      try edit.connect(next.output, to: pair.input(1))
      ids = [source, next, pair]
    }
    let (source, next, pair) = (ids[0], ids[1], ids[2])
    let variable = try #require(try evaluator.variable(source, as: type))
    let result = try #require(try evaluator.output(pair.output, as: type))
    #expect(evaluator[result].number == 2)
    for number in [5, -5, -6, 7, 7] {
      evaluator.set(variable, to: Value(Tracked(number, census)))
      #expect(evaluator.failure(of: pair) == nil || number < 0)
    }
    #expect(evaluator[result].number == 8)
    // Reverts every way in which an edit can change values.
    _ = try? evaluator.edit { edit in
      try edit.set(source, to: Value(Tracked(20, census)))
      try edit.disconnect(next.input(0))
      try edit.setLiteral(next.input(0), to: Value(Tracked(21, census)))
      try edit.setLiteral(next.input(0), to: Value(Tracked(22, census)))
      try edit.setKind(of: source, to: "Other")
      try edit.setKind(of: source, to: "Source")
      try edit.setKind(of: next, to: "Pair")
      try edit.add("Source")
      try edit.remove(pair)
      throw Abandoned()
    }
    #expect(evaluator[result].number == 8 && evaluator[variable].number == 7)
    try evaluator.edit { edit in
      try edit.set(source, to: Value(Tracked(30, census)))
      try edit.set(source, to: Value(Tracked(7, census)))
    }
    try evaluator.edit { edit in
      try edit.disconnect(next.input(0))
      try edit.setLiteral(next.input(0), to: Value(Tracked(31, census)))
    }
    #expect(evaluator[result].number == 32)
    try evaluator.edit { try $0.setLiteral(next.input(0), to: Value(Tracked(41, census))) }
    #expect(evaluator[result].number == 42)
    try evaluator.edit { try $0.clearLiteral(next.input(0)) }
    #expect(evaluator[result].number == 3)
    try evaluator.edit { edit in
      try edit.setLiteral(next.input(0), to: Value(Tracked(50, census)))
      try edit.setKind(of: source, to: "Other")
      try edit.setKind(of: source, to: "Source")
      try edit.setDefinition(of: next, to: definitions(type, census)[2])
    }
    #expect(evaluator[result].number == 51)
    try evaluator.edit { edit in
      let own = try edit.add(own: definitions(type, census)[2])
      try edit.connect(own.output, to: pair.input(0), replacing: true)
    }
    try evaluator.edit { edit in
      try edit.set(source, to: Value(Tracked(60, census)))
      try edit.setKind(of: source, to: "Next")
      try edit.remove(pair)
    }
    let living = census.count
    for number in 0..<10 {
      try evaluator.edit { try $0.setLiteral(next.input(0), to: Value(Tracked(100 + number, census))) }
    }
    #expect(census.count <= living, "\(type)")
  }

  @Test func aValueInABoxIsNeverTrivialToDestroy() {
    #expect(!ValueType(SIMD8<Double>.self).isTrivial)
    #expect(ValueType(SIMD2<Int32>.self).isTrivial)
    #expect(!ValueType(String.self).isTrivial)
  }

  @Test func overAlignedValuesFlow() {
    let evaluator = Evaluator()
    let lanes = evaluator.input("lanes", SIMD8<Double>(repeating: 1))
    let double = evaluator.node("double", lanes) { $0 * 2 }
    let sum = evaluator.node("sum", double) { $0.sum() }
    #expect(evaluator[sum] == 16)
    evaluator.set(lanes, to: SIMD8(repeating: 3))
    #expect(evaluator[sum] == 48)
  }

  @Test func codeFirstNodesReleaseTheirValuesWithTheEvaluator() {
    let census = Census()
    do {
      let evaluator = Evaluator()
      let number = evaluator.input("number", 1)
      let object = evaluator.node("object", number) { number throws -> Tracked in
        if number == 3 { throw Complaint(description: "three") }
        return Tracked(number, census)
      }
      let list = evaluator.node("list", object, number) { Array(repeating: $0, count: $1) }
      for number1 in [2, 3, 4, 3, 5] { evaluator.set(number, to: number1) }
      #expect(evaluator[list].count == 5)
      #expect(census.count == 1)
    }
    #expect(census.count == 0)
  }
}
