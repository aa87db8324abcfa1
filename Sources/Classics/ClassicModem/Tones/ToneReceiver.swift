public import SignalProcessing

/// Detects tones of a known set in a stream of samples, one tone at a time.
///
/// ```swift
/// var receiver = try ToneReceiver(frequencies: [18_000, 18_100], sampleRate: 48_000)
/// receiver.append(block)
/// while let event = receiver.next() { use(event.kind, event.tone, event.time) }
/// ```
///
/// A tone counts as detected in a frame if it is the strongest of the set, a peak of the spectrum,
/// loud enough, and so far above the rest of the band that white noise reaches this at most
/// ``Settings/falseAlarmsPerHour`` times. It is reported when it has been detected for the minimum
/// duration, and again when it is gone. Frames overlap by three quarters. The size of the blocks
/// does not change the result by a single bit; samples that are not finite count as silence.
///
/// - Complexity: O(log *N*) time per sample for frames of *N* samples. No allocation after `init`
///   for blocks of up to 8192 samples that are read before the next one comes.
public struct ToneReceiver: Sendable {
  /// The conditions for a detected tone.
  public struct Settings: Sendable, Hashable {
    /// The duration of a frame, in seconds. `nil` chooses four bins between tones, so that they are
    /// easy to distinguish; 0.1 s for a single tone.
    public var frameDuration: Double?
    /// The band with which a tone is compared, in hertz. `nil` extends one step beyond the
    /// outermost tones, and at least 16 bins.
    public var band: ClosedRange<Double>?
    /// The lowest level of a tone, in dBFS root mean square.
    public var minimumLevel = -80.0
    /// The mean number of times per hour that white noise may be mistaken for a tone; above 0.
    public var falseAlarmsPerHour = 1.0
    /// The time for which a tone must be detected before it is reported, in seconds. 0 accepts the
    /// first frame.
    public var minimumDuration = 0.0
    /// The time for which a tone must be gone before its end is reported, in seconds.
    public var minimumGap = 0.0

    /// Creates settings with the defaults.
    public init() {}
  }

  /// The frequencies of the tones, in hertz, in the given order.
  public let frequencies: [Double]
  /// Samples per second, in hertz.
  public let sampleRate: Double
  /// The conditions for a detected tone.
  public let settings: Settings
  /// The required ratio of a tone to the mean bin of the rest of its band, in decibels.
  public let threshold: Double
  /// The reported tone that sounds now, or `nil`.
  public private(set) var current: DetectedTone?
  private let order: [Int]  // of the frequencies, from low to high
  private let leastProminence: Double
  private var analyzer: ToneBandAnalyzer
  private var framer: Framer
  private var debouncer: ToneDebouncer

  /// Plans a receiver.
  ///
  /// - Parameters:
  ///   - frequencies: The frequencies of the tones, in hertz, all different, at least two bins
  ///     apart; a bin is 1 / frame duration wide.
  ///   - sampleRate: Samples per second, in hertz.
  ///   - settings: The conditions for a detected tone.
  /// - Throws: ``SignalProcessing/ToneError`` if a tone does not fit below half the sample rate, or
  ///   a parameter is out of its range.
  public init(
    frequencies: [Double], sampleRate: Double, settings: Settings = Settings()
  ) throws(ToneError) {
    try ToneError.check(frequencies, sampleRate: sampleRate)
    let order = frequencies.indices.sorted { frequencies[$0] < frequencies[$1] }
    let rising = order.map { frequencies[$0] }
    let spacing = zip(rising, rising.dropFirst()).map { $1 - $0 }.min()
    let duration = settings.frameDuration ?? spacing.map { 4 / $0 } ?? 0.1
    let frameSize = try Self.frameSize(duration, sampleRate: sampleRate)
    let binWidth = sampleRate / Double(frameSize + 1)
    if let spacing, spacing < 1.98 * binWidth {
      throw .tonesTooClose(spacing, atLeast: 2 * binWidth)
    }
    let band = Self.band(
      settings.band, around: rising, step: max(spacing ?? 0, 16 * binWidth),
      nyquist: sampleRate / 2)
    do {
      analyzer = try ToneBandAnalyzer(
        frequencies: rising, sampleRate: sampleRate, frameSize: frameSize, band: band)
    } catch {
      throw .frameTooLong(frameSize, atMost: Self.longestFrame)
    }
    self.frequencies = frequencies
    self.sampleRate = sampleRate
    self.settings = settings
    self.order = order
    let hop = Double(frameSize) / 4
    leastProminence = Self.leastProminence(
      freedom: analyzer.freedom,
      trialsPerAlarm: Double(frequencies.count) * sampleRate / hop * 3600
        / settings.falseAlarmsPerHour)
    threshold = decibels(fromPower: leastProminence)
    framer = Framer(frameSize: frameSize, hopSize: hop)
    debouncer = ToneDebouncer(
      framesToBegin: Self.frameCount(settings.minimumDuration * sampleRate / hop),
      framesToEnd: Self.frameCount(settings.minimumGap * sampleRate / hop))
  }

