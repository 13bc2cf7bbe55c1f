// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EditorProtocol
import FlyingFox

/// Ends a socket that sends a message above the limit, before all parts of the message are kept, and ends tasks that
/// wait for a closed socket.
///
/// FlyingFox joins the frames of a message without a limit. It also reads a single frame completely before other code
/// sees it, without a limit: the memory of such a frame is released when it arrives here.
///
/// FlyingFox closes a socket when the frames to the page end, even while a task waits for frames from the page. The
/// kernel forgets a closed socket, but FlyingFox's pool does not: it assumes that the next socket with the same
/// number is already watched by the kernel, and that socket is never read. So the frames end here only after reading has ended.
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
          // Control frames may come between the frames of a message.
          case .ping, .pong, .close: break
          default:
            length += frame.payload.count
            if length > PageMessage.limit { throw TooLong() }
            if frame.fin { length = 0 }
          }
          arriving.yield(frame)
          // No frame follows a close frame.
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
    // The page doesn't accept frames any more.
    sent.onTermination = { end in
      guard case .cancelled = end else { return }
      reading.cancel()
      sending.cancel()
    }
    return leaving
  }
}
