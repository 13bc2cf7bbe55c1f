// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView

/// A message to a page.
package enum EditorMessage: Hashable, Sendable {
  /// A drawing that the page stores by its number, replacing an earlier one: its depth, the position of its origin,
  /// and the bytes of a ``BytesCanvas``.
  case group(id: Int, depth: Int, place: GraphPoint, [UInt8])
  /// A drawing has moved.
  case place(id: Int, GraphPoint)
  /// The depth of a drawing has changed.
  case order(id: Int, Int)
  /// A drawing is not shown any more.
  case drop(id: Int)
  /// All drawings of the page are dropped.
  case reset
  /// The ground and its dots, and whether a connection is being made.
  case ground(canvas: Paint, dot: Paint, isWiring: Bool)
  /// Show this part of the canvas.
  case camera(PageMessage.Camera)
  /// Show a text field over this part of the canvas.
  case edit(field: Int, GraphRect, text: String, label: String)
  /// The text of a field was refused; the field remains. `place` is what the reason is about, in UTF-16 units of the text.
  case refuse(field: Int, String, place: Range<Int> = 0..<0)
  /// The field is closed.
  case endEdit(field: Int)
  /// Let the user choose what to add or find, at a point of the canvas; `foot` says what Enter does where it adds.
  case palette(at: GraphPoint, title: String, foot: String, [Choice])
  /// The choices for a text of the palette, in answer to the command `search` with this number.
  case choices(query: Int, [Choice])
  /// Nodes for the accessibility tree, new or changed, and the ids of removed ones.
  case tree([Described], removed: [Int])
  /// The focused element of the tree; 0 for none.
  case focus(node: Int, port: Int)
  /// A text for screen readers.
  case announce(String)
  /// Show a message; `isProblem` if something was refused; `action` is the name of a command to offer.
  case toast(String, isProblem: Bool, action: String)
  /// A hint at a point of the canvas; an empty one hides it.
  case tip(GraphPoint, String, Tone)
  /// The contents of the tools and of the foot of the window.
  case status(Status)
  /// A file for the user to keep.
  case file(name: String, type: String, String)
  /// Text for the clipboard.
  case clip(String)
  /// The end of a frame: its number, and a hash of the resulting contents of the page.
  case frame(Int, hash: UInt32)
  /// The server ends the conversation, with a reason.
  case goodbye(String)
  /// The shape of the pointer.
  case cursor(Cursor)
  /// Let the user choose a command for the element at a point of the canvas.
  case menu(at: GraphPoint, [MenuItem])
  /// The changes of this frame are animated.
  case motion
  /// A picture for the user to keep: its size, and the bytes of a ``BytesCanvas``.
  case picture(name: String, GraphSize, ground: Paint, [UInt8])
  /// A text to put into a link.
  case share(String)
  /// The titles of the groups that were entered, outermost first; empty in the root scope.
  case path([String])
  /// Highlight the part of the path after this number of groups, which accepts the dragged nodes; `nil` for none.
  case receiver(depth: Int?)
  /// All messages up to the ``PageMessage/ask(_:)`` with this number were handled. It is sent by itself.
  case answer(Int)
  /// The commands, with their titles and keys. They never change.
  case commands([CommandLine])
  /// The steps of the history, oldest first, the number of those that are done, and the numbers of steps before and after them
  /// that are not listed. A page gives the number of the list when it chooses a step.
  case history(number: Int, [String], done: Int, older: Int, later: Int)
  /// What the inspector shows; `nil` closes it.
  case inspector(Inspector?)
  /// Show rows of a table below the canvas; `nil` to close it.
  case table(Table?)
  /// Whether the document is empty, so that the page says how to begin, with documents that can be opened.
  case start(isEmpty: Bool, [Example])
  /// Show a field of several lines over this part of the canvas; a text has at most this many bytes.
  case note(field: Int, GraphRect, text: String, label: String, limit: Int)

  /// What can be chosen about the chart; `nil` closes it.
  case chart(ChartTools?)
  /// The contents of the chart.
  case chartDrawing(ChartDrawing)
  /// The chart that follows gets the focus.
  case chartFocus
  case scenarios(Scenarios)
  /// The drawings of nodes that wait for the evaluation under way; none when it has ended. It is sent by itself.
  case waiting([Int])

  /// The number that ``refuse(field:_:place:)`` and ``endEdit(field:)`` have for the palette.
  package static let paletteField = 0
  /// The number that ``refuse(field:_:place:)`` has for the field of the inspector in which another value is wanted.
  package static let targetField = 1 << 32

  /// The meaning of a hint.
  package enum Tone: UInt8, Hashable, Sendable {
    /// The hint describes the effect of releasing the pointer.
    case plain
    /// The hint gives the reason of a refusal.
    case problem
    /// The hint explains the element below a pointer at rest.
    case patient
  }

  package enum Cursor: UInt8, Hashable, Sendable {
    case arrow
    /// The element below the pointer can be dragged sideways.
    case sideways
    /// The element below the pointer is a corner that can be dragged.
    case corner
  }

  /// A line of a menu, or a button in one. Successive items with the same face other than `line` are in one row.
  package struct MenuItem: Hashable, Sendable {
    package enum Face: UInt8, Hashable, Sendable {
      case line
      /// A colour, which is the argument; empty for none.
      case swatch
      /// The icon of the command.
      case icon
    }

    package var title: String
    /// The command of the line.
    package var command: String
    /// The key for the same command; may be empty.
    package var key: String
    package var face = Face.line
    /// The argument of the command; empty for none, except for a swatch.
    package var argument = ""
    /// Whether it is the present one of the choices in its row.
    package var isChosen = false

    package init(_ title: String, _ command: String, key: String = "", argument: String = "") {
      self.title = title
      self.command = command
      self.key = key
      self.argument = argument
    }
  }

  /// A line of the palette.
  package struct Choice: Hashable, Sendable {
    /// The subject of a line, which its mark shows.
    package enum Category: UInt8, Hashable, Sendable {
      case formula, kind, function, group, node, command, completion
    }

    package var category: Category
    package var name: String
    package var detail: String
    /// One line of help; may be empty.
    package var help: String
    /// The name of the type of its output; may be empty.
    package var type: String
    /// The command of the line; `write` writes the argument into the palette.
    package var run: String
    package var argument: String
    /// For `write`, the number of UTF-16 units before the cursor.
    package var caret: Int
    /// Where the text was found; lower numbers come first. Pages don't receive it.
    package var rank = 0

    package init(
      _ category: Category = .formula, name: String, detail: String, help: String = "", type: String = "",
      run: String = "", argument: String = "", caret: Int? = nil
    ) {
      (self.category, self.name, self.detail, self.help, self.type) = (category, name, detail, help, type)
      (self.run, self.argument, self.caret) = (run, argument, caret ?? argument.utf16.count)
    }
  }

  /// A line about a command.
  package struct CommandLine: Hashable, Sendable {
    /// The heading above this and other lines.
    package var section: String
    package var title: String
    /// The name of the command; empty for keys whose effect depends on the focus.
    package var command: String
    /// The keys, separated by commas; may be empty.
    package var keys: String

    package init(section: String, title: String, command: String, keys: String) {
      (self.section, self.title, self.command, self.keys) = (section, title, command, keys)
    }
  }

  /// The contents of the inspector.
  package struct Inspector: Hashable, Sendable {
    /// The number of the node; 0 for none or several.
    package var subject: Int
    package var title: String
    package var rows: [InspectorRow]

    package init(subject: Int, title: String, rows: [InspectorRow]) {
      (self.subject, self.title, self.rows) = (subject, title, rows)
    }
  }

  /// A line of the inspector. What its texts are depends on its kind.
  package struct InspectorRow: Hashable, Sendable {
    package enum Kind: UInt8, Hashable, Sendable {
      /// A heading: its title.
      case heading
      /// A label and a text.
      case text
      /// A reason why there is no value.
      case problem
      /// A remark.
      case note
      /// A text that can be edited: a key, the number of the field, a label, the text, and a hint.
      case field
      /// A node to go to: its number, title, value, a detail, and the depth in a tree.
      case link
      /// A choice: a label, a command and its first argument, then each option and whether it is chosen (`1`). The option is the
      /// second argument.
      case choice
      /// A button: its title, a command and its arguments.
      case action
      /// A form for another value of a node: the node's number, and the names of inputs that can be changed for it.
      case make
      /// The influence of an input: its node's number, title and range, the values at both ends, and their distances from the
      /// present one in percent of the greatest one.
      case bar
      /// The value, so that the page lists the recent ones.
      case recent
    }

    package var kind: Kind
    package var texts: [String]

    package init(_ kind: Kind, _ texts: [String]) { (self.kind, self.texts) = (kind, texts) }
  }

  /// A document that can be opened to begin with.
  package struct Example: Hashable, Sendable {
    package var name: String
    package var detail: String

    package init(name: String, detail: String) { (self.name, self.detail) = (name, detail) }
  }

  /// A node in words.
  package struct Described: Hashable, Sendable {
    package var id: Int
    package var label: String
    package var ports: [String]

    package init(id: Int, label: String, ports: [String]) {
      self.id = id
      self.label = label
      self.ports = ports
    }
  }

  package struct Status: Hashable, Sendable {
    package var title: String
    package var undo: String
    package var redo: String
    package var summary: String
    package var isChanged: Bool
    package var windows: Int

    package init(title: String, undo: String, redo: String, summary: String, isChanged: Bool, windows: Int) {
      self.title = title
      self.undo = undo
      self.redo = redo
      self.summary = summary
      self.isChanged = isChanged
      self.windows = windows
    }
  }
}

