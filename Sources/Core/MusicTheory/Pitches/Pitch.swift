import SignalProcessing

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

/// The deviation of a pitch from one of its neighbouring notes. Positive is above the note.
public struct PitchOffset: Sendable, Hashable {
  /// The note that the distances are measured from.
  public let note: Note
  /// The exact frequency of the note, in hertz.
  public let noteFrequency: Double
  /// The distance from the note, in hertz.
  public let frequency: Double
  /// The distance from the note, in percent of the gap between the two neighbours in hertz.
  public let percentOfGap: Double
  /// The distance from the note, in cents.
  public let cents: Double

  /// Creates an offset from its parts.
  ///
  /// - Parameters:
  ///   - note: The note that the distances are measured from.
  ///   - noteFrequency: The exact frequency of the note, in hertz.
  ///   - frequency: The distance, in hertz.
  ///   - percentOfGap: The distance in percent of the gap between the two neighbours.
  ///   - cents: The distance, in cents.
  public init(
    note: Note, noteFrequency: Double, frequency: Double, percentOfGap: Double, cents: Double
  ) {
    self.note = note
    self.noteFrequency = noteFrequency
    self.frequency = frequency
    self.percentOfGap = percentOfGap
    self.cents = cents
  }
}

/// The distances of a pitch from the notes below and above it.
public struct PitchOffsets: Sendable, Hashable {
  /// The distance from the lower note.
  public let lower: PitchOffset
  /// The distance from the higher note.
  public let higher: PitchOffset

  /// Creates a pair of offsets, sorted by the frequency of their notes.
  ///
  /// - Parameters:
  ///   - first: One offset.
  ///   - second: The other offset; the order does not matter.
  public init(_ first: PitchOffset, _ second: PitchOffset) {
    let isSorted = first.noteFrequency <= second.noteFrequency
    lower = isSorted ? first : second
    higher = isSorted ? second : first
  }

  /// The offset that is smaller in cents; the higher one if both are equal.
  public var closest: PitchOffset {
    lower.cents.magnitude < higher.cents.magnitude ? lower : higher
  }
}

/// An error for a number that cannot belong to a musical tone.
public enum PitchError: Error, Equatable, Sendable {
  /// The frequency, in hertz, must be finite and greater than zero.
  case invalidFrequency(Double)
  /// The wavelength, in metres, must be finite and greater than zero.
  case invalidWavelength(Double)
  /// The period, in seconds, must be finite and greater than zero.
  case invalidPeriod(Double)
  /// The speed of sound, in metres per second, must be finite and greater than zero.
  case invalidSpeedOfSound(Double)
  /// The frequency of A4, in hertz, must be in ``ConcertPitch/limits``.
  case concertPitchOutOfRange(Double)
  /// The air temperature, in degrees Celsius, must be in ``SpeedOfSound/temperatureLimits``.
  case temperatureOutOfRange(Double)
  /// The frequency, in hertz, must be in the frequencies of a ``PitchRange``.
  case frequencyOutOfRange(Double, limits: ClosedRange<Double>)
  /// The wavelength, in metres, must be in the wavelengths of a ``PitchRange``.
  case wavelengthOutOfRange(Double, limits: ClosedRange<Double>)
  /// The period, in seconds, must be in the periods of a ``PitchRange``.
  case periodOutOfRange(Double, limits: ClosedRange<Double>)
  /// The index of the note must be in the indices of a ``PitchRange``; `nil` if it has none.
  case indexOutOfRange(Int, limits: ClosedRange<Int>?)
  /// The octave must be in the octaves of a ``PitchRange``; `nil` if it has none.
  case octaveOutOfRange(Int, limits: ClosedRange<Int>?)
}

#if !hasFeature(Embedded)
  extension PitchError: CustomStringConvertible {
    /// One sentence with the offending value and its limit.
    public var description: String {
      switch self {
      case .invalidFrequency(let frequency):
        "A frequency must be a finite number of hertz above 0, but is \(frequency.plainText)."
      case .invalidWavelength(let wavelength):
        "A wavelength must be a finite number of metres above 0, but is \(wavelength.plainText)."
      case .invalidPeriod(let period):
        "A period must be a finite number of seconds above 0, but is \(period.plainText)."
      case .invalidSpeedOfSound(let speed):
        "The speed of sound must be a finite number of m/s above 0, but is \(speed.plainText)."
      case .concertPitchOutOfRange(let frequency):
        outOfRange("Concert pitch (A4)", frequency, ConcertPitch.limits, "Hz")
      case .temperatureOutOfRange(let temperature):
        outOfRange("The air temperature", temperature, SpeedOfSound.temperatureLimits, "°C")
      case .frequencyOutOfRange(let frequency, let limits):
        outOfRange("The frequency", frequency, limits, "Hz")
      case .wavelengthOutOfRange(let wavelength, let limits):
        outOfRange("The wavelength", wavelength, limits, "m")
      case .periodOutOfRange(let period, let limits):
        outOfRange("The period", period, limits, "s")
      case .indexOutOfRange(let index, let limits):
        Self.refusal("The index from A4", index, limits)
      case .octaveOutOfRange(let octave, let limits):
        Self.refusal("The octave", octave, limits)
      }
    }

    private static func refusal(
      _ name: String, _ value: Int, _ limits: ClosedRange<Int>?
    ) -> String {
      guard let limits else { return "\(name) must be in an empty range, but is \(value)." }
      return outOfRange(name, value, limits)
    }
  }
#endif
