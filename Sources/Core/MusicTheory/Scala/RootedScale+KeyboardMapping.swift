import SignalProcessing

extension RootedScale {
  /// The degrees that the keys of a mapping sound, at their frequencies.
  ///
  /// Degree 0 is the first key from the middle key upward that sounds. ``root`` is the note nearest to
  /// it at A4 = 440 Hz, and ``concertPitch`` what A4 must be for the reference key to have its
  /// frequency.
  ///
  /// - Parameters:
  ///   - scale: The degrees that the mapping counts.
  ///   - mapping: Which key sounds which of them. The first and the last key do not matter.
  /// - Throws: ``ScaleError/countOutOfRange(_:)`` if no key sounds, ``ScaleError/invalidDegree(_:)``, or
  ///   ``ScaleError/periodNotPositive(cents:)`` if the pattern does not rise from one repetition to the
  ///   next.
  public init(_ scale: Scale, mapping: KeyboardMapping) throws(ScaleError) {
    let pattern = mapping.degrees.compactMap { $0 }
    guard mapping.degrees.isEmpty || !pattern.isEmpty else { throw .countOutOfRange(0) }
    let sounding = pattern.isEmpty ? Array(0..<scale.count) : pattern
    let octave =
      pattern.isEmpty || mapping.octaveDegree == 0 ? scale.count : mapping.octaveDegree
    let first = scale.cents(ofDegree: sounding[0])
    var intervals = sounding.dropFirst().map {
      ScaleInterval.cents(scale.cents(ofDegree: $0) - first)
    }
    intervals.append(.cents(scale.cents(ofDegree: sounding[0] + octave) - first))
    let degrees = try Scale(title: scale.title, intervals: intervals)

    let firstKey = mapping.middleKey + (mapping.degrees.firstIndex { $0 != nil } ?? 0)
    var everyKey = mapping
    everyKey.keys = min(firstKey, mapping.referenceKey)...max(firstKey, mapping.referenceKey)
    guard let frequency = everyKey.frequency(ofKey: firstKey, in: scale),
      let root = ConcertPitch.standard.nearestNote(to: frequency, spelling: .mixed)
    else { throw .invalidDegree(1) }
    let rooted = RootedScale(degrees, root: root.name)
    let cents = Interval.cents(from: rooted.frequency(ofDegree: 0), to: frequency)
    // In any repetition: the pattern goes on in both directions.
    let repetitions = (cents / degrees.period).rounded()
    let shift = cents - repetitions * degrees.period
    guard
      let concertPitch = try? ConcertPitch(rooted.concertPitch * Interval.ratio(ofCents: shift))
    else { throw .invalidDegree(1) }
    self.init(degrees, root: root.name, concertPitch: concertPitch)
  }
}
