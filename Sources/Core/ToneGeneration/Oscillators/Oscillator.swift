internal import SignalProcessing

/// A band-limited tone whose frequency and level can change without a click.
///
/// The phase continues through every change and does not drift. Changes of frequency and level
/// follow a raised cosine.
///
/// - Complexity: O(1) time per sample. Tables of up to a megabyte, except for a sine; no allocation
///   after `init`.
public struct Oscillator: SoundRendering {
  /// The shape of a period.
  public let waveform: Waveform
  /// Samples per second, in hertz.
  public let sampleRate: Double
  /// One channel.
  public var channelCount: Int { 1 }
  private var reader: WaveformReader
  private var frequencyRamp: Ramp
  private var gain: Ramp
  private var phase: Phase = 0
  private var step: Phase = 0
  private var tunedFrequency = 0.0  // that `step` and `reader` are set for
  private var recurrence = SineRecurrence()

  /// Creates an oscillator at phase 0.
  ///
  /// - Parameters:
  ///   - waveform: The shape of a period.
  ///   - frequency: Cycles per second, in hertz, above 0 and below half of `sampleRate`.
  ///   - level: The peak level, in dBFS, in -120...0; -20 by default.
  ///   - sampleRate: Samples per second, in hertz.
  ///   - frequencies: The frequencies that the tone may move to later, in hertz; only `frequency`
  ///     by default. The tables are computed for them.
  /// - Throws: ``SynthesisError`` if a parameter is out of its range.
  public init(
    _ waveform: Waveform = .sine, frequency: Double, level: Double = -20, sampleRate: Double,
    frequencies: ClosedRange<Double>? = nil
  ) throws(SynthesisError) {
    try SynthesisError.validate(frequency: frequency, level: level, sampleRate: sampleRate)
    try waveform.validate()
    let range = frequencies ?? frequency...frequency
    for end in [range.lowerBound, range.upperBound] {
      try SynthesisError.validate(frequency: end, level: level, sampleRate: sampleRate)
    }
    self.waveform = waveform
    self.sampleRate = sampleRate
    reader = WaveformReader(waveform, frequencies: range, sampleRate: sampleRate)
    frequencyRamp = Ramp(frequency)
    gain = Ramp(amplitude(fromDecibels: level))
    tune(to: frequency)
  }

  /// Cycles per second, in hertz, at the next sample.
  public var frequency: Double { frequencyRamp.value }

  /// Glides to another frequency.
  ///
  /// - Parameters:
  ///   - frequency: Hertz, above 0 and below half of the sample rate. Outside the frequencies for
  ///     which the oscillator was created, harmonics may be missing, and higher ones may be
  ///     aliased.
  ///   - duration: The duration, in seconds.
  /// - Throws: ``SynthesisError/frequencyOutOfRange(_:nyquist:)``.
  public mutating func setFrequency(
    _ frequency: Double, duration: Double = Fade.standardDuration
  ) throws(SynthesisError) {
    try SynthesisError.validate(frequency: frequency, level: 0, sampleRate: sampleRate)
    frequencyRamp.move(to: frequency, length: Fade.length(duration, at: sampleRate))
  }

  /// Fades to another level.
  ///
  /// - Parameters:
  ///   - level: The peak level, in dBFS, in -120...0.
  ///   - duration: The duration, in seconds.
  /// - Throws: ``SynthesisError/levelOutOfRange(_:)``.
  public mutating func setLevel(
    _ level: Double, duration: Double = Fade.standardDuration
  ) throws(SynthesisError) {
    guard SynthesisError.levelLimits.contains(level) else { throw .levelOutOfRange(level) }
    gain.move(
      to: amplitude(fromDecibels: level), length: Fade.length(duration, at: sampleRate))
  }

  /// Replaces the contents of a block with the next samples.
  ///
  /// - Parameter block: The block to fill, any size.
  /// - Returns: The size of the block: the tone has no end.
  @discardableResult
  public mutating func render(into block: inout MutableSpan<Float>) -> Int {
    render(into: &block, count: block.count)
    return block.count
  }

  /// Replaces the first `count` samples of a block.
  mutating func render(into block: inout MutableSpan<Float>, count: Int) {
    var index = 0
    while index < count, frequencyRamp.isMoving || gain.isMoving {
      tune(to: frequencyRamp.next())
      block[index] = Float(gain.next()) * reader.value(at: phase)
      phase &+= step
      index += 1
    }
    guard index < count else { return }
    tune(to: frequencyRamp.value)
    let range = index..<count
    if reader.isSine {
      recurrence.fill(&block, range: range, phase: &phase, step: step, amplitude: gain.value)
    } else {
      let amplitude = Float(gain.value)
      for index in range {
        block[index] = amplitude * reader.value(at: phase)
        phase &+= step
      }
    }
  }

  /// Skips samples without rendering them.
  ///
  /// - Parameter count: The number of samples to skip, 0 or more: skipping a day takes no longer
  ///   than one sample. Current changes are completed.
  public mutating func skip(_ count: Int) {
    frequencyRamp.move(to: frequencyRamp.target, length: 0)
    gain.move(to: gain.target, length: 0)
    tune(to: frequencyRamp.value)
    phase &+= Phase(truncatingIfNeeded: count) &* step
    recurrence = SineRecurrence()
  }

  private mutating func tune(to frequency: Double) {
    guard frequency != tunedFrequency else { return }
    tunedFrequency = frequency
    step = Phase(step: frequency, at: sampleRate)
    reader.tune(to: frequency)
  }
}
