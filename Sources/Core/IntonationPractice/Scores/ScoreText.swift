internal import DecimalText
package import MusicTheory

/// A text that is not a score.
package enum ScoreTextError: Error, Equatable {
  /// This word, counted from 1, is neither a note nor a rest.
  case notANote(word: Int)
  /// The length of this word, counted from 1, is not a number of quarter notes in
  /// ``PracticeScore/textLengths``.
  case notALength(word: Int)
  /// The notes are not a score.
  case score(PracticeScoreError)
}

extension PracticeScore {
  /// The accepted lengths of a note or a rest in a text, in quarter notes.
  package static var textLengths: ClosedRange<Double> { 0.01...64 }

  /// Reads a scale, such as `C-major` or `Bb3-harmonic-minor`, or notes, such as `C4 D4:0.5 -:1 E4`.
  ///
  /// Notes are in octave 4 if they have none. A hyphen is a rest, and what follows a colon is the
  /// length in quarter notes; without it, a note or rest lasts for one.
  ///
  /// - Parameters:
  ///   - text: The scale, or notes with blanks between them, in UTF-8.
  ///   - octaves: The range of a scale in octaves, in 1...4.
  /// - Throws: ``ScoreTextError``.
  /// - Complexity: O(*n*) for *n* bytes.
  package init(text: [UInt8], octaves: Int = 1) throws(ScoreTextError) {
    let words = text.split { $0 == UInt8(ascii: " ") || (9...13).contains($0) }
    do throws(PracticeScoreError) {
      if let scale = try Self.scale(words, octaves) {
        self = scale
        return
      }
    } catch {
      throw .score(error)
    }
    var notes: [PracticeNote] = []
    var onset = 0.0
    for (index, word) in words.enumerated() {
      let parts = word.split(
        separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
      let length = parts.count > 1 ? DecimalText.number(parts[1]) : 1
      guard let length, Self.textLengths.contains(length) else {
        throw .notALength(word: index + 1)
      }
      if !parts[0].elementsEqual("-".utf8) {
        guard let note = Self.note(parts[0]) else { throw .notANote(word: index + 1) }
        guard (0...127).contains(note.midiNumber) else {
          throw .score(.noteOutOfRange(note.midiNumber))
        }
        notes.append(
          PracticeNote(midiNumber: note.midiNumber, onset: onset, duration: length))
      }
      onset += length
    }
    guard !notes.isEmpty else { throw .score(.empty) }
    guard notes.count <= Self.mostNotes else { throw .score(.tooManyNotes) }
    self.init(notes: notes)
  }

  /// Returns the scale that words name: the tonic, and after a hyphen or a blank the pattern; `nil`
  /// if they name none.
  private static func scale(
    _ words: [ArraySlice<UInt8>], _ octaves: Int
  ) throws(PracticeScoreError) -> PracticeScore? {
    let all = Array(words.joined(separator: [UInt8(ascii: "-")]))
    guard let hyphen = all.firstIndex(of: UInt8(ascii: "-")),
      let pattern = ScalePattern.named(all[(hyphen + 1)...]), let tonic = note(all[..<hyphen])
    else { return nil }
    return try pattern.score(on: tonic, octaves: octaves)
  }

  private static func note(_ word: ArraySlice<UInt8>) -> Note? {
    try? Note(String(decoding: word, as: UTF8.self))
  }

  /// The root of a temperament that nobody has given another one: the tonic, or C if it is not known.
  package var temperamentRoot: NoteName { key?.tonic ?? NoteName(.c) }
}

extension ScalePattern {
  /// Returns the pattern of a name, in small or capital letters, with hyphens or blanks between its
  /// words.
  ///
  /// - Parameter name: ASCII.
  /// - Returns: `nil` if there is no such pattern.
  package static func named(_ name: some Collection<UInt8>) -> ScalePattern? {
    let folded = name.map { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
      case UInt8(ascii: " "): UInt8(ascii: "-")
      default: byte
      }
    }
    return all.first { $0.name.utf8.elementsEqual(folded) }
  }
}
