internal import SignalProcessing

/// A sine tone with a phase that goes on from block to block.
public struct SineOscillator: Sendable {
  /// Cycles per second, in hertz. A change keeps the phase.
  public var frequency: Double
  /// The peak magnitude, nominal 0...1.
  public var amplitude: Double
  private let sampleRate: Double
  private var turns = 0.0  // the phase, in 0..<1

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
  }

  /// Replaces the contents of a block with the next samples.
  ///
  /// - Parameter block: The block to fill, any size.
  /// - Complexity: O(*n*) time, no allocation.
  public mutating func render(into block: inout MutableSpan<Float>) {
    let step = frequency / sampleRate
    for index in block.indices {
      block[index] = Float(amplitude * Elementary.sin(2 * .pi * turns))
      turns += step
      turns -= turns.rounded(.down)
    }
  }
}
