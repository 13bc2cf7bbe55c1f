// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EditorProtocol
import NodeGraph
import NodeView
import Testing

@Suite struct ProtocolTests {
  private let messages: [PageMessage] = [
    .hello(
      token: "0123", PageMessage.Surface(size: GraphSize(1000, 700), isDark: true),
      PageMessage.Camera(origin: GraphPoint(-12.25, 3), zoom: 0.5)),
    .hello(token: "", PageMessage.Surface(size: GraphSize(1, 2), isReduced: true), nil),
    .input(InputEvent(.down(pointer: 3, at: GraphPoint(10.5, -2), button: .secondary), time: 1.25, modifiers: .shift)),
    .input(InputEvent(.moved(pointer: 0, at: GraphPoint(0.015625, 1e6)), time: 0)),
    .input(InputEvent(.up(pointer: 0, at: .zero), time: 2)), .input(InputEvent(.cancelled(pointer: 9), time: 3)),
    .input(InputEvent(.tick, time: 4)), .key("ArrowLeft", [.shift, .command]), .text(field: 300, "ä = 1"),
    .text(field: 1, nil), .command("paste", ["a = 1\n", ""]), .command("undo", []),
    .acknowledge(frame: 70_000, hash: 0xdead_beef), .camera(PageMessage.Camera(origin: GraphPoint(1, 2), zoom: 3)),
    .surface(PageMessage.Surface(size: GraphSize(320, 480))), .ask(300),
  ]

  @Test func whatIsWrittenIsRead() throws {
    #expect(try PageMessage.messages(PageMessage.bytes(messages)) == messages)
    #expect(try PageMessage.messages(PageMessage.bytes([])) == [])
  }

  @Test func aMessageThatEndsEarlyIsRefused() throws {
    for message in messages {
      let bytes = PageMessage.bytes([message])
      for count in 0..<bytes.count where count != 1 {
        #expect(throws: ByteFault.self) { try PageMessage.messages(Array(bytes.prefix(count))) }
      }
    }
  }

  @Test func noBytesStopTheProgram() {
    // Each byte of each message is replaced by a few bytes at the limits of what is allowed.
    for message in messages {
      let bytes = PageMessage.bytes([message])
      for place in bytes.indices {
        for value in [0, 1, 4, 8, 9, 0x7f, 0x80, 0xfe, 0xff] as [UInt8] {
          var changed = bytes
          changed[place] = value
          _ = try? PageMessage.messages(changed)
        }
      }
    }
    #expect(throws: ByteFault.version(2)) { try PageMessage.messages([2]) }
    #expect(throws: ByteFault.tag(99)) { try PageMessage.messages([1, 99]) }
    #expect(throws: ByteFault.range) { try PageMessage.messages([1, 4] + Array(repeating: 0xff, count: 12)) }
    // A length that exceeds any memory.
    #expect(throws: ByteFault.end) { try PageMessage.messages([1, 3, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]) }
    #expect(throws: ByteFault.text) { try PageMessage.messages([1, 3, 2, 0xc3, 0x28, 0]) }
  }

  @Test func numbersKeepTheirValueAndSixtyFourths() throws {
    let values = [0, 1, -1, 63, 64, 127, 128, -128, 1 << 40, -(1 << 40)]
    let lengths: [Double] = [0.5, -0.5, 0.015625, -0.015625, 12_345.671875]
    var writer = ByteWriter()
    for value in values { writer.whole(value) }
    for value in lengths { writer.points(value) }
    writer.points(.nan)
    writer.points(.infinity)
    var reader = ByteReader(writer.bytes)
    for value in values { #expect(try reader.whole() == value) }
    for value in lengths { #expect(try reader.points() == value) }
    #expect(try reader.points() == 0)
    #expect(try reader.points() == 1e9)
    #expect(reader.isAtEnd)
  }

  private func bytes(at origin: GraphPoint) -> [UInt8] {
    let canvas = BytesCanvas(origin: origin)
    let rect = GraphRect(x: origin.x + 0.1, y: origin.y + 1 / 128, width: 120.3, height: 36)
    let outline = DrawingPath(rect, cornerRadius: 10)
    canvas.beginGroup(CanvasGroup(id: "node", opacity: 0.5))
    canvas.fill(outline, with: .white)
    canvas.stroke(outline, with: Stroke(.black, width: 1.25, dash: [5, 3], isRound: true))
    canvas.beginGroup(CanvasGroup(offset: rect.origin, scale: 0.8, clip: GraphRect(x: 0, y: 0, width: 100, height: 30)))
    canvas.draw("12", in: GraphRect(x: 4, y: 0, width: 80, height: 30), style: TextStyle(isBold: true))
    canvas.endGroup()
    canvas.endGroup()
    return canvas.bytes
  }

  @Test func aDrawingIsTheSameWhereverItsOriginIs() {
    let expected = bytes(at: .zero)
    for origin in [GraphPoint(0.3, 0.7), GraphPoint(-1234.567, 89.01), GraphPoint(99_999.9, -0.1)] {
      #expect(bytes(at: origin) == expected)
    }
  }

  @Test func aPathIsWrittenOnce() {
    let path = DrawingPath(through: [.zero, GraphPoint(10, 0), GraphPoint(20, 30)])
    let (once, twice) = (BytesCanvas(), BytesCanvas())
    once.fill(path, with: .black)
    twice.fill(path, with: .black)
    twice.fill(path, with: .black)
    #expect(twice.bytes.count == once.bytes.count + 2 + 5)
  }

  @Test func theHashSaysPlaceAndBytes() {
    let hash = FrameHash.hash(GraphPoint(1, 2), [1, 2, 3])
    #expect(hash != FrameHash.hash(GraphPoint(2, 1), [1, 2, 3]))
    #expect(hash != FrameHash.hash(GraphPoint(1, 2), [1, 3, 2]))
    #expect(FrameHash.hash(.zero, []) != FrameHash.hash(.zero, [0]))
  }

  @Test func timesAreWrittenToTheMillisecond() throws {
    for milliseconds in 0..<5000 {
      let messages = [PageMessage.input(InputEvent(.tick, time: Double(milliseconds) / 1000))]
      #expect(try PageMessage.messages(PageMessage.bytes(messages)) == messages)
    }
  }
}
