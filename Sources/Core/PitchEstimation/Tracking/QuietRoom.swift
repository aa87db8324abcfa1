/// Recognizes a room that hums before anyone plays.
///
/// A quiet, low sound that was there at the first sample, and neither grew nor died away since, is
/// a machine if it stands in its own noise, as the blades of a fan do, or at twice the frequency of
/// the mains, as a transformer does. A louder, clearer or higher tone may be an oscillator's. The
/// first louder sound ends the listening. Later, that pitch at that level is the room again.
struct QuietRoom: Sendable {
  private typealias Parameters = TrackerParameters.Room

  private var first: Optional<Double> = nil  // level of the first frame, in dBFS
  private var level = 0.0  // smoothed, in dBFS
  private var pitch = 0.0  // the last one of the room alone, in hertz
  private var duration = 0.0  // of its low pitches, in seconds
  private var isAlone = true
  private let hopDuration: Double
  private let binWidth: Double
  private let lobe: Int  // the bins on each side of a line

  /// - Parameters:
  ///   - spectrum: The spectrum of the longest window.
  ///   - hopDuration: The time from one learned frame to the next, in seconds.
  init(of spectrum: MultiresolutionCandidates.SpectrumShape, hopDuration: Double) {
    self.hopDuration = hopDuration
    binWidth = spectrum.sampleRate / Double(2 * spectrum.binCount)
    lobe = Int(2 * spectrum.sampleRate / Double(spectrum.windowSize) / binWidth)
  }

  /// Learns from a frame.
  ///
  /// - Parameters:
  ///   - level: Its level, in dBFS.
  ///   - strongest: The frequency of its strongest candidate, in hertz, and its strength.
  ///   - finder: Has searched it.
  mutating func learn(
    _ level: Double, _ strongest: (frequency: Double, strength: Double),
    by finder: borrowing MultiresolutionCandidates
  ) {
    guard isAlone else { return }
    guard let first else {
      isAlone = level < Parameters.highestLevel
      (first, self.level) = (level, level)
      return
    }
    self.level += min(1, hopDuration / Parameters.memory) * (level - self.level)
    isAlone = (self.level - first).magnitude < Parameters.largestChange
    if isAlone, strongest.strength > TrackerParameters.Path.unvoicedStrength,
      isMachine(strongest.frequency, finder)
    {
      duration += hopDuration
      pitch = strongest.frequency
    }
    // What dies away from the first sample on is a note.
    if self.level < first - Parameters.largestChange { pitch = 0 }
  }

  /// Checks whether a pitch is that of the room.
  ///
  /// - Parameters:
  ///   - frequency: In hertz.
  ///   - level: The level of the frame, in dBFS.
  ///   - finder: Has searched it.
  /// - Returns: `true` if it is no note.
  func hides(
    _ frequency: Double, at level: Double, by finder: borrowing MultiresolutionCandidates
  ) -> Bool {
    guard let first else { return false }
    if isAlone { return isMachine(frequency, finder) }
    return duration > Parameters.shortest && level < first + Parameters.largestChange
      && (frequency - pitch).magnitude < Parameters.samePitch * frequency
  }

  private func isMachine(
    _ frequency: Double, _ finder: borrowing MultiresolutionCandidates
  ) -> Bool {
    guard frequency < Parameters.highestFrequency else { return false }
    if finder.noise.blend > Parameters.leastNoise { return true }
    return (isMultiple(frequency, of: 100) || isMultiple(frequency, of: 120))
      && isPlain(frequency, finder.power)
  }

  private func isMultiple(_ frequency: Double, of hum: Double) -> Bool {
    let order = (frequency / hum).rounded()
    return order >= 1
      && (frequency - order * hum).magnitude < 2 * order * TrackerParameters.Hum.drift
  }

  /// Returns `true` if the first two partials hold nearly all power.
  private func isPlain(_ frequency: Double, _ power: [Float]) -> Bool {
    let (first, second) = (Int(frequency / binWidth), Int(2 * frequency / binWidth))
    var (whole, own): (Float, Float) = (0, 0)
    for bin in max(1, first - lobe)..<power.count {
      whole += power[bin]
      if bin <= first + lobe || (bin - second).magnitude <= lobe { own += power[bin] }
    }
    return own > Parameters.leastOwnShare * whole
  }
}
