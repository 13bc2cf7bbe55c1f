// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import Testing

@Suite final class LiveNodesTests {
  private let demo: Demo
  private var live = LiveNodes()

  init() throws {
    demo = try Demo(.desktop)
    demo.view.style = .light
    live.nodes = [demo.one, demo.sum]
  }

  private func captured(_ time: Double) -> [NodeID] { live.update(demo.view, at: time).map(\.node) }

  private func capture(_ node: NodeID) -> SnapshotRequest? { live.capture(node, in: demo.view) }

  private func select(_ nodes: NodeID...) { demo.view.select(GraphSelection(nodes: nodes)) }

  @Test func aNodeIsLiveWhileItIsSelectedOrBelowThePointer() {
    #expect(captured(0).isEmpty && live.liveNodes.isEmpty)
    select(demo.sum, demo.two)
    #expect(captured(1).isEmpty && live.liveNodes == [demo.sum], "Two can't be live")
    demo.move(Demo.oneItem)
    #expect(captured(2).isEmpty && live.liveNodes == [demo.one, demo.sum])
    demo.move(Demo.nowhere)
    #expect(captured(3) == [demo.one] && live.isLive(demo.one) && !live.isActive(demo.one))
  }

  @Test func aNodeIsLiveUntilItsLastCaptureIsFinished() {
    select(demo.one)
    _ = captured(0)
    select()
    let requests = live.update(demo.view, at: 1)
    #expect(requests.map(\.node) == [demo.one] && captured(2).isEmpty, "it is captured once")
    #expect(live.isLive(demo.one) && !live.isActive(demo.one))
    #expect(demo.view.show(NodeSnapshot(size: GraphSize(90, 60)) { _ in }, for: requests[0]) == .shown)
    live.finish(requests[0])
    #expect(!live.isLive(demo.one) && captured(3).isEmpty)
  }

  @Test func aNodeThatIsActiveAgainStaysLiveWhateverBecomesOfTheCapture() {
    select(demo.one)
    _ = captured(0)
    select()
    let first = live.update(demo.view, at: 1)
    select(demo.one)
    _ = captured(2)
    live.finish(first[0])
    #expect(live.isLive(demo.one) && live.isActive(demo.one))
    select()
    let second = live.update(demo.view, at: 3)
    live.finish(first[0])
    #expect(live.isLive(demo.one), "the older capture ends nothing")
    #expect(demo.view.show(NodeSnapshot(size: .zero) { _ in }, for: first[0]) == .stale)
    live.finish(second[0])
    #expect(!live.isLive(demo.one))
  }

  @Test func periodicCapturesKeepTheirPace() throws {
    live.cadence = .periodic(seconds: 2)
    select(demo.one)
    #expect(captured(10).isEmpty && captured(11.9).isEmpty)
    var requests = live.update(demo.view, at: 12.5)
    #expect(requests.count == 1)
    #expect(captured(14.5).isEmpty, "the capture before is under way")
    live.finish(try #require(requests.first))
    #expect(captured(14.6) == [demo.one], "due at 14")
    #expect(captured(15).isEmpty)
    // Missed captures are not repeated.
    capture(demo.one).map { live.finish($0) }
    requests = live.update(demo.view, at: 21)
    #expect(requests.count == 1)
    live.finish(requests[0])
    #expect(captured(21.5).isEmpty && captured(22) == [demo.one])
    // When it stops being active it is captured once more, which replaces the capture in progress.
    select()
    #expect(captured(22.1) == [demo.one] && captured(30).isEmpty && live.isLive(demo.one))
  }

  @Test func timeGoesForward() {
    live.cadence = .periodic(seconds: 1)
    select(demo.one)
    #expect(captured(5).isEmpty && captured(.nan).isEmpty && captured(-3).isEmpty && captured(5.5).isEmpty)
    #expect(captured(6) == [demo.one])
  }

  @Test(arguments: [0, -1, Double.nan])
  func anIntervalOfNoTimeCapturesAtEachUpdate(seconds: Double) {
    live.cadence = .periodic(seconds: seconds)
    select(demo.one)
    _ = captured(0)
    for time in [0.1, 0.2] {
      let requests = live.update(demo.view, at: time)
      #expect(requests.count == 1)
      for request in requests { live.finish(request) }
    }
  }

  @Test func aCadenceCanChangeWhileANodeIsLive() {
    select(demo.one)
    #expect(captured(0).isEmpty && captured(100).isEmpty)
    live.cadence = .periodic(seconds: 5)
    #expect(captured(101) == [demo.one])
  }

  @Test func byHandANodeIsCapturedWhenTheHostSays() throws {
    live.cadence = .manual
    #expect(capture(demo.one) == nil, "it is not live")
    select(demo.one, demo.sum)
    #expect(captured(0).isEmpty && captured(50).isEmpty)
    let request = try #require(capture(demo.one))
    select()
    #expect(captured(51).isEmpty && live.liveNodes == [demo.one], "its capture is under way")
    live.finish(request)
    #expect(live.liveNodes.isEmpty)
  }

  @Test func aNodeThatIsGoneIsNotLive() {
    select(demo.one, demo.sum)
    _ = captured(0)
    demo.host.delete(demo.one)
    live.nodes = [demo.one]
    #expect(captured(1).isEmpty && live.liveNodes.isEmpty)
    live.nodes = [demo.sum, demo.sum]
    #expect(captured(2).isEmpty && live.isLive(demo.sum), "what was taken out and put in begins again")
  }

  @Test func theHostSaysWhichNodesAreActive() {
    live = LiveNodes { node, view in view.viewport.zoom > 1.5 && view.visibleNodes.contains(node) }
    live.nodes = [demo.one, demo.two]
    #expect(captured(0).isEmpty && live.liveNodes.isEmpty)
    demo.view.viewport.setZoom(2, about: Demo.oneItem)
    #expect(captured(1).isEmpty && live.liveNodes == [demo.one, demo.two])
    demo.view.viewport.setZoom(1, about: .zero)
    #expect(captured(2) == [demo.one, demo.two])
  }
}
