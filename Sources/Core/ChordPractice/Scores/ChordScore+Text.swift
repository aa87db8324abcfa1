internal import DecimalText
internal import IntonationPractice
internal import MusicTheory

extension ChordScore {
  /// Reads chords that are typed, such as `C4+E4+G4 D4+F4:2 -:1 C4`.
  ///
  /// Plus signs stand between the notes of a chord. Notes are in octave 4 if they have none. A hyphen
  /// is a rest, and what follows a colon is the length in quarter notes; without it, a chord or rest
  /// lasts for one.
  ///
  /// - Parameter text: Chords with blanks between them, in UTF-8.
  /// - Throws: ``ChordScoreError``.
  /// - Complexity: O(*n*) for *n* bytes.
  public init(text: [UInt8]) throws(ChordScoreError) {
    var notes: [PracticeNote] = []
    var onset = 0.0
    let words = text.split { $0 == UInt8(ascii: " ") || (9...13).contains($0) }
    for (index, word) in words.enumerated() {
      let parts = word.split(
        separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
      let length = parts.count > 1 ? DecimalText.number(parts[1]) : 1
      guard let length, PracticeScore.textLengths.contains(length) else {
        throw .notAChord(word: index + 1)
      }
      if !parts[0].elementsEqual("-".utf8) {
        for name in parts[0].split(
          separator: UInt8(ascii: "+"), omittingEmptySubsequences: false)
        {
          guard let note = try? Note(String(decoding: name, as: UTF8.self)) else {
            throw .notAChord(word: index + 1)
          }
          guard Self.range.contains(note.midiNumber) else {
            throw .noteOutOfRange(note.midiNumber, nil)
          }
          notes.append(PracticeNote(note, onset: onset, duration: length))
        }
      }
      onset += length
    }
    guard notes.count <= PracticeScore.mostReadNotes else { throw .tooManySteps(notes.count) }
    try self.init(PracticeScore(title: "Chords", notes: notes))
  }
}
