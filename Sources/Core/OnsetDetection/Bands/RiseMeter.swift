/// A measure of rises, and its peaks.
struct RiseMeter: Sendable {
  private var bands: BandRise
  private var peaks: RisePeaks
  /// The rise of the last frame.
  private(set) var rise: Float = 0

  init(_ bands: BandRise, _ peaks: RisePeaks) {
    self.bands = bands
    self.peaks = peaks
  }

  /// Creates the meter of sharp attacks: wide bands that rise within 20 ms.
  ///
  /// - Parameters:
  ///   - count: The number of wide bands.
  ///   - sampleRate: Samples per second.
  ///   - hop: The time from frame to frame, in seconds.
  /// - Returns: A meter that has measured nothing.
  static func quick(count: Int, sampleRate: Double, hop: Double) -> RiseMeter {
    let scale = RisePeaks.scale(OnsetDetector.frequencies(sampleRate: sampleRate))
    return RiseMeter(
      BandRise(count: count, lag: 3, span: 2, maskDecay: 4 * Float(hop)),
      RisePeaks(reach: 4, least: 0.055 * scale, memory: Int(0.5 / hop), usualWeight: 1.5))
  }

  /// Takes the measures of the next frame; returns a peak of the frames before, if there is one.
  mutating func append(_ measures: [Float]) -> RisePeaks.Peak? {
    rise = bands.rise(to: measures)
    return peaks.append(rise)
  }

  /// Takes the measures of the next frame; returns true if they rise by an amount at least, and stand out
  /// from the frames before, whatever follows.
  mutating func standsOut(_ measures: [Float], least: Float) -> Bool {
    rise = bands.rise(to: measures)
    return peaks.standsOut(rise, least: least)
  }
}
