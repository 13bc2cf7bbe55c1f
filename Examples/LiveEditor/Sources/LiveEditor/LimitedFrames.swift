// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EditorProtocol
import FlyingFox

/// Ends a socket that sends a longer message than it may, before all parts of it are kept, and has nobody wait for a socket that
/// is closed.
///
/// FlyingFox joins the frames of a message without a limit. One frame it reads as a whole before anybody sees it, and has no limit
/// for that either: what such a message takes is given back when it is seen here.
///
/// It closes a socket when the frames to the page end, even while a task waits for what the page sends. The kernel forgets a
/// socket that is closed, FlyingFox's pool does not: it takes the next socket of the same number for one that the kernel watches
/// already, and that one is never read. So the frames end here only when reading has.
struct LimitedFrames<Handler: WSHandler>: WSHandler {
  private struct TooLong: Error {}

  let handler: Handler

  func makeFrames(for client: AsyncThrowingStream<WSFrame, any Error>) async throws -> AsyncStream<WSFrame> {
    let (limited, arriving) = AsyncThrowingStream<WSFrame, any Error>.makeStream()
    let reading = Task {
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
          arriving.yield(frame)
          // Nothing follows it.
          if frame.opcode == .close { break }
        }
        arriving.finish()
      } catch {
        arriving.finish(throwing: error)
      }
    }
    let frames: AsyncStream<WSFrame>
    do {
      frames = try await handler.makeFrames(for: limited)
    } catch {
      reading.cancel()
      await reading.value
      throw error
    }
    let (leaving, sent) = AsyncStream<WSFrame>.makeStream()
    let sending = Task {
      for await frame in frames { sent.yield(frame) }
      reading.cancel()
      await reading.value
      sent.finish()
    }
    // The page doesn't take what it is sent.
    sent.onTermination = { end in
      guard case .cancelled = end else { return }
      reading.cancel()
      sending.cancel()
    }
    return leaving
  }
}
