// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Reading and writing of looks as values of a document.
extension DocumentLooks {
  /// Reads looks.
  init(_ value: DocumentValue, at path: DocumentPath, _ faults: inout DocumentFaults) throws(DocumentError) {
    self.init()
    guard let reader = try LookReader(value, at: path, &faults) else { return }
    try readNodes(reader, &faults)
    for element in try reader.elements("connections", &faults) {
      guard let source = try element.end("from", &faults), let target = try element.end("to", &faults) else { continue }
      var look = ConnectionLook(label: try element.string("label", &faults), color: try element.color(&faults))
      look.reroutes = try element.points("through", &faults)
      look.course = try element.choice("course", &faults)
      look.width = try element.width("width", &faults)
      look.dash = try element.dash("dash", &faults)
      if !look.isDefault { connections[Wire(from: source, to: target)] = look }
    }
    for element in try reader.elements("frames", &faults) {
      guard let text = try element.string("id", &faults), let id = DocumentText.id(text), id.generation == 0 else {
        try faults.note(.id, at: element.path, "'id' is missing, or is not an id")
        continue
      }
      guard let origin = try element.point("at", &faults), let size = try element.size("size", &faults) else {
        try faults.note(.field, at: element.path, "a frame needs 'at' and 'size'")
        continue
      }
      let frame = GraphFrame(
        try element.string("title", &faults) ?? "", GraphRect(origin, size), color: try element.color(&faults),
        text: try element.string("text", &faults) ?? "")
      if frames.updateValue(frame, forKey: FrameID(id.slot)) != nil {
        try faults.note(.id, at: element.path.appending("id"), "the id '\(id.slot)' is already used by another frame")
      }
    }
  }

  private mutating func readNodes(
    _ reader: LookReader, _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    for (key, element) in try reader.members("nodes", &faults) {
      guard let member = DocumentText.member(key) else {
        try faults.note(.id, at: element.path, "'\(VisibleText.standIns(key))' is not an id")
        continue
      }
      var look = NodeLook(size: try element.size("size", &faults), color: try element.color(&faults))
      look.depth = try element.integer("depth", &faults) ?? 0
      look.isLocked = try element.boolean("locked", &faults) ?? false
      look.form = try element.choice("form", &faults) ?? .full
      look.flow = try element.choice("flow", &faults) ?? .right
      look.format = try element.string("format", &faults)
      look.note = try element.string("note", &faults)
      if !look.isDefault { nodes[member] = look }
    }
  }

  /// The looks as a value of a document.
  var value: DocumentValue {
    var fields: [String: DocumentValue] = [:]
    if !nodes.isEmpty {
      fields["nodes"] = .object(
        Dictionary(nodes.map { (DocumentText.text($0.key), $0.value.value) }) { first, _ in first })
    }
    if !connections.isEmpty {
      fields["connections"] = .array(
        connectionsInOrder.map { wire, look in
          var fields = look.fields
          fields["from"] = .string(DocumentText.text(wire.source))
          fields["to"] = .string(DocumentText.text(wire.target))
          return .object(fields)
        })
    }
    if !frames.isEmpty {
      fields["frames"] = .array(
        frames.sorted { $0.key < $1.key }.map { id, frame in
          var fields: [String: DocumentValue] = [
            "id": .string("\(id.number)"), "at": .string(DocumentText.text(frame.rect.origin)),
            "size": .string(DocumentText.text(frame.rect.size)), "title": .string(frame.title),
          ]
          fields["color"] = frame.color.map { .string($0.description) }
          fields["text"] = frame.text.isEmpty ? nil : .string(frame.text)
          return .object(fields)
        })
    }
    return .object(fields)
  }
}

