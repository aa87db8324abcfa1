package import MusicTheory

/// Chooses the target degree of a scale.
///
/// It chooses the nearest degree in cents. Another degree replaces the current one only if it is
/// nearer by a fifth of the step between the two.
package struct DegreeSelector: Sendable {
  /// How much nearer another degree must be, as a share of the step between the two.
  package static var hysteresis: Double { 0.2 }

  /// The degrees and their frequencies.
  package let scale: RootedScale
  private let reference: ConcertPitch
  private var held: Int?

  /// Creates a selector in its initial state.
  ///
  /// - Parameter scale: The degrees and their frequencies.
  /// - Throws: `PitchError` if the concert pitch of the scale is outside `ConcertPitch.limits`.
  package init(_ scale: RootedScale) throws(PitchError) {
    reference = try ConcertPitch(scale.concertPitch)
    self.scale = scale
  }

  /// The selector that a mode needs; `nil` for modes without a scale.
  init?(mode: TargetMode, concertPitch: ConcertPitch) {
    guard case .scale(let scale, let root) = mode else { return nil }
    self.scale = RootedScale(scale, root: root, concertPitch: concertPitch)
    reference = concertPitch
  }

  /// Processes the next frequency.
  ///
  /// - Parameter frequency: Hertz, or `nil` while nothing sounds, which discards the degree.
  /// - Returns: The degree as the nearest note and its offset in cents; `nil` without a frequency,
  ///   or beyond the notes of ``TargetPitch/noteLimits``.
  /// - Complexity: O(n) for n degrees.
  package mutating func select(_ frequency: Double?) -> TuningTarget? {
    guard let frequency, let nearest = scale.nearestDegree(to: frequency) else {
      reset()
      return nil
    }
    var degree = nearest.degree
    if let held, held != degree, isHeld(held, nearest, frequency) { degree = held }
    held = degree
    return target(ofDegree: degree)
  }

  /// Forgets the degree.
  package mutating func reset() {
    held = nil
  }

  private func isHeld(_ held: Int, _ nearest: RootedScale.Reading, _ frequency: Double) -> Bool {
    let heldFrequency = scale.frequency(ofDegree: held)
    let distance = Interval.cents(from: heldFrequency, to: frequency).magnitude
    let step = Interval.cents(from: heldFrequency, to: nearest.degreeFrequency).magnitude
    return distance - nearest.cents.magnitude <= Self.hysteresis * step
  }

  private func target(ofDegree degree: Int) -> TuningTarget? {
    let frequency = scale.frequency(ofDegree: degree)
    guard let note = reference.nearestNote(to: frequency),
      let pitch = try? TargetPitch(note, cents: reference.cents(from: note, to: frequency))
    else { return nil }
    return TuningTarget(pitch: pitch, degree: degree)
  }
}
