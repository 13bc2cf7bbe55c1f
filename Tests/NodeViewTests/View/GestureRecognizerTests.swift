// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import Testing

@Suite struct GestureRecognizerTests {
  /// Passes events, each a time and an action, to a recognizer, and returns the gestures.
  private func gestures(
    _ events: [(Double, InputEvent.Action)], _ profile: InteractionProfile = .touch
  ) -> [Gesture] {
    var recognizer = GestureRecognizer()
    return events.flatMap { recognizer.recognize(InputEvent($0.1, time: $0.0), profile) }
  }

  private func down(_ x: Double, _ y: Double = 0, _ pointer: Int = 0) -> InputEvent.Action {
    .down(pointer: pointer, at: GraphPoint(x, y), button: .primary)
  }

  private func moved(_ x: Double, _ y: Double = 0, _ pointer: Int = 0) -> InputEvent.Action {
    .moved(pointer: pointer, at: GraphPoint(x, y))
  }

  private func up(_ x: Double, _ y: Double = 0, _ pointer: Int = 0) -> InputEvent.Action {
    .up(pointer: pointer, at: GraphPoint(x, y))
  }

  private func press(_ x: Double) -> Gesture { .press(GraphPoint(x, 0), .primary) }
  private func tap(_ x: Double, _ count: Int = 1) -> Gesture { .tap(GraphPoint(x, 0), count: count) }

