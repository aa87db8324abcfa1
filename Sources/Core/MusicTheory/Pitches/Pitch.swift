/// A frequency in musical terms: its nearest note, and its distance from the neighbouring notes.
public struct Pitch: Sendable, Hashable {
  /// The frequency, in hertz, greater than zero.
  public let frequency: Double
  /// The concert pitch of the notes.
  public let concertPitch: ConcertPitch
  /// The spelling of the notes.
  public let spelling: Spelling
  /// The distances from the notes on both sides.
  ///
  /// They are a true bracket, `lower` ≤ pitch < `higher`: the lower neighbour of an exact note is
  /// that note itself, with offset 0, and the higher one is the next semitone.
  public let offsets: PitchOffsets

  /// Creates a pitch.
  ///
  /// - Parameters:
  ///   - frequency: Hertz, finite and greater than zero. There is no other limit.
  ///   - concertPitch: The frequency of A4; 440 Hz by default.
  ///   - spelling: The spelling of the notes.
  /// - Throws: ``PitchError/invalidFrequency(_:)``.
  public init(
    frequency: Double, concertPitch: ConcertPitch = .standard, spelling: Spelling = .sharps
  ) throws(PitchError) {
    guard isValidFrequency(frequency) else { throw .invalidFrequency(frequency) }
    self.frequency = frequency
    self.concertPitch = concertPitch
    self.spelling = spelling
    offsets = Self.offsets(of: frequency, under: concertPitch, spelling: spelling)
  }

  /// Creates the pitch of an exact note.
  ///
  /// - Parameters:
  ///   - note: The note.
  ///   - concertPitch: The frequency of A4; 440 Hz by default.
  ///   - spelling: The spelling of the notes; by default flats or sharps, like the note.
  /// - Throws: ``PitchError/invalidFrequency(_:)`` for an octave so far away that the frequency
  ///   exceeds the range of `Double`.
  public init(
    _ note: Note, concertPitch: ConcertPitch = .standard, spelling: Spelling? = nil
  ) throws(PitchError) {
    try self.init(
      frequency: note.frequency(under: concertPitch), concertPitch: concertPitch,
      spelling: spelling ?? note.ownSpelling)
  }

  /// The note nearest in cents; the upper one if two are equally near.
  public var note: Note { offsets.closest.note }

  /// The deviation from ``note``, in cents, in -50...50.
  public var cents: Double { offsets.closest.cents }

  /// The position between the notes: semitones above C-1, with a fraction.
  public var midiNumber: Double { concertPitch.midiNumber(of: frequency) }

  /// Returns the distance to another pitch.
  ///
  /// - Parameter other: The pitch to measure to.
  /// - Returns: Cents; positive if `other` is higher.
  public func cents(to other: Pitch) -> Double {
    Interval.cents(from: frequency, to: other.frequency)
  }

  /// Returns the interval to another pitch, rounded to whole semitones.
  ///
  /// - Parameter other: The pitch to measure to.
  /// - Returns: The nearest interval, with its usual name.
  public func interval(to other: Pitch) -> Interval {
    Interval(semitones: Int((cents(to: other) / 100).rounded()))
  }

  private static func offsets(
    of frequency: Double, under concertPitch: ConcertPitch, spelling: Spelling
  ) -> PitchOffsets {
    let midiNumber = concertPitch.midiNumberAtOrBelow(frequency)
    let lower = Note(midiNumber: midiNumber, spelling: spelling)
    let higher = Note(midiNumber: midiNumber + 1, spelling: spelling)
    let gap = higher.frequency(under: concertPitch) - lower.frequency(under: concertPitch)
    func offset(from note: Note) -> PitchOffset {
      let noteFrequency = note.frequency(under: concertPitch)
      let distance = frequency - noteFrequency
      return PitchOffset(
        note: note, noteFrequency: noteFrequency, frequency: distance,
        percentOfGap: 100 * distance / gap,
        cents: Interval.cents(from: noteFrequency, to: frequency))
    }
    return PitchOffsets(offset(from: lower), offset(from: higher))
  }
}
