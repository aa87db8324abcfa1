/// A sine tone whose phase continues from block to block and does not drift.
///
/// - SeeAlso: ``Oscillator`` for other waveforms, and for changes that do not click.
public struct SineOscillator: SoundRendering {
  /// Cycles per second, in hertz. A change keeps the phase.
  public var frequency: Double {
    didSet { step = Phase(step: frequency, at: sampleRate) }
  }
  /// The peak magnitude, nominal 0...1.
  public var amplitude: Double
  /// Samples per second, in hertz.
  public let sampleRate: Double
  /// One channel.
  public var channelCount: Int { 1 }
  private var phase: Phase = 0
  private var step: Phase
  private var recurrence = SineRecurrence()

  /// Creates an oscillator at phase 0.
  ///
  /// - Parameters:
  ///   - frequency: Cycles per second, in hertz, below half of `sampleRate`.
  ///   - amplitude: The peak magnitude, nominal 0...1.
  ///   - sampleRate: Samples per second, in hertz, greater than 0.
  public init(frequency: Double, amplitude: Double = 0.1, sampleRate: Double) {
    self.frequency = frequency
    self.amplitude = amplitude
    self.sampleRate = sampleRate
    step = Phase(step: frequency, at: sampleRate)
  }

  /// Replaces the contents of a block with the next samples.
  ///
  /// - Parameter block: The block to fill, any size.
  /// - Returns: The size of the block: the tone has no end.
  /// - Complexity: O(*n*) time, no allocation.
  @discardableResult
  public mutating func render(into block: inout MutableSpan<Float>) -> Int {
    recurrence.fill(
      &block, range: block.indices, phase: &phase, step: step, amplitude: amplitude)
    return block.count
  }

  /// Skips samples without rendering them.
  ///
  /// - Parameter count: The number of samples to skip, 0 or more: skipping a day takes no longer
  ///   than one sample.
  public mutating func skip(_ count: Int) {
    phase &+= Phase(truncatingIfNeeded: count) &* step
    recurrence = SineRecurrence()
  }
}
