// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import NodeView

// MARK: Looks

extension SessionEditor {
  /// Shows nodes and groups of a scope otherwise, in one step.
  ///
  /// ```swift
  /// try editor.changeLooks(of: view.selection.nodes) { $0.form = .compact }
  /// ```
  ///
  /// - Parameters:
  ///   - members: Nodes and groups; those that are gone are left out.
  ///   - body: Changes the look of one.
  /// - Complexity: O(members), and what it takes to reload the views.
  public func changeLooks(of members: [NodeID], _ body: (inout NodeLook) -> Void) {
    defer { endMoving() }
    for member in members where contains(member) {
      var look = groups.look(of: member)
      body(&look)
      let new = look
      edit(in: groups.scope(of: member)) { scope throws(GraphError) in
        try scope.setLook(new, of: member)
      }
    }
  }

  /// Gives a node or group a size. Changes in a row are one step until ``endMoving()``.
  ///
  /// - Parameters:
  ///   - member: The node or group; one that is gone is left out.
  ///   - size: Its size in canvas points; `nil` for the one that its content asks for.
  public func resize(_ member: NodeID, to size: GraphSize?) {
    guard contains(member) else { return }
    var look = groups.look(of: member)
    look.size = size
    let new = look
    edit(in: groups.scope(of: member)) { scope throws(GraphError) in
      try scope.setLook(new, of: member)
    }
  }

  /// Shows a connection otherwise. Changes in a row are one step until ``endMoving()``.
  ///
  /// - Parameters:
  ///   - connection: A connection of the scope; one that is cut is left as it is.
  ///   - scope: The group in which it lies; `nil` for none.
  ///   - body: Changes its look.
  public func changeLook(of connection: Connection, in scope: InstanceID?, _ body: (inout ConnectionLook) -> Void) {
    var look = groups.look(of: connection, in: scope)
    body(&look)
    let new = look
    edit(in: scope) { scope throws(GraphError) in
      try scope.setLook(new, of: connection)
    }
  }

  /// Puts a frame around nodes and groups of a scope, in one step.
  ///
  /// - Parameters:
  ///   - title: Its title.
  ///   - rect: Where it is. A ``frameRect(around:in:)`` has room for the title.
  ///   - scope: The group in which it lies; `nil` for none.
  /// - Returns: The frame; `nil` if the scope is gone.
  @discardableResult
  public func addFrame(_ title: String, _ rect: GraphRect, in scope: InstanceID?) -> FrameID? {
    defer { endMoving() }
    var id: FrameID?
    edit(in: scope) { scope throws(GraphError) in
      id = try scope.addFrame(GraphFrame(title, rect))
    }
    return id
  }

  /// Where a frame around nodes of a view is: around their cards, with room for its title.
  ///
  /// - Parameters:
  ///   - nodes: The nodes; those that aren't shown are left out.
  ///   - view: The view.
  /// - Returns: The rectangle, in canvas points; `nil` if none is shown.
  public static func frameRect(around nodes: [NodeID], in view: GraphView) -> GraphRect? {
    let rects = nodes.compactMap { view.frame(of: $0)?.rect }
    guard let first = rects.first else { return nil }
    return GraphFrame.rect(around: rects.dropFirst().reduce(first) { $0.union($1) })
  }

  /// Changes a frame. Changes in a row are one step until ``endMoving()``.
  ///
  /// - Parameters:
  ///   - id: The frame; one that is gone is left out.
  ///   - scope: The group in which it lies; `nil` for none.
  ///   - body: Changes it. What lies in it stays.
  public func changeFrame(_ id: FrameID, in scope: InstanceID?, _ body: (inout GraphFrame) -> Void) {
    guard var frame = groups.frames(in: scope).first(where: { $0.id == id })?.frame else { return }
    body(&frame)
    let new = frame
    edit(in: scope) { scope throws(GraphError) in
      try scope.setFrame(id, to: new)
    }
  }

  /// Takes a frame away, in one step. What lies in it stays.
  ///
  /// - Parameters:
  ///   - id: The frame; one that is gone is left out.
  ///   - scope: The group in which it lies; `nil` for none.
  public func removeFrame(_ id: FrameID, in scope: InstanceID?) {
    defer { endMoving() }
    edit(in: scope) { scope throws(GraphError) in
      try scope.removeFrame(id)
    }
  }

  /// Takes all reroutes of a scope away, before a layout finds other ways for its wires. It belongs to the step of the layout.
  func straighten(in scope: InstanceID?) {
    for connection in groups.connections(in: scope) where !groups.look(of: connection, in: scope).reroutes.isEmpty {
      changeLook(of: connection, in: scope) { $0.reroutes = [] }
    }
  }

  /// Edits a scope as part of the drag that goes on. What is refused, because it is gone, isn't done.
  private func edit(in scope: InstanceID?, _ body: (Edit) throws(GraphError) -> Void) {
    _ = try? session.evaluator.edit(nil, gesture: drag) { edit in
      try edit.change(in: scope) { scope in try body(scope) }
    }
  }
}
