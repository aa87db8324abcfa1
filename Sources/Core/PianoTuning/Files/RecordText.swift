internal import DecimalText

/// A kind of file.
package enum RecordKind: Sendable {
  case piano, bells

  /// The word that the file begins with.
  package var word: StaticString {
    switch self {
    case .piano: "kammerton-piano"
    case .bells: "kammerton-bells"
    }
  }

  /// The only version that is read and written.
  package var version: Int { 1 }

  #if !hasFeature(Embedded)
    /// What people call it.
    var phrase: String {
      switch self {
      case .piano: "piano file"
      case .bells: "file of bells"
      }
    }

    /// The page of the manual that describes it.
    var page: String {
      switch self {
      case .piano: "docs/piano.md"
      case .bells: "docs/formats.md"
      }
    }
  #endif
}

/// The words that the lines of a file begin with.
package protocol RecordWord: CaseIterable {
  var text: StaticString { get }
}

extension RecordWord {
  package init?(_ bytes: some Collection<UInt8>) {
    for word in Self.allCases where bytes.elementsEqual(word.text.bytes) {
      self = word
      return
    }
    return nil
  }
}

/// Files of lines, each a word and what follows it: a first line with the kind and the version,
/// lines that begin with # and are not read, and a last line `end:` with the number of records, so
/// that a file that was cut is noticed.
package enum RecordText {
  private static let end: StaticString = "end:"

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: The file, in UTF-8.
  ///   - kind: What it must be.
  ///   - process: Takes the first word of a line, and the others; returns the number of records so
  ///     far.
  /// - Throws: ``MeasurementFileError`` with the line that is wrong.
  package static func read<Word: RecordWord>(
    _ bytes: [UInt8], _ kind: RecordKind,
    process: (Word, [ArraySlice<UInt8>]) throws(MeasurementFileError.Problem) -> Int
  ) throws(MeasurementFileError) {
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw MeasurementFileError(kind: kind, line: 1, problem: .notText)
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    try checkHead(lines[0], kind)
    var (isComplete, count) = (false, 0)
    for index in 1..<max(1, lines.count) {
      let words = lines[index].split(separator: UInt8(ascii: " "))
      guard let first = words.first, first.first != UInt8(ascii: "#") else { continue }
      guard !isComplete else {
        throw MeasurementFileError(kind: kind, line: index + 1, problem: .afterTheEnd)
      }
      do throws(MeasurementFileError.Problem) {
        if first.elementsEqual(end.bytes) {
          guard words.count == 2, DecimalText.whole(words[1]) == count else { throw .cut }
          isComplete = true
        } else {
          guard let word = Word(first) else { throw .unknownWord(text(CollectionOfOne(first))) }
          count = try process(word, Array(words.dropFirst()))
        }
      } catch {
        throw MeasurementFileError(kind: kind, line: index + 1, problem: error)
      }
    }
    guard isComplete else {
      throw MeasurementFileError(kind: kind, line: lines.count, problem: .cut)
    }
  }

  private static func checkHead(
    _ line: ArraySlice<UInt8>, _ kind: RecordKind
  ) throws(MeasurementFileError) {
    let words = line.split(separator: UInt8(ascii: " "))
    guard let first = words.first, first.elementsEqual(kind.word.bytes) else {
      throw MeasurementFileError(kind: kind, line: 1, problem: .otherKind)
    }
    guard words.count == 2, DecimalText.whole(words[1]) == kind.version else {
      throw MeasurementFileError(
        kind: kind, line: 1, problem: .otherVersion(text(words.dropFirst())))
    }
  }

  /// Returns the text of words.
  package static func text(_ words: some Collection<ArraySlice<UInt8>>) -> String {
    String(decoding: Array(words.joined(separator: [UInt8(ascii: " ")])), as: UTF8.self)
  }

  /// Returns the choice that a word names. Compared byte by byte: what compares strings would bring
  /// tables of Unicode to the page.
  package static func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ word: some Collection<UInt8>
  ) -> Choice? {
    Choice.allCases.first { $0.rawValue.utf8.elementsEqual(word) }
  }

  /// Returns the time of a measurement that a word gives, in printable ASCII.
  package static func date(_ word: ArraySlice<UInt8>) -> String? {
    guard (1...32).contains(word.count), word.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      return nil
    }
    return String(decoding: word, as: UTF8.self)
  }
}

/// Lines of words, as ``RecordText`` reads them.
package struct RecordLines: Sendable {
  private var bytes: [UInt8] = []

  /// Begins a file with the word of its kind and its version.
  package init(_ kind: RecordKind) {
    add(kind.word)
    add(kind.version)
    end()
  }

  /// Ends the line.
  package mutating func end() { bytes.append(UInt8(ascii: "\n")) }

  /// Adds a word, in UTF-8.
  package mutating func add(utf8: some Collection<UInt8>) {
    if let last = bytes.last, last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: " ")) }
    bytes += utf8
  }

  /// Adds a word.
  package mutating func add(_ word: StaticString) { add(utf8: word.bytes) }

  /// Adds a line of a word and a text in UTF-8.
  package mutating func add(line word: StaticString, utf8 text: some Collection<UInt8>) {
    add(word)
    add(utf8: text)
    end()
  }

  /// Adds a line of a word and a finite number.
  package mutating func add(line word: StaticString, _ number: Double, decimals: Int) {
    add(word)
    add(number, decimals: decimals)
    end()
  }

  /// Adds a whole number.
  package mutating func add(_ number: Int) {
    add(utf8: EmptyCollection())
    DecimalText.append(number, to: &bytes)
  }

  /// Adds a finite number.
  package mutating func add(_ number: Double, decimals: Int) {
    add(utf8: EmptyCollection())
    let isWritten = DecimalText.append(number, decimals: decimals, to: &bytes)
    precondition(isWritten, "measurements are finite")
  }

  /// Returns the file with its last line.
  package func bytes(endingWith count: Int) -> [UInt8] {
    var lines = self
    lines.add("end:")
    lines.add(count)
    lines.end()
    return lines.bytes
  }
}

extension StaticString {
  /// The text in UTF-8.
  package var bytes: ArraySlice<UInt8> { withUTF8Buffer { Array($0)[...] } }
}
