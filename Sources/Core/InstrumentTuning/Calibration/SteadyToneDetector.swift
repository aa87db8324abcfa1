package import MusicTheory
package import PitchEstimation

/// Measures one steady tone for calibration: a reference for ``ClockCalibration``, or the note of
/// another instrument that sets the concert pitch.
///
/// The tone is accepted once it has sounded for ``Settings/duration`` within ``Settings/spread``;
/// another pitch or a pause starts again.
package struct SteadyToneDetector: Sendable {
  /// The conditions for a steady tone.
  package struct Settings: Sendable, Hashable {
    /// The time for which the tone must sound, in seconds.
    package var duration: Double
    /// The largest standard deviation of its readings, in cents.
    package var spread: Double

    /// Creates settings.
    ///
    /// - Parameters:
    ///   - duration: The time for which a tone must sound, in seconds.
    ///   - spread: The largest standard deviation of its readings, in cents.
    package init(duration: Double = 2, spread: Double = 2) {
      self.duration = duration
      self.spread = spread
    }
  }

  /// The change of pitch beyond which another tone starts, in cents.
  package static var leap: Double { 50 }
  /// The ignored start of a tone, in seconds, because attacks are seldom in tune.
  package static var attackTime: Double { 0.3 }
  /// The longest pause within a tone, in seconds.
  package static var longestPause: Double { 0.2 }

  /// The conditions for a steady tone.
  package let settings: Settings
  private var start: (frequency: Double, time: Double)?
  private var cents = RunningStatistics()
  private var lastTime = 0.0

  /// Creates a listener in its initial state.
  ///
  /// - Parameter settings: The conditions for a steady tone.
  package init(_ settings: Settings = Settings()) {
    self.settings = settings
  }

  /// Processes the next reading.
  ///
  /// - Parameter reading: The next reading of a track, in chronological order.
  /// - Returns: The mean frequency, in hertz, once the tone is steady; `nil` before.
  package mutating func update(_ reading: PitchReading) -> Double? {
    guard let frequency = reading.frequency, frequency.isFinite, frequency > 0 else { return nil }
    let distance = start.map { Interval.cents(from: $0.frequency, to: frequency) }
    guard let start, let distance, distance.magnitude <= Self.leap,
      reading.time - lastTime <= Self.longestPause
    else {
      self.start = (frequency, reading.time)
      cents = RunningStatistics()
      lastTime = reading.time
      return nil
    }
    lastTime = reading.time
    if reading.time - start.time >= Self.attackTime - 1e-9 { cents.add(distance) }
    guard reading.time - start.time >= settings.duration - 1e-9 else { return nil }
    guard cents.standardDeviation <= settings.spread else {
      self.start = nil
      return nil
    }
    return start.frequency * Interval.ratio(ofCents: cents.mean)
  }
}

extension ConcertPitch {
  /// Creates the concert pitch from a played note.
  ///
  /// - Parameters:
  ///   - heard: The frequency of the note, in hertz, after any
  ///     ``InstrumentTuning/ClockCalibration``.
  ///   - note: The played note; A4 by default.
  /// - Throws: `PitchError`.
  package init(heard: Double, as note: Note = Note(.a, octave: 4)) throws(PitchError) {
    try self.init(note, frequency: heard)
  }

  /// Creates the concert pitch from a played A in any octave.
  ///
  /// - Parameter frequency: The frequency of the A, in hertz.
  /// - Throws: `PitchError` if no octave of it is in ``limits``.
  package init(heardA frequency: Double) throws(PitchError) {
    guard frequency.isFinite, frequency > 0 else { throw .invalidFrequency(frequency) }
    // The octave around 440 Hz: from a tritone below to a tritone above.
    let (lowest, highest) = (311.126983722081, 622.253967444162)
    guard (1...100_000).contains(frequency) else { throw .concertPitchOutOfRange(frequency) }
    var folded = frequency
    while folded < lowest { folded *= 2 }
    while folded > highest { folded /= 2 }
    try self.init(folded)
  }
}
