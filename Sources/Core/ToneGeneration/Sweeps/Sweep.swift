internal import SignalProcessing

/// The change of the frequency of a ``Sweep`` over time.
public enum SweepLaw: Sendable, Hashable, CaseIterable {
  /// Equal steps in hertz in equal times.
  case linear
  /// Equal intervals in equal times, at a constant number of octaves per second. It is also called
  /// exponential, because the frequency grows exponentially (A. Farina, 2000).
  case logarithmic
  /// The distance from the first frequency grows with the square of time: slow first, then fast.
  case quadratic
}

/// A tone that moves from one frequency to another, band-limited all the way.
///
/// The phase is computed from the time and not accumulated, so that it follows the formula exactly
/// at every sample.
public struct Sweep: SoundRendering {
  /// Samples per second, in hertz.
  public let sampleRate: Double
  /// One channel.
  public var channelCount: Int { 1 }
  /// The number of samples.
  public let count: Int
  private let start: Double
  private let end: Double
  private let law: SweepLaw
  private let gain: Double
  private var reader: WaveformReader
  private var position = 0

  /// Creates a sweep.
  ///
  /// - Parameters:
  ///   - frequencies: The first and the last frequency, in hertz, above 0 and below half of
  ///     `sampleRate`; the second may be the lower one.
  ///   - law: The change of the frequency over time.
  ///   - duration: The duration, in seconds.
  ///   - waveform: The shape of a period.
  ///   - level: The peak level, in dBFS, in -120...0.
  ///   - sampleRate: Samples per second, in hertz.
  /// - Throws: ``SynthesisError`` if a parameter is out of its range.
  public init(
    _ frequencies: (from: Double, to: Double), law: SweepLaw = .logarithmic, duration: Double,
    waveform: Waveform = .sine, level: Double = -20, sampleRate: Double
  ) throws(SynthesisError) {
    for frequency in [frequencies.from, frequencies.to] {
      try SynthesisError.validate(frequency: frequency, level: level, sampleRate: sampleRate)
    }
    try waveform.validate()
    guard duration > 0, duration * sampleRate < 1e15 else { throw .invalidDuration(duration) }
    self.sampleRate = sampleRate
    self.law = law
    (start, end) = (frequencies.from, frequencies.to)
    count = max(1, Int((duration * sampleRate).rounded()))
    gain = amplitude(fromDecibels: level)
    reader = WaveformReader(
      waveform, frequencies: min(start, end)...max(start, end), sampleRate: sampleRate)
  }

  /// Returns the frequency at a moment.
  ///
  /// - Parameter time: Seconds since the start.
  /// - Returns: Hertz.
  public func frequency(at time: Double) -> Double {
    let part = time * sampleRate / Double(count)
    return switch law {
    case .linear: start + (end - start) * part
    case .quadratic: start + (end - start) * part * part
    case .logarithmic: start * Elementary.exp2(part * octaves)
    }
  }

  /// Returns the turns since the start: the integral of the frequency.
  private func turns(at time: Double) -> Double {
    let part = time * sampleRate / Double(count)
    switch law {
    case .linear: return (start + (end - start) * part / 2) * time
    case .quadratic: return (start + (end - start) * part * part / 3) * time
    case .logarithmic:
      let octaves = octaves
      guard octaves.magnitude > 1e-9 else { return start * time }
      let ratio = octaves * 0.6931471805599453  // ln 2
      return start * time * (Elementary.exp2(part * octaves) - 1) / (part * ratio)
    }
  }

  private var octaves: Double { Elementary.log2(end / start) }

  /// Replaces the contents of a block with the next samples; silence after the end.
  ///
  /// - Parameter block: The block to fill, any size.
  /// - Returns: The number of rendered samples: fewer than requested only at the end of the sweep.
  @discardableResult
  public mutating func render(into block: inout MutableSpan<Float>) -> Int {
    let rendered = min(block.count, count - position)
    render(into: &block, count: block.count)
    return rendered
  }

  /// Replaces the first `count` samples of a block.
  mutating func render(into block: inout MutableSpan<Float>, count: Int) {
    for index in 0..<count {
      guard position < self.count else {
        block[index] = 0
        continue
      }
      let time = Double(position) / sampleRate
      if !reader.isSine { reader.tune(to: frequency(at: time)) }
      let turns = position == 0 ? 0 : turns(at: time)
      block[index] = Float(gain) * reader.value(at: Phase(turns: turns))
      position += 1
    }
  }
}
