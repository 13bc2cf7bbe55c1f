// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Reading and writing of looks as values of a document.
extension DocumentLooks {
  /// Reads looks.
  init(_ value: DocumentValue, at path: DocumentPath, _ faults: inout DocumentFaults) throws(DocumentError) {
    self.init()
    guard let reader = LookReader(value, at: path) else {
      try faults.note(.field, at: path, "expected an object")
      return
    }
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

/// Reads the fields of a value, or records why one can't be read.
private struct LookReader {
  private let fields: [String: DocumentValue]
  let path: DocumentPath

  /// Creates a reader of an object; `nil` for any other value.
  init?(_ value: DocumentValue, at path: DocumentPath) {
    guard case .object(let fields) = value else { return nil }
    self.fields = fields
    self.path = path
  }

  private func note(_ field: String, _ reason: String, _ faults: inout DocumentFaults) throws(DocumentError) {
    try faults.note(.field, at: path.appending(field), reason)
  }

  /// Returns readers for a list of objects, which may be missing.
  func elements(_ field: String, _ faults: inout DocumentFaults) throws(DocumentError) -> [LookReader] {
    guard let value = fields[field] else { return [] }
    guard case .array(let values) = value else {
      try note(field, "expected an array", &faults)
      return []
    }
    var readers: [LookReader] = []
    for (index, value) in values.enumerated() {
      let place = path.appending(field).appending(index)
      if let reader = LookReader(value, at: place) {
        readers.append(reader)
      } else {
        try faults.note(.field, at: place, "expected an object")
      }
    }
    return readers
  }

  /// Returns readers for objects by name, in the order of names. The field may be missing.
  func members(
    _ field: String, _ faults: inout DocumentFaults
  ) throws(DocumentError) -> [(key: String, reader: LookReader)] {
    guard let value = fields[field] else { return [] }
    guard case .object(let values) = value else {
      try note(field, "expected an object", &faults)
      return []
    }
    var readers: [(key: String, reader: LookReader)] = []
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      let place = path.appending(field).appending(key)
      if let reader = LookReader(value, at: place) {
        readers.append((key, reader))
      } else {
        try faults.note(.field, at: place, "expected an object")
      }
    }
    return readers
  }

  func string(_ field: String, _ faults: inout DocumentFaults) throws(DocumentError) -> String? {
    switch fields[field] {
    case nil, .null: break
    case .string(let text): return text
    default: try note(field, "expected a string", &faults)
    }
    return nil
  }

  /// Reads one of several words; the field may be missing.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ field: String, _ faults: inout DocumentFaults
  ) throws(DocumentError) -> Choice? {
    guard let word = try string(field, &faults) else { return nil }
    if let choice = Choice(rawValue: word) { return choice }
    let words = Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or ")
    try note(field, "expected \(words)", &faults)
    return nil
  }

  func boolean(_ field: String, _ faults: inout DocumentFaults) throws(DocumentError) -> Bool? {
    switch fields[field] {
    case nil, .null: break
    case .boolean(let value): return value
    default: try note(field, "expected a boolean", &faults)
    }
    return nil
  }

  func integer(_ field: String, _ faults: inout DocumentFaults) throws(DocumentError) -> Int? {
    switch fields[field] {
    case nil, .null: return nil
    case .number(let number): if let integer = Int(exactly: number) { return integer }
    case .integer(let integer): return Int(integer)
    default: break
    }
    try note(field, "expected an integer", &faults)
    return nil
  }

  func color(_ faults: inout DocumentFaults) throws(DocumentError) -> GraphColor? {
    guard let text = try string("color", &faults) else { return nil }
    if let color = GraphColor(text) { return color }
    try note("color", "'\(VisibleText.standIns(text))' is not a colour; write it like '#7e9bd0'", &faults)
    return nil
  }

  func point(_ field: String, _ faults: inout DocumentFaults) throws(DocumentError) -> GraphPoint? {
    guard let text = try string(field, &faults) else { return nil }
    if let point = DocumentText.position(text) { return point }
    try note(field, "'\(VisibleText.standIns(text))' is not a position", &faults)
    return nil
  }

  func size(_ field: String, _ faults: inout DocumentFaults) throws(DocumentError) -> GraphSize? {
    guard let text = try string(field, &faults) else { return nil }
    if let point = DocumentText.position(text), point.x >= 0, point.y >= 0 { return GraphSize(point.x, point.y) }
    try note(field, "'\(VisibleText.standIns(text))' is not a size", &faults)
    return nil
  }

  /// Reads a list of points, which may be missing.
  func points(_ field: String, _ faults: inout DocumentFaults) throws(DocumentError) -> [GraphPoint] {
    let text = try string(field, &faults) ?? ""
    let numbers = text.split(separator: " ")
    let points = stride(from: 0, to: numbers.count - 1, by: 2).compactMap {
      DocumentText.position("\(numbers[$0]) \(numbers[$0 + 1])")
    }
    if points.count * 2 == numbers.count { return points }
    try note(field, "'\(VisibleText.standIns(text))' is not a list of positions", &faults)
    return []
  }

  /// Reads the width of a wire, which may be missing.
  func width(_ field: String, _ faults: inout DocumentFaults) throws(DocumentError) -> Double? {
    let number: Double
    switch fields[field] {
    case nil, .null: return nil
    case .number(let value): number = value
    case .integer(let value): number = Double(value)
    default: number = .nan
    }
    if number > 0, number <= ConnectionLook.greatestWidth { return number }
    try note(field, "expected a number above 0 and up to \(Int(ConnectionLook.greatestWidth))", &faults)
    return nil
  }

  /// Reads the lengths of dashes and gaps, which may be missing.
  func dash(_ field: String, _ faults: inout DocumentFaults) throws(DocumentError) -> [Double] {
    guard let text = try string(field, &faults) else { return [] }
    let words = text.split(separator: " ")
    let lengths = ConnectionLook.usable(dash: words.compactMap { Double($0) })
    if !lengths.isEmpty, lengths.count == words.count { return lengths }
    try note(
      field, "'\(VisibleText.standIns(text))' is not a list of dash and gap lengths; write it like '8 4'", &faults)
    return []
  }

  func end(_ field: String, _ faults: inout DocumentFaults) throws(DocumentError) -> DocumentDefinition.End? {
    let text = try string(field, &faults) ?? ""
    if let end = DocumentText.end(text[...]) { return end }
    try faults.note(
      .connection, at: path.appending(field), "'\(VisibleText.standIns(text))' is not a port; write it like '12.x'")
    return nil
  }
}
