// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The settings of how nodes, wires and frames are shown: `color=#7e9bd0 size=200x120`. The value `none` restores the default of
/// a key.
package struct LookSettings {
  private enum Setting {
    case color(GraphColor?)
    case size(GraphSize?)
    case depth(Int)
    case form(NodeLook.Form)
    case flow(NodeLook.Flow)
    case isLocked(Bool)
    case format(String?)
    case note(String?)
    /// The text of a frame; `nil` for the next comment of the script that is being opened.
    case text(String?)
    case label(String?)
    case through([GraphPoint])
    case course(ConnectionLook.Course?)
    case width(Double?)
    case dash([Double])
  }

  package static let keys = [
    "color", "size", "depth", "form", "flow", "locked", "format", "note", "label", "through", "course", "width", "dash",
  ]

  private let settings: [(setting: Setting, key: SourceName)]

  /// Whether a word is a key with a value, and not a name.
  static func isSetting(_ word: SourceName) -> Bool {
    guard let sign = word.text.utf8.firstIndex(of: UInt8(ascii: "=")), sign != word.text.utf8.startIndex else {
      return false
    }
    return word.text.utf8[..<sign].allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
  }

  /// Reads words that are keys with values.
  ///
  /// - Throws: A ``Formulas/Diagnostic`` for an unknown key, and for a value that it doesn't take.
  init(_ words: [SourceName]) throws(Diagnostic) {
    var settings: [(Setting, SourceName)] = []
    for word in words {
      let sign = word.text.utf8.firstIndex(of: UInt8(ascii: "=")) ?? word.text.utf8.endIndex
      let key = SourceName(String(word.text[..<sign]), range: word.range)
      settings.append((try Self.setting(key, String(word.text[sign...].dropFirst())), key))
    }
    self.settings = settings
  }

  var isEmpty: Bool { settings.isEmpty }

  private static func setting(_ key: SourceName, _ value: String) throws(Diagnostic) -> Setting {
    let isNone = value == "none"
    switch key.text {
    case "color":
      if isNone { return .color(nil) }
      if let color = RGBColor(value) { return .color(GraphColor(color.bits)) }
      let shown = SourceText.quote(Array(value.utf8), 0..<value.utf8.count)
      throw Diagnostic(
        .command, "\(shown) is not a colour", key.range,
        hint: ForeignNames.color(value).map { "write color=\($0)" } ?? "write color=#7e9bd0, or color=none")
    case "size":
      if isNone { return .size(nil) }
      let parts = numbers(value, separator: "x")
      guard parts.count == 2, parts.allSatisfy({ $0 > 0 }) else {
        throw refusal(key, "a width and a height such as 200x120")
      }
      return .size(GraphSize(parts[0], parts[1]))
    case "depth":
      if let depth = isNone ? 0 : Int(value) { return .depth(depth) }
      throw refusal(key, "a whole number (greater ones are in front)")
    case "form":
      return .form(isNone ? .full : try choice(key, value))
    case "flow":
      return .flow(isNone ? .right : try choice(key, value))
    case "course":
      return .course(isNone ? nil : try choice(key, value))
    case "width":
      if isNone { return .width(nil) }
      if let width = Double(value), ConnectionLook.usable(width: width) == width { return .width(width) }
      throw refusal(key, "a number above 0 and up to \(Int(ConnectionLook.greatestWidth)), in points")
    case "dash":
      let lengths = isNone ? [] : numbers(value, separator: ",")
      if isNone || !ConnectionLook.usable(dash: lengths).isEmpty { return .dash(lengths) }
      throw refusal(key, "lengths of dashes and gaps such as 8,4")
    case "locked":
      if value == "on" || value == "off" || isNone { return .isLocked(value == "on") }
      throw refusal(key, "on or off")
    case "format":
      if isNone { return .format(nil) }
      guard let format = text(value), ValueFormat(format) != nil else {
        throw refusal(key, "a format such as \(ValueFormat.examples), or plain")
      }
      return .format(format)
    case "note":
      if isNone { return .note(nil) }
      return .note(try noteText(value, key))
    case "text":
      if value == "comment" { return .text(nil) }
      return .text(isNone ? "" : try noteText(value, key) ?? "")
    case "label":
      if isNone { return .label(nil) }
      guard let label = text(value), !label.isEmpty else { throw refusal(key, "a text such as \"net price\"") }
      return .label(label)
    case "through":
      let points =
        isNone ? [] : value.split(separator: "/", omittingEmptySubsequences: false).map { numbers($0, separator: ",") }
      guard points.allSatisfy({ $0.count == 2 }) else { throw refusal(key, "points such as 10,20/30,40") }
      return .through(points.map { GraphPoint($0[0], $0[1]) })
    default:
      throw Diagnostic(
        .command, "unknown setting '\(key.text)'", key.range,
        hint: Suggestion.hint(for: key.text, among: keys) ?? "the settings are \(keys.joined(separator: ", "))")
    }
  }

  /// Reads the value of a key that takes one of several choices.
  private static func choice<Choice: CaseIterable & RawRepresentable>(
    _ key: SourceName, _ value: String
  ) throws(Diagnostic) -> Choice where Choice.RawValue == String {
    if let choice = Choice(rawValue: value) { return choice }
    throw refusal(key, Choice.allCases.map(\.rawValue).joined(separator: ", "))
  }

  private static func refusal(_ key: SourceName, _ wanted: String) -> Diagnostic {
    Diagnostic(.command, "'\(key.text)' takes \(wanted)", key.range, hint: "or none")
  }

  private static func numbers(_ text: some StringProtocol, separator: Character) -> [Double] {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false).map { Double($0) }
    return parts.allSatisfy { $0?.isFinite == true } ? parts.compactMap { $0 } : []
  }

  /// A text that may be in quotes; `nil` if the closing quote is missing.
  private static func text(_ value: String) -> String? {
    guard value.utf8.first == UInt8(ascii: "\"") else { return value }
    return value.utf8.count > 1 && value.utf8.last == UInt8(ascii: "\"") ? String(value.dropFirst().dropLast()) : nil
  }

  /// The text of a note: a literal in quotes, or a word.
  private static func noteText(_ value: String, _ key: SourceName) throws(Diagnostic) -> String? {
    guard let text = try NoteRules.text(value, key.range) else {
      throw refusal(key, "a text such as \"the first line\\nthe second\"")
    }
    return try NoteRules.checked(text, key.range)
  }

  // MARK: Applying

  /// - Throws: A ``Formulas/Diagnostic`` for a setting that only wires have.
  func apply(to look: inout NodeLook) throws(Diagnostic) {
    for (setting, key) in settings {
      switch setting {
      case .color(let color): look.color = color
      case .size(let size): look.size = size
      case .depth(let depth): look.depth = depth
      case .form(let form): look.form = form
      case .flow(let flow): look.flow = flow
      case .isLocked(let isLocked): look.isLocked = isLocked
      case .format(let format): look.format = format
      case .note(let note): look.note = note
      case .text:
        throw Diagnostic(
          .command, "a node has no \(key.text)", key.range, hint: "its note is set by note NODE TEXT")
      case .label, .through, .course, .width, .dash:
        throw Diagnostic(
          .command, "a node has no \(key.text)", key.range, hint: "it is a setting of wires: look NODE.PORT")
      }
    }
  }

  /// - Throws: A ``Formulas/Diagnostic`` for a setting that only nodes have.
  func apply(to look: inout ConnectionLook) throws(Diagnostic) {
    for (setting, key) in settings {
      switch setting {
      case .color(let color): look.color = color
      case .label(let label): look.label = label
      case .through(let points): look.reroutes = points
      case .course(let course): look.course = course
      case .width(let width): look.width = width
      case .dash(let dash): look.dash = dash
      case .size, .depth, .form, .flow, .isLocked, .format, .note, .text:
        throw Diagnostic(.command, "a wire has no \(key.text)", key.range)
      }
    }
  }

  /// Whether the text of a frame is the next comment of the script that is being opened.
  var takesComment: Bool { settings.contains { if case .text(nil) = $0.setting { true } else { false } } }

  /// - Throws: A ``Formulas/Diagnostic`` for a setting that frames don't have.
  func apply(to frame: inout GraphFrame) throws(Diagnostic) {
    for (setting, key) in settings {
      switch setting {
      case .color(let color): frame.color = color
      case .text(let text): frame.text = text ?? ""
      default:
        throw Diagnostic(.command, "a frame has no \(key.text)", key.range, hint: "its settings are color and text")
      }
    }
  }
}

