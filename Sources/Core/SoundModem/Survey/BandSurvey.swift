import SignalProcessing

/// Finds which bands a loudspeaker and a microphone can use, from a recording of a ``SurveySound``.
///
/// ```swift
/// var survey = try BandSurvey(sampleRate: 48_000)
/// survey.append(block)  // the whole recording, from before the sound until after it
/// for band in survey.results { print(band.band.letter, band.reach) }
/// ```
///
/// It does not need to know when the sound began. For each frequency, it compares the loudest
/// moment with the median, which is noise. Around that moment it measures how much the phase of
/// the tone wanders.
///
/// - Complexity: O(1) per sample; it stores the samples of the first minute. ``results`` takes about
///   a millisecond per tone.
package struct BandSurvey: Sendable {
  /// The duration of the frames that are compared, in seconds.
  private static let frameDuration = 0.04
  private static let frameLimit = 1500

  /// Samples per second, in hertz.
  package let sampleRate: Double
  /// The bands that the sample rate carries.
  package let bands: [ModemBand]
  private var bank: GoertzelBank
  private var powers: [[Double]]  // of each frequency, frame by frame
  /// The samples of the first minute.
  package private(set) var recording: [Float] = []

  /// Plans a survey of all bands that a sample rate carries.
  ///
  /// - Parameter sampleRate: Samples per second, in hertz.
  /// - Throws: ``ModemError/invalidSampleRate(_:)``, or ``ModemError/cannotHearBand(_:sampleRate:)`` if
  ///   it carries none.
  package init(sampleRate: Double) throws(ModemError) {
    try ModemBand.audible.validate(sampleRate: sampleRate)
    let bands = ModemBand.allCases.filter { sampleRate >= $0.lowestSampleRate }
    let frequencies = bands.flatMap { SurveySound.frequencies(of: $0) }
    let bank = try? GoertzelBank(
      frequencies: frequencies, sampleRate: sampleRate,
      frameSize: Int((Self.frameDuration * sampleRate).rounded()))
    guard let bank else { throw .invalidSampleRate(sampleRate) }
    powers = Array(repeating: [], count: frequencies.count)
    self.bands = bands
    self.bank = bank
    self.sampleRate = sampleRate
  }

  /// Processes samples; those that are not finite count as silence.
  ///
  /// - Parameter block: Mono samples of nominal range -1...1, any count.
  package mutating func append(_ block: Span<Float>) {
    var clean: [Float] = []
    clean.reserveCapacity(block.count)
    for index in block.indices { clean.append(block[index].isFinite ? block[index] : 0) }
    let limit = Self.frameLimit * bank.frameSize
    recording += clean.prefix(max(0, limit - recording.count))
    var start = 0
    while start < clean.count {
      let (taken, isComplete) = bank.append(clean.span.extracting(start..<clean.count))
      start += taken
      guard isComplete, powers[0].count < Self.frameLimit else { continue }
      for index in powers.indices {
        powers[index].append(bank.amplitudes[index] * bank.amplitudes[index])
      }
    }
  }

  /// Processes samples, in an array.
  ///
  /// - Parameter block: Mono samples of nominal range -1...1, any count.
  package mutating func append(_ block: [Float]) { append(block.span) }

  /// The reception of each band, in the order of ``bands``.
  package var results: [BandReport] {
    bands.enumerated().map { index, band in
      let first = index * SurveySound.toneCount
      var tones: [ToneReport] = []
      for (position, frequency) in SurveySound.frequencies(of: band).enumerated() {
        tones.append(Self.report(frequency, powers[first + position]))
      }
      measurePhases(of: &tones, powers[first..<first + SurveySound.toneCount])
      return BandReport(band: band, tones: tones)
    }
  }

  private static func report(_ frequency: Double, _ powers: [Double]) -> ToneReport {
    let sorted = powers.sorted()
    guard let loudest = sorted.last else {
      return ToneReport(frequency: frequency, level: -150, signalToNoise: 0)
    }
    // Half of the frames have less noise than the mean times ln 2.
    let noise = max(sorted[sorted.count / 2] / 0.693_147, 1e-15)
    return ToneReport(
      frequency: frequency, level: max(-150, decibels(ofPower: loudest)),
      signalToNoise: max(0, decibels(ofPower: max(loudest, 1e-15) / noise)))
  }

  /// Measures the phases of the tones that are loud enough.
  ///
  /// In recordings of earlier versions the tones last 0.12 s, which is too short for that.
  private func measurePhases(of tones: inout [ToneReport], _ powers: ArraySlice<[Double]>) {
    var loud: [(tone: Int, frame: Int)] = []
    for (tone, powers) in zip(tones.indices, powers) {
      guard tones[tone].signalToNoise >= PhaseWander.leastSignalToNoise else { continue }
      var frame = 0
      for index in powers.indices where powers[index] > powers[frame] { frame = index }
      loud.append((tone, frame))
    }
    guard let first = loud.first, let last = loud.last, last.tone > first.tone else { return }
    let pace = Double(last.frame - first.frame) / Double(last.tone - first.tone)
    guard pace * Self.frameDuration > 0.75 * SurveySound.toneDuration else { return }
    for (tone, frame) in loud {
      let start = frame * bank.frameSize
      tones[tone].phaseWander = PhaseWander.deviation(
        of: tones[tone], in: recording, around: start..<start + bank.frameSize,
        sampleRate: sampleRate)
    }
  }

  private static func decibels(ofPower power: Double) -> Double {
    power > 0 ? 10 * Elementary.log10(power) : -.infinity
  }
}