  /// The number of samples in a frame.
  package var frameSize: Int { analyzer.frameSize }
  /// The time from one frame to the next, in seconds.
  package var hopDuration: Double { framer.hopSize / sampleRate }
  /// The band that a tone is compared with, in hertz.
  public var band: ClosedRange<Double> { analyzer.band }
  /// The number of samples that were not finite, or impossibly large, and counted as silence.
  public var rejectedSampleCount: Int { framer.rejectedSampleCount }

  /// Processes samples.
  ///
  /// - Parameter block: Mono samples of nominal range -1...1, any count.
  public mutating func append(_ block: Span<Float>) { framer.append(block) }

  /// Processes samples, in an array.
  ///
  /// - Parameter block: Mono samples of nominal range -1...1, any count.
  public mutating func append(_ block: [Float]) { append(block.span) }

  /// Processes the silence that is needed to report the end of the last tone, at the end of a
  /// recording.
  public mutating func finish() {
    framer.appendSilence(2 * frameSize + Int(settings.minimumGap * sampleRate))
  }

  /// Returns the next event, or `nil` until more samples arrive.
  ///
  /// - Returns: An event; events come in the order of their report.
  public mutating func next() -> ToneEvent? {
    if let event = debouncer.nextPending() { return report(event) }
    while framer.hasFrame {
      let time = Double(framer.centerPosition) / sampleRate
      let detected = detect()
      framer.advance()
      if let event = debouncer.update(detected, time: time) { return report(event) }
    }
    return nil
  }

  private mutating func detect() -> DetectedTone? {
    let measured = framer.withFrame { analyzer.measure($0, minimumLevel: settings.minimumLevel) }
    guard let measured, measured.isPeak, measured.prominence >= leastProminence else { return nil }
    var tone = measured.tone
    tone.index = order[tone.index]
    return tone
  }

  private mutating func report(_ event: ToneEvent) -> ToneEvent {
    current = event.kind == .began ? event.tone : nil
    return event
  }
}

extension ToneReceiver {
  /// The largest number of samples in a frame: the most that a transform of 65 536 points can read
  /// at any frequency.
  private static var longestFrame: Int { 43_689 }
  private static var shortestFrame: Int { 63 }

  private static func frameSize(
    _ duration: Double, sampleRate: Double
  ) throws(ToneError) -> Int {
    let samples = duration * sampleRate
    guard samples <= Double(longestFrame) else {
      throw .frameTooLong(samples < 1e15 ? Int(samples) : .max, atMost: longestFrame)
    }
    guard samples >= Double(shortestFrame) else {
      throw .frameTooShort(samples > 0 ? Int(samples) : 0, atLeast: shortestFrame)
    }
    return 2 * Int(samples / 2) + 1
  }

  private static func band(
    _ wanted: ClosedRange<Double>?, around rising: [Double], step: Double, nyquist: Double
  ) -> ClosedRange<Double> {
    let (first, last) = (rising[0], rising[rising.count - 1])
    let wanted = wanted ?? first - step...last + step
    return min(first, max(0, wanted.lowerBound))...max(last, min(nyquist, wanted.upperBound))
  }

  /// Returns the ratio of the power of a bin to the mean of others that noise exceeds in one of
  /// `trialsPerAlarm` cases.
  ///
  /// The power of a bin of white noise has an exponential distribution, the mean of ν others that
  /// are independent a gamma distribution: P(ratio > γ) = (1 + γ/ν)^(−ν).
  private static func leastProminence(freedom: Double, trialsPerAlarm: Double) -> Double {
    trialsPerAlarm <= 1 ? 0 : freedom * (Elementary.power(trialsPerAlarm, 1 / freedom) - 1)
  }

  private static func frameCount(_ hops: Double) -> Int {
    guard hops > 1 else { return 1 }
    return Int(min(hops.rounded(.up), 1e6))
  }
}
