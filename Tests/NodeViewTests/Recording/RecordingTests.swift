// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import NodeGraph
import NodeView
import TestSupport
import Testing

@Suite struct RecordingTests {
  private typealias Line = RecordingLine<GraphViewStep>

  /// Records a session of random gestures. Returns its recording, its effects, its picture and the graph it began with.
  private func record(seed: UInt64) throws -> (
    text: [UInt8], effects: [GraphViewEffect], picture: String, graph: Graph
  ) {
    let demo = try Demo(.editor)
    let graph = demo.host.graph
    var random = SplitMix64(seed: seed)
    var text: [UInt8] = []
    var recorder = Recorder<GraphViewStep>(of: "GraphView") { line in
      text += ((try? JSONEncoder().encode(line)) ?? Data()) + [10]
    }
    demo.view.onStep = { recorder.record($0, at: demo.time + 100) }
    demo.view.style = .light
    var effects: [GraphViewEffect] = []
    let places = [
      Demo.oneItem, Demo.twoItem, Demo.sumItem, Demo.nowhere, Demo.oneOutput, Demo.sumOutput, Demo.x, Demo.y,
    ]
    for _ in 0..<400 {
      let place = (places.randomElement(using: &random) ?? .zero) + GraphPoint(Double(random.below(60)), 0)
      let action: InputEvent.Action =
        switch random.below(9) {
        case 0, 1: .down(pointer: 0, at: place, button: random.oneIn(8) ? .secondary : .primary)
        case 2, 3, 4: .moved(pointer: 0, at: place)
        case 5: .up(pointer: 0, at: place)
        case 6: .scroll(at: place, by: GraphPoint(0, Double(random.below(40)) - 20))
        case 7: .key([.left, .escape, .a, .down].randomElement(using: &random) ?? .left)
        default: .cancelled(pointer: 0)
        }
      effects += demo.send(action, random.oneIn(6) ? .shift : [])
      if random.oneIn(20) { demo.view.viewport = Viewport(size: GraphSize(900, 700), origin: place * 0.1) }
      if random.oneIn(40) {
        recorder.record(.host("dark"), at: demo.time + 100)
        demo.view.style = .dark
      }
    }
    return (text, effects, picture(of: demo.view), graph)
  }

  private func picture(of view: GraphView) -> String {
    let canvas = RecordingCanvas()
    view.draw(in: canvas)
    return canvas.description
  }

  private func read(_ text: [UInt8]) throws(RecordingFault) -> Recording<GraphViewStep> {
    try Recording(of: "GraphView", text) { try JSONDecoder().decode(Line.self, from: Data($0)) }
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func aSessionThatIsReplayedHasTheSameEffectsAndThePictureOfTheFirst(seed: UInt64) throws {
    let first = try record(seed: seed)
    let recording = try read(first.text)
    // The replay needs the same graph, because another graph has other ids.
    let demo = try Demo(.editor, showing: first.graph)
    demo.view.style = .light
    let effects = demo.view.replay(recording) { name in if name == "dark" { demo.view.style = .dark } }
    #expect(effects == first.effects)
    #expect(picture(of: demo.view) == first.picture)
    #expect(recording.entries.count > 400 && recording.entries.first?.time == 0)
  }

  @Test func whatTheHostDoesWhileItIsToldIsInNoRecording() throws {
    let demo = try Demo(.editor)
    var steps: [GraphViewStep] = []
    demo.view.onStep = { steps.append($0) }
    demo.host.afterCall = { host in
      guard host.log.count < 3 else { return }
      host.view?.viewport.origin = GraphPoint(Double(host.log.count), 0)
      host.view?.handle(InputEvent(.key(.escape), time: 0))
    }
    demo.key(.a, .command)
    #expect(steps == [.event(InputEvent(.key(.a), time: 0.01, modifiers: .command))])
    demo.host.afterCall = nil
    demo.send(.moved(pointer: 0, at: GraphPoint(.nan, 0)))
    #expect(steps.count == 1, "what the view ignores can't be written as JSON")
  }

  @Test func timesOfARecordingBeginAtZeroAndNeverGoBack() {
    var times: [Double] = []
    var recorder = Recorder<GraphViewStep>(of: "GraphView") { line in
      if case .step(_, let time) = line { times.append(time) }
    }
    for time in [7, 7.5, 6, .nan, 9] { recorder.record(.host("x"), at: time) }
    #expect(times == [0, 0.5, 0.5, 0.5, 2])
  }

  @Test func aRecordingThatIsNotWholeIsRefusedWithTheLine() throws {
    let header = #"{"recording":"GraphView","version":1}"#
    func step(_ time: Double) -> String { #"{"step":{"host":{"_0":"x"}},"time":\#(time)}"# }
    func fault(_ text: String) -> String? {
      do {
        _ = try read(Array(text.utf8))
        return nil
      } catch { return error.description }
    }
    #expect(fault("\(header)\n\(step(0))\n\(step(1))\n") == nil)
    #expect(fault("\(header)\n") == nil, "nothing was done")
    #expect(fault("") == "line 1: the recording is empty")
    #expect(fault("\(header)\n\(step(0))") == "line 2: the line was not written to its end")
    #expect(fault("\(header)\n\(step(0))\n{\"st") == "line 3: the line was not written to its end")
    #expect(fault("\(header)\nnonsense\n\(step(1))\n") == "line 2: the line can't be read")
    #expect(fault("\(header)\n\n") == "line 2: the line can't be read")
    #expect(fault("\(header)\n\(#"{"step":{"jump":{}},"time":0}"#)\n") == "line 2: the line can't be read")
    #expect(
      fault(#"{"recording":"GraphView","version":2}"# + "\n")
        == "line 1: the recording has version 2, which this program can't read")
    #expect(fault(#"{"recording":"LiveEditor","version":1}"# + "\n") == "line 1: it is a recording of 'LiveEditor'")
    #expect(fault("\(step(0))\n") == "line 1: the line is out of order")
    #expect(fault("\(header)\n\(header)\n") == "line 2: the line is out of order")
    #expect(fault("\(header)\n\(step(2))\n\(step(1))\n") == "line 3: the line is out of order")
  }
}
