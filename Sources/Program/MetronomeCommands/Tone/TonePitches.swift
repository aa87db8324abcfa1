package import MusicTheory

/// What the names of notes and chords mean as frequencies.
package struct TonePitches: Hashable, Sendable {
  /// The frequency of A4, and the temperament.
  package var concertPitch = ConcertPitch.standard
  /// Whether a temperament was chosen, which then decides about all intervals.
  package var isTempered = false
  /// How notes are named; as in English, unless it is given.
  package var notation: NoteNotation?
  /// From the written note to the one that sounds.
  package var transposition = Transposition.none

  package init(
    concertPitch: ConcertPitch = .standard, isTempered: Bool = false,
    notation: NoteNotation? = nil, transposition: Transposition = .none
  ) {
    self.concertPitch = concertPitch
    self.isTempered = isTempered
    self.notation = notation
    self.transposition = transposition
  }

  /// The frequency of a written note, in hertz.
  package func frequency(of written: Note) -> Double {
    concertPitch.frequency(of: transposition.sounding(written))
  }

  /// The frequencies of a chord whose root is in the octave of middle C, in hertz.
  ///
  /// - Parameter name: A name such as Am or Bbmaj7, in the notation or in English.
  /// - Returns: Hertz, from the lowest note up.
  /// - Throws: ``ChordError``.
  package func chord(named name: String) throws(ChordError) -> [Double] {
    try Chord(name, in: notation ?? NoteNotation()).notes(octave: 4).map(frequency)
  }

  /// A written root with its fifth and octave, in hertz: the fifth is pure, unless a temperament says
  /// how wide it is.
  package func drone(on root: Note) -> [Double] {
    let fundamental = frequency(of: root)
    let fifth =
      isTempered ? frequency(of: root.transposed(by: Interval(semitones: 7))) : fundamental * 1.5
    return [fundamental, fifth, fundamental * 2]
  }
}
