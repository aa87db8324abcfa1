internal import MusicTheory

/// The lines of notes behind a contour, as many as there is room for.
struct NoteGrid: Sendable {
  /// MIDI numbers of the notes that get a line.
  let lines: [Int]
  /// MIDI numbers of the notes that get a name.
  let labels: [Int]

  /// The least distance between two lines and between two names, in points.
  static let leastDistances = (lines: 5.0, labels: 12.5)

  /// - Parameters:
  ///   - axis: The axis.
  ///   - height: Its height, in points.
  init(_ axis: PitchAxis, height: Double) {
    let semitone = height / (axis.range.upperBound - axis.range.lowerBound)
    let first = Int(axis.range.lowerBound.rounded(.up))
    let last = Int(axis.range.upperBound.rounded(.down))
    let notes = first <= last ? Array(first...last) : []
    let namedClasses = Self.pitchClasses(semitone: semitone, least: Self.leastDistances.labels)
    let linedClasses =
      semitone >= Self.leastDistances.lines ? Set(0..<12) : namedClasses.union([0])
    lines = notes.filter { linedClasses.contains(Self.pitchClass(of: $0)) }
    labels = notes.filter { namedClasses.contains(Self.pitchClass(of: $0)) }
  }

  /// Whether the line starts an octave.
  static func startsOctave(_ note: Int) -> Bool { pitchClass(of: note) == 0 }

  /// The largest of some familiar sets of notes whose nearest two are far enough apart.
  private static func pitchClasses(semitone: Double, least: Double) -> Set<Int> {
    let sets: [(classes: Set<Int>, nearest: Double)] = [
      (Set(0..<12), 1),
      ([0, 2, 4, 7, 9], 2),  // C D E G A
      ([0, 4, 7], 3),  // C E G
      ([0, 7], 5),  // C G
    ]
    for (classes, nearest) in sets where semitone * nearest >= least { return classes }
    return [0]
  }

  private static func pitchClass(of note: Int) -> Int { ((note % 12) + 12) % 12 }
}
