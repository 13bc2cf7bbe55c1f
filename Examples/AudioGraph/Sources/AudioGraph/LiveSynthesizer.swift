// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval

/// The samples of a block as plain bytes, which a thread that must not wait can copy.
struct Frames: Block, Sendable {
  private var samples = InlineArray<256, Float>(repeating: 0)

  var indices: Range<Int> { samples.indices }

  subscript(frame: Int) -> Float {
    get { samples[frame] }
    set { samples[frame] = newValue }
  }
}

/// The instrument for an audio thread: one thread edits the graph, and another renders it with a plan.
struct LiveSynthesizer {
  let evaluator: Evaluator
  let plan: RealTimePlan
  let block: Variable<Int>
  let notes: [Variable<Note>]
  let cutoff: Variable<Double>
  let resonance: Variable<Double>
  let volume: Variable<Double>
  private let output: Output<Frames>

  init(voices: Int) throws {
    let evaluator = Evaluator(definitions: Self.kinds)
    let block = evaluator.input("block", 0)
    let (cutoff, resonance) = (evaluator.input("cutoff", 1_200.0), evaluator.input("resonance", 2.0))
    let volume = evaluator.input("volume", 0.1)
    let notes = (0..<voices).map { evaluator.input("note \($0)", Note()) }
    var output: Output<Frames>?
    try evaluator.edit { graph in
      // Voices are added one after the other, as in the loop.
      let sums = try notes.map { _ in try graph.add("Add") }
      for (voice, note) in notes.enumerated() {
        let oscillator = try graph.add("Oscillator")
        let envelope = try graph.add("Envelope")
        let filter = try graph.add("Low pass")
        for node in [oscillator, envelope, filter] { try graph.connect(block.port, to: node.input("block")) }
        for node in [oscillator, envelope] { try graph.connect(note.port, to: node.input("note")) }
        try graph.connect(oscillator.output, to: envelope.input("audio"))
        try graph.connect(envelope.output, to: filter.input("audio"))
        try graph.connect(cutoff.port, to: filter.input("cutoff"))
        try graph.connect(resonance.port, to: filter.input("resonance"))
        try graph.connect(filter.output, to: sums[voice].input("audio"))
        if voice > 0 { try graph.connect(sums[voice - 1].output, to: sums[voice].input("sum")) }
      }
      let end = try graph.add("Amplify")
      if let last = sums.last { try graph.connect(last.output, to: end.input("audio")) }
      try graph.connect(volume.port, to: end.input("volume"))
      output = try evaluator.output(end.output, as: Frames.self)
    }
    guard let output else { fatalError("the last node has an output of frames") }
    (self.evaluator, self.block, self.notes, self.output) = (evaluator, block, notes, output)
    (self.cutoff, self.resonance, self.volume) = (cutoff, resonance, volume)
    plan = try RealTimePlan(evaluator, outputs: output)
  }

  private static var kinds: [NodeDefinition] {
    let (block, note) = (ValuePort<Int>("block"), ValuePort<Note>("note"))
    let (audio, samples) = (ValuePort<Frames>("audio"), ValuePort<Frames>("audio"))
    return [
      NodeDefinition(
        "Oscillator", tick: block, inputs: note, output: samples, initial: Frames(), state: Oscillator()
      ) { (oscillator: inout Oscillator, frames: inout Frames, note) in
        oscillator.render(note, into: &frames)
      },
      NodeDefinition(
        "Envelope", tick: block, inputs: audio, note, output: samples, initial: Frames(), state: Envelope()
      ) { (envelope: inout Envelope, frames: inout Frames, input, note) in
        envelope.apply(to: input, note, into: &frames)
      },
      NodeDefinition(
        "Low pass", tick: block, inputs: audio, ValuePort<Double>("cutoff"), ValuePort<Double>("resonance"),
        output: samples, initial: Frames(), state: Biquad()
      ) { (biquad: inout Biquad, frames: inout Frames, input, cutoff, resonance) in
        biquad.filter(input, cutoff: cutoff, resonance: resonance, into: &frames)
      },
      NodeDefinition(
        "Add", inputs: ValuePort<Frames>("sum", default: Frames()), audio, output: samples, initial: Frames()
      ) { (frames: inout Frames, sum, input) in
        for frame in frames.indices { frames[frame] = sum[frame] + input[frame] }
      },
      NodeDefinition(
        "Amplify", inputs: audio, ValuePort<Double>("volume"), output: samples, initial: Frames()
      ) { (frames: inout Frames, input, volume) in
        amplify(input, volume, into: &frames)
      },
    ]
  }

  /// Sets what is played from the next block on. Called by the thread that edits.
  func play(_ controls: Controls) {
    for (variable, note) in zip(notes, controls.notes) { plan.set(variable, to: note) }
    plan.set(cutoff, to: controls.cutoff)
    plan.set(resonance, to: controls.resonance)
    plan.set(volume, to: controls.volume)
  }

  /// Adds a voice that is not connected, and publishes the graph: the sound continues without a change.
  func changeSomethingElse() throws {
    try evaluator.edit { try $0.add("Oscillator") }
    try plan.publish()
  }

  /// Renders a block. Called by the audio thread.
  func render(_ number: Int) { plan.render { $0.set(block, to: number) } }

  /// The samples of the last block. Read by the audio thread.
  var samples: Frames { plan[output] }
}
