// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval

extension Session {
  /// Goes on with an evaluation that was stopped, as ``/NodeEval/Evaluator/isInterrupted`` asks for.
  ///
  /// Until then the nodes it has not come to have no value: ``NodeValue/failure(message:origin:)``, "unfinished".
  ///
  /// What was undone can't be done again then: it would find other values than it left.
  ///
  /// - Returns: What has changed, in evaluation order.
  public func resume() -> Result { result(of: evaluator.resume()) }
}
