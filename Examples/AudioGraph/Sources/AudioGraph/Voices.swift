// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Foundation

let sampleRate = 48_000.0

/// The note of a voice.
struct Note: Equatable, Sendable {
  var frequency = 440.0
  var isOn = false
}

/// The samples of a block, in any kind of storage.
protocol Block {
  var indices: Range<Int> { get }
  subscript(frame: Int) -> Float { get set }
}

extension [Float]: Block {}

/// A sine with two overtones. Its state is the phase of the wave.
struct Oscillator: Sendable {
  private var phase = 0.0

  mutating func render(_ note: Note, into block: inout some Block) {
    let step = 2 * .pi * note.frequency / sampleRate
    for frame in block.indices {
      block[frame] = Float(sin(phase) + 0.4 * sin(2 * phase) + 0.2 * sin(3 * phase))
      phase += step
    }
    phase.formTruncatingRemainder(dividingBy: 2 * .pi)
  }
}

/// Fades in while the note is on, and out when it ends. Its state is the current level.
struct Envelope: Sendable {
  private var level: Float = 0

  mutating func apply<Samples: Block>(to input: Samples, _ note: Note, into block: inout Samples) {
    let (target, speed): (Float, Float) = note.isOn ? (1, 0.002) : (0, 0.0003)
    for frame in block.indices {
      level += speed * (target - level)
      block[frame] = level * input[frame]
    }
  }
}

/// A low pass of second order, in the transposed direct form II. Its state is the state of the filter.
struct Biquad: Sendable {
  private var (first, second) = (Float(0), Float(0))

  mutating func filter<Samples: Block>(
    _ input: Samples, cutoff: Double, resonance: Double, into block: inout Samples
  ) {
    let angle = 2 * .pi * cutoff / sampleRate
    let (cosine, alpha) = (cos(angle), sin(angle) / (2 * resonance))
    let scale = 1 / (1 + alpha)
    let b1 = Float((1 - cosine) * scale)
    let (b0, a1, a2) = (b1 / 2, Float(-2 * cosine * scale), Float((1 - alpha) * scale))
    for frame in block.indices {
      let x = input[frame]
      let y = b0 * x + first
      first = b1 * x - a1 * y + second
      second = b0 * x - a2 * y
      block[frame] = y
    }
  }
}

/// The sum of voices.
func mix(_ voices: some Collection<[Float]>, into block: inout [Float]) {
  for frame in block.indices { block[frame] = 0 }
  for voice in voices { for frame in block.indices { block[frame] += voice[frame] } }
}

/// Applies the volume to the output of the instrument.
func amplify<Samples: Block>(_ input: Samples, _ volume: Double, into block: inout Samples) {
  for frame in block.indices { block[frame] = Float(volume) * input[frame] }
}