extension EditorMessage {
  /// The messages as one message of the socket.
  package static func bytes(_ messages: [EditorMessage]) -> [UInt8] {
    var writer = ByteWriter()
    writer.byte(PageMessage.version)
    for message in messages { message.write(to: &writer) }
    return writer.bytes
  }

  func write(to writer: inout ByteWriter) {
    switch self {
    case .group(let id, let depth, let place, let bytes):
      writer.byte(1)
      writer.count(id)
      writer.count(depth)
      writer.write(place)
      writer.bytes(bytes)
    case .place(let id, let place):
      writer.byte(2)
      writer.count(id)
      writer.write(place)
    case .order(let id, let depth):
      writer.byte(3)
      writer.count(id)
      writer.count(depth)
    case .drop(let id):
      writer.byte(4)
      writer.count(id)
    case .reset: writer.byte(5)
    case .ground(let canvas, let dot, let isWiring):
      writer.byte(6)
      for paint in [canvas, dot] { for part in [paint.red, paint.green, paint.blue] { writer.byte(part) } }
      writer.byte(isWiring ? 1 : 0)
    case .camera(let camera):
      writer.byte(7)
      camera.write(to: &writer)
    case .edit(let field, let rect, let text, let label):
      writer.byte(8)
      writer.count(field)
      writer.write(rect.origin)
      writer.write(GraphPoint(rect.width, rect.height))
      writer.text(text)
      writer.text(label)
    case .refuse(let field, let reason, let place):
      writer.byte(9)
      writer.count(field)
      writer.text(reason)
      writer.count(place.lowerBound)
      writer.count(place.upperBound)
    case .endEdit(let field):
      writer.byte(10)
      writer.count(field)
    case .palette(let place, let title, let foot, let choices):
      writer.byte(11)
      writer.write(place)
      writer.text(title)
      writer.text(foot)
      writer.write(choices)
    case .tree(let nodes, let removed):
      writer.byte(12)
      writer.count(nodes.count)
      for node in nodes {
        writer.count(node.id)
        writer.text(node.label)
        writer.count(node.ports.count)
        for port in node.ports { writer.text(port) }
      }
      writer.count(removed.count)
      for id in removed { writer.count(id) }
    default: writeWords(to: &writer)
    }
  }