extension NodeLook {
  /// The settings that are not the default, as ``LookSettings`` reads them.
  var settings: String {
    var words: [String] = []
    if let color { words.append("color=\(color)") }
    if let size { words.append("size=\(NumberText.exact(size.width))x\(NumberText.exact(size.height))") }
    if depth != 0 { words.append("depth=\(depth)") }
    if form != .full { words.append("form=\(form.rawValue)") }
    if flow != .right { words.append("flow=\(flow.rawValue)") }
    if isLocked { words.append("locked=on") }
    if let format { words.append("format=\(LookSettings.quoted(format))") }
    if let note { words.append("note=\(NoteRules.spelling(note))") }
    return words.joined(separator: " ")
  }
}

extension ConnectionLook {
  /// The settings that are not the default, as ``LookSettings`` reads them.
  var settings: String {
    var words: [String] = []
    if let color { words.append("color=\(color)") }
    if let label { words.append("label=\(LookSettings.quoted(label))") }
    if !reroutes.isEmpty {
      let points = reroutes.map { "\(NumberText.exact($0.x)),\(NumberText.exact($0.y))" }
      words.append("through=\(points.joined(separator: "/"))")
    }
    if let course { words.append("course=\(course.rawValue)") }
    if let width { words.append("width=\(NumberText.exact(width))") }
    if !dash.isEmpty { words.append("dash=\(dash.map(NumberText.exact).joined(separator: ","))") }
    return words.joined(separator: " ")
  }
}

extension GraphFrame {
  /// The title, rectangle, colour and text of the frame, as the words of a command.
  ///
  /// - Parameter isComment: Whether the text is written as a comment of the script.
  /// - Returns: The words.
  func words(isComment: Bool) -> String {
    let numbers = [rect.minX, rect.minY, rect.width, rect.height].map(NumberText.exact)
    var words = [LookSettings.quoted(title)] + numbers
    if let color { words.append("color=\(color)") }
    if !text.isEmpty { words.append("text=\(isComment ? "comment" : NoteRules.spelling(text))") }
    return words.joined(separator: " ")
  }
}

extension LookSettings {
  /// A text in double quotes, on one line; double quotes in it become single ones.
  package static func quoted(_ text: String) -> String {
    "\"\(VisibleText.standIns(text).map { $0 == "\"" ? "'" : String($0) }.joined())\""
  }
}
