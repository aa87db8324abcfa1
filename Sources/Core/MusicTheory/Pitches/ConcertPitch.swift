import SignalProcessing

/// The frequency to which an ensemble tunes its A4. It determines the frequency of every note.
///
/// Notes are in equal temperament, where a semitone is a ratio of 2^(1/12), unless another
/// ``temperament`` moves them. A4 itself never moves.
public struct ConcertPitch: Sendable, Hashable {
  /// The accepted frequencies of A4, in hertz: from well below baroque to well above modern pitch.
  public static var limits: ClosedRange<Double> { 300...500 }

  /// A4 = 440 Hz (ISO 16).
  public static var standard: ConcertPitch { ConcertPitch(unchecked: 440) }

  /// The frequency of A4, in hertz.
  public let frequency: Double
  /// The deviation of the notes from equal temperament.
  public let temperament: Temperament

  /// Creates a concert pitch.
  ///
  /// - Parameter frequency: The frequency of A4, in hertz, in ``limits``.
  /// - Throws: ``PitchError/concertPitchOutOfRange(_:)``.
  public init(_ frequency: Double) throws(PitchError) {
    try self.init(frequency, temperament: .equal)
  }

  /// Creates a concert pitch with a temperament.
  ///
  /// - Parameters:
  ///   - frequency: The frequency of A4, in hertz, in ``limits``.
  ///   - temperament: The deviation of the notes from equal temperament.
  /// - Throws: ``PitchError/concertPitchOutOfRange(_:)``.
  public init(_ frequency: Double, temperament: Temperament) throws(PitchError) {
    guard Self.limits.contains(frequency) else { throw .concertPitchOutOfRange(frequency) }
    self.frequency = frequency
    self.temperament = temperament
  }

  /// Creates the concert pitch that gives a note a certain frequency, such as C4 = 256 Hz.
  ///
  /// - Parameters:
  ///   - anchor: Any note.
  ///   - frequency: Its frequency, in hertz, greater than zero.
  ///   - temperament: The deviation of the notes from equal temperament, by default none.
  /// - Throws: ``PitchError/invalidFrequency(_:)``, or ``PitchError/concertPitchOutOfRange(_:)``
  ///   with the frequency that A4 would have.
  public init(
    _ anchor: Note, frequency: Double, temperament: Temperament = .equal
  ) throws(PitchError) {
    guard isValidFrequency(frequency) else { throw .invalidFrequency(frequency) }
    let semitones =
      Double(-anchor.index) - temperament.offset(ofPitchClass: anchor.pitchClass) / 100
    try self.init(frequency * Elementary.exp2(semitones / 12), temperament: temperament)
  }

  private init(unchecked frequency: Double) {
    self.frequency = frequency
    temperament = .equal
  }

  /// Returns the frequency of a note in the temperament.
  ///
  /// - Parameter note: The note; enharmonic notes have one frequency.
  /// - Returns: Hertz. Beyond the range of `Double`, 0 or infinity.
  public func frequency(of note: Note) -> Double {
    frequency(ofNoteNumber: note.midiNumber)
  }

  /// Returns the frequency at a position between the notes of equal temperament.
  ///
  /// - Parameter midiNumber: Semitones above C-1, with a fraction: 69.5 is 50 cents above A4.
  /// - Returns: Hertz. Beyond the range of `Double`, 0 or infinity.
  public func frequency(ofMIDINumber midiNumber: Double) -> Double {
    frequency * Elementary.exp2((midiNumber - Double(Note.midiNumberOfA4)) / 12)
  }

  /// Returns the position of a frequency between the notes of equal temperament, the inverse of
  /// ``frequency(ofMIDINumber:)``.
  ///
  /// - Parameter frequency: Hertz.
  /// - Returns: Semitones above C-1, with a fraction; NaN or -infinity if `frequency` is not above
  ///   0.
  public func midiNumber(of frequency: Double) -> Double {
    Double(Note.midiNumberOfA4) + 12 * Elementary.log2(frequency / self.frequency)
  }

  /// Returns the note nearest to a frequency in cents; the upper one if two are equally near.
  ///
  /// - Parameters:
  ///   - frequency: Hertz.
  ///   - spelling: The spelling of the note.
  /// - Returns: The note, or `nil` if `frequency` is not finite and above 0.
  @inline(never)
  public func nearestNote(to frequency: Double, spelling: Spelling = .sharps) -> Note? {
    guard isValidFrequency(frequency) else { return nil }
    let lower = midiNumberAtOrBelow(frequency)
    let isLowerNearer =
      cents(ofMIDINumber: lower, to: frequency) < -cents(ofMIDINumber: lower + 1, to: frequency)
    return Note(midiNumber: isLowerNearer ? lower : lower + 1, spelling: spelling)
  }

  /// Returns the deviation of a frequency from a note.
  ///
  /// - Parameters:
  ///   - note: The note to measure from.
  ///   - frequency: Hertz, greater than zero.
  /// - Returns: Cents; negative if the frequency is below the note.
  public func cents(from note: Note, to frequency: Double) -> Double {
    cents(ofMIDINumber: note.midiNumber, to: frequency)
  }

  private func cents(ofMIDINumber midiNumber: Int, to frequency: Double) -> Double {
    Interval.cents(from: self.frequency(ofNoteNumber: midiNumber), to: frequency)
  }

  private func frequency(ofNoteNumber midiNumber: Int) -> Double {
    let offset = temperament.offset(ofPitchClass: midiNumber) / 100
    return frequency(ofMIDINumber: Double(midiNumber) + offset)
  }

  /// The highest note whose frequency, as ``frequency(of:)`` rounds it, is at most this.
  func midiNumberAtOrBelow(_ frequency: Double) -> Int {
    var number = Int(midiNumber(of: frequency).rounded())
    // Notes rise, and lie a few semitones from equal temperament at most: an octave has twelve.
    while self.frequency(ofNoteNumber: number) > frequency { number -= 1 }
    while self.frequency(ofNoteNumber: number + 1) <= frequency { number += 1 }
    return number
  }
}

/// Returns `true` if a frequency, in hertz, is finite and greater than zero.
///
/// The outermost magnitudes of `Double` are refused as well, so that no calculation with a valid
/// frequency over- or underflows.
func isValidFrequency(_ frequency: Double) -> Bool {
  (1e-300...1e300).contains(frequency)
}

extension Note {
  /// Returns the frequency of the note.
  ///
  /// - Parameter concertPitch: The frequency of A4 and the temperament; 440 Hz and equal by default.
  /// - Returns: Hertz. Beyond the range of `Double`, 0 or infinity.
  public func frequency(under concertPitch: ConcertPitch = .standard) -> Double {
    concertPitch.frequency(of: self)
  }
}
