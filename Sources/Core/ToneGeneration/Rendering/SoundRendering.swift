import SignalProcessing

/// A sound that is rendered block by block: a tone, a chord, a metronome.
///
/// The sizes of the blocks do not change the sound by a single bit.
public protocol SoundRendering: Sendable {
  /// Samples per second, in hertz.
  var sampleRate: Double { get }
  /// The number of interleaved channels, at least 1.
  var channelCount: Int { get }

  /// Replaces the contents of a block with the next samples, without allocating.
  ///
  /// - Parameter interleaved: The block to fill: any number of whole frames.
  /// - Returns: The number of rendered frames. Fewer than requested only at the end of the sound,
  ///   and 0 ever after; the rest of the block is silence.
  mutating func render(into interleaved: inout MutableSpan<Float>) -> Int
}

extension SoundRendering {
  /// Returns the next samples as an array.
  ///
  /// - Parameter frameCount: The requested number of frames, 0 or more.
  /// - Returns: Interleaved samples: fewer frames than requested only at the end of the sound.
  public mutating func render(frameCount: Int) -> [Float] {
    var block = [Float](repeating: 0, count: frameCount * channelCount)
    var span = block.mutableSpan
    let rendered = render(into: &span)
    block.removeLast((frameCount - rendered) * channelCount)
    return block
  }
}

/// Measures the output of a renderer, so that clipping does not go unnoticed.
public struct SoundMeter: Sendable, Hashable {
  /// The largest magnitude of a sample so far.
  public private(set) var peak: Float = 0
  /// The number of samples so far that were beyond ±1, or not finite.
  public private(set) var overCount = 0

  /// Creates a meter without measurements.
  package init() {}

  /// Measures samples.
  ///
  /// - Parameter samples: Nominal range -1...1, any count.
  /// - Complexity: O(*n*) time, no allocation.
  package mutating func measure(_ samples: Span<Float>) {
    for index in samples.indices {
      let magnitude = samples[index].magnitude
      if magnitude <= 1 {
        peak = max(peak, magnitude)
      } else {  // also NaN
        overCount += 1
        if magnitude > peak { peak = magnitude }
      }
    }
  }

  /// Measures samples, in an array.
  ///
  /// - Parameter samples: Nominal range -1...1, any count.
  package mutating func measure(_ samples: [Float]) { measure(samples.span) }
}

/// An error for an impossible tone.
public enum SynthesisError: Error, Equatable, Sendable {
  /// The sample rate, in hertz, must be finite and above 0.
  case invalidSampleRate(Double)
  /// The frequency, in hertz, must be above 0 Hz and below `nyquist`, half of the sample rate.
  case frequencyOutOfRange(Double, nyquist: Double)
  /// The level, in dBFS, must be in ``levelLimits``.
  case levelOutOfRange(Double)
  /// The duty cycle must be in ``dutyLimits``.
  case dutyOutOfRange(Double)
  /// The duration, in seconds, must be finite and above 0.
  case invalidDuration(Double)

  /// The possible levels of tones, in dBFS, up to full scale.
  public static var levelLimits: ClosedRange<Double> { -120...0 }

  /// The possible share of a period during which a square wave is high.
  public static var dutyLimits: ClosedRange<Double> { 0.01...0.99 }
}

extension SynthesisError {
  /// Checks the requirements of every tone.
  static func validate(
    frequency: Double, level: Double, sampleRate: Double
  ) throws(SynthesisError) {
    guard sampleRate.isFinite, sampleRate > 0 else { throw .invalidSampleRate(sampleRate) }
    guard frequency > 0, frequency < sampleRate / 2 else {
      throw .frequencyOutOfRange(frequency, nyquist: sampleRate / 2)
    }
    guard levelLimits.contains(level) else { throw .levelOutOfRange(level) }
  }
}

#if !hasFeature(Embedded)
  extension SynthesisError: CustomStringConvertible {
    /// One sentence with the offending value and its limit.
    public var description: String {
      switch self {
      case .invalidSampleRate(let rate):
        "The sample rate must be a positive number of hertz, but is \(rate.plainText)."
      case .frequencyOutOfRange(let frequency, let nyquist):
        """
        A frequency must be above 0 Hz and below \(nyquist.plainText) Hz (half the sample rate), but \
        is \(frequency.plainText) Hz.
        """
      case .levelOutOfRange(let level):
        outOfRange("The level", level, Self.levelLimits, "dBFS")
      case .dutyOutOfRange(let duty):
        outOfRange("A duty cycle", duty, Self.dutyLimits)
      case .invalidDuration(let duration):
        "A duration must be a finite number of seconds above 0, but is \(duration.plainText)."
      }
    }
  }
#endif