  @Test func aPointerThatComesDownAndUpTaps() {
    #expect(gestures([(0, down(5)), (0.1, up(5))]) == [press(5), tap(5)])
    #expect(
      gestures([(0, down(5)), (0.1, moved(7.9)), (0.2, up(7.9))]) == [press(5), tap(5)], "it may stray a little")
  }

  @Test(arguments: [(0.3, 2), (0.301, 1)])
  func theSecondTapWithinThreeTenthsOfASecondIsADoubleOne(pause: Double, count: Int) {
    let events = [(0, down(0)), (0.0, up(0)), (pause - 0.05, down(0)), (pause, up(0))]
    #expect(gestures(events) == [press(0), tap(0), press(0), tap(0, count)])
  }

  @Test(arguments: [(10.0, 2), (10.01, 1)])
  func theSecondTapOfADoubleOneIsWithinTenPoints(distance: Double, count: Int) {
    let events = [(0, down(0)), (0.0, up(0)), (0.1, down(distance)), (0.2, up(distance))]
    #expect(gestures(events).last == tap(distance, count))
  }

  @Test func tapsAreCounted() {
    let events = (0..<4).flatMap { [(Double($0) * 0.2, down(0)), (Double($0) * 0.2 + 0.1, up(0))] }
    #expect(gestures(events).filter { $0 != press(0) } == [tap(0), tap(0, 2), tap(0, 3), tap(0, 4)])
  }

  @Test func aDragBetweenTwoTapsKeepsThemApart() {
    let events = [
      (0, down(0)), (0.05, up(0)), (0.1, down(0)), (0.12, moved(9)), (0.15, up(9)), (0.2, down(0)), (0.25, up(0)),
    ]
    #expect(gestures(events).last == tap(0))
  }

  @Test(arguments: [(0.499, false), (0.5, true)])
  func aPressOfHalfASecondIsALongOne(time: Double, isLong: Bool) {
    let events = [(0, down(0)), (time, InputEvent.Action.tick), (time, up(0))]
    let long = [Gesture.longPress(GraphPoint(0, 0)), .longPressEnded(GraphPoint(0, 0))]
    #expect(gestures(events) == [press(0)] + (isLong ? long : [tap(0)]))
  }

  @Test func anyEventLateEnoughEndsTheWaiting() {
    let late: [InputEvent.Action] = [up(0), moved(50), .key(.up), .scroll(at: .zero, by: .zero), down(9, 9, 1)]
    for action in late {
      #expect(gestures([(0, down(0)), (0.6, action)]).prefix(2) == [press(0), .longPress(GraphPoint(0, 0))])
    }
  }

  @Test func aPointerThatStayedDownForLongDragsAsOneThatDid() {
    let start = GraphPoint(0, 0)
    let events = [(0, down(0)), (0.1, moved(5)), (0.6, .tick), (0.7, moved(6)), (0.8, up(6))]
    #expect(
      gestures(events) == [
        press(0), .dragBegan(from: start, afterLongPress: false), .dragged(to: GraphPoint(5, 0)), .dragCancelled,
        .longPress(start), .dragBegan(from: start, afterLongPress: true), .dragged(to: GraphPoint(6, 0)),
        .dragged(to: GraphPoint(6, 0)), .dragEnded,
      ])
    #expect(gestures([(0, down(0)), (0.6, .tick), (0.7, down(9, 9, 1)), (0.8, up(0))]).last == .longPress(start))
  }

  @Test(arguments: [(10.0, true), (10.01, false)])
  func aLongPressMayStrayTenPoints(distance: Double, isLong: Bool) {
    let found = gestures([(0, down(0)), (0.1, moved(distance)), (0.2, moved(1)), (0.6, .tick)])
    #expect(found.contains(.longPress(GraphPoint(0, 0))) == isLong)
    #expect(found.contains(.dragCancelled) == isLong, "what was dragged until then goes back")
  }

  @Test func onTheDesktopNoPressIsLong() {
    #expect(gestures([(0, down(0)), (9, .tick), (9, up(0))], .desktop) == [press(0), tap(0)])
  }

  @Test(arguments: [(2.99, false), (3.0, true)])
  func aMovementFromThreePointsOnIsADrag(distance: Double, isDrag: Bool) {
    let found = gestures([(0, down(0)), (0.1, moved(distance)), (0.2, moved(1)), (0.3, up(2))])
    let drag: [Gesture] = [
      press(0), .dragBegan(from: GraphPoint(0, 0), afterLongPress: false), .dragged(to: GraphPoint(3, 0)),
      .dragged(to: GraphPoint(1, 0)),
      .dragged(to: GraphPoint(2, 0)), .dragEnded,
    ]
    #expect(found == (isDrag ? drag : [press(0), tap(0)]))
  }

  @Test func aPointerThatComesUpElsewhereHasDragged() {
    #expect(
      gestures([(0, down(0)), (0.1, up(4))])
        == [
          press(0), .dragBegan(from: GraphPoint(0, 0), afterLongPress: false), .dragged(to: GraphPoint(4, 0)),
          .dragEnded,
        ])
  }

  @Test func twoFingersPinch() {
    let found = gestures([(0, down(0)), (0.1, down(10, 0, 1)), (0.2, moved(30, 0, 1)), (0.3, moved(15, 0, 0))])
    #expect(
      found == [
        press(0), .pinch(about: GraphPoint(15, 0), factor: 3, offset: GraphPoint(10, 0)),
        .pinch(about: GraphPoint(22.5, 0), factor: 0.5, offset: GraphPoint(7.5, 0)),
      ])
  }

  @Test func fingersOnOnePointDoNotZoom() {
    let found = gestures([(0, down(0)), (0.1, down(0, 0, 1)), (0.2, moved(8, 0, 1)), (0.3, moved(0, 0, 1))])
    #expect(
      found.dropFirst() == [
        .pinch(about: GraphPoint(4, 0), factor: 1, offset: GraphPoint(4, 0)),
        .pinch(about: GraphPoint(0, 0), factor: 1, offset: GraphPoint(-4, 0)),
      ])
  }

  @Test func aSecondFingerCancelsADragAndNothingFollowsUntilAllAreUp() {
    let found = gestures([
      (0, down(0)), (0.1, moved(9)), (0.2, down(50, 0, 1)), (0.3, up(50, 0, 1)), (0.4, moved(20)), (1.5, .tick),
      (1.6, up(20)), (2, down(1)), (2.1, up(1)),
    ])
    #expect(
      found == [
        press(0), .dragBegan(from: GraphPoint(0, 0), afterLongPress: false), .dragged(to: GraphPoint(9, 0)),
        .dragCancelled, press(1), tap(1),
      ])
  }

  @Test func aThirdFingerHasNoPart() {
    let found = gestures([
      (0, down(0)), (0, down(10, 0, 1)), (0.1, down(500, 0, 2)), (0.2, moved(400, 0, 2)), (0.3, moved(20, 0, 1)),
      (0.4, up(0)), (0.5, moved(40, 0, 1)), (0.6, up(40, 0, 1)), (0.7, up(400, 0, 2)), (0.8, down(3)),
    ])
    #expect(found == [press(0), .pinch(about: GraphPoint(10, 0), factor: 2, offset: GraphPoint(5, 0)), press(3)])
  }

  @Test func anotherButtonsPointerHasNoPart() {
    let secondary = InputEvent.Action.down(pointer: 1, at: .zero, button: .secondary)
    for end in [up(0, 0, 1), .cancelled(pointer: 1)] {
      let found = gestures([(0, down(0)), (0.1, moved(9)), (0.2, secondary), (0.3, end), (0.4, up(9))], .desktop)
      #expect(found.suffix(2) == [.dragged(to: GraphPoint(9, 0)), .dragEnded])
    }
  }

  @Test func onlyThePrimaryButtonTapsAndPressesForLong() {
    for button in [InputEvent.Button.secondary, .middle] {
      let down = InputEvent.Action.down(pointer: 0, at: .zero, button: button)
      #expect(gestures([(0, down), (0.1, up(0))]) == [.press(.zero, button)])
      #expect(gestures([(0, down), (0.6, .tick)]) == [.press(.zero, button)])
    }
  }

  @Test func aPointerThatIsTakenAwayDoesNotTap() {
    #expect(gestures([(0, down(0)), (0.1, .cancelled(pointer: 0)), (0.2, up(0))]) == [press(0)])
    #expect(gestures([(0, down(0)), (0.1, moved(9)), (0.2, .cancelled(pointer: 0))]).last == .dragCancelled)
  }

  @Test func aPointerComesUpOnceAndDownOnce() {
    #expect(gestures([(0, up(0)), (0.1, .cancelled(pointer: 3))]).isEmpty)
    #expect(gestures([(0, down(0)), (0.1, down(50)), (0.2, up(0)), (0.3, up(0))]) == [press(0), tap(0)])
  }

  @Test func aPointersNumberIsUsedAgain() {
    let events = [(0, down(0, 0, 7)), (0.1, up(0, 0, 7)), (1, down(90, 0, 7)), (1.1, up(90, 0, 7))]
    #expect(gestures(events) == [press(0), tap(0), press(90), tap(90)])
  }

  @Test func aPointerThatIsNotDownHovers() {
    #expect(gestures([(0, moved(4)), (0.1, down(4)), (0.2, moved(4, 0, 1))]) == [.hover(GraphPoint(4, 0)), press(4)])
  }
}
