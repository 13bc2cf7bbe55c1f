// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// What asks before something is lost.
extension Invocation {
  /// Refuses to leave a session with changes that neither a file nor a journal has.
  func requireSafety() throws(Diagnostic) {
    guard dialogue.manner == .prompt, !insists, !dialogue.journal.isSafe(session) else { return }
    let name = command.name
    throw Diagnostic(
      .file, "there are unsaved changes, and no journal keeps them", name.range,
      hint: "save them, or \(name.text)! loses them")
  }

  /// Refuses to write over what this session has neither read nor written.
  func requirePermission(_ path: SourceName, _ standing: FileStanding) throws(Diagnostic) {
    let reason: String
    switch standing {
    case .absent, .noFile: return
    case .held(let other):
      reason = "another session works on '\(path.text)'\(other.map { " (\($0))" } ?? "")"
    case .free:
      let bytes: [UInt8]
      do throws(FileFailure) {
        bytes = try dialogue.host.readFile(path.text)
      } catch {
        // What was not read to its end may be anything.
        if dialogue.host.isInterrupted { throw Diagnostic(.file, "stopped; nothing was written", path.range) }
        return
      }
      let known = dialogue.journal.file
      if known?.path != dialogue.host.wholePath(path.text) {
        reason = "'\(path.text)' is there already"
      } else if known?.contents != Fingerprint(bytes) {
        reason = "'\(path.text)' was changed by someone else since it was opened or saved"
      } else {
        return
      }
    }
    throw Diagnostic(
      .file, reason, path.range, hint: "save! replaces it, or save to another file")
  }
}
