// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval

/// The input of one block: the note of each voice, and the positions of the knobs.
struct Controls {
  var notes: [Note]
  var cutoff = 1_200.0
  var resonance = 2.0
  var volume = 0.1
}

/// The instrument as a graph. The number of the block is the tick: with each tick, the state of all nodes advances.
struct Synthesizer {
  let evaluator: Evaluator
  private let block: Variable<Int>
  private let notes: [Variable<Note>]
  private let cutoff: Variable<Double>
  private let resonance: Variable<Double>
  private let volume: Variable<Double>
  private let output: Output<[Float]>

  init(voices: Int, frames: Int) throws {
    let silence = [Float](repeating: 0, count: frames)
    let evaluator = Evaluator(definitions: Self.kinds(silence))
    // A plan, and memory for it, would be made in the middle of an evaluation.
    evaluator.planLimit = 0
    self.evaluator = evaluator
    let block = evaluator.input("block", 0)
    let (cutoff, resonance) = (evaluator.input("cutoff", 1_200.0), evaluator.input("resonance", 2.0))
    (self.block, self.cutoff, self.resonance) = (block, cutoff, resonance)
    volume = evaluator.input("volume", 0.1)
    let notes = (0..<voices).map { evaluator.input("note \($0)", Note()) }
    self.notes = notes
    var mixed: Output<[Float]>?
    try evaluator.edit { graph in
      let mix = try graph.add("Mix", named: "mix")
      for note in notes {
        let oscillator = try graph.add("Oscillator")
        let envelope = try graph.add("Envelope")
        let filter = try graph.add("Low pass")
        for node in [oscillator, envelope, filter] { try graph.connect(block.port, to: node.input("block")) }
        for node in [oscillator, envelope] { try graph.connect(note.port, to: node.input("note")) }
        try graph.connect(oscillator.output, to: envelope.input("audio"))
        try graph.connect(envelope.output, to: filter.input("audio"))
        try graph.connect(cutoff.port, to: filter.input("cutoff"))
        try graph.connect(resonance.port, to: filter.input("resonance"))
        try graph.connect(filter.output, to: mix.input("voices"))
      }
      mixed = try evaluator.output(mix.output, as: [Float].self)
    }
    guard let mixed else { fatalError("a mix has an output of samples") }
    output = evaluator.node("output", mixed, volume, initial: silence) { (block: inout [Float], mixed, volume) in
      amplify(mixed, volume, into: &block)
    }
  }

  private static func kinds(_ silence: [Float]) -> [NodeDefinition] {
    let (block, note) = (ValuePort<Int>("block"), ValuePort<Note>("note"))
    let (audio, samples) = (ValuePort<[Float]>("audio"), ValuePort<[Float]>("audio"))
    return [
      NodeDefinition(
        "Oscillator", tick: block, inputs: note, output: samples, initial: silence, state: Oscillator()
      ) { (oscillator: inout Oscillator, block: inout [Float], note) in
        oscillator.render(note, into: &block)
      },
      NodeDefinition(
        "Envelope", tick: block, inputs: audio, note, output: samples, initial: silence, state: Envelope()
      ) { (envelope: inout Envelope, block: inout [Float], input, note) in
        envelope.apply(to: input, note, into: &block)
      },
      NodeDefinition(
        "Low pass", tick: block, inputs: audio, ValuePort<Double>("cutoff"), ValuePort<Double>("resonance"),
        output: samples, initial: silence, state: Biquad()
      ) { (biquad: inout Biquad, block: inout [Float], input, cutoff, resonance) in
        biquad.filter(input, cutoff: cutoff, resonance: resonance, into: &block)
      },
      NodeDefinition("Mix", inputs: ManyPort<[Float]>("voices"), output: samples, initial: silence) {
        (block: inout [Float], voices) in
        mix(voices, into: &block)
      },
    ]
  }

  /// Renders a block in one edit, which also applies notes and knobs.
  func render(_ number: Int, _ controls: Controls) {
    evaluator.edit { edit in
      for (variable, note) in zip(notes, controls.notes) { edit.set(variable, to: note) }
      edit.set(cutoff, to: controls.cutoff)
      edit.set(resonance, to: controls.resonance)
      edit.set(volume, to: controls.volume)
      edit.set(block, to: number)
    }
  }

  /// Turns a knob without rendering another block: the current block is computed again, from the same state.
  func turn(cutoff value: Double) { evaluator.set(cutoff, to: value) }

  /// The samples of the last block.
  var samples: [Float] { evaluator[output] }
}
