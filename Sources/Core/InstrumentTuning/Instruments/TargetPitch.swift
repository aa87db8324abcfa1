public import MusicTheory

/// The target of a string: a note with an offset in cents.
///
/// The offset is stored in thousandths of a cent, so that a file contains it exactly.
public struct TargetPitch: Sendable, Hashable {
  /// The accepted offsets, in cents.
  public static var offsetLimits: ClosedRange<Double> { -100...100 }
  /// The accepted MIDI numbers of a note: C-1 to G9.
  public static var noteLimits: ClosedRange<Int> { 0...127 }

  /// The note.
  public let note: Note
  let thousandths: Int

  /// Creates a pitch.
  ///
  /// - Parameters:
  ///   - note: The note, with a MIDI number in ``noteLimits``.
  ///   - cents: The offset from the note, in cents, in ``offsetLimits``; rounded to a thousandth.
  ///     "Sweetened" tunings have such offsets; 0 by default.
  /// - Throws: ``InstrumentError/noteOutOfRange(_:)`` or ``InstrumentError/offsetOutOfRange(_:)``.
  public init(_ note: Note, cents: Double = 0) throws(InstrumentError) {
    guard Self.noteLimits.contains(note.midiNumber), (-99...99).contains(note.octave) else {
      throw .noteOutOfRange(note)
    }
    guard Self.offsetLimits.contains(cents) else { throw .offsetOutOfRange(cents) }
    self.note = note
    thousandths = Int((cents * 1000).rounded())
  }

  /// The offset of the pitch from ``note``, in cents; negative below.
  public var cents: Double { Double(thousandths) / 1000 }

  /// Returns the pitch this many semitones higher, with the same offset.
  ///
  /// - Parameter semitones: The number of semitones up; negative for down.
  /// - Returns: The transposed pitch.
  /// - Throws: ``InstrumentError/noteOutOfRange(_:)``.
  public func transposed(by semitones: Int) throws(InstrumentError) -> TargetPitch {
    try TargetPitch(note.transposed(by: Interval(semitones: semitones)), cents: cents)
  }

  /// Returns the frequency to tune to.
  ///
  /// - Parameter concertPitch: The frequency of A4, and the temperament that the note is in; 440 Hz
  ///   and equal by default.
  /// - Returns: Hertz.
  public func frequency(under concertPitch: ConcertPitch = .standard) -> Double {
    let offset = concertPitch.temperament.offset(ofPitchClass: note.pitchClass)
    return concertPitch.frequency(
      ofMIDINumber: Double(note.midiNumber) + offset / 100 + Double(thousandths) / 100_000)
  }
}
