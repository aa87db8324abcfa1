package import Metronome

/// Which tempos a metronome can bring into a session.
package enum SharedTempo {
  /// Returns whether a session can have a tempo.
  package static func allows(_ tempo: Tempo) -> Bool {
    LinkTempo.limits.contains(LinkTempo.quarters(of: tempo))
  }
}

/// The tempo of a Link session, which counts quarter notes, in the notes that a metronome counts.
enum LinkTempo {
  /// The tempos of Link, in quarter notes per minute.
  static var limits: ClosedRange<Double> { 20...999 }

  /// Link rounds the duration of a beat to microseconds, and so its tempo at the ends.
  static var acceptance: ClosedRange<Double> { 19.9...1000 }

  /// The quarter notes per minute of a tempo.
  static func quarters(of tempo: Tempo) -> Double {
    tempo.beatsPerMinute * 4 * Double(tempo.note.numerator) / Double(tempo.note.denominator)
  }

  /// Returns the same speed in a note value; in quarters, or else halves, where that is none of the
  /// metronome's tempos.
  ///
  /// - Parameters:
  ///   - quarters: Quarter notes per minute, in ``limits``.
  ///   - note: The note value to count, if possible.
  /// - Returns: The tempo: always exactly as fast, to a millionth.
  static func tempo(quarters: Double, in note: NoteValue) -> Tempo? {
    let half = NoteValue(numerator: 1, denominator: 2)
    for note in [note, .quarter, half ?? .quarter] {
      let number = quarters * Double(note.denominator) / Double(4 * note.numerator)
      if let tempo = Tempo(number, note: note) { return tempo }
    }
    return nil
  }

  /// The quarter notes of a bar.
  static func quantum(of meter: Meter) -> Double {
    Double(meter.beatCount * 4) / Double(meter.denominator)
  }
}