/// The reception of one tone of a ``SurveySound``.
package struct ToneReport: Sendable, Equatable {
  /// The frequency, in hertz.
  package let frequency: Double
  /// The peak level of the tone as it arrived, in dBFS.
  package let level: Double
  /// The signal-to-noise ratio of the tone at its frequency, within 37.5 Hz, in decibels.
  package let signalToNoise: Double
  /// The standard deviation of its phase, in radians; `nil` if the tone is too faint for that.
  package fileprivate(set) var phaseWander: Double?
}

/// The reception of a band.
package struct BandReport: Sendable, Equatable {
  /// The modes for which the band can be used between the two devices at their current distance.
  package enum Reach: UInt8, Sendable, Comparable {
    /// Too weak for any mode, or not there.
    case none
    /// For the modes *far* and *beacon*.
    case far
    /// For the mode *room* and, if the devices are near each other, *desk* and *touch*.
    case room

    /// Returns whether the left reach is weaker.
    package static func < (left: Reach, right: Reach) -> Bool { left.rawValue < right.rawValue }
  }

  /// The band.
  package let band: ModemBand
  /// The tones of the band, from the lowest to the highest.
  package let tones: [ToneReport]

  /// The median signal-to-noise ratio of the tones, in decibels.
  package var signalToNoise: Double {
    let sorted = tones.map { $0.signalToNoise }.sorted()
    return sorted.isEmpty ? 0 : (sorted[sorted.count / 2] + sorted[(sorted.count - 1) / 2]) / 2
  }

  /// The largest ``phaseWander`` with which packets of *desk* arrive in a room, in radians.
  ///
  /// The first fail at 0.4; reverberation alone pretends up to 0.25.
  package static let largestPhaseWander = 0.3

  /// The median of the standard deviations of the tones' phases, in radians; `nil` if most of them
  /// are too faint.
  package var phaseWander: Double? {
    let sorted = tones.compactMap { $0.phaseWander }.sorted()
    return sorted.count > tones.count / 2 ? sorted[sorted.count / 2] : nil
  }

  /// `true` if the devices carry the phases of *desk* in this band.
  package var carriesPhases: Bool { (phaseWander ?? .infinity) <= Self.largestPhaseWander }

  /// The modes for which the band can be used.
  ///
  /// A packet as loud as the tones has 5 dB less power, and 28 dB more noise in 24 kHz than a tone
  /// in its 37.5 Hz. The mode room needs -15 dB of that, the mode far -18 dB; the survey requires at
  /// least 6 dB more, for three of four tones.
  package var reach: Reach {
    let sorted = tones.map { $0.signalToNoise }.sorted()
    guard !sorted.isEmpty else { return .none }
    let weak = sorted[sorted.count / 4]
    return weak >= 26 ? .room : weak >= 21 ? .far : .none
  }
}
