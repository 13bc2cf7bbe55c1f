// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Parses one expression by precedence climbing (Richards 1979, Norvell) straight into postfix code.
///
/// It recurses only for nesting, at most `maximumNesting` levels; operators of one level are parsed in a loop.
package struct FormulaParser {
  static let maximumNesting = 256
  private static let longestLine = 1 << 30
  private static let longFormula = 1 << 20
  private static let fewNames = 8

  private(set) var lexer: Lexer
  /// The next token; after the expression, the token that ended it.
  package private(set) var token: Token
  private(set) var previous: Token
  private(set) var operations: [Formula.Operation] = []
  private var names: [SourceName] = []
  private var inputs: [String: Int] = [:]
  private var calls: [OwnCall] = []
  private var callPlaces: [String: Int] = [:]
  private var texts: [String] = []
  var units: [UnitOfMeasure] = []
  var columns: [TableColumn] = []
  private var nesting = 0

  /// Creates a parser of the expression that starts at the lexer's position.
  package init(_ lexer: Lexer) throws(Diagnostic) {
    guard lexer.bytes.count <= Self.longestLine else {
      throw Diagnostic(.syntax, "the line is longer than \(Self.longestLine >> 30) GiB", 0..<0)
    }
    self.lexer = lexer
    token = try self.lexer.next()
    previous = token
  }

  /// Parses the expression. Afterwards `token` is the token after it.
  package mutating func formula() throws(Diagnostic) -> Formula {
    let start = token.start
    try choice()
    return Formula(
      line: lexer.bytes, range: start..<previous.end, names: names, calls: calls, texts: texts,
      units: units, columns: columns, operations: operations)
  }

  /// Parses the rest of `x += 1` as the formula of the new value, x + 1.
  mutating func newValue(of name: Token, _ operation: Token) throws(Diagnostic) -> Formula {
    emit(.input, at: name, operand: index(of: lexer.name(name)))
    try choice()
    emit(operation.kind == .power ? .power : opcode(operation, .sum), at: operation)
    return Formula(
      line: lexer.bytes, range: name.start..<previous.end, names: names, calls: calls, texts: texts,
      units: units, columns: columns, operations: operations)
  }

  mutating func advance() throws(Diagnostic) {
    previous = token
    token = try lexer.next()
  }

  private mutating func emit(_ instruction: Instruction, _ start: Int, _ end: Int) {
    if operations.count == Self.longFormula {
      // A token makes about one operation. Growing the array gradually would touch twice the memory, which takes most
      // of the time.
      operations.reserveCapacity(operations.count + lexer.bytes.count - lexer.position)
    }
    operations.append(Formula.Operation(instruction: instruction, start: UInt32(start), end: UInt32(end)))
  }

  mutating func emit(_ opcode: Opcode, at token: Token, operand: Int = 0, function: FormulaFunction = .unused) {
    var instruction = Instruction(opcode, operand: operand, value: token.value)
    instruction.function = function
    emit(instruction, token.start, token.end)
  }

  /// A token for the text from `start` to the end of the last token.
  func span(from start: Int) -> Token { Token(.end, start, previous.end) }

  /// Skips `token`, and parses the nested expression after it.
  private mutating func nested(_ minimum: Precedence) throws(Diagnostic) {
    try enter()
    try advance()
    if minimum == .or { try choice() } else { try expression(minimum) }
    nesting -= 1
  }

  /// Whether the next token is a certain word, which is an operator after a value.
  private func isWord(_ word: String) -> Bool {
    token.kind == .name && token.range.count == word.utf8.count && lexer.name(token).text == word
  }

  /// Parses `condition ? x : y`, whose last part may be another choice, or a formula without a choice.
  private mutating func choice() throws(Diagnostic) {
    try expression(.filter)
    var questions: [Token] = []
    while token.kind == .question {
      let question = token
      questions.append(question)
      emit(.ifThen, at: question)
      if lexerIsAtEnd {
        throw Diagnostic(.syntax, "'?' needs two values", question.range, hint: "write condition ? x : y")
      }
      try nested(.or)
      guard token.kind == .colon else {
        throw Diagnostic(
          .syntax, "'?' needs a ':' and another value", question.range, hint: "write condition ? x : y")
      }
      emit(.ifElse, at: question)
      try advance()
      try expression(.filter)
    }
    for question in questions.reversed() { emit(.ifEnd, at: question) }
  }

  private var lexerIsAtEnd: Bool {
    var ahead = lexer
    ahead.skipBlanks()
    return ahead.position >= ahead.bytes.count
  }

  private mutating func enter() throws(Diagnostic) {
    nesting += 1
    guard nesting <= Self.maximumNesting else {
      throw Diagnostic(.syntax, "the formula is nested more than \(Self.maximumNesting) levels deep", token.range)
    }
  }

  private mutating func expression(_ minimum: Precedence) throws(Diagnostic) {
    try value(minimum)
    while let precedence = precedence(of: token), precedence >= minimum {
      let operation = token
      switch operation.kind {
      case .percent:
        try advance()
        emit(.percent, at: operation)
      case .leftBracket: try element()
      case .range: try range()
      case .superscript:
        try advance()
        emit(.number, at: operation)
        emit(.power, at: operation)
      case .name where precedence == .conversion: try conversion()
      case .name, .plus, .minus, .times, .divide, .ampersand:
        try advance()
        try expression(precedence.next)
        emit(opcode(operation, precedence), at: operation)
      case .power:
        // Right-associative, and its right side may have a sign: 2^-1.
        try nested(.prefix)
        emit(.power, at: operation)
      case .and:
        try advance()
        emit(.andThen, at: operation)
        try expression(.not)
        emit(.andEnd, at: operation)
      case .or:
        try advance()
        emit(.orThen, at: operation)
        try expression(.and)
        emit(.orEnd, at: operation)
      default: try comparison()
      }
    }
  }

  /// The operation of an operator whose right side binds more tightly than itself.
  private func opcode(_ operation: Token, _ precedence: Precedence) -> Opcode {
    switch operation.kind {
    case .plus: .add
    case .minus: .subtract
    case .divide: .divide
    case .ampersand: .concatenate
    // 20% of 50
    default: precedence == .filter ? .filter : .multiply
    }
  }

  /// Parses the rest of `list[place]`.
  private mutating func element() throws(Diagnostic) {
    let open = token
    try nested(.or)
    try close(open)
    emit(.element, at: span(from: open.start))
  }

  /// Parses the rest of `1..10` or `0..1 step 0.1`.
  private mutating func range() throws(Diagnostic) {
    let operation = token
    try advance()
    try expression(.text)
    let hasStep = isWord("step")
    if hasStep {
      try advance()
      try expression(.text)
    }
    emit(hasStep ? .steppedRange : .range, at: operation)
  }

  /// Parses `[a, b, c]`.
  private mutating func list() throws(Diagnostic) {
    let open = token
    try enter()
    try advance()
    var count = 0
    if token.kind != .rightBracket {
      while true {
        try argument()
        count += 1
        guard token.kind == .comma else { break }
        try advance()
      }
    }
    try close(open)
    nesting -= 1
    emit(.list, at: span(from: open.start), operand: count)
  }

  /// The precedence of a token; `of` after a percentage multiplies, and `where` filters.
  private func precedence(of token: Token) -> Precedence? {
    if token.kind == .name, previous.kind == .percent, token.range.count == 2, lexer.name(token).text == "of" {
      return .product
    }
    if token.kind == .name {
      // A unit alone is not a value, so `to` and `in` can't be units here.
      return isWord("where") ? .filter : isWord("to") || isWord("in") ? .conversion : nil
    }
    return token.kind.precedence
  }

  /// Parses the rest of `a < b <= c`, which is true if all neighbouring pairs are; every operand is computed once.
  private mutating func comparison() throws(Diagnostic) {
    var operation = token
    var links = 0
    while true {
      try advance()
      try expression(.conversion)
      guard token.kind.precedence == .comparison else { break }
      var link = Instruction(.chainLink)
      link.comparison = Self.opcode(operation.kind)
      emit(link, operation.start, operation.end)
      links += 1
      operation = token
    }
    emit(Self.opcode(operation.kind), at: operation)
    if links > 0 { emit(.chainEnd, at: operation, operand: links) }
  }

  private static func opcode(_ comparison: Token.Kind) -> Opcode {
    switch comparison {
    case .less: .less
    case .lessOrEqual: .lessOrEqual
    case .greater: .greater
    case .greaterOrEqual: .greaterOrEqual
    case .notEqual: .notEqual
    default: .equal
    }
  }

  private mutating func value(_ minimum: Precedence) throws(Diagnostic) {
    let first = token
    switch first.kind {
    case .number: try number()
    case .date, .moment:
      emit(.number, at: first)
      emit(.unit, at: first, operand: units.count)
      if case .moment(_, let unit, _)? = CivilDate.read(lexer.bytes, at: first.start) {
        units.append(unit)
      } else {
        units.append(.date)
      }
      try advance()
    case .constant: try literal(.number)
    case .boolean: try literal(.boolean)
    case .color: try literal(.color)
    case .text:
      emit(.text, at: first, operand: texts.count)
      texts.append(try TextLiteral.read(lexer.bytes, first.range))
      try advance()
    case .leftBracket: try list()
    case .name, .quotedName:
      try advance()
      guard token.kind == .leftParenthesis else {
        let part = try part(behind: first)
        let name = part.map { SourceName("\(lexer.name(first).text).\($0.text)", range: first.start..<previous.end) }
        emit(.input, at: part == nil ? first : span(from: first.start), operand: index(of: name ?? lexer.name(first)))
        break
      }
      try enter()
      if first.kind == .name, lexer.name(first).text == "csv" { try column(first) } else { try callOwn(first) }
      nesting -= 1
    case .function:
      try enter()
      try call()
      nesting -= 1
    case .leftParenthesis:
      try nested(.or)
      let unit = token.kind == .rightParenthesis ? unitBehindParenthesis : nil
      let end = token.end
      if let unit { take(unit) }
      try close(first)
      emit(.span, at: Token(.end, first.start, unit == nil ? previous.end : end))
      if unit != nil { emit(.unit, at: previous, operand: units.count - 1) }
    case .plus, .minus, .bang:
      try nested(.prefix)
      emit(first.kind == .plus ? .plus : first.kind == .minus ? .negate : .not, at: first)
    case .not:
      guard minimum <= .not else {
        throw Diagnostic(.syntax, "'not' needs parentheses here", first.range, hint: "write (not …) or '!'")
      }
      try nested(.not)
      emit(.not, at: first)
    default: throw missingValue()
    }
  }

  /// Parses a number and the unit after it: `3 km`, `20 USD/h`.
  private mutating func number() throws(Diagnostic) {
    emit(.number, at: token)
    var ahead = lexer
    ahead.skipBlanks()
    // Most numbers have no unit, which one byte shows.
    let next = ahead.peek()
    if next.isASCIILetterOrUnderscore || next >= 0x80,
      let found = UnitReader.unit(lexer.bytes, at: ahead.position, isTarget: false)
    {
      take(found)
      emit(.unit, at: token, operand: units.count - 1)
      try advance()
      if token.kind == .power || token.kind == .superscript { throw powerOfUnit() }
      return
    }
    try advance()
  }

  /// Parses the rest of `speed in km/h`.
  private mutating func conversion() throws(Diagnostic) {
    let operation = token
    var ahead = lexer
    ahead.skipBlanks()
    if let found = UnitReader.unit(lexer.bytes, at: ahead.position, isTarget: true) {
      take(found)
    } else if let date = UnitReader.calendarDay(lexer.bytes, at: ahead.position) {
      take(date)
    } else {
      switch ZoneName.read(lexer.bytes, at: ahead.position) {
      case .utc(let end)?: take((.moment, end))
      case .zone(let zone, let end)?: take((.moment(inZone: zone), end))
      default: throw noUnit(ahead)
      }
    }
    emit(.convert, at: token, operand: units.count - 1)
    try advance()
    if let next = precedence(of: token), next > .conversion { throw unexpectedToken(behind: operation) }
  }

  /// Makes a unit part of the current token.
  private mutating func take(_ found: (unit: UnitOfMeasure, end: Int)) {
    units.append(found.unit)
    token.end = found.end
    lexer.position = found.end
  }

  private mutating func literal(_ opcode: Opcode) throws(Diagnostic) {
    emit(opcode, at: token)
    try advance()
  }

  mutating func close(_ open: Token) throws(Diagnostic) {
    let (closing, text): (Token.Kind, String) =
      open.kind == .leftBracket ? (.rightBracket, "']'") : (.rightParenthesis, "')'")
    if token.kind == .end || token.kind == .semicolon {
      throw unclosed(open)
    }
    guard token.kind == closing else { throw unexpectedToken(in: text) }
    try advance()
  }

  private mutating func index(of name: SourceName) -> Int {
    // A few names are found faster without a table, because building one takes longer than the rest of a short formula.
    if names.count < Self.fewNames {
      if let index = names.firstIndex(where: { $0.text == name.text }) { return index }
    } else {
      if inputs.isEmpty { for (index, name) in names.enumerated() { inputs[name.text] = index } }
      if let index = inputs[name.text] { return index }
      inputs[name.text] = names.count
    }
    names.append(name)
    return names.count - 1
  }

  mutating func argument() throws(Diagnostic) { try choice() }

  /// Parses `.net` directly after a name or a call. Any word is accepted, because no other token may be here.
  private mutating func part(behind last: Token) throws(Diagnostic) -> SourceName? {
    guard token.kind == .dot, token.start == last.end else { return nil }
    var ahead = lexer
    guard let word = try? ahead.next(), word.isWord, word.kind != .quotedName, word.start == token.end else {
      return nil
    }
    try advance()
    let name = lexer.name(token)
    try advance()
    return name
  }

  /// Parses the arguments of a user-defined function, each between two marks. The function itself isn't known here.
  private mutating func callOwn(_ token: Token) throws(Diagnostic) {
    let name = lexer.name(token)
    let open = self.token
    try advance()
    var count = 0
    if self.token.kind != .rightParenthesis {
      while true {
        emit(.argumentThen, at: token)
        try argument()
        emit(.argumentEnd, at: token)
        count += 1
        guard self.token.kind == .comma else { break }
        try advance()
      }
    }
    try close(open)
    let call = OwnCall(function: name, result: try part(behind: previous))
    let place = callPlaces[call.key] ?? calls.count
    if place == calls.count {
      callPlaces[call.key] = place
      calls.append(call)
    }
    emit(Instruction(.call, operand: place, value: Double(count)), token.start, token.end)
    emit(.span, at: span(from: token.start))
  }
}
