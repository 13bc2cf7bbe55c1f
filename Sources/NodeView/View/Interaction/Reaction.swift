// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

extension Interaction {
  /// What only the host knows. Calling it has no side effects.
  struct Host {
    let verdict: (OutputPort, InputPort) -> ConnectionVerdict
    /// Whether a connection is refused, without the reason.
    let isRefused: (OutputPort, InputPort) -> Bool
    let defaultNodeSize: () -> GraphSize
    /// Whether something can be dropped on what is there.
    let accepts: (GraphDrop, HitTarget) -> Bool
    /// Whether some nodes may be dropped on others.
    let hasTargets: ([NodeID]) -> Bool

    init(
      verdict: @escaping (OutputPort, InputPort) -> ConnectionVerdict,
      isRefused: @escaping (OutputPort, InputPort) -> Bool, defaultNodeSize: @escaping () -> GraphSize,
      accepts: @escaping (GraphDrop, HitTarget) -> Bool, hasTargets: @escaping ([NodeID]) -> Bool
    ) {
      self.verdict = verdict
      self.isRefused = isRefused
      self.defaultNodeSize = defaultNodeSize
      self.accepts = accepts
      self.hasTargets = hasTargets
    }

    /// Refuses everything.
    static var nobody: Host {
      Host(
        verdict: { _, target in .refused(.stale(target.node)) }, isRefused: { _, _ in true },
        defaultNodeSize: { .zero },
        accepts: { _, _ in false }, hasTargets: { _ in false })
    }

    /// Asks the delegate that the view has at the time of the call; without one every connection is refused.
    init(of view: GraphView) {
      self.init { [weak view] source, target in
        guard let view, let delegate = view.delegate else { return .refused(.stale(target.node)) }
        return delegate.graphView(view, verdictOnConnecting: source, to: target)
      } isRefused: { [weak view] source, target in
        view?.isRefused(source, target) ?? true
      } defaultNodeSize: { [weak view] in
        guard let view, let delegate = view.delegate else { return .zero }
        let size = delegate.defaultNodeSize(for: view)
        return size.width.isFinite && size.height.isFinite ? size : .zero
      } accepts: { [weak view] drop, target in
        view.flatMap { view in view.delegate?.graphView(view, accepts: drop, on: target) } ?? false
      } hasTargets: { [weak view] nodes in
        view.flatMap { view in view.delegate?.graphView(view, hasTargetsFor: nodes) } ?? false
      }
    }
  }

  /// The surroundings in which an event is handled, and the effects it has so far.
  struct Reaction {
    let scene: Scene
    let host: Host
    let modifiers: InputEvent.Modifiers
    var effects: [GraphViewEffect] = []

    func isRefused(_ source: OutputPort, _ target: InputPort) -> Bool { host.isRefused(source, target) }

    /// Returns the effect of toggling a connection: a refusal if the host refuses it.
    func toggled(_ source: OutputPort, _ target: InputPort) -> GraphViewEffect {
      if case .refused(let reason) = host.verdict(source, target) { return .refusedConnection(source, target, reason) }
      return .toggledConnection(source, target)
    }
  }
}