extension NodeLook {
  fileprivate var value: DocumentValue {
    var fields: [String: DocumentValue] = [:]
    fields["size"] = size.map { .string(DocumentText.text($0)) }
    fields["depth"] = depth == 0 ? nil : DocumentValue(Int64(depth))
    fields["locked"] = isLocked ? .boolean(true) : nil
    fields["form"] = form == .full ? nil : .string(form.rawValue)
    fields["flow"] = flow == .right ? nil : .string(flow.rawValue)
    fields["color"] = color.map { .string($0.description) }
    fields["format"] = format.map { .string($0) }
    fields["note"] = note.map { .string($0) }
    return .object(fields)
  }
}

extension ConnectionLook {
  fileprivate var fields: [String: DocumentValue] {
    var fields: [String: DocumentValue] = [:]
    fields["label"] = label.map { .string($0) }
    fields["color"] = color.map { .string($0.description) }
    fields["through"] =
      reroutes.isEmpty ? nil : .string(reroutes.map { DocumentText.text($0) }.joined(separator: " "))
    fields["course"] = course.map { .string($0.rawValue) }
    fields["width"] = width.map { .number($0) }
    fields["dash"] = dash.isEmpty ? nil : .string(dash.map { DocumentText.text($0) }.joined(separator: " "))
    return fields
  }
}

extension DocumentText {
  /// Returns width and height with a space between them.
  fileprivate static func text(_ size: GraphSize) -> String { text(GraphPoint(size.width, size.height)) }
}

/// Reads the fields of a value, or records why one can't be read. All fields may be missing; null counts
/// as missing.
private struct LookReader {
  private let fields: [String: DocumentValue]
  let path: DocumentPath

  /// Creates a reader of an object; `nil` for any other value, which is noted.
  init?(_ value: DocumentValue, at path: DocumentPath, _ faults: inout DocumentFaults) throws(DocumentError) {
    guard case .object(let fields) = value else {
      try faults.note(.field, at: path, "expected an object")
      return nil
    }
    (self.fields, self.path) = (fields, path)
  }

  /// Reads a field by `convert`, which returns `nil` for a value that it can't use.
  private func read<Value>(
    _ field: String, _ faults: inout DocumentFaults, else reason: @autoclosure () -> String,
    _ convert: (DocumentValue) -> Value?
  ) throws(DocumentError) -> Value? {
    guard let value = fields[field], value != .null else { return nil }
    let read = convert(value)
    if read == nil { try faults.note(.field, at: path.appending(field), reason()) }
    return read
  }

  /// Reads a text by `convert`, which returns `nil` for a text that it can't use. `reason` gets the text.
  private func read<Value>(
    text field: String, _ faults: inout DocumentFaults, else reason: (String) -> String,
    _ convert: (String) -> Value?
  ) throws(DocumentError) -> Value? {
    guard let text = try string(field, &faults) else { return nil }
    let read = convert(text)
    if read == nil { try faults.note(.field, at: path.appending(field), reason("'\(VisibleText.standIns(text))'")) }
    return read
  }

  /// Returns readers for a list of objects.
  func elements(_ field: String, _ faults: inout DocumentFaults) throws(DocumentError) -> [LookReader] {
    let place = path.appending(field)
    let values = try read(field, &faults, else: "expected an array") { value -> [DocumentValue]? in
      if case .array(let elements) = value { elements } else { nil }
    }
    var readers: [LookReader] = []
    for (index, value) in (values ?? []).enumerated() {
      if let reader = try LookReader(value, at: place.appending(index), &faults) { readers.append(reader) }
    }
    return readers
  }

  /// Returns readers for objects by name, in the order of names.
  func members(
    _ field: String, _ faults: inout DocumentFaults
  ) throws(DocumentError) -> [(key: String, reader: LookReader)] {
    let place = path.appending(field)
    let values = try read(field, &faults, else: "expected an object") { value -> [String: DocumentValue]? in
      if case .object(let members) = value { members } else { nil }
    }
    var readers: [(key: String, reader: LookReader)] = []
    for (key, value) in (values ?? [:]).sorted(by: { $0.key < $1.key }) {
      if let reader = try LookReader(value, at: place.appending(key), &faults) { readers.append((key, reader)) }
    }
    return readers
  }

