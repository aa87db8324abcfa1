/// Four plucked strings in the slow cycle of a tanpura: fifth, tonic twice, low tonic.
///
/// The strings keep ringing. The buzz of a real tanpura (the jawari) is not simulated.
public struct Tanpura: SoundRendering {
  /// The times at which the strings are plucked within a cycle, in seconds.
  package static var pluckTimes: [Double] { [0, 1, 1.8, 2.6] }
  /// The duration of a cycle, in seconds.
  package static var roundDuration: Double { 4.2 }
  /// The strings as ratios to the tonic.
  package static var ratios: [Double] { [0.75, 1, 1, 0.5] }

  /// Samples per second, in hertz.
  public let sampleRate: Double
  /// One channel.
  public var channelCount: Int { 1 }
  private var strings: [PluckedString]
  private let times: [Double]
  private var seed: UInt64
  private var pluckCount = 0
  private var position = 0
  private var nextPluck = 0

  /// Creates a tanpura that begins with its first string.
  ///
  /// - Parameters:
  ///   - tonic: The frequency of the two middle strings (Sa), in hertz. The lowest string, an
  ///     octave below, must be at least 20 Hz, and the middle ones at most an eighth of
  ///     `sampleRate`.
  ///   - gains: The gains of the four strings.
  ///   - sampleRate: Samples per second, in hertz.
  ///   - seed: Any number; equal seeds give equal sounds.
  /// - Throws: ``SynthesisError/frequencyOutOfRange(_:nyquist:)``.
  public init(
    tonic: Double, gains: [Double] = [1, 1, 1, 1], sampleRate: Double, seed: UInt64 = 1
  ) throws(SynthesisError) {
    try SynthesisError.validate(frequency: tonic, level: 0, sampleRate: sampleRate)
    guard tonic >= 40, tonic <= sampleRate / 8 else {
      throw .frequencyOutOfRange(tonic, nyquist: sampleRate / 2)
    }
    var strings: [PluckedString] = []
    for (index, ratio) in Self.ratios.enumerated() {
      strings.append(
        PluckedString(
          atRest: tonic * ratio, sampleRate: sampleRate,
          amplitude: index < gains.count ? gains[index] : 1, decayTime: 8))
    }
    self.sampleRate = sampleRate
    self.seed = seed
    times = Self.pluckTimes
    self.strings = strings
  }

  /// Replaces the contents of a block with the next samples.
  ///
  /// - Parameter block: The block to fill, any size.
  /// - Returns: The size of the block: a drone has no end.
  @discardableResult
  public mutating func render(into block: inout MutableSpan<Float>) -> Int {
    render(into: &block, count: block.count)
    return block.count
  }

  /// Replaces the first `count` samples of a block.
  mutating func render(into block: inout MutableSpan<Float>, count: Int) {
    for index in 0..<count {
      if position == nextPluck { pluck() }
      var sum: Float = 0
      for string in strings.indices { sum += strings[string].next() }
      block[index] = sum
      position += 1
    }
  }

  /// Plucks the string whose turn it is. Times are counted from the start, so that none drifts.
  private mutating func pluck() {
    strings[pluckCount % strings.count].pluck(seed: seed &+ UInt64(pluckCount))
    pluckCount += 1
    let (round, turn) = pluckCount.quotientAndRemainder(dividingBy: strings.count)
    let time = Double(round) * Self.roundDuration + times[turn]
    nextPluck = Int((time * sampleRate).rounded())
  }
}