  private func writeWords(to writer: inout ByteWriter) {
    switch self {
    case .focus(let node, let port):
      writer.byte(13)
      writer.count(node)
      writer.count(port)
    case .announce(let text):
      writer.byte(14)
      writer.text(text)
    case .toast(let text, let isProblem, let action):
      writer.byte(15)
      writer.text(text)
      writer.byte(isProblem ? 1 : 0)
      writer.text(action)
    case .tip(let place, let text, let tone):
      writer.byte(16)
      writer.write(place)
      writer.text(text)
      writer.byte(tone.rawValue)
    case .status(let status):
      writer.byte(17)
      for text in [status.title, status.undo, status.redo, status.summary] { writer.text(text) }
      writer.byte(status.isChanged ? 1 : 0)
      writer.count(status.windows)
    case .file(let name, let type, let content):
      writer.byte(18)
      for text in [name, type, content] { writer.text(text) }
    case .clip(let text):
      writer.byte(19)
      writer.text(text)
    case .frame(let number, let hash):
      writer.byte(20)
      writer.count(number)
      writer.fixed32(hash)
    case .goodbye(let reason):
      writer.byte(21)
      writer.text(reason)
    case .cursor(let cursor):
      writer.byte(22)
      writer.byte(cursor.rawValue)
    case .menu(let place, let items):
      writer.byte(23)
      writer.write(place)
      writer.count(items.count)
      for item in items {
        for text in [item.title, item.command, item.key, item.argument] { writer.text(text) }
        writer.byte(item.face.rawValue)
        writer.byte(item.isChosen ? 1 : 0)
      }
    case .motion: writer.byte(24)
    case .picture(let name, let size, let ground, let bytes):
      writer.byte(25)
      writer.text(name)
      writer.write(GraphPoint(size.width, size.height))
      for part in [ground.red, ground.green, ground.blue] { writer.byte(part) }
      writer.bytes(bytes)
    case .share(let text):
      writer.byte(26)
      writer.text(text)
    case .path(let titles):
      writer.byte(27)
      writer.count(titles.count)
      for title in titles { writer.text(title) }
    case .receiver(let depth):
      writer.byte(28)
      writer.count(depth.map { $0 + 1 } ?? 0)
    case .choices(let query, let choices):
      writer.byte(30)
      writer.count(query)
      writer.write(choices)
    case .commands(let lines):
      writer.byte(31)
      writer.count(lines.count)
      for line in lines { for text in [line.section, line.title, line.command, line.keys] { writer.text(text) } }
    case .start(let isEmpty, let examples):
      writer.byte(32)
      writer.byte(isEmpty ? 1 : 0)
      writer.count(examples.count)
      for example in examples { for text in [example.name, example.detail] { writer.text(text) } }
    case .history(let number, let titles, let done, let older, let later):
      writer.byte(43)
      for count in [number, done, older, later, titles.count] { writer.count(count) }
      for title in titles { writer.text(title) }
    case .inspector(let inspector):
      writer.byte(42)
      writer.byte(inspector == nil ? 0 : 1)
      guard let inspector else { return }
      writer.count(inspector.subject)
      writer.text(inspector.title)
      writer.count(inspector.rows.count)
      for row in inspector.rows {
        writer.byte(row.kind.rawValue)
        writer.count(row.texts.count)
        for text in row.texts { writer.text(text) }
      }
    case .chart(let tools):
      writer.byte(40)
      writer.byte(tools == nil ? 0 : 1)
      tools?.write(to: &writer)
    case .chartDrawing(let drawing):
      writer.byte(50)
      drawing.write(to: &writer)
    case .chartFocus: writer.byte(60)
    case .scenarios(let scenarios): scenarios.write(to: &writer)
    case .note(let field, let rect, let text, let label, let limit):
      writer.byte(33)
      writer.count(field)
      writer.write(rect.origin)
      writer.write(GraphPoint(rect.width, rect.height))
      writer.text(text)
      writer.text(label)
      writer.count(limit)
    case .table(let table): writer.write(table)
    case .waiting(let drawings): writer.write(waiting: drawings)
    case .answer(let number):
      writer.byte(29)
      writer.count(number)
    default: break
    }
  }
}

extension ByteWriter {
  fileprivate mutating func write(_ point: GraphPoint) {
    points(point.x)
    points(point.y)
  }

  fileprivate mutating func write(_ choices: [EditorMessage.Choice]) {
    count(choices.count)
    for choice in choices {
      byte(choice.category.rawValue)
      for part in [choice.name, choice.detail, choice.help, choice.type, choice.run, choice.argument] { text(part) }
      count(choice.caret)
    }
  }
}

/// A hash of the contents of a page: a sum over its drawings, so that each change is one addition.
package enum FrameHash {
  /// The hash of one drawing: FNV-1a of its position, in 64ths of a point, and its bytes.
  package static func hash(_ place: GraphPoint, _ bytes: [UInt8]) -> UInt32 {
    var hash: UInt32 = 0x811c_9dc5
    for value in [place.x, place.y] {
      let steps = UInt32(truncatingIfNeeded: ByteWriter.steps(value))
      for shift in [0, 8, 16, 24] as [UInt32] { hash = (hash ^ (steps >> shift & 0xff)) &* 0x0100_0193 }
    }
    for byte in bytes { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
    return hash
  }
}
