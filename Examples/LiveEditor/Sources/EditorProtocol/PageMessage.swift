// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView

/// A message of a page. All messages in one message of the socket are handled together, in order.
package enum PageMessage: Hashable, Sendable, Codable {
  /// The first message: a token that authenticates the page, and the properties of its window.
  case hello(token: String, Surface, Camera?)
  /// An event of a device; points are relative to the page.
  case input(InputEvent)
  /// A key without a meaning for the view, named as in browsers, or one whose meaning depends on the focus.
  case key(String, InputEvent.Modifiers)
  /// The text of the field with this number; `nil` if the field was cancelled.
  case text(field: Int, String?)
  /// A command by name, with its arguments.
  case command(String, [String])
  /// A frame was drawn; `hash` summarizes the resulting contents of the page.
  case acknowledge(frame: Int, hash: UInt32)
  /// The visible part of the canvas.
  case camera(Camera)
  /// The size or the colours of the window have changed.
  case surface(Surface)
  /// Asks for an ``EditorMessage/answer(_:)`` with this number, once all messages up to this one were handled.
  case ask(Int)
  /// Stops what the server computes for earlier messages. It is sent by itself, so that it is recognized while they are handled.
  case stop

  /// The version of the protocol.
  package static let version: UInt8 = 1
  /// The greatest number of bytes in a message of the socket.
  package static let limit = 1 << 20

  /// The properties of a window.
  package struct Surface: Hashable, Sendable, Codable {
    package var size: GraphSize
    package var isDark: Bool
    package var isReduced: Bool

    package init(size: GraphSize, isDark: Bool = false, isReduced: Bool = false) {
      self.size = size
      self.isDark = isDark
      self.isReduced = isReduced
    }
  }

  /// The point of the canvas at the top left of a window, and the zoom.
  package struct Camera: Hashable, Sendable, Codable {
    package var origin: GraphPoint
    package var zoom: Double

    package init(origin: GraphPoint, zoom: Double) {
      self.origin = origin
      self.zoom = zoom
    }
  }
}

extension PageMessage {
  /// Reads the messages of one message of the socket.
  ///
  /// - Throws: A ``ByteFault``; in this case no message must be handled.
  package static func messages(_ bytes: [UInt8]) throws(ByteFault) -> [PageMessage] {
    var reader = ByteReader(bytes)
    let found = try reader.byte()
    guard found == version else { throw .version(found) }
    var messages: [PageMessage] = []
    while !reader.isAtEnd { messages.append(try PageMessage(&reader)) }
    return messages
  }

  /// Whether a message of the socket is ``stop`` and nothing else.
  package static func isStop(_ bytes: [UInt8]) -> Bool { bytes == self.bytes([.stop]) }

  private init(_ reader: inout ByteReader) throws(ByteFault) {
    let tag = try reader.byte()
    switch tag {
    case 1:
      let token = try reader.text()
      let surface = try Surface(&reader)
      self = .hello(token: token, surface, try reader.byte() == 0 ? nil : try Camera(&reader))
    case 2: self = .input(try InputEvent(&reader))
    case 3: self = .key(try reader.text(), InputEvent.Modifiers(rawValue: Int(try reader.byte())))
    case 4:
      let field = try reader.count()
      self = .text(field: field, try reader.byte() == 0 ? nil : try reader.text())
    case 5:
      let name = try reader.text()
      var arguments: [String] = []
      for _ in 0..<(try reader.count(atMost: 16)) { arguments.append(try reader.text()) }
      self = .command(name, arguments)
    case 6:
      let frame = try reader.count()
      self = .acknowledge(frame: frame, hash: try reader.fixed32())
    case 7: self = .camera(try Camera(&reader))
    case 8: self = .surface(try Surface(&reader))
    case 9: self = .ask(try reader.count())
    case 10: self = .stop
    default: throw .tag(tag)
    }
  }

  /// Writes messages as one message of the socket, as pages do.
  package static func bytes(_ messages: [PageMessage]) -> [UInt8] {
    var writer = ByteWriter()
    writer.byte(version)
    for message in messages { message.write(to: &writer) }
    return writer.bytes
  }

