// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import NodeView

// MARK: Looks

extension SessionEditor {
  /// Changes the looks of nodes and groups of a scope, in one step.
  ///
  /// ```swift
  /// try editor.changeLooks(of: view.selection.nodes) { $0.form = .compact }
  /// ```
  ///
  /// - Parameters:
  ///   - members: Nodes and groups; those that no longer exist are ignored.
  ///   - body: Changes the look of one member.
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

  /// Sets the size of a node or group. Successive changes are one step until ``endMoving()``.
  ///
  /// - Parameters:
  ///   - member: The node or group; ignored if it no longer exists.
  ///   - size: Its size in canvas points; `nil` for the size of its content.
  public func resize(_ member: NodeID, to size: GraphSize?) {
    guard contains(member) else { return }
    var look = groups.look(of: member)
    look.size = size
    let new = look
    edit(in: groups.scope(of: member)) { scope throws(GraphError) in
      try scope.setLook(new, of: member)
    }
  }

  /// Changes the look of a connection. Successive changes are one step until ``endMoving()``.
  ///
  /// - Parameters:
  ///   - connection: A connection of the scope; ignored if it no longer exists.
  ///   - scope: The group that contains it; `nil` for the root.
  ///   - body: Changes its look.
  public func changeLook(of connection: Connection, in scope: InstanceID?, _ body: (inout ConnectionLook) -> Void) {
    var look = groups.look(of: connection, in: scope)
    body(&look)
    let new = look
    edit(in: scope) { scope throws(GraphError) in
      try scope.setLook(new, of: connection)
    }
  }

  /// Adds a frame to a scope, in one step.
  ///
  /// - Parameters:
  ///   - title: The title of the frame.
  ///   - rect: The rectangle of the frame. ``frameRect(around:in:)`` returns one with room for the title.
  ///   - scope: The group that contains it; `nil` for the root.
  /// - Returns: The frame; `nil` if the scope no longer exists.
  @discardableResult
  public func addFrame(_ title: String, _ rect: GraphRect, in scope: InstanceID?) -> FrameID? {
    addFrame(GraphFrame(title, rect), in: scope)
  }

  /// Adds a frame to a scope, in one step; returns `nil` if the scope no longer exists.
  @discardableResult
  func addFrame(_ frame: GraphFrame, in scope: InstanceID?) -> FrameID? {
    defer { endMoving() }
    var id: FrameID?
    edit(in: scope) { scope throws(GraphError) in
      id = try scope.addFrame(frame)
    }
    return id
  }

  /// The rectangle of a frame that encloses the cards of nodes of a view, with room for a title.
  ///
  /// - Parameters:
  ///   - nodes: The nodes; those that aren't shown are ignored.
  ///   - view: The view.
  /// - Returns: The rectangle, in canvas points; `nil` if none is shown.
  public static func frameRect(around nodes: [NodeID], in view: GraphView) -> GraphRect? {
    let rects = nodes.compactMap { view.frame(of: $0)?.rect }
    guard let first = rects.first else { return nil }
    return GraphFrame.rect(around: rects.dropFirst().reduce(first) { $0.union($1) })
  }

  /// Changes a frame. Successive changes are one step until ``endMoving()``.
  ///
  /// - Parameters:
  ///   - id: The frame; ignored if it no longer exists.
  ///   - scope: The group that contains it; `nil` for the root.
  ///   - body: Changes the frame. The members in it don't move.
  public func changeFrame(_ id: FrameID, in scope: InstanceID?, _ body: (inout GraphFrame) -> Void) {
    guard var frame = groups.frames(in: scope).first(where: { $0.id == id })?.frame else { return }
    body(&frame)
    let new = frame
    edit(in: scope) { scope throws(GraphError) in
      try scope.setFrame(id, to: new)
    }
  }

  /// Removes a frame, in one step. The members in it stay.
  ///
  /// - Parameters:
  ///   - id: The frame; ignored if it no longer exists.
  ///   - scope: The group that contains it; `nil` for the root.
  public func removeFrame(_ id: FrameID, in scope: InstanceID?) {
    defer { endMoving() }
    edit(in: scope) { scope throws(GraphError) in
      try scope.removeFrame(id)
    }
  }

  /// Removes all reroutes of a scope, before a layout finds other routes for its wires. This belongs to the step of the layout.
  func straighten(in scope: InstanceID?) {
    for connection in groups.connections(in: scope) where !groups.look(of: connection, in: scope).reroutes.isEmpty {
      changeLook(of: connection, in: scope) { $0.reroutes = [] }
    }
  }

  /// Edits a scope as part of the current drag. An edit that is refused, because its target no longer exists, has no effect.
  private func edit(in scope: InstanceID?, _ body: (Edit) throws(GraphError) -> Void) {
    _ = try? session.evaluator.edit(nil, gesture: drag) { edit in
      try edit.change(in: scope) { scope in try body(scope) }
    }
  }
}
