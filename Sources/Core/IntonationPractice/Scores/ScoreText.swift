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

  /// Reads a scale, such as `C-major` or `Bb3-harmonic-minor-in-thirds-up` (``ScaleText``), or notes,
  /// such as `C4 D4:0.5 -:1 E4`.
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
      if let scale = try Self.scale(text, octaves) {
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

  /// Returns the scale that a text names; `nil` if it names none.
  private static func scale(
    _ text: [UInt8], _ octaves: Int
  ) throws(PracticeScoreError) -> PracticeScore? {
    guard let scale = ScaleText(text), let tonic = note(scale.tonic) else { return nil }
    let (first, last) = (scale.first.map { note($0) }, scale.last.map { note($0) })
    // A word after from and to that is no note.
    if case .some(nil) = first { return nil }
    if case .some(nil) = last { return nil }
    let form = ScaleForm(
      scale.direction ?? .bothWays, isInThirds: scale.isInThirds, from: first ?? nil,
      to: last ?? nil, octaves: octaves)
    return try scale.pattern.score(on: tonic, form)
  }

  private static func note(_ word: ArraySlice<UInt8>) -> Note? {
    try? Note(String(decoding: word, as: UTF8.self))
  }

  /// The root of a temperament that nobody has given another one: the tonic, or C if it is not known.
  package var temperamentRoot: NoteName { key?.tonic ?? NoteName(.c) }
}
