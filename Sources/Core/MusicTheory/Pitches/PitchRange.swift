/// Limits for frequencies, and the resulting limits for notes and waves.
///
/// Nothing else in this module has such limits. A program that wants limits keeps a range and
/// checks its values against it. All limits follow from the frequencies, so they cannot disagree:
/// an index is valid if the frequency of its note is valid, and an octave if any of its notes is
/// valid.
public struct PitchRange: Sendable, Hashable {
  /// 20...4190 Hz with A4 = 440 Hz: from the lower limit of hearing to just above C8, the piano's
  /// top note.
  public static var standard: PitchRange {
    PitchRange(unchecked: 20...4190, .standard, .standard)
  }

  /// The valid frequencies, in hertz.
  public let frequencies: ClosedRange<Double>
  /// The concert pitch that relates frequencies to notes.
  public let concertPitch: ConcertPitch
  /// The speed of sound that relates frequencies to wavelengths.
  public let speedOfSound: SpeedOfSound

  /// Creates a range.
  ///
  /// - Parameters:
  ///   - frequencies: The valid frequencies, in hertz, finite and greater than zero.
  ///   - concertPitch: The frequency of A4; 440 Hz by default.
  ///   - speedOfSound: The speed of sound; 343 m/s by default.
  /// - Throws: ``PitchError/invalidFrequency(_:)`` with the offending bound.
  public init(
    _ frequencies: ClosedRange<Double>, concertPitch: ConcertPitch = .standard,
    speedOfSound: SpeedOfSound = .standard
  ) throws(PitchError) {
    for bound in [frequencies.lowerBound, frequencies.upperBound] {
      guard isValidFrequency(bound) else { throw .invalidFrequency(bound) }
    }
    self.init(unchecked: frequencies, concertPitch, speedOfSound)
  }

  private init(
    unchecked frequencies: ClosedRange<Double>, _ concertPitch: ConcertPitch,
    _ speedOfSound: SpeedOfSound
  ) {
    self.frequencies = frequencies
    self.concertPitch = concertPitch
    self.speedOfSound = speedOfSound
  }

  /// The valid wavelengths, in metres.
  public var wavelengths: ClosedRange<Double> {
    let speed = speedOfSound.metersPerSecond
    return speed / frequencies.upperBound...speed / frequencies.lowerBound
  }

  /// The valid periods, in seconds.
  public var periods: ClosedRange<Double> {
    1 / frequencies.upperBound...1 / frequencies.lowerBound
  }

  /// The indices, in semitones from A4, of the notes in the range; `nil` if it contains no note.
  public var indices: ClosedRange<Int>? {
    let below = concertPitch.midiNumberAtOrBelow(frequencies.lowerBound)
    let isExact = concertPitch.frequency(ofMIDINumber: Double(below)) == frequencies.lowerBound
    let first = isExact ? below : below + 1
    let last = concertPitch.midiNumberAtOrBelow(frequencies.upperBound)
    guard first <= last else { return nil }
    return first - Note.midiNumberOfA4...last - Note.midiNumberOfA4
  }

  /// The octaves with a note in the range; `nil` if it contains no note.
  public var octaves: ClosedRange<Int>? {
    guard let indices else { return nil }
    return Note(index: indices.lowerBound).octave...Note(index: indices.upperBound).octave
  }

  /// Checks a frequency.
  ///
  /// - Parameter frequency: Hertz.
  /// - Throws: ``PitchError/frequencyOutOfRange(_:limits:)``.
  public func validate(frequency: Double) throws(PitchError) {
    guard frequencies.contains(frequency) else {
      throw .frequencyOutOfRange(frequency, limits: frequencies)
    }
  }

  /// Checks a wavelength.
  ///
  /// - Parameter wavelength: Metres.
  /// - Throws: ``PitchError/wavelengthOutOfRange(_:limits:)``.
  public func validate(wavelength: Double) throws(PitchError) {
    guard wavelengths.contains(wavelength) else {
      throw .wavelengthOutOfRange(wavelength, limits: wavelengths)
    }
  }

  /// Checks a period.
  ///
  /// - Parameter period: Seconds.
  /// - Throws: ``PitchError/periodOutOfRange(_:limits:)``.
  public func validate(period: Double) throws(PitchError) {
    guard periods.contains(period) else { throw .periodOutOfRange(period, limits: periods) }
  }

  /// Checks the index of a note.
  ///
  /// - Parameter index: Semitones above A4.
  /// - Throws: ``PitchError/indexOutOfRange(_:limits:)``.
  public func validate(index: Int) throws(PitchError) {
    guard let indices, indices.contains(index) else {
      throw .indexOutOfRange(index, limits: indices)
    }
  }

  /// Checks an octave.
  ///
  /// - Parameter octave: An octave in scientific pitch notation.
  /// - Throws: ``PitchError/octaveOutOfRange(_:limits:)``.
  public func validate(octave: Int) throws(PitchError) {
    guard let octaves, octaves.contains(octave) else {
      throw .octaveOutOfRange(octave, limits: octaves)
    }
  }
}
