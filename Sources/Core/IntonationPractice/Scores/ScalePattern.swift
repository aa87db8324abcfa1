public import MusicTheory

/// The steps of a scale to practise, up and down again.
public struct ScalePattern: Sendable, Hashable {
  /// The name, such as `major`.
  public let name: String
  /// Semitones above the tonic on the way up, from 0, without the octave.
  public let up: [Int]
  /// The semitones on the way down, which may differ.
  public let down: [Int]

  private init(_ name: String, _ up: [Int], down: [Int]? = nil) {
    self.name = name
    self.up = up
    self.down = down ?? up
  }

  /// All patterns.
  public static let all: [ScalePattern] = [
    ScalePattern("major", [0, 2, 4, 5, 7, 9, 11]),
    ScalePattern("minor", [0, 2, 3, 5, 7, 8, 10]),
    ScalePattern("natural-minor", [0, 2, 3, 5, 7, 8, 10]),
    ScalePattern("harmonic-minor", [0, 2, 3, 5, 7, 8, 11]),
    ScalePattern("melodic-minor", [0, 2, 3, 5, 7, 9, 11], down: [0, 2, 3, 5, 7, 8, 10]),
    ScalePattern("dorian", [0, 2, 3, 5, 7, 9, 10]),
    ScalePattern("phrygian", [0, 1, 3, 5, 7, 8, 10]),
    ScalePattern("lydian", [0, 2, 4, 6, 7, 9, 11]),
    ScalePattern("mixolydian", [0, 2, 4, 5, 7, 9, 10]),
    ScalePattern("locrian", [0, 1, 3, 5, 6, 8, 10]),
    ScalePattern("major-pentatonic", [0, 2, 4, 7, 9]),
    ScalePattern("minor-pentatonic", [0, 3, 5, 7, 10]),
    ScalePattern("blues", [0, 3, 5, 6, 7, 10]),
    ScalePattern("whole-tone", [0, 2, 4, 6, 8, 10]),
    ScalePattern("chromatic", [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]),
    ScalePattern("major-arpeggio", [0, 4, 7]),
    ScalePattern("minor-arpeggio", [0, 3, 7]),
    ScalePattern("fifths", [0, 7]),
  ]

  /// Returns the scale on a tonic, a quarter note each.
  ///
  /// - Parameters:
  ///   - tonic: The lowest note.
  ///   - octaves: The range in octaves, in 1...4.
  /// - Returns: Up and down, without the top note twice.
  /// - Throws: ``PracticeScoreError/noteOutOfRange(_:)``.
  public func score(on tonic: Note, octaves: Int = 1) throws(PracticeScoreError) -> PracticeScore {
    let octaves = min(4, max(1, octaves))
    var steps: [Int] = []
    for octave in 0..<octaves { steps += up.map { $0 + 12 * octave } }
    steps.append(12 * octaves)
    for octave in (0..<octaves).reversed() { steps += down.reversed().map { $0 + 12 * octave } }
    var notes: [PracticeNote] = []
    for step in steps {
      let number = tonic.midiNumber + step
      guard (0...127).contains(number) else { throw .noteOutOfRange(number) }
      notes.append(
        PracticeNote(midiNumber: number, onset: Double(notes.count), duration: 1))
    }
    let mode: Key.Mode = up.contains(4) ? .major : .minor
    return PracticeScore(
      title: "\(tonic.name.asciiDescription) \(name)", notes: notes,
      key: try? Key(tonic.name, mode))
  }
}
