import SignalProcessing

/// A scale on a root, with A4 at the concert pitch, whatever the root.
///
/// In a scale of twelve degrees per octave, A4 is as many degrees above the root as it is
/// semitones. In any other scale, A4 is the degree nearest to the A above the root in equal
/// temperament, and that degree gets exactly the concert pitch.
public struct RootedScale: Sendable, Hashable {
  /// The degrees.
  public let scale: Scale
  /// The note of degree 0: the last one with this name that is not above A4.
  public let root: Note
  /// The frequency of A4, in hertz.
  public let concertPitch: Double
  /// The degree that A4 is.
  public let degreeOfA4: Int

  /// A degree near a frequency.
  public struct Reading: Sendable, Hashable {
    /// The degree, counted from the root; negative below it.
    public let degree: Int
    /// The frequency of the degree, in hertz.
    public let degreeFrequency: Double
    /// The deviation of the frequency from the degree, in cents; negative below.
    public let cents: Double
  }

  /// Puts a scale on a root.
  ///
  /// - Parameters:
  ///   - scale: The degrees.
  ///   - root: The note that degree 0 is.
  ///   - concertPitch: The frequency of A4; 440 Hz by default. Its temperament does not matter.
  public init(_ scale: Scale, root: NoteName = NoteName(.c), concertPitch: ConcertPitch = .standard)
  {
    let semitones = floorModulo(Note.midiNumberOfA4 - root.pitchClass, 12)
    self.scale = scale
    self.root = Note(root, octave: 4).at(Note.midiNumberOfA4 - semitones)
    self.concertPitch = concertPitch.frequency
    degreeOfA4 =
      scale.hasTwelveDegreesInOctave
      ? semitones : scale.nearestDegree(toCents: 100 * Double(semitones))
  }

  /// Returns the frequency of a degree.
  ///
  /// - Parameter degree: Any degree; 0 is ``root``, and ``degreeOfA4`` the concert pitch.
  /// - Returns: Hertz. Beyond the range of `Double`, 0 or infinity.
  public func frequency(ofDegree degree: Int) -> Double {
    concertPitch
      * Interval.ratio(
        ofCents: scale.cents(ofDegree: degree) - scale.cents(ofDegree: degreeOfA4))
  }

  /// Returns the degree nearest to a frequency, in cents.
  ///
  /// - Parameter frequency: Hertz.
  /// - Returns: The degree and the distance, or `nil` if `frequency` is not finite and above 0.
  /// - Complexity: O(`scale.count`).
  public func nearestDegree(to frequency: Double) -> Reading? {
    guard isValidFrequency(frequency) else { return nil }
    let position =
      Interval.cents(from: concertPitch, to: frequency) + scale.cents(ofDegree: degreeOfA4)
    let degree = scale.nearestDegree(toCents: position)
    let degreeFrequency = self.frequency(ofDegree: degree)
    return Reading(
      degree: degree, degreeFrequency: degreeFrequency,
      cents: Interval.cents(from: degreeFrequency, to: frequency))
  }
}

extension Scale {
  var hasTwelveDegreesInOctave: Bool { count == 12 && (period - 1200).magnitude < 1e-6 }
}

extension Note {
  /// The note of this name with a MIDI number of the same pitch class.
  fileprivate func at(_ midiNumber: Int) -> Note {
    Note(name, octave: octave + (midiNumber - self.midiNumber) / 12)
  }
}