  private func write(to writer: inout ByteWriter) {
    switch self {
    case .hello(let token, let surface, let camera):
      writer.byte(1)
      writer.text(token)
      surface.write(to: &writer)
      writer.byte(camera == nil ? 0 : 1)
      camera?.write(to: &writer)
    case .input(let event):
      writer.byte(2)
      event.write(to: &writer)
    case .key(let name, let modifiers):
      writer.byte(3)
      writer.text(name)
      writer.byte(UInt8(truncatingIfNeeded: modifiers.rawValue))
    case .text(let field, let text):
      writer.byte(4)
      writer.count(field)
      writer.byte(text == nil ? 0 : 1)
      if let text { writer.text(text) }
    case .command(let name, let arguments):
      writer.byte(5)
      writer.text(name)
      writer.count(arguments.count)
      for argument in arguments { writer.text(argument) }
    case .acknowledge(let frame, let hash):
      writer.byte(6)
      writer.count(frame)
      writer.fixed32(hash)
    case .camera(let camera):
      writer.byte(7)
      camera.write(to: &writer)
    case .surface(let surface):
      writer.byte(8)
      surface.write(to: &writer)
    case .ask(let number):
      writer.byte(9)
      writer.count(number)
    case .stop: writer.byte(10)
    }
  }
}

extension PageMessage.Surface {
  fileprivate init(_ reader: inout ByteReader) throws(ByteFault) {
    let width = Double(try reader.count(atMost: 16_384))
    let height = Double(try reader.count(atMost: 16_384))
    let flags = try reader.byte()
    self.init(size: GraphSize(width, height), isDark: flags & 1 != 0, isReduced: flags & 2 != 0)
  }

  fileprivate func write(to writer: inout ByteWriter) {
    writer.count(Int(size.width))
    writer.count(Int(size.height))
    writer.byte((isDark ? 1 : 0) | (isReduced ? 2 : 0))
  }
}

extension PageMessage.Camera {
  fileprivate init(_ reader: inout ByteReader) throws(ByteFault) {
    let origin = GraphPoint(try reader.points(), try reader.points())
    self.init(origin: origin, zoom: Double(try reader.count(atMost: 1 << 24)) / 65_536)
  }

  func write(to writer: inout ByteWriter) {
    writer.points(origin.x)
    writer.points(origin.y)
    writer.count(Int((zoom * 65_536).rounded()))
  }
}

extension GraphPayload {
  fileprivate init(_ reader: inout ByteReader) throws(ByteFault) {
    self.init(try reader.text(), try reader.text())
  }
}

extension InputEvent {
  private static let buttons: [Button] = [.primary, .middle, .secondary]

  fileprivate init(_ reader: inout ByteReader) throws(ByteFault) {
    let kind = try reader.byte()
    let pointer = try reader.count(atMost: 1 << 20)
    let modifiers = Modifiers(rawValue: Int(try reader.byte()))
    let time = Double(try reader.count()) / 1000
    let action: Action
    switch kind {
    case 0:
      let point = GraphPoint(try reader.points(), try reader.points())
      let button = Int(try reader.byte())
      guard Self.buttons.indices.contains(button) else { throw .range }
      action = .down(pointer: pointer, at: point, button: Self.buttons[button])
    case 1: action = .moved(pointer: pointer, at: GraphPoint(try reader.points(), try reader.points()))
    case 2: action = .up(pointer: pointer, at: GraphPoint(try reader.points(), try reader.points()))
    case 3: action = .cancelled(pointer: pointer)
    case 4: action = .tick
    case 5: action = .draggedOver(try GraphPayload(&reader), at: GraphPoint(try reader.points(), try reader.points()))
    case 6: action = .dropped(try GraphPayload(&reader), at: GraphPoint(try reader.points(), try reader.points()))
    case 7: action = .dragLeft
    default: throw .range
    }
    self.init(action, time: time, modifiers: modifiers)
  }

  fileprivate func write(to writer: inout ByteWriter) {
    var (kind, pointer, point, button): (UInt8, Int, GraphPoint?, UInt8?) = (4, 0, nil, nil)
    var carried: GraphPayload?
    switch action {
    case .down(let number, let place, let pressed):
      (kind, pointer, point) = (0, number, place)
      button = UInt8(Self.buttons.firstIndex(of: pressed) ?? 0)
    case .moved(let number, let place): (kind, pointer, point) = (1, number, place)
    case .up(let number, let place): (kind, pointer, point) = (2, number, place)
    case .cancelled(let number): (kind, pointer) = (3, number)
    // A page joins several texts to one payload.
    case .draggedOver(let payloads, let place): (kind, carried, point) = (5, payloads.first ?? GraphPayload(""), place)
    case .dropped(let payloads, let place): (kind, carried, point) = (6, payloads.first ?? GraphPayload(""), place)
    case .dragLeft: kind = 7
    case .scroll, .pinch, .key, .tick: break
    }
    writer.byte(kind)
    writer.count(pointer)
    writer.byte(UInt8(truncatingIfNeeded: modifiers.rawValue))
    writer.count(Int((time * 1000).rounded()))
    if let carried {
      writer.text(carried.type)
      writer.text(carried.content)
    }
    if let point {
      writer.points(point.x)
      writer.points(point.y)
    }
    if let button { writer.byte(button) }
  }
}
