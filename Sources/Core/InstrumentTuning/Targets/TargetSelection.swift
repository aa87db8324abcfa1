package import MusicTheory

/// Chooses the target string.
///
/// It chooses the nearest string in cents. Two decisions have hysteresis. Another string must be
/// nearer by ``hysteresis`` cents before it is chosen. A tone that is an octave, a twelfth or two
/// octaves from the string, and not near another string, is ignored until it has lasted for
/// ``attackTime``: in an attack, a harmonic may be louder than the fundamental. A tone far above
/// all strings, such as the scratch of a bow, is ignored for ``scratchTime``.
package struct StringSelector: Sendable {
  /// The lead that another string needs before it is chosen, in cents.
  package static var hysteresis: Double { 60 }
  /// The time for which a harmonic is ignored, in seconds.
  package static var attackTime: Double { 0.2 }
  /// The time for which a tone far above the strings is ignored, in seconds.
  package static var scratchTime: Double { 0.4 }
  /// The distance above the highest string from which a tone is far above it, in cents: beyond the
  /// fourth harmonic.
  package static var scratchDistance: Double { 2450 }
  /// The largest distance from a harmonic, or from a string, of a tone that counts as such, in
  /// cents.
  package static var harmonicTolerance: Double { 50 }

  /// The result of a choice.
  package enum Choice: Sendable, Hashable {
    /// Nothing sounds, or there is no string to choose from.
    case nothing
    /// The tone may be a harmonic, so wait.
    case suspect
    /// A string.
    case target(TuningTarget)
  }

  /// The strings to choose from.
  package let targets: [TuningTarget]
  /// What is remembered of the frequencies before.
  struct Memory: Sendable {
    fileprivate var held: Int?
    fileprivate var suspectSince: Double?
  }

  /// What is remembered of the frequencies before.
  var memory = Memory()

  /// Creates a selector in its initial state.
  ///
  /// - Parameter targets: The strings to choose from; a single one is always chosen.
  package init(targets: [TuningTarget]) {
    self.targets = targets
  }

  /// Processes the next frequency.
  ///
  /// - Parameters:
  ///   - frequency: Hertz, or `nil` while nothing sounds, which discards the string.
  ///   - time: Seconds, never decreasing.
  ///   - concertPitch: The frequency of A4.
  /// - Returns: The string, or the reason why there is none.
  /// - Complexity: O(s) for s strings; no allocation.
  package mutating func select(
    _ frequency: Double?, at time: Double, under concertPitch: ConcertPitch
  ) -> Choice {
    guard let frequency, frequency.isFinite, frequency > 0,
      let nearest = nearest(to: frequency, under: concertPitch)
    else {
      reset()
      return .nothing
    }
    let doubt =
      isScratch(frequency, under: concertPitch)
      ? Self.scratchTime
      : isSuspect(frequency, nearest: nearest, under: concertPitch) ? Self.attackTime : 0
    if doubt > 0 {
      let since = memory.suspectSince ?? time
      memory.suspectSince = since
      if time - since < doubt { return .suspect }
    } else {
      memory.suspectSince = nil
    }
    if let held = memory.held, held != nearest.index {
      let distance = targets[held].cents(to: frequency, under: concertPitch).magnitude
      if distance - nearest.distance <= Self.hysteresis { return .target(targets[held]) }
    }
    memory.held = nearest.index
    return .target(targets[nearest.index])
  }

  /// Discards the chosen string.
  package mutating func reset() {
    memory = Memory()
  }

  private func nearest(
    to frequency: Double, under concertPitch: ConcertPitch
  ) -> (index: Int, distance: Double)? {
    var best: (index: Int, distance: Double)?
    for index in targets.indices {
      let distance = targets[index].cents(to: frequency, under: concertPitch).magnitude
      if distance < best?.distance ?? .infinity { best = (index, distance) }
    }
    return best
  }

  /// Returns `true` for a tone so far above all strings that it is probably not one of them. A
  /// single target may be far away, because the player chose it.
  private func isScratch(_ frequency: Double, under concertPitch: ConcertPitch) -> Bool {
    targets.count > 1
      && targets.allSatisfy {
        $0.cents(to: frequency, under: concertPitch) > Self.scratchDistance
      }
  }

  /// Returns `true` if a tone may be a harmonic, or half, of the held string, or of any if none is
  /// held.
  private func isSuspect(
    _ frequency: Double, nearest: (index: Int, distance: Double), under concertPitch: ConcertPitch
  ) -> Bool {
    guard nearest.distance > Self.harmonicTolerance else { return false }
    if let held = memory.held {
      return Self.isHarmonic(targets[held].cents(to: frequency, under: concertPitch))
    }
    return targets.contains { Self.isHarmonic($0.cents(to: frequency, under: concertPitch)) }
  }

  /// Returns `true` for a distance near that of harmonics 2 to 4, or of half the frequency.
  private static func isHarmonic(_ cents: Double) -> Bool {
    for harmonic in [1200, 1901.955, 2400, -1200]
    where (cents - harmonic).magnitude <= harmonicTolerance {
      return true
    }
    return false
  }
}

/// Chooses the target degree of a scale.
///
/// It chooses the nearest degree in cents. Another degree replaces the current one only if it is
/// nearer by a fifth of the step between the two.
package struct DegreeSelector: Sendable {
  /// The lead that another degree needs, as a share of the step between the two.
  package static var hysteresis: Double { 0.2 }

  /// The degrees and their frequencies.
  package let scale: RootedScale
  private let reference: ConcertPitch
  /// The degree that was chosen last, which has a lead.
  var held: Int?

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

  /// Discards the chosen degree.
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
