// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorView
import EditorDesk
import EditorProtocol
import Foundation
import NodeGraph
import NodeView
import Testing

@Suite struct ReplayTests {
  private static let token = "0123456789abcdef"

  private func session() throws -> Session {
    let session = Session()
    for line in ["a = 20", "b = a * 2", "c = b + a", "d = c > 3"] { try session.run(line) }
    return session
  }

  private func desk(_ session: Session) -> Desk {
    let host = Desk.Host(
      token: Self.token, keep: { _, _, _ in true }, save: nil, text: { $0.text }, read: { _, _ in Session() })
    return Desk(session, title: "test", host: host)
  }

  /// The recording of a session with random actions in two pages.
  private func record(seed: UInt64) throws -> [UInt8] {
    let session = try session()
    var text: [UInt8] = []
    var recorder = Recorder<DeskStep>(of: DeskStep.recordingName) { line in
      text += ((try? JSONEncoder().encode(line)) ?? Data()) + [10]
    }
    var time = 0.0
    recorder.record(.document(name: "test.nc", text: session.text, isChanged: false), at: time)
    let desk = desk(session)
    desk.onStep = { recorder.record($0, at: time) }
    var state = seed
    func random(_ count: UInt64) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % count)
    }
    var frames: [Int: (number: Int, hash: UInt32)] = [:]
    var pages: [Int] = []
    for _ in 0..<2 {
      var number = 0
      number = desk.open { bytes in
        frames[number] = (
          (frames[number]?.number ?? 0) + 1, bytes.suffix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
        )
      }
      pages.append(number)
      let camera = PageMessage.Camera(origin: GraphPoint(-20, -20), zoom: 1)
      let surface = PageMessage.Surface(size: GraphSize(1000, 700))
      _ = desk.receive(PageMessage.bytes([.hello(token: Self.token, surface, camera)]), from: number)
    }
    for _ in 0..<300 {
      time += 0.05
      let place = GraphPoint(Double(random(800)), Double(random(400)))
      let message: PageMessage =
        switch random(12) {
        case 0, 1: .input(InputEvent(.down(pointer: 0, at: place, button: .primary), time: time))
        case 2, 3, 4, 5: .input(InputEvent(.moved(pointer: 0, at: place), time: time))
        case 6: .input(InputEvent(.up(pointer: 0, at: place), time: time))
        case 7: .command(["undo", "redo", "all", "layout", "fit"][random(5)], [])
        case 8: .command("paste", ["x\(random(50)) = a + \(random(9))"])
        case 9: .key(["ArrowRight", "Enter", "Escape", "Delete"][random(4)], [])
        case 10: .camera(PageMessage.Camera(origin: place - GraphPoint(300, 200), zoom: 0.5))
        default: .surface(PageMessage.Surface(size: GraphSize(900, 600), isDark: random(2) == 0))
        }
      let page = pages[random(2)]
      _ = desk.receive(PageMessage.bytes([message]), from: page)
      // Sometimes a page answers late.
      if let frame = frames[page], random(4) > 0 {
        _ = desk.receive(PageMessage.bytes([.acknowledge(frame: frame.number, hash: frame.hash)]), from: page)
      }
    }
    desk.close(pages[0])
    return text
  }

  private func read(_ text: [UInt8]) throws -> Recording<DeskStep> {
    try Recording(of: DeskStep.recordingName, text) { line in
      try JSONDecoder().decode(RecordingLine<DeskStep>.self, from: Data(line))
    }
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func aRandomSessionIsReplayedToTheSameFrames(seed: UInt64) throws {
    let replay = Replay(try read(try record(seed: seed)), on: desk(try session()))
    #expect(replay.frames.count > 20 && replay.missingCount == 0)
    #expect(replay.frames.allSatisfy { $0.isSame })
  }

  @Test func aReplayWithAnotherDocumentTellsWhichFramesDiffer() throws {
    let host = Desk.Host(
      token: "other", keep: { _, _, _ in true }, save: nil, text: { $0.text }, read: { _, _ in Session() })
    let replay = Replay(try read(try record(seed: 1)), on: Desk(Session(), title: "empty", host: host))
    #expect(replay.frames.contains { !$0.isSame })
    #expect(replay.frames.count { $0.recorded != nil } + replay.missingCount > 20)
  }

  @Test func aRecordingHoldsTheDocumentAndNotTheSecretOfTheLink() throws {
    let text = try record(seed: 1)
    let recording = try read(text)
    guard case .document("test.nc", let document, false)? = recording.entries.first?.step else {
      Issue.record("the document comes first")
      return
    }
    #expect(document.contains("b = a * 2"))
    #expect(!String(decoding: text, as: UTF8.self).contains(Self.token))
  }
}
