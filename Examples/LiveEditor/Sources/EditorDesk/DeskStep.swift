// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EditorProtocol
import NodeView

/// What has come to a desk from outside, and the frames that it has sent then: what a recording of a session holds.
package enum DeskStep: Hashable, Sendable, Codable {
  /// The document that was there at the beginning, and whether it had changes that were not saved. It comes first, as it was before
  /// a desk gave places to nodes that had none: what shows follows from how that is done as well.
  case document(name: String, text: String, isChanged: Bool)
  /// A page has connected.
  case open(window: Int)
  /// A page has said this. The secret of the link is left out.
  case said(window: Int, [PageMessage])
  /// A page has gone.
  case close(window: Int)
  /// Values that come late were taken.
  case landed
  /// A page was sent a frame; what it has then, as one number.
  case frame(window: Int, number: Int, hash: UInt32)

  /// What recordings of desks are called.
  package static let recordingName = "LiveEditor"
}

extension PageMessage {
  /// The message without the secret of the link: an empty one in its place, and something else in place of a wrong one.
  func withoutSecret(_ secret: String) -> PageMessage {
    guard case .hello(let token, let surface, let camera) = self else { return self }
    return .hello(token: token == secret ? "" : "?", surface, camera)
  }

  /// The message with the secret of the link.
  fileprivate func withSecret(_ secret: String) -> PageMessage {
    guard case .hello("", let surface, let camera) = self else { return self }
    return .hello(token: secret, surface, camera)
  }
}

/// Does once more what was recorded of another desk that had the same document.
package struct Replay {
  /// A frame that was sent now.
  package struct Frame: Hashable, Sendable {
    package let window: Int
    package let number: Int
    package let hash: UInt32
    /// What was sent when the recording was made; `nil` for nothing.
    package let recorded: UInt32?

    /// Whether it is what was sent then.
    package var isSame: Bool { hash == recorded }
  }

  /// The frames, in order.
  package private(set) var frames: [Frame] = []
  /// How many frames were sent when the recording was made and not now.
  package private(set) var missingCount = 0

  /// Replays a recording.
  ///
  /// - Parameters:
  ///   - recording: What was done.
  ///   - desk: A desk on which nothing was done.
  ///   - wait: Waits until a value that is late has come: called before such values are taken, if some are to come.
  package init(_ recording: Recording<DeskStep>, on desk: Desk, wait: () -> Void = {}) {
    var recorded: [[Int]: UInt32] = [:]
    for case .frame(let window, let number, let hash) in recording.entries.map(\.step) {
      recorded[[window, number]] = hash
    }
    var sent: [Frame] = []
    desk.onStep = { step in
      guard case .frame(let window, let number, let hash) = step else { return }
      sent.append(Frame(window: window, number: number, hash: hash, recorded: recorded[[window, number]]))
    }
    for entry in recording.entries {
      switch entry.step {
      case .document, .frame: break
      case .open: _ = desk.open { _ in }
      case .said(let window, let messages):
        let said = messages.map { $0.withSecret(desk.host.token) }
        _ = desk.receive(PageMessage.bytes(said), from: window)
      case .close(let window): desk.close(window)
      case .landed:
        if desk.hasPending { wait() }
        desk.land()
      }
    }
    desk.onStep = nil
    frames = sent
    missingCount = recorded.count - sent.count { $0.recorded != nil }
  }
}
