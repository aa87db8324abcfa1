internal import SignalProcessing

/// The tone of a cue, sample by sample, with soft edges.
package struct CueTone: Sendable {
  /// The duration of a tone, and of its rise and its fall, in seconds.
  private static var duration: Double { 0.09 }
  private static var edge: Double { 0.01 }
  /// The amplitude, with full scale as 1.
  private static var amplitude: Double { 0.2 }

  /// The number of its samples.
  package let count: Int
  private let tone: (from: Double, to: Double)
  private let sampleRate: Double

  /// Creates the tone of a cue.
  ///
  /// - Parameters:
  ///   - cue: The cue.
  ///   - sampleRate: Samples per second, in 8000...192000 Hz.
  package init(_ cue: PracticeCue, sampleRate: Double) {
    count = Int(Self.duration * sampleRate)
    tone = cue.tone
    self.sampleRate = sampleRate
  }

  /// Returns a sample, in -1...1; 0 before the tone and after it.
  package func sample(at index: Int) -> Float {
    guard (0..<count).contains(index) else { return 0 }
    let (position, length, edge) = (Double(index), Double(count), Self.edge * sampleRate)
    let level = min(1, position / edge, (length - position) / edge)
    // The frequency moves evenly, so that its sum is that of an arithmetic series.
    let rise = (tone.to - tone.from) * (position - 1) / (2 * length)
    let periods = position * (tone.from + rise) / sampleRate
    let phase = periods - periods.rounded(.down)
    return Float(Self.amplitude * level * Elementary.sin(2 * .pi * phase))
  }
}