  func string(_ field: String, _ faults: inout DocumentFaults) throws(DocumentError) -> String? {
    try read(field, &faults, else: "expected a string") { if case .string(let text) = $0 { text } else { nil } }
  }

  /// Reads one of several words.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ field: String, _ faults: inout DocumentFaults
  ) throws(DocumentError) -> Choice? {
    try read(text: field, &faults) { _ in
      "expected " + Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or ")
    } _: {
      Choice(rawValue: $0)
    }
  }

  func boolean(_ field: String, _ faults: inout DocumentFaults) throws(DocumentError) -> Bool? {
    try read(field, &faults, else: "expected a boolean") { if case .boolean(let value) = $0 { value } else { nil } }
  }

  func integer(_ field: String, _ faults: inout DocumentFaults) throws(DocumentError) -> Int? {
    try read(field, &faults, else: "expected an integer") { value in
      switch value {
      case .number(let number): Int(exactly: number)
      case .integer(let integer): Int(integer)
      default: nil
      }
    }
  }

  func color(_ faults: inout DocumentFaults) throws(DocumentError) -> GraphColor? {
    try read(text: "color", &faults, else: { "\($0) is not a colour; write it like '#7e9bd0'" }, { GraphColor($0) })
  }

  func point(_ field: String, _ faults: inout DocumentFaults) throws(DocumentError) -> GraphPoint? {
    try read(text: field, &faults, else: { "\($0) is not a position" }, { DocumentText.position($0) })
  }

  func size(_ field: String, _ faults: inout DocumentFaults) throws(DocumentError) -> GraphSize? {
    try read(text: field, &faults) {
      "\($0) is not a size"
    } _: { text in
      DocumentText.position(text).flatMap { $0.x >= 0 && $0.y >= 0 ? GraphSize($0.x, $0.y) : nil }
    }
  }

  /// Reads a list of points.
  func points(_ field: String, _ faults: inout DocumentFaults) throws(DocumentError) -> [GraphPoint] {
    try read(text: field, &faults) {
      "\($0) is not a list of positions"
    } _: { text -> [GraphPoint]? in
      let numbers = text.split(separator: " ")
      let points = stride(from: 0, to: numbers.count - 1, by: 2).compactMap {
        DocumentText.position("\(numbers[$0]) \(numbers[$0 + 1])")
      }
      return points.count * 2 == numbers.count ? points : nil
    } ?? []
  }

  /// Reads the width of a wire.
  func width(_ field: String, _ faults: inout DocumentFaults) throws(DocumentError) -> Double? {
    let greatest = ConnectionLook.greatestWidth
    return try read(field, &faults, else: "expected a number above 0 and up to \(Int(greatest))") { value in
      if case .number(let number) = value, number > 0, number <= greatest { number } else { nil }
    }
  }

  /// Reads the lengths of dashes and gaps.
  func dash(_ field: String, _ faults: inout DocumentFaults) throws(DocumentError) -> [Double] {
    try read(text: field, &faults) {
      "\($0) is not a list of dash and gap lengths; write it like '8 4'"
    } _: { text -> [Double]? in
      let words = text.split(separator: " ")
      let lengths = ConnectionLook.usable(dash: words.compactMap { Double($0) })
      return lengths.isEmpty || lengths.count != words.count ? nil : lengths
    } ?? []
  }

  func end(_ field: String, _ faults: inout DocumentFaults) throws(DocumentError) -> DocumentDefinition.End? {
    let text = try string(field, &faults) ?? ""
    if let end = DocumentText.end(text[...]) { return end }
    try faults.note(
      .connection, at: path.appending(field), "'\(VisibleText.standIns(text))' is not a port; write it like '12.x'")
    return nil
  }
}
