internal import SignalProcessing
internal import ToneGeneration

/// Single tones in all bands, one after the other, for a ``BandSurvey``.
///
/// They begin after some silence, in which the noise can be measured, and fade in and out.
package struct SurveySound: SoundRendering {
  /// The duration of each tone, and of the silence before the first and after the last, in seconds.
  static let toneDuration = 0.2
  static let silence = 0.8
  private static let fade = 0.01
  /// The number of tones in each band.
  static let toneCount = 8

  /// Samples per second, in hertz.
  package let sampleRate: Double
  /// One channel.
  package var channelCount: Int { 1 }
  /// The number of samples.
  package let count: Int64
  private let frequencies: [Double]
  private let peak: Double
  private var position: Int64 = 0

  /// Plans the sound.
  ///
  /// - Parameters:
  ///   - bands: The bands to test.
  ///   - level: The peak level, in dBFS, in -120...0.
  ///   - sampleRate: Samples per second, in hertz; at least the lowest rate of the bands.
  /// - Throws: ``ModemError`` if a parameter is out of its range.
  package init(
    bands: [ModemBand], level: Double = Modulator.defaultLevel, sampleRate: Double
  ) throws(ModemError) {
    for band in bands { try band.validate(sampleRate: sampleRate) }
    guard (-120...0).contains(level) else { throw .levelOutOfRange(level) }
    self.sampleRate = sampleRate
    frequencies = bands.flatMap { Self.frequencies(of: $0) }
    peak = amplitude(fromDecibels: level)
    let seconds = 2 * Self.silence + Self.toneDuration * Double(frequencies.count)
    count = Int64((seconds * sampleRate).rounded())
  }

  /// The frequencies of a band's tones, in hertz, spread evenly over it.
  static func frequencies(of band: ModemBand) -> [Double] {
    let (low, high) = (band.frequencies.lowerBound, band.frequencies.upperBound)
    return (0..<toneCount).map { index in
      low + (high - low) * (Double(index) + 0.5) / Double(toneCount)
    }
  }

  /// Replaces the contents of a block with the next samples.
  ///
  /// - Parameter interleaved: The block to fill, any size.
  /// - Returns: The number of rendered samples: fewer than requested only at the end.
  package mutating func render(into interleaved: inout MutableSpan<Float>) -> Int {
    let rendered = Int(min(Int64(interleaved.count), count - position))
    for index in 0..<rendered { interleaved[index] = sample(at: position + Int64(index)) }
    for silent in rendered..<interleaved.count { interleaved[silent] = 0 }
    position += Int64(rendered)
    return rendered
  }

  private func sample(at position: Int64) -> Float {
    let time = Double(position) / sampleRate - Self.silence
    let index = Int((time / Self.toneDuration).rounded(.down))
    guard time >= 0, index < frequencies.count else { return 0 }
    let start = Double(index) * Self.toneDuration
    let elapsed = time - start
    let edge = min(elapsed, Self.toneDuration - elapsed) / Self.fade
    let gain = edge < 1 ? 0.5 - 0.5 * Elementary.cos(.pi * edge) : 1
    // Whole turns do not count; leaving them out keeps the phase exact.
    let turns = frequencies[index] * elapsed
    return Float(peak * gain * Elementary.sin(2 * .pi * (turns - turns.rounded(.down))))
  }
}
