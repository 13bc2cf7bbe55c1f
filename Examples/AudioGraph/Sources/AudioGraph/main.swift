// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CAllocations
import Foundation

// Plays a few bars with 16 voices: as a graph that is edited for each block, as a plan for an audio thread, and as a
// loop written by hand. All three give the same bits. Prints how long each takes, and how often a block allocates
// memory. Fails if the bits differ or a block allocates.
//
//   AudioGraph [FILE.wav]     writes what was played

let (voices, frames, seconds) = (16, 256, 8.0)
let blocks = Int(seconds * sampleRate) / frames

/// The controls of a block: arpeggios of chords, while the filter opens and closes.
func controls(_ block: Int, _ last: Controls) -> Controls {
  var controls = last
  controls.cutoff = 1_200 + 900 * sin(Double(block) / 90)
  let beat = 24
  guard block % beat == 0 else { return controls }
  let step = block / beat
  let chord = [[0, 4, 7, 11, 14], [-3, 0, 4, 7, 12], [5, 9, 12, 16, 19], [-5, -1, 2, 5, 14]][step / 8 % 4]
  for voice in controls.notes.indices where step - voice > 5 || voice == step % voices {
    controls.notes[voice].isOn = false
  }
  let semitones = chord[step % chord.count] - 12 + 12 * (step / 3 % 3)
  controls.notes[step % voices] = Note(frequency: 220 * exp2(Double(semitones) / 12), isOn: true)
  return controls
}

let synthesizer = try Synthesizer(voices: voices, frames: frames)
let live = try LiveSynthesizer(voices: voices)
var handWritten = HandWritten(voices: voices, frames: frames)
var recording: [Float] = []
recording.reserveCapacity(blocks * frames)
var played = Controls(notes: Array(repeating: Note(), count: voices))
var (graphTime, liveTime, loopTime) = (Duration.zero, Duration.zero, Duration.zero)
var (allocations, ratios, liveRatios) = (0, [Double](), [Double]())
let clock = ContinuousClock()
// After so many blocks every kind of edit was made once, and tables have their size.
let (bar, warmUp) = (48, 400)
// The graph has evaluated block 0 when it was made. An edit that changes all notes, and another that restores them,
// give its tables their size; both compute block 0 again.
handWritten.render(played)
synthesizer.render(0, Controls(notes: played.notes.map { _ in Note(frequency: 220) }))
synthesizer.render(0, played)

for block in 1...blocks {
  // Turning a knob between two blocks computes the current block again, from the same state. Turning it back leaves no trace.
  if block % 100 == 0 {
    synthesizer.turn(cutoff: 5_000)
    guard synthesizer.samples != handWritten.samples else { fatalError("a knob is heard") }
    synthesizer.turn(cutoff: played.cutoff)
  }
  played = controls(block, played)
  let before = allocation_count()
  let graphPart = clock.measure { synthesizer.render(block, played) }
  let after = allocation_count()
  if block % 50 == 0 { try live.changeSomethingElse() }
  live.play(played)
  let beforeLive = allocation_count()
  let livePart = clock.measure { live.render(block) }
  if block > warmUp { allocations += allocation_count() - beforeLive + after - before }
  let loopPart = clock.measure { handWritten.render(played) }
  (graphTime, liveTime, loopTime) = (graphTime + graphPart, liveTime + livePart, loopTime + loopPart)
  let samples = synthesizer.samples
  guard samples == handWritten.samples else {
    print("Block \(block) of the graph has other samples than the loop.")
    exit(1)
  }
  let frames = live.samples
  guard frames.indices.allSatisfy({ frames[$0].bitPattern == samples[$0].bitPattern }) else {
    print("Block \(block) of the plan has other samples than the loop.")
    exit(1)
  }
  recording += samples
  if block % bar == 0 {
    ratios.append(graphTime / loopTime)
    liveRatios.append(liveTime / loopTime)
    (graphTime, liveTime, loopTime) = (.zero, .zero, .zero)
  }
}

let level = recording.reduce(0) { max($0, abs($1)) }
print("\(blocks) blocks of \(frames) frames by \(synthesizer.evaluator.graph.nodeCount) nodes: the bits of the loop")
print("allocations in \(blocks - warmUp) blocks: \(allocations)")
for (name, ratios) in [("graph", ratios), ("plan", liveRatios)] {
  let median = ratios.sorted()[ratios.count / 2]
  print("time, \(name) ÷ loop: \(String(format: "%.3f", median)) (median of \(ratios.count) bars)")
}
print("loudest sample: \(String(format: "%.2f", level))")
if CommandLine.arguments.count > 1 {
  try wave(recording).write(to: URL(fileURLWithPath: CommandLine.arguments[1]))
  print("written: \(CommandLine.arguments[1])")
}
if allocations > 0 || level < 0.05 || level > 1 { exit(1) }
