internal import SignalProcessing
public import ToneGeneration

/// Plays a text as a ``ClassicHandshake``.
///
/// - Complexity: O(1) per sample. No allocation after `init`.
public struct ClassicHandshakeSender: SoundRendering {
  /// One channel.
  public var channelCount: Int { 1 }
  private var sequence: ToneSequence

  /// Plans the tones of a text.
  ///
  /// - Parameters:
  ///   - text: ASCII codes, each in ``ClassicHandshake/characters``.
  ///   - level: The peak level, in dBFS, in -120...0.
  ///   - sampleRate: Samples per second, in hertz.
  /// - Throws: ``HandshakeError`` if the text is empty, a character has no tone, or its tone does not
  ///   exist at the sample rate.
  public init(
    _ text: [UInt8], level: Double = ClassicHandshake.defaultLevel, sampleRate: Double
  ) throws(HandshakeError) {
    sequence = try ToneSequence(
      ClassicHandshake.tones(of: text, sampleRate: sampleRate),
      toneDuration: ClassicHandshake.toneDuration, level: level, sampleRate: sampleRate)
  }

  /// Samples per second, in hertz.
  public var sampleRate: Double { sequence.sampleRate }
  /// The number of samples of the text.
  public var count: Int64 { sequence.count }

  /// Replaces the contents of a block with the next samples, without allocating.
  ///
  /// - Parameter interleaved: The block to fill, any size.
  /// - Returns: The number of rendered samples: fewer than requested only at the end.
  public mutating func render(into interleaved: inout MutableSpan<Float>) -> Int {
    sequence.render(into: &interleaved)
  }
}

/// Plays a text as a ``CorrectedHandshake``, with the silence that ends it.
///
/// - Complexity: O(1) per sample. No allocation after `init`.
public struct CorrectedHandshakeSender: SoundRendering {
  /// One channel.
  public var channelCount: Int { 1 }
  /// The number of samples of the text, including the silence at its end.
  public let count: Int64
  private var sequence: ToneSequence
  private var position: Int64 = 0

  /// Plans the tones of a text.
  ///
  /// - Parameters:
  ///   - text: ASCII codes, each in ``CorrectedHandshake/characters``, at most
  ///     ``CorrectedHandshake/longestText``.
  ///   - level: The peak level, in dBFS, in -120...0.
  ///   - sampleRate: Samples per second, in hertz, above 38 960.
  /// - Throws: ``HandshakeError`` if the text is too long, a character has no tone, or the sample rate
  ///   is too low.
  public init(
    _ text: [UInt8], level: Double = ClassicHandshake.defaultLevel, sampleRate: Double
  ) throws(HandshakeError) {
    let highest = CorrectedHandshake.frequency(of: CorrectedHandshake.characters.upperBound)
    try HandshakeError.validate(sampleRate: sampleRate, highestTone: highest)
    sequence = try ToneSequence(
      CorrectedHandshake.tones(of: text), toneDuration: CorrectedHandshake.toneDuration,
      level: level, sampleRate: sampleRate)
    count = sequence.count + Int64(CorrectedHandshake.pauseDuration * sampleRate)
  }

  /// Samples per second, in hertz.
  public var sampleRate: Double { sequence.sampleRate }

  /// Replaces the contents of a block with the next samples, without allocating.
  ///
  /// - Parameter interleaved: The block to fill, any size.
  /// - Returns: The number of rendered samples: fewer than requested only at the end.
  public mutating func render(into interleaved: inout MutableSpan<Float>) -> Int {
    _ = sequence.render(into: &interleaved)
    let rendered = min(Int64(interleaved.count), count - position)
    position += rendered
    return Int(rendered)
  }
}

/// Tones one after the other, each fading in and out, with a continuous phase.
struct ToneSequence: Sendable {
  /// The duration of the fades at both ends of a tone, in seconds: the original switched tones on
  /// and off at once, which everyone hears as clicks.
  private static var fade: Double { 0.005 }

  let sampleRate: Double
  let count: Int64
  private let frequencies: [Double]
  private let toneDuration: Double
  private let amplitude: Double
  private var position: Int64 = 0
  private var tone = 0
  private var toneStart: Int64 = 0
  private var toneEnd: Int64 = 0
  private var phase = (cosine: 1.0, sine: 0.0)
  private var step = (cosine: 1.0, sine: 0.0)

  /// - Parameters:
  ///   - frequencies: The tones, in hertz, below half the sample rate.
  ///   - toneDuration: The duration of each tone, in seconds.
  ///   - level: The peak level, in dBFS, in -120...0.
  ///   - sampleRate: Samples per second, in hertz.
  /// - Throws: ``HandshakeError/levelOutOfRange(_:)``.
  init(
    _ frequencies: [Double], toneDuration: Double, level: Double, sampleRate: Double
  ) throws(HandshakeError) {
    guard (-120...0).contains(level) else { throw .levelOutOfRange(level) }
    self.frequencies = frequencies
    self.toneDuration = toneDuration
    self.sampleRate = sampleRate
    amplitude = SignalProcessing.amplitude(fromDecibels: level)
    count = Int64((Double(frequencies.count) * toneDuration * sampleRate).rounded())
    begin(0)
  }

  private mutating func begin(_ index: Int) {
    tone = index
    toneStart = toneEnd
    toneEnd = Int64((Double(index + 1) * toneDuration * sampleRate).rounded())
    guard index < frequencies.count else { return }
    let angle = Elementary.sineAndCosine(2 * .pi * frequencies[index] / sampleRate)
    step = (angle.cosine, angle.sine)
  }

  /// Fills a block, with silence after the end.
  ///
  /// - Returns: The number of rendered samples.
  mutating func render(into block: inout MutableSpan<Float>) -> Int {
    var rendered = 0
    for index in block.indices {
      guard position < count else {
        block[index] = 0
        continue
      }
      block[index] = Float(nextSample())
      rendered += 1
    }
    return rendered
  }

  private mutating func nextSample() -> Double {
    if position == toneEnd { begin(tone + 1) }
    let time = Double(position - toneStart) / sampleRate
    position += 1
    let value =
      amplitude * phase.sine * Fade.gain(at: time, duration: toneDuration, fade: Self.fade)
    phase = (
      phase.cosine * step.cosine - phase.sine * step.sine,
      phase.sine * step.cosine + phase.cosine * step.sine
    )
    return value
  }
}
