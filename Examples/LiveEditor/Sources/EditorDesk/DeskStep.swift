// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EditorProtocol
import NodeView

/// An external event of a desk, or a frame that it has sent: the steps in the recording of a session.
package enum DeskStep: Hashable, Sendable, Codable {
  /// The document at the beginning, and whether it had unsaved changes. This step is the first, and has the document
  /// before the desk laid out nodes without positions, because what is shown depends on that layout.
  case document(name: String, text: String, isChanged: Bool)
  /// A page has connected.
  case open(window: Int)
  /// A page has sent these messages. The secret of the link is omitted.
  case said(window: Int, [PageMessage])
  /// A page has disconnected.
  case close(window: Int)
  /// Delayed values were taken over.
  case landed
  /// A page was sent a frame; `hash` summarizes the resulting contents of the page.
  case frame(window: Int, number: Int, hash: UInt32)

  /// The name of desk recordings.
  package static let recordingName = "LiveEditor"
}

extension PageMessage {
  /// The message without the secret of the link, which becomes an empty text; a wrong secret becomes another text.
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

/// Repeats the steps that were recorded of another desk with the same document.
package struct Replay {
  /// A frame that was sent during the replay.
  package struct Frame: Hashable, Sendable {
    package let window: Int
    package let number: Int
    package let hash: UInt32
    /// The hash that was recorded for this frame; `nil` if the recording lacks the frame.
    package let recorded: UInt32?

    /// Whether the frame is equal to the recorded one.
    package var isSame: Bool { hash == recorded }
  }

  /// The frames, in order.
  package private(set) var frames: [Frame] = []
  /// The number of frames that were recorded, but not sent during the replay.
  package private(set) var missingCount = 0

  /// Replays a recording.
  ///
  /// - Parameters:
  ///   - recording: The recorded steps.
  ///   - desk: A desk that is still unused.
  ///   - wait: Waits until a delayed value has arrived; called before such values are taken over, if any are pending.
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
