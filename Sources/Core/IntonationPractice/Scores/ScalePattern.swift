public import MusicTheory

/// The steps of a scale or an arpeggio to practise.
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
    ScalePattern("dominant-seventh", [0, 4, 7, 10]),
    ScalePattern("diminished-seventh", [0, 3, 6, 9]),
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
    try score(on: tonic, ScaleForm(octaves: octaves))
  }

  /// Returns the scale on a tonic in a form, a quarter note each.
  ///
  /// In thirds it goes a step beyond its ends, as in school books, unless the form names them.
  ///
  /// - Parameters:
  ///   - tonic: The tonic, where the scale begins if the form names no other note.
  ///   - form: Which way it goes, from which note to which, and in which figure.
  /// - Returns: The notes, where the scale turns only once.
  /// - Throws: ``PracticeScoreError/noteOutOfRange(_:)``; ``PracticeScoreError/notInScale(_:)`` for a
  ///   first or last note that the scale does not have; ``PracticeScoreError/noRange`` if they are the
  ///   same.
  public func score(
    on tonic: Note, _ form: ScaleForm
  ) throws(PracticeScoreError) -> PracticeScore {
    let start = try form.first.map { first throws(PracticeScoreError) in
      try degree(of: first, on: tonic)
    }
    let end = try form.last.map { last throws(PracticeScoreError) in
      try degree(of: last, on: tonic)
    }
    let (low, high) = (start ?? 0, end ?? (start ?? 0) + form.octaves * up.count)
    guard low != high else { throw .noRange }
    var notes: [PracticeNote] = []
    for step in ScaleCourse(form, from: low, to: high).steps {
      let number = tonic.midiNumber + semitones(step.degree, step.isUp ? up : down)
      guard (0...127).contains(number) else { throw .noteOutOfRange(number) }
      notes.append(
        PracticeNote(midiNumber: number, onset: Double(notes.count), duration: 1))
    }
    let mode: Key.Mode = up.contains(4) ? .major : .minor
    return PracticeScore(
      title: title(on: tonic.name, form), notes: notes, key: try? Key(tonic.name, mode))
  }

  /// Returns the title of a scale, such as `C major in thirds, up, G3 to G5`.
  ///
  /// - Parameters:
  ///   - tonic: The tonic.
  ///   - form: How it is played.
  /// - Returns: The title.
  package func title(on tonic: NoteName, _ form: ScaleForm) -> String {
    var title = "\(tonic.asciiDescription) \(name)"
    if form.isInThirds { title += " in thirds" }
    switch form.direction {
    case .bothWays: break
    case .up: title += ", up"
    case .down: title += ", down"
    }
    if let first = form.first {
      title += ", " + (form.last == nil ? "from " : "") + first.asciiDescription
    }
    if let last = form.last {
      title += (form.first == nil ? ", " : " ") + "to " + last.asciiDescription
    }
    return title
  }

  /// The semitones of a degree above the tonic; degrees go on beyond the octave.
  private func semitones(_ degree: Int, _ steps: [Int]) -> Int {
    let octave = Int((Double(degree) / Double(steps.count)).rounded(.down))
    return steps[degree - octave * steps.count] + 12 * octave
  }

  /// Returns the degree of a note, on the way up or else on the way down.
  private func degree(of note: Note, on tonic: Note) throws(PracticeScoreError) -> Int {
    let distance = note.midiNumber - tonic.midiNumber
    let octave = Int((Double(distance) / 12).rounded(.down))
    let step = distance - 12 * octave
    guard let degree = up.firstIndex(of: step) ?? down.firstIndex(of: step) else {
      throw .notInScale(note.midiNumber)
    }
    return degree + octave * up.count
  }
}
