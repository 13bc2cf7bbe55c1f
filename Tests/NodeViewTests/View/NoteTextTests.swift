// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import Testing

/// The texts of frames.
@Suite struct NoteTextTests {
  private let demo: Demo

  init() throws { demo = try Demo(.editor) }

  private func draw(_ frame: GraphFrame) -> String {
    demo.host.looks.frames[FrameID(0)] = frame
    demo.view.reloadFrames()
    let canvas = RecordingCanvas()
    demo.view.style = .light
    let parts = demo.view.parts(in: GraphRect(x: -1e4, y: -1e4, width: 2e4, height: 2e4)).filter {
      $0.content == .frame(FrameID(0))
    }
    demo.view.draw(parts) { _ in canvas }
    return canvas.description
  }

  @Test func aNoteIsDrawnWithItsEmphasisCodeListAndLinks() {
    let frame = GraphFrame(
      "", GraphRect(x: 10, y: -200, width: 260, height: 120), text: "The **net** *price* of `a * b`\n\n- see [[total]]")
    #expect(
      draw(frame) == """
        group "frame-0"
          fill rect 10,-200 260×120 radius 14 #62a698 opacity 0.1
          stroke rect 10,-200 260×120 radius 14 #62a698 opacity 0.55 width 1.25
          text "" in 26,-188 228×16.25 #171c26 size 13 leading bold
          text "The" in 26,-188 24.693×18.2 #171c26 size 13 leading
          text "net" in 54.353,-188 24.81×18.2 #171c26 size 13 leading bold
          text "price" in 82.823,-188 32.883×18.2 #171c26 size 13 leading italic
          text "of" in 119.366,-188 13.045×18.2 #171c26 size 13 leading
          fill rect 136.071,-186.7 44.2×15.6 radius 3.25 #171c26 opacity 0.09
          text "a * b" in 136.071,-188 44.7×18.2 #171c26 size 12.22 center monospaced
          text "•" in 26,-160.7 8.3×18.2 #171c26 size 13 leading
          text "see" in 40.3,-160.7 23.289×18.2 #171c26 size 13 leading
          text "total" in 67.249,-160.7 30.257×18.2 #1d63ed size 13 leading
          stroke path M 67.249,-144.32 L 97.006,-144.32 #1d63ed width 1
        """)
  }

  @Test func linesAreWrappedAndWhatHasNoRoomIsCut() {
    let text = String(repeating: "seven words are in this long line ", count: 20)
    let note = NoteText(text, width: 200, upTo: 100, size: 13)
    #expect(note.isCut && note.height <= 100)
    let whole = NoteText(text, width: 200, size: 13)
    #expect(!whole.isCut && whole.height > 400)
    // A word that is longer than a line is divided.
    #expect(NoteText(String(repeating: "x", count: 200), width: 100, size: 13).height > 150)
    let empty = NoteText("", width: 100, size: 13)
    #expect(empty.words.isEmpty)
    let narrow = NoteText("much too wide", width: 0, upTo: 10, size: 13)
    #expect(narrow.words.count <= 1)
  }

  @Test func signsThatAreNotClosedAreText() {
    let plain = { (text: String) in GraphView.plainNote(text) }
    #expect(plain("a **b** *c* _d_ `e` [[f]]") == "a b c d e f")
    #expect(plain("2 * 3 * 4 and snake_case_name") == "2 * 3 * 4 and snake_case_name")
    #expect(plain("**open `code [[link") == "**open `code [[link")
    #expect(plain("<b>no</b> &amp;") == "<b>no</b> &amp;")
    #expect(GraphView.noteLinks(in: "[[a]] `b c` [[a]]\n[[d]]") == ["a", "b c", "d"])
    let many = String(repeating: "*[[`_", count: 20_000)
    #expect(plain(many).utf8.count <= many.utf8.count)
  }

  @Test func aLinkIsFoundWhereItIsDrawn() throws {
    let frame = GraphFrame("", GraphRect(x: 10, y: -200, width: 260, height: 120), text: "see [[total]] and `rate`")
    _ = draw(frame)
    let line = GraphPoint(26, -188 + 9)
    let names = stride(from: 0.0, to: 220, by: 4).map {
      demo.view.noteLink(at: demo.view.viewport.viewPoint(line + GraphPoint($0, 0)))
    }
    #expect(Set(names) == [nil, "total", "rate"])
    #expect(demo.view.noteLink(at: demo.view.viewport.viewPoint(GraphPoint(26, -100))) == nil)
  }

  @Test func aNoteIsMovedByAllOfItAndAFrameByItsTitle() {
    let rect = GraphRect(x: -400, y: -300, width: 200, height: 200)
    let middle = demo.view.viewport.viewPoint(rect.center)
    _ = draw(GraphFrame("", rect, text: "note"))
    #expect(demo.view.hitTest(middle) == .frame(FrameID(0)))
    #expect(
      demo.view.hitTest(demo.view.viewport.viewPoint(GraphPoint(rect.maxX - 3, rect.maxY - 3)))
        == .frameCorner(FrameID(0)))
    _ = draw(GraphFrame("Title", rect, text: "note"))
    #expect(demo.view.hitTest(middle) == .background)
  }

  @Test func aNodeWithANoteHasAMark() throws {
    demo.view.style = .light
    func drawing() throws -> String {
      let part = try #require(
        demo.view.parts(in: GraphRect(x: -1e4, y: -1e4, width: 2e4, height: 2e4)).first {
          $0.content == .node(demo.one)
        })
      let canvas = RecordingCanvas()
      demo.view.draw([part]) { _ in canvas }
      return canvas.description
    }
    let before = try drawing()
    demo.host.looks.nodes[demo.one] = NodeLook(note: "about it")
    demo.view.reload(demo.one)
    #expect(try drawing().count > before.count && drawing().hasPrefix(before.prefix(200)))
  }
}
