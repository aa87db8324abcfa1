internal import DecimalText

/// Files of lines, each a word and what follows it: a first line with the kind and the version,
/// lines that begin with # and are not read, and a last line `end:` with the number of records, so
/// that a file that was cut is noticed.
package enum RecordText {
  private static let end: StaticString = "end:"

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: The file, in UTF-8.
  ///   - magic: The word of its kind.
  ///   - version: The only version that is read.
  ///   - process: Takes the first word of a line and the others; returns the number of records so
  ///     far.
  /// - Throws: ``PianoFileError`` with the line that is wrong.
  package static func read(
    _ bytes: [UInt8], magic: StaticString, version: Int,
    process: (ArraySlice<UInt8>, [ArraySlice<UInt8>]) throws(PianoFileError.Problem) -> Int
  ) throws(PianoFileError) {
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw PianoFileError(line: 1, problem: .notText)
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    try checkHead(lines[0], magic, version)
    var (isComplete, count) = (false, 0)
    for index in 1..<max(1, lines.count) {
      let words = lines[index].split(separator: UInt8(ascii: " "))
      guard let first = words.first, first.first != UInt8(ascii: "#") else { continue }
      guard !isComplete else { throw PianoFileError(line: index + 1, problem: .afterTheEnd) }
      do throws(PianoFileError.Problem) {
        if first.elementsEqual(end.bytes) {
          guard words.count == 2, DecimalText.whole(words[1]) == count else { throw .cut }
          isComplete = true
        } else {
          count = try process(first, Array(words.dropFirst()))
        }
      } catch {
        throw PianoFileError(line: index + 1, problem: error)
      }
    }
    guard isComplete else { throw PianoFileError(line: lines.count, problem: .cut) }
  }

  private static func checkHead(
    _ line: ArraySlice<UInt8>, _ magic: StaticString, _ version: Int
  ) throws(PianoFileError) {
    let words = line.split(separator: UInt8(ascii: " "))
    guard let first = words.first, first.elementsEqual(magic.bytes) else {
      throw PianoFileError(line: 1, problem: .notAPiano)
    }
    guard words.count == 2, DecimalText.whole(words[1]) == version else {
      let rest = Array(words.dropFirst().joined(separator: [UInt8(ascii: " ")]))
      throw PianoFileError(
        line: 1, problem: .otherVersion(String(decoding: rest, as: UTF8.self)))
    }
  }
}

/// Lines of words, as ``RecordText`` reads them.
package struct RecordLines: Sendable {
  private var bytes: [UInt8] = []

  /// Begins a file with the word of its kind and its version.
  package init(magic: StaticString, version: Int) {
    add(magic)
    add(version)
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
