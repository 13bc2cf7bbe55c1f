// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import Testing

/// Nodes that change their last output in place.
@Suite struct KeptBufferTests {
  /// Records the addresses of buffers.
  private final class Places: @unchecked Sendable {
    // Sendable: only one thread uses it.
    var voices: [UInt] = []
    var sums: [UInt] = []
  }

  private static func mix(_ places: Places) -> NodeDefinition {
    NodeDefinition(
      "Mix", inputs: ManyPort<[Double]>("voices"), output: ValuePort<[Double]>("sum"), initial: []
    ) { (sum: inout [Double], voices: [[Double]]) in
      sum.removeAll(keepingCapacity: true)
      for index in voices[0].indices { sum.append(voices.reduce(0) { $0 + $1[index] }) }
      places.sums.append(contentsOf: [address(sum), address(voices)])
    }
  }

  private static func address<Element>(_ array: [Element]) -> UInt {
    unsafe array.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
  }

  @Test func buffersAndArraysOfManyInputsAreUsedAgainUnlessSomeoneHoldsThem() throws {
    let places = Places()
    let evaluator = Evaluator(definitions: [Self.mix(places)])
    let level = evaluator.input("level", 1.0)
    let voices = (0..<3).map { voice in
      evaluator.node("voice \(voice)", level, initial: [Double]()) { (buffer: inout [Double], level: Double) in
        if buffer.isEmpty { buffer = Array(repeating: 0, count: 64) }
        for index in buffer.indices { buffer[index] = level * Double(voice) }
        places.voices.append(Self.address(buffer))
      }
    }
    var mix = level.node
    try evaluator.edit { edit in
      mix = try edit.add("Mix")
      for voice in voices { try edit.connect(voice.port, to: mix.input("voices")) }
    }
    let sum = try #require(try evaluator.output(mix.output, as: [Double].self))
    for value in 2..<6 { evaluator.set(level, to: Double(value)) }
    (places.voices, places.sums) = ([], [])
    for value in 10..<14 {
      evaluator.set(level, to: Double(value))
      #expect(evaluator[sum] == Array(repeating: Double(value) * 3, count: 64))
    }
    #expect(Set(places.voices).count == 3)
    #expect(Set(places.sums).count == 2)

    // A value that was read keeps its contents.
    let held = evaluator[sum]
    evaluator.set(level, to: 20)
    #expect(held[0] == 39)
    #expect(evaluator[sum][0] == 60)
    evaluator.undoLimit = 1 << 20
    evaluator.set(level, to: 30)
    evaluator.set(level, to: 40)
    evaluator.undo()
    #expect(evaluator[sum][0] == 90)
    evaluator.undo()
    #expect(evaluator[sum][0] == 60)
    evaluator.redo()
    #expect(evaluator[sum][0] == 90)
    evaluator.checkInvariants()
  }

  @Test func codeThatThrowsFailsAndGoesOnWithWhatItLeft() {
    struct Negative: Error {}
    let evaluator = Evaluator()
    let level = evaluator.input("level", 1)
    let list = evaluator.node("list", level, initial: [Int]()) { (list: inout [Int], level: Int) in
      list = [level]
      if level < 0 { throw Negative() }
    }
    evaluator.set(level, to: -1)
    #expect(evaluator.failure(of: list.node) != nil)
    evaluator.set(level, to: 3)
    #expect(evaluator[list] == [3])
  }

  @Test func aBufferAndAStateGoTogether() {
    let evaluator = Evaluator()
    let tick = evaluator.input("tick", 0)
    let gain = evaluator.input("gain", 2)
    let ramp = evaluator.node("ramp", tick: tick, gain, initial: [0, 0], state: 0) {
      (next: inout Int, buffer: inout [Int], gain: Int) in
      for index in buffer.indices {
        buffer[index] = next * gain
        next += 1
      }
    }
    #expect(evaluator[ramp] == [0, 2])
    evaluator.set(gain, to: 3)
    #expect(evaluator[ramp] == [0, 3])
    evaluator.set(tick, to: 1)
    #expect(evaluator[ramp] == [6, 9])
  }
}
