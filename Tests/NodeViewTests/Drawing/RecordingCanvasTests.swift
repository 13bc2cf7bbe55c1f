// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import Testing

@Suite struct RecordingCanvasTests {
  @Test func theDescriptionHasOneLineForEachDrawing() {
    let canvas = RecordingCanvas()
    canvas.group(CanvasGroup(id: "node-1", offset: GraphPoint(10, 20.5), scale: 2, opacity: 0.5)) {
      canvas.fill(
        DrawingPath(GraphRect(x: 0, y: 0, width: 30, height: 40), cornerRadius: 4), with: Paint(0x3366cc, opacity: 0.5))
      canvas.group(CanvasGroup(clip: GraphRect(x: 0, y: 0, width: 9, height: 9))) {
        canvas.draw(
          "two\nlines", in: GraphRect(x: 1, y: 2, width: 3, height: 4),
          style: TextStyle(alignment: .center, isBold: true))
      }
    }
    canvas.stroke(
      DrawingPath([
        .move(.zero), .curve(control1: GraphPoint(1, 0), control2: GraphPoint(2, 3), end: GraphPoint(4, 5)), .close,
      ]),
      with: Stroke(.black, width: 1.5, dash: [4, 2], isAnimated: true))
    #expect(
      canvas.description == """
        group "node-1" at 10,20.5 scale 2 opacity 0.5
          fill rect 0,0 30×40 radius 4 #3366cc opacity 0.5
          group clip 0,0 9×9
            text "two↵lines" in 1,2 3×4 #000000 size 14 center bold
        stroke path M 0,0 C 1,0 2,3 4,5 Z #000000 width 1.5 dash 4 2 animated
        """)
    #expect(canvas.texts == ["two\nlines"])
    #expect(canvas.drawings.count == 7)
    canvas.removeAll()
    #expect(canvas.description.isEmpty)
  }

  @Test func theDescriptionSaysWhatIsRoundCutAndAligned() {
    let canvas = RecordingCanvas()
    canvas.group(CanvasGroup(clip: GraphRect(x: 0, y: 0, width: 9, height: 9), clipRadius: 2.5)) {
      canvas.stroke(DrawingPath(through: [.zero, GraphPoint(1, 0)]), with: Stroke(.black, isRound: true))
      canvas.draw(
        "12", in: GraphRect(x: 1, y: 2, width: 3, height: 4),
        style: TextStyle(truncation: .middle, hasTabularFigures: true))
    }
    #expect(
      canvas.description == """
        group clip 0,0 9×9 radius 2.5
          stroke path M 0,0 L 1,0 #000000 width 1 round
          text "12" in 1,2 3×4 #000000 size 14 leading cut in the middle tabular
        """)
  }
}
