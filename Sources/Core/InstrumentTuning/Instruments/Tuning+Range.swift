internal import MusicTheory

extension Instrument {
  /// The notes that a player can reach in a tuning, as MIDI numbers.
  ///
  /// From the lowest open string up to 24 frets above the highest; bowed fingerboards reach 29
  /// semitones, an A7 on the violin. Instruments of more than ``Tuning/mostStoppedCourses`` courses,
  /// such as harps, have a string for each note; pedals and levers raise it by at most 2 semitones.
  ///
  /// - Parameter tuning: One of ``tunings``.
  /// - Returns: The lowest and the highest note.
  public func playableNotes(in tuning: Tuning) -> ClosedRange<Int> {
    let open = tuning.strings.map { $0.pitch.note.midiNumber }
    let lowest = open.min() ?? TargetPitch.noteLimits.lowerBound
    let highest = open.max() ?? TargetPitch.noteLimits.upperBound
    let isStopped = tuning.courses.count <= Tuning.mostStoppedCourses
    let reach = !isStopped ? 2 : InstrumentName.areAlike(group, "Bowed") ? 29 : 24
    return lowest...min(TargetPitch.noteLimits.upperBound, highest + reach)
  }
}

extension Tuning {
  /// The most courses of an instrument whose strings are stopped by fingers; lutes have up to 13.
  public static var mostStoppedCourses: Int { 13 }
}
