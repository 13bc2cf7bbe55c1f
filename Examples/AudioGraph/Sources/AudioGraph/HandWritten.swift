// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The instrument as a loop written by hand, for comparison with the graph.
struct HandWritten {
  private var oscillators: [Oscillator]
  private var envelopes: [Envelope]
  private var filters: [Biquad]
  private var oscillated: [[Float]]
  private var faded: [[Float]]
  private var filtered: [[Float]]
  private var mixed: [Float]
  private(set) var samples: [Float]

  init(voices: Int, frames: Int) {
    let silence = [Float](repeating: 0, count: frames)
    oscillators = Array(repeating: Oscillator(), count: voices)
    envelopes = Array(repeating: Envelope(), count: voices)
    filters = Array(repeating: Biquad(), count: voices)
    // Each block has its own memory from the beginning.
    let blocks = (0..<voices).map { _ in silence.map { $0 } }
    (oscillated, faded, filtered) = (blocks.map { $0.map { $0 } }, blocks.map { $0.map { $0 } }, blocks)
    (mixed, samples) = (silence.map { $0 }, silence)
  }

  mutating func render(_ controls: Controls) {
    for voice in oscillators.indices {
      let note = controls.notes[voice]
      oscillators[voice].render(note, into: &oscillated[voice])
      envelopes[voice].apply(to: oscillated[voice], note, into: &faded[voice])
      filters[voice].filter(
        faded[voice], cutoff: controls.cutoff, resonance: controls.resonance, into: &filtered[voice])
    }
    mix(filtered, into: &mixed)
    amplify(mixed, controls.volume, into: &samples)
  }
}
