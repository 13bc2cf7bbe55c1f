// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EditorDesk
import EditorProtocol
import FlyingFox
import Foundation

/// Serializes calls to the desk.
actor Office {
  private let desk: Desk
  private let arrivals: AsyncStream<Void>
  private let workTime = WorkTime()
  nonisolated let stopSignal: StopSignal
  nonisolated let title: String
  nonisolated let token: String
  /// Notes for the user at the beginning.
  nonisolated let notes: [String]

  init(_ options: Options) throws {
    let store = try DocumentStore(options)
    let (arrivals, arrived) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    self.arrivals = arrivals
    // Only after loading the session the store knows the origin of the document, and where it may be saved.
    let session = try store.session()
    var host = store.host
    host.wake = { arrived.yield() }
    let stopSignal = StopSignal()
    host.isInterrupted = { stopSignal.isRaised }
    host.isSlow = { [workTime] in workTime.isLong }
    self.stopSignal = stopSignal
    let recording = try options.record.map { try RecordingFile($0) }
    recording?.record(
      .document(name: "\(store.title).json", text: try host.text(session), isChanged: store.isChanged))
    desk = Desk(session, title: store.title, isChanged: store.isChanged, host: host)
    if let recording { desk.onStep = { recording.record($0) } }
    (title, token, notes) = (store.title, store.token, store.notes)
  }

  func open(_ send: @escaping @Sendable ([UInt8]) -> Void) -> Int { desk.open(send) }

  func receive(_ bytes: [UInt8], from window: Int) -> Bool {
    if PageMessage.isStop(bytes) { stopSignal.lower(for: window) }
    workTime.restart()
    guard desk.receive(bytes, from: window) else { return false }
    stopSignal.admit(window)
    return true
  }

  func close(_ window: Int) {
    stopSignal.close(window)
    desk.close(window)
  }

  /// Shows delayed values when they arrive.
  func showArrivals() async {
    for await _ in arrivals {
      workTime.restart()
      desk.land()
    }
  }
}

/// A socket with a page.
struct Conversation: WSMessageHandler {
  let office: Office

  func makeMessages(for client: AsyncStream<WSMessage>) async throws -> AsyncStream<WSMessage> {
    let (messages, continuation) = AsyncStream<WSMessage>.makeStream()
    let window = await office.open { continuation.yield(.data(Data($0))) }
    // Messages are read while the desk handles earlier ones, so that a page can stop those.
    let (arriving, arrived) = AsyncStream<[UInt8]>.makeStream()
    let reading = Task {
      for await message in client {
        guard case .data(let data) = message, data.count <= PageMessage.limit else { break }
        let bytes = Array(data)
        if PageMessage.isStop(bytes) { office.stopSignal.raise(by: window) }
        arrived.yield(bytes)
      }
      arrived.finish()
    }
    Task {
      for await bytes in arriving { guard await office.receive(bytes, from: window) else { break } }
      reading.cancel()
      await office.close(window)
      continuation.yield(.close())
      continuation.finish()
    }
    return messages
  }
}
