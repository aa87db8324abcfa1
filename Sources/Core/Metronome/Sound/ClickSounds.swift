internal import SignalProcessing

/// The samples of every click: one for each ``Accent``, and one for the second voice of a polyrhythm.
public struct ClickSounds: Sendable {
  /// Samples per second, in hertz.
  public let sampleRate: Double
  private let tables: [[Float]]  // by accent, then the second voice

  /// The longest click of one's own, in seconds.
  public static var durationLimit: Double { 10 }
  /// The default peak level of the strong click, in dBFS.
  public static var standardLevel: Double { -10 }

  /// Synthesises clicks: strong ones are louder and higher.
  ///
  /// - Parameters:
  ///   - voice: The sound of the clicks.
  ///   - level: The peak of a strong click, in dBFS, at most 0.
  ///   - sampleRate: Samples per second, in hertz, at least 8000.
  public init(_ voice: ClickVoice, level: Double = standardLevel, sampleRate: Double) {
    self.sampleRate = sampleRate
    let pitches = [1.5, 1.25, 1, 0.8, 0.6]
    let gain = amplitude(fromDecibels: level)
    tables = (0..<5).map { index in
      let samples = voice.samples(pitch: pitches[index], sampleRate: sampleRate)
      return Self.scale(samples, by: gain * Self.gains[index])
    }
  }

  /// Creates sounds from your own clicks, of any sample rate.
  ///
  /// Gives `nil` if there are none, or more than five, or one without samples.
  ///
  /// - Parameters:
  ///   - clicks: One to five clicks, with their sample rates in hertz. One click is used for
  ///     everything, softer for weaker accents. Two are strong and normal, three are strong, medium
  ///     and normal; the fourth is weak, and the fifth is the second voice. Samples beyond
  ///     ``durationLimit`` are removed.
  ///   - level: The level of a sample of 1, in dBFS.
  ///   - sampleRate: Samples per second of the result, in hertz.
  public init?(
    _ clicks: [(samples: [Float], sampleRate: Double)], level: Double = standardLevel,
    sampleRate: Double
  ) {
    guard (1...5).contains(clicks.count), clicks.allSatisfy({ !$0.samples.isEmpty }) else {
      return nil
    }
    self.sampleRate = sampleRate
    let own = clicks.map { click in
      let limit = Int(Self.durationLimit * click.sampleRate)
      return SampleRateConversion.convert(
        click.samples.prefix(limit).map { $0.isFinite ? $0 : 0 }, from: click.sampleRate,
        to: sampleRate)
    }
    let gain = amplitude(fromDecibels: level)
    tables = Self.sources[own.count - 1].enumerated().map { accent, source in
      Self.scale(own[source.click], by: gain * (source.isSofter ? Self.gains[accent] : 1))
    }
  }

  /// The amplitudes of the accents and of the second voice: 0, -3, -6, -12 and -4 dB.
  private static var gains: [Double] { [1, 0.708, 0.501, 0.251, 0.631] }

  /// For each number of clicks, which of them an accent takes, and whether softened.
  private static var sources: [[(click: Int, isSofter: Bool)]] {
    [
      [(0, false), (0, true), (0, true), (0, true), (0, true)],
      [(0, false), (1, false), (1, false), (1, true), (1, true)],
      [(0, false), (1, false), (2, false), (2, true), (2, true)],
      [(0, false), (1, false), (2, false), (3, false), (2, true)],
      [(0, false), (1, false), (2, false), (3, false), (4, false)],
    ]
  }

  private static func scale(_ samples: [Float], by gain: Double) -> [Float] {
    samples.map { $0 * Float(gain) }
  }

  /// The number of the sound of a click.
  func index(of click: Click) -> Int {
    click.kind == .cross ? 4 : (click.accent ?? .normal).rawValue
  }

  /// The samples of a sound.
  subscript(index: Int) -> [Float] { tables[index] }

  /// Returns the samples of an accent, with its final level.
  ///
  /// - Parameter accent: The accent.
  /// - Returns: Samples at ``sampleRate``.
  public func samples(of accent: Accent) -> [Float] { tables[accent.rawValue] }

  /// The samples of the second voice of a polyrhythm, with their final level.
  public var crossSamples: [Float] { tables[4] }
}
