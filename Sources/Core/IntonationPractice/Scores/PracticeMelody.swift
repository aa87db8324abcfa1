/// A score as tones to play along with: a count-in of four quarter notes, then the notes.
package struct PracticeMelody: Sendable, Hashable {
  /// A tone, or a rest.
  package struct Tone: Sendable, Hashable {
    /// 60 is middle C; `nil` for a rest.
    package var midiNumber: Int?
    /// Its cents above that note.
    package var microtone = 0.0
    /// Its duration, in seconds, above 0.
    package var duration: Double
  }

  /// The tempos, in quarter notes per minute.
  package static var tempos: ClosedRange<Double> { PracticeTempo.playable }
  /// The default tempo, in quarter notes per minute.
  package static var usualTempo: Double { 80 }

  /// The quarter notes of the count-in.
  private static var countIn: Int { 4 }

  /// Returns the duration of the count-in at a tempo in quarter notes per minute, in seconds.
  package static func leadTime(at tempo: Double) -> Double { Double(countIn) * 60 / tempo }

  /// The time after which notes are left out, in seconds: a day.
  private static var mostSeconds: Double { 86_400 }

  /// Tones and rests, one after another, from the first beat of the count-in on.
  package private(set) var tones: [Tone] = []
  private var time = 0.0

  /// The duration of a tone of the count-in, in seconds.
  private static var click: Double { 0.05 }
  /// The gap between two notes, so that a repeated one is heard twice, in seconds; at most a fifth
  /// of a note.
  private static var gap: Double { 0.04 }
  /// The duration of a grace note, in seconds; all together take at most half of the note that they
  /// adorn.
  private static var grace: Double { 0.1 }

  /// Creates the tones of a score.
  ///
  /// Grace notes begin on the beat, and shorten the note after them.
  ///
  /// - Parameters:
  ///   - score: The notes. The count-in is two octaves above the first one, or below 128.
  ///   - tempo: Quarter notes per minute, held within ``tempos``.
  /// - Complexity: O(*n*).
  package init(_ score: PracticeScore, tempo: Double = Self.usualTempo) {
    let tempo = tempo.isFinite ? tempo : Self.usualTempo
    let quarter = 60 / max(Self.tempos.lowerBound, min(Self.tempos.upperBound, tempo))
    let notes = score.notes
    guard let first = notes.first else { return }
    for beat in 0..<Self.countIn {
      append(
        first.midiNumber + (first.midiNumber <= 103 ? 24 : 0), from: Double(beat) * quarter,
        lasting: Self.click)
    }
    var index = 0
    while index < notes.count {
      var main = index
      while main < notes.count, notes[main].isGrace { main += 1 }
      let start = (Double(Self.countIn) + notes[min(main, notes.count - 1)].onset) * quarter
      let length = main < notes.count ? notes[main].duration * quarter : quarter
      let graceCount = main - index
      let grace = min(Self.grace, length / 2 / Double(max(1, graceCount)))
      for (position, note) in notes[index..<main].enumerated() {
        append(
          note.midiNumber, note.wantedCents, from: start + Double(position) * grace, lasting: grace)
      }
      if main < notes.count {
        let taken = Double(graceCount) * grace
        let rest = length - taken
        append(
          notes[main].midiNumber, notes[main].wantedCents, from: start + taken,
          lasting: rest - min(Self.gap, rest / 5))
      }
      index = main + 1
    }
  }

  private mutating func append(
    _ midiNumber: Int, _ microtone: Double = 0, from start: Double, lasting duration: Double
  ) {
    guard duration > 1e-6, start + duration <= Self.mostSeconds else { return }
    if start - time > 1e-6 { tones.append(Tone(midiNumber: nil, duration: start - time)) }
    tones.append(Tone(midiNumber: midiNumber, microtone: microtone, duration: duration))
    time = max(time, start) + duration
  }
}
