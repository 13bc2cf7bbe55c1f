// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EditorProtocol
import FlyingFox

/// Ends a socket that sends a longer message than it may, before all parts of it are kept.
///
/// FlyingFox joins the frames of a message without a limit. One frame it reads as a whole before anybody sees it, and has no limit
/// for that either: what such a message takes is given back when it is seen here.
struct LimitedFrames<Handler: WSHandler>: WSHandler {
  private struct TooLong: Error {}

  let handler: Handler

  func makeFrames(for client: AsyncThrowingStream<WSFrame, any Error>) async throws -> AsyncStream<WSFrame> {
    let limited = AsyncThrowingStream<WSFrame, any Error> { continuation in
      let task = Task {
        var length = 0
        do {
          for try await frame in client {
            switch frame.opcode {
            // These come between the frames of a message.
            case .ping, .pong, .close: break
            default:
              length += frame.payload.count
              if length > PageMessage.limit { throw TooLong() }
              if frame.fin { length = 0 }
            }
            continuation.yield(frame)
          }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
    return try await handler.makeFrames(for: limited)
  }
}
