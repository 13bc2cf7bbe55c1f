// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorView
import EditorProtocol
import NodeEval
import NodeGraph
import NodeView

/// A document with its windows: receives the messages of pages, and sends messages to them. It uses neither sockets
/// nor files, so that pages and tests can drive it.
///
/// The desk makes all edits, one after the other. A desk belongs to one task at a time.
package final class Desk {
  /// The services that a desk needs.
  package struct Host {
    /// Keeps a changed document, so that it is not lost when the program ends, and the name of a document that a page
    /// has opened. During a gesture, which the last argument reports, this may be deferred; returns whether it was done.
    package var keep: (Session, String?, Bool) -> Bool
    /// Saves the document to its origin; returns a message, or throws the reason why that is impossible. `nil` for a
    /// document without an origin.
    package var save: ((Session) throws -> String)?
    /// Converts a document to text.
    package var text: (Session) throws -> String
    /// Reads a document or script that a user has given.
    package var read: (_ name: String, _ content: String) throws -> Session
    /// Random bits.
    package var token: String
    /// Documents that an empty page offers to open.
    package var examples: [Example] = []
    /// Called from any thread when a delayed value has arrived: makes the desk's owner call ``Desk/land()``.
    package var wake: @Sendable () -> Void = {}
    /// Whether a page asks to stop the current evaluation; `nil` if pages can't. Called often while nodes are evaluated.
    package var isInterrupted: (() -> Bool)?
    /// Whether the messages that are being handled take so long that pages mark the nodes that wait; `nil` if pages don't. Called
    /// as often as `isInterrupted`.
    package var isSlow: (() -> Bool)?

    package init(
      token: String, keep: @escaping (Session, String?, Bool) -> Bool, save: ((Session) throws -> String)?,
      text: @escaping (Session) throws -> String, read: @escaping (String, String) throws -> Session
    ) {
      self.token = token
      self.keep = keep
      self.save = save
      self.text = text
      self.read = read
    }
  }

  /// A document that can be opened to begin with.
  package struct Example: Sendable {
    let line: EditorMessage.Example
    let content: String

    package init(name: String, detail: String, content: String) {
      line = EditorMessage.Example(name: name, detail: detail)
      self.content = content
    }
  }

  let host: Host
  package private(set) var editor: SessionEditor
  private(set) var title: String
  /// The name of the document that a page has opened in place of the first one, which is not from a file of this machine.
  private var openedName: String?
  /// A document that replaces the current one if the user agrees.
  private var offered: (name: String, content: String, window: ObjectIdentifier)?
  /// The number of edits since the document was saved.
  private(set) var changeCount = 0
  /// Called with external events before they take effect, and with each frame that is sent, for a recorder.
  package var onStep: ((DeskStep) -> Void)?
  private var windows: [Int: Window] = [:]
  var windowList: [Window] { Array(windows.values) }
  private var lastWindow = 0
  private var numbers: [NodeID: Int] = [:]
  /// Whether there are edits that are not kept yet.
  private var isUnkept = false
  /// Whether pages mark nodes that wait for the evaluation under way.
  var marksWaiting = false

  /// Opens a document, with or without unsaved changes. Nodes without a position get one.
  package init(_ session: Session, title: String, isChanged: Bool = false, host: Host) {
    self.host = host
    changeCount = isChanged ? 1 : 0
    self.title = title
    editor = SessionEditor(session)
    begin()
  }

  private func begin() {
    place()
    editor.session.evaluator.onArrival = host.wake
    if host.isInterrupted != nil || host.isSlow != nil {
      editor.session.evaluator.isInterrupted = { [weak self] in self?.isToStop() ?? false }
    }
    editor.onEdit = { [weak self] nodes in self?.didEdit(nodes) }
  }

  /// Notes an edit that affected nodes. Edits of functions that nothing calls affect none, and are not noticed by the editor.
  func didEdit(_ nodes: [NodeID]) {
    changeCount += 1
    offered = nil
    isUnkept = true
    for window in windows.values { window.didEdit(nodes) }
  }

  /// Lays out a document without positions, without recording a step, because the user did not make it.
  private func place() {
    let session = editor.session
    let limit = session.undoLimit
    session.undoLimit = 0
    defer { session.undoLimit = limit }
    let groups = session.evaluator.subgraphs
    let view = GraphView(size: .zero, profile: .desktop, style: .light)
    let controller = SessionController(of: editor, in: view)
    // Each group is laid out in its first instance, because all instances share the positions.
    let instances = groups.definitions.compactMap { groups.instances(of: $0).first }
    let paths = instances.map { GraphPath(groups.path(of: $0.node).instances + [$0]) }
    for path in [GraphPath()] + paths {
      controller.go(to: path)
      if view.nodes.contains(where: { groups.position(of: $0) != .zero }) { continue }
      controller.layOut()
      editor.endMoving()
    }
  }

  /// The number of a node in accessibility trees; 0 means none.
  func number(of node: NodeID) -> Int {
    if let number = numbers[node] { return number }
    numbers[node] = numbers.count + 1
    return numbers.count
  }

  /// The node with a number; `nil` if no node got it. It may have been removed since.
  func node(numbered number: Int) -> NodeID? { numbers.first { $0.value == number }?.key }

  // MARK: Windows

  var windowCount: Int { windows.values.count { $0.isOpen } }

  /// Makes all windows send the status again.
  func didChangeStatus() { for window in windows.values { window.didChangeStatus() } }

  /// A page has connected; its first message authenticates it.
  ///
  /// - Parameter send: Sends bytes to the page.
  /// - Returns: The number of its window.
  package func open(_ send: @escaping ([UInt8]) -> Void) -> Int {
    lastWindow += 1
    onStep?(.open(window: lastWindow))
    windows[lastWindow] = Window(lastWindow, of: self, send)
    return lastWindow
  }

  /// A page has disconnected.
  package func close(_ number: Int) {
    guard let window = windows.removeValue(forKey: number) else { return }
    onStep?(.close(window: number))
    // A gesture in progress is reverted, as when a drag is cancelled.
    window.leave()
    didChangeStatus()
    settle()
  }

  /// Handles the messages of a page.
  ///
  /// - Returns: Whether the conversation continues.
  package func receive(_ bytes: [UInt8], from number: Int) -> Bool {
    guard let window = windows[number] else { return false }
    guard bytes.count <= PageMessage.limit, let messages = try? PageMessage.messages(bytes) else {
      window.end("the message can't be read")
      return false
    }
    // Questions change nothing, and are not recorded.
    let said = messages.filter { if case .ask = $0 { false } else { true } }
    if !said.isEmpty { onStep?(.said(window: number, said.map { $0.withoutSecret(host.token) })) }
    for message in messages where !window.handle(message) { return false }
    if !said.isEmpty { settle() }
    unmarkWaiting()
    window.answer()
    return true
  }

  /// Updates all windows, and keeps the edited document.
  private func settle() {
    editor.reloadViews()
    if isUnkept {
      isUnkept = !host.keep(editor.session, openedName, windows.values.contains { $0.isDragging })
    }
    for window in windows.values { window.show() }
  }

  /// Makes all windows animate the current edit.
  func move() { for window in windows.values { window.isMoving = true } }

  /// Whether values are pending.
  var hasPending: Bool { editor.session.hasPending }

  /// Evaluates the nodes that a stopped evaluation has left. Like the evaluation, this belongs to the last edit.
  func resume() {
    withoutChange { _ = editor.session.resume() }
  }

  /// Changes values in a way that is not a change to save.
  private func withoutChange(_ body: () -> Void) {
    let before = (changeCount, offered, isUnkept)
    body()
    editor.reloadViews()
    (changeCount, offered, isUnkept) = before
  }

  /// Takes over the values that have arrived, and shows them in all windows. They are not changes to save.
  package func land() {
    onStep?(.landed)
    withoutChange { editor.session.land() }
    settle()
    unmarkWaiting()
  }

  // MARK: Documents

  /// The names of all nodes, in order.
  package var names: [String] {
    let graph = editor.session.evaluator.graph
    return graph.nodes.compactMap { graph.name(of: $0) }.sorted()
  }

  /// Saves the document to its origin, or sends it to the user.
  func save(for window: Window) {
    // Edits that a gesture has deferred are saved, too.
    editor.reloadViews()
    do {
      if let save = host.save, openedName == nil {
        window.say(try save(editor.session))
        isUnkept = false
      } else {
        window.send(.file(name: "\(title).json", type: "application/json", try host.text(editor.session)))
      }
      changeCount = 0
      didChangeStatus()
    } catch {
      window.say("\(error)", isProblem: true)
    }
  }

  /// Shows another document in all windows, in place of the current one. If that has unsaved changes, the document is
  /// only offered.
  func open(_ content: String, named name: String, for window: Window) {
    if changeCount > 0 { return offer(content, named: name, for: window) }
    replace(by: content, named: name, for: window)
  }

  /// Opens an example. An empty document is replaced even if it has unsaved changes.
  func openExample(_ name: String, for window: Window) {
    guard let example = host.examples.first(where: { $0.line.name == name }) else { return }
    if editor.session.evaluator.graph.nodeCount > 0 { return open(example.content, named: name, for: window) }
    replace(by: example.content, named: name, for: window)
  }

  /// Keeps a document until the user agrees to replace the current one by it, or edits that. A document that can't be
  /// read is refused immediately.
  func offer(_ content: String, named name: String, for window: Window) {
    do {
      _ = try host.read(name, content)
    } catch {
      return window.say("\(error)", isProblem: true)
    }
    offered = (name, content, ObjectIdentifier(window))
    askAboutOffer(in: window, "")
  }

  /// Asks a window about the document that would replace this one, if there is one.
  ///
  /// - Parameters:
  ///   - window: The window, which is asked if the document was offered by its page.
  ///   - remark: What the question says in addition; may be empty.
  /// - Returns: Whether there is one.
  @discardableResult
  func askAboutOffer(in window: Window, _ remark: String) -> Bool {
    guard let (name, _, asked) = offered, asked == ObjectIdentifier(window) else { return false }
    let loss =
      changeCount > 0
      ? "\(title) has changes that are not saved: they would be lost" : "It replaces \(title)"
    window.say(
      "Open \(name)? \(loss)" + (remark.isEmpty ? "" : "; \(remark)"), isProblem: changeCount > 0, action: "replace")
    return true
  }

  /// Opens the document that was offered.
  func openOffered(for window: Window) {
    guard let (name, content, asked) = offered, asked == ObjectIdentifier(window) else {
      return window.say("The file can no longer be opened: the document was edited or replaced since", isProblem: true)
    }
    replace(by: content, named: name, for: window)
  }

  private func replace(by content: String, named name: String, for window: Window) {
    do {
      let session = try host.read(name, content)
      editor = SessionEditor(session)
      (title, openedName, offered) = (name, name, nil)
      begin()
      changeCount = 0
      isUnkept = true
      // A window that has not sent its token stays closed.
      for window in openWindows { window.begin() }
    } catch {
      window.say("\(error)", isProblem: true)
    }
  }
}
