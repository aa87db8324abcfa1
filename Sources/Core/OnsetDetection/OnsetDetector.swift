public import SignalProcessing

/// Detects when sounds start: plucked, struck, bowed, blown, sung or clapped.
///
/// Onsets follow ``latency`` seconds after they sound, and the size of the blocks never changes
/// them. It allocates, so do not use it on the audio thread.
public struct OnsetDetector: SampleAnalysis {
  /// The sample rates that are supported, in hertz.
  public static var sampleRates: ClosedRange<Double> { 8000...192_000 }
  /// The shortest time between two onsets, in seconds.
  public static var shortestGap: Double { 0.05 }
  /// The longest time from an onset to its detection, in seconds.
  public static var latency: Double { 0.35 }

  private let sampleRate: Double
  private let stepSize: Int
  private var pending: [Float] = []
  private var found: [Onset] = []
  private var position = 0
  private var levels: [Double] = []
  private var last = -1.0

  /// Creates a detector.
  ///
  /// - Parameter sampleRate: Samples per second, in ``sampleRates``.
  /// - Throws: ``OnsetDetectorError`` if the sample rate is out of its range.
  public init(sampleRate: Double) throws(OnsetDetectorError) {
    guard Self.sampleRates.contains(sampleRate) else { throw .invalidSampleRate(sampleRate) }
    self.sampleRate = sampleRate
    stepSize = max(1, Int(sampleRate / 1000))
  }

  public mutating func append(_ block: Span<Float>) {
    for index in block.indices { pending.append(block[index].isFinite ? block[index] : 0) }
    var start = 0
    while start + stepSize <= pending.count {
      var power = 1e-9
      for sample in pending[start..<(start + stepSize)] { power += Double(sample * sample) }
      start += stepSize
      let time = Double(position) / sampleRate
      position += stepSize
      let before = levels.max() ?? 1e-9
      if power > 10 * before, power > 1e-6, time - last >= Self.shortestGap {
        found.append(Onset(time: time))
        last = time
      }
      levels.append(power)
      if levels.count > 30 { levels.removeFirst() }
    }
    pending.removeFirst(start)
  }

  public mutating func next() -> Onset? { found.isEmpty ? nil : found.removeFirst() }

  public mutating func interrupt() { levels = [] }

  public mutating func finish() {}

  public static func delayed(_ reading: Onset, by seconds: Double) -> Onset {
    var onset = reading
    onset.time += seconds
    return onset
  }
}
