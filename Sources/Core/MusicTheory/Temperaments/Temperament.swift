/// The deviations of the twelve notes of an octave from equal temperament, relative to A.
///
/// A ``ConcertPitch`` has a temperament; all notes, pitches and tuners that use it follow. A itself
/// never moves, so A4 has the frequency of the concert pitch, whatever the root.
///
/// ```swift
/// let vallotti = try Temperament(Scale(named: "vallotti"), root: NoteName(.c))
/// let pitch = try ConcertPitch(415, temperament: vallotti)
/// ```
public struct Temperament: Sendable, Hashable {
  /// Twelve equal semitones.
  public static var equal: Temperament { Temperament(offsets: []) }

  /// Cents above equal temperament by pitch class, with A at 0; none for equal temperament.
  private let offsets: [Double]

  private init(offsets: [Double]) {
    self.offsets = offsets
  }

  /// Puts a scale of twelve degrees on the notes of a keyboard.
  ///
  /// - Parameters:
  ///   - scale: Twelve rising degrees in an octave.
  ///   - root: The note of degree 0; C by default, as in historical tables.
  /// - Throws: ``ScaleError/notTwelveDegrees(count:period:)`` or ``ScaleError/notRising(degree:)``.
  public init(_ scale: Scale, root: NoteName = NoteName(.c)) throws(ScaleError) {
    guard scale.hasTwelveDegreesInOctave else {
      throw .notTwelveDegrees(count: scale.count, period: scale.period)
    }
    try self.init(degrees: Array(scale.degrees.prefix(12)), root: root.pitchClass)
  }

  /// Puts twelve degrees on the notes of a keyboard.
  ///
  /// - Parameters:
  ///   - degrees: Their positions above degree 0, in cents: rising, within an octave.
  ///   - root: The pitch class of degree 0, counted from C.
  /// - Throws: ``ScaleError/notTwelveDegrees(count:period:)``, ``ScaleError/notRising(degree:)`` or
  ///   ``ScaleError/invalidDegree(_:)``.
  package init(degrees: [Double], root: Int) throws(ScaleError) {
    guard degrees.count == 12 else { throw .notTwelveDegrees(count: degrees.count, period: 1200) }
    for degree in 1...12 {
      let next = degree == 12 ? degrees[0] + 1200 : degrees[degree]
      guard next > degrees[degree - 1] else { throw .notRising(degree: degree) }
    }
    try self.init(
      deviations: (0..<12).map { pitchClass in
        let degree = floorModulo(pitchClass - root, 12)
        return degrees[degree] - 100 * Double(degree)
      })
  }

  /// Creates a temperament from the deviations of its notes.
  ///
  /// - Parameter deviations: Twelve deviations from equal temperament by pitch class, from C, in
  ///   cents; that of A is subtracted from all.
  /// - Throws: ``ScaleError/notTwelveDegrees(count:period:)``, ``ScaleError/invalidDegree(_:)`` or
  ///   ``ScaleError/notRising(degree:)``.
  public init(deviations: [Double]) throws(ScaleError) {
    guard deviations.count == 12 else {
      throw .notTwelveDegrees(count: deviations.count, period: 1200)
    }
    for degree in 0..<12 {
      guard deviations[degree].isFinite else { throw .invalidDegree(degree) }
      // The C above the last degree lies as far from equal temperament as the first.
      guard 100 + deviations[(degree + 1) % 12] > deviations[degree] else {
        throw .notRising(degree: degree + 1)
      }
    }
    let deviationOfA = deviations[9]
    var offsets = deviations
    for pitchClass in offsets.indices { offsets[pitchClass] -= deviationOfA }
    self.init(offsets: offsets.allSatisfy { $0.magnitude < 1e-9 } ? [] : offsets)
  }

  /// Returns the deviation of a note from equal temperament.
  ///
  /// - Parameter pitchClass: Semitones above C. Values outside 0...11 are taken modulo 12.
  /// - Returns: Cents; 0 for A.
  public func offset(ofPitchClass pitchClass: Int) -> Double {
    offsets.isEmpty ? 0 : offsets[floorModulo(pitchClass, 12)]
  }
}
