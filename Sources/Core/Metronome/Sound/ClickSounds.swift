import SignalProcessing

/// The samples of every click: one for each ``Accent``, and one for the second voice.
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

  /// For each number of clicks, the one that each accent uses, softened or not.
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

  /// The index of the sound of a click.
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
}

/// The sound of a synthesised click.
public enum ClickVoice: String, Sendable, Hashable, CaseIterable {
  /// A dry tick of a few milliseconds, neutral over any music.
  case click
  /// A woodblock.
  case wood
  /// An electronic beep.
  case beep
  /// A light stick on an edge: the first classic sound of the app that preceded this one.
  case rod
  /// A heavy knock: the second classic sound.
  case rock

  /// Synthesises one click with a peak of 1, loudest at its start.
  ///
  /// - Parameters:
  ///   - pitch: The factor of all its frequencies.
  ///   - sampleRate: Samples per second, in hertz.
  /// - Returns: Samples in -1...1.
  func samples(pitch: Double, sampleRate: Double) -> [Float] {
    var click = [Double](repeating: 0, count: Int((duration * sampleRate).rounded(.up)))
    var noise = SeededGenerator(seed: 1)
    for index in click.indices {
      let time = Double(index) / sampleRate
      click[index] = value(at: time, pitch: pitch, noise: noise.nextUniform() * 2 - 1)
      click[index] *= fade(at: time)
    }
    let peak = click.reduce(1e-9) { max($0, $1.magnitude) }
    return click.map { Float($0 / peak) }
  }

  /// Seconds.
  private var duration: Double {
    switch self {
    case .click: 0.02
    case .wood: 0.06
    case .beep: 0.05
    case .rod: 0.04
    case .rock: 0.09
    }
  }

  private func value(at time: Double, pitch: Double, noise: Double) -> Double {
    func partial(_ frequency: Double, decay: Double) -> Double {
      Elementary.sin(2 * .pi * frequency * pitch * time) * Elementary.exp(-time / decay)
    }
    switch self {
    case .click: return partial(2000, decay: 0.0025)
    case .wood: return partial(880, decay: 0.009) + 0.4 * partial(2156, decay: 0.004)
    case .beep:
      let attack = min(1, time / 0.002)
      return Elementary.sin(2 * .pi * 1000 * pitch * time)
        * (0.5 - 0.5 * Elementary.cos(.pi * attack))
    case .rod: return partial(1800, decay: 0.005) + 0.5 * noise * Elementary.exp(-time / 0.0015)
    case .rock:
      return partial(330, decay: 0.018) + 0.5 * partial(790, decay: 0.008)
        + 0.3 * noise * Elementary.exp(-time / 0.002)
    }
  }

  /// The last fifth falls to silence along a raised cosine.
  private func fade(at time: Double) -> Double {
    let part = max(0, time / duration - 0.8) / 0.2
    return 0.5 + 0.5 * Elementary.cos(.pi * min(1, part))
  }
}
