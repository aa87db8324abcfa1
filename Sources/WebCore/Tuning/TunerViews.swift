internal import InstrumentTuning
internal import SignalProcessing

/// What the views are drawn from: the newest sound as a spectrum, a wave and a strobe, as numbers of
/// single precision at fixed positions.
final class TunerViews {
  static let spectrumCount = 256
  static let waveCount = 512
  static let partialCount = 8
  static let strobeCount = partialCount * StrobeField.allCases.count
  static let count = spectrumCount + waveCount + strobeCount

  /// The numbers of a partial.
  enum StrobeField: Int, CaseIterable {
    case phase
    case level
    case deviation
  }

  /// The level that stands for silence, in dBFS.
  private static let silence = Float(TunerState.silence)
  /// What the spectrum shows, in hertz, up to half of the sample rate.
  static let spectrumRange = 20.0...16_000
  private static let layout = TunerScope.Layout(
    bandCount: spectrumCount, spectrumRange: spectrumRange, waveDuration: 0.02,
    periods: 2 ... .infinity, partialCount: partialCount)

  private var history: SampleHistory
  private let newest: SharedMemory<Float>
  private var scope: TunerScope

  /// - Parameter sampleRate: Samples per second, in 8000...192000 Hz.
  init?(sampleRate: Double) {
    guard let scope = TunerScope(sampleRate: sampleRate, layout: Self.layout) else { return nil }
    let count = max(scope.spectrumSampleCount, scope.strobeSampleCount)
    self.scope = consume scope
    history = SampleHistory(capacity: count)
    newest = SharedMemory(repeating: 0, count: count)
  }

  func append(_ block: Span<Float>) { history.append(block) }

  /// Draws the newest sound.
  ///
  /// - Parameters:
  ///   - views: Takes spectrum, wave and strobe.
  ///   - frequency: What sounds, in hertz, or 0.
  ///   - target: What is tuned to, in hertz, or 0.
  /// - Returns: How long the wave lasts, in seconds.
  func draw(
    into views: UnsafeMutableBufferPointer<Float>, frequency: Double, target: Double
  ) -> Double {
    let sound = newest.values
    var samples = sound.mutableSpan
    history.copyNewest(into: &samples)
    drawSpectrum(into: UnsafeMutableBufferPointer(rebasing: views[..<Self.spectrumCount]))
    let waveEnd = Self.spectrumCount + Self.waveCount
    let wave = UnsafeMutableBufferPointer(rebasing: views[Self.spectrumCount..<waveEnd])
    let duration = drawWave(into: wave, frequency: frequency)
    drawStrobe(into: UnsafeMutableBufferPointer(rebasing: views[waveEnd...]), target: target)
    return duration
  }

  private func drawSpectrum(into levels: UnsafeMutableBufferPointer<Float>) {
    let sound = newest.values
    var span = levels.mutableSpan
    scope.drawSpectrum(of: sound.span, into: &span)
    for index in levels.indices { levels[index] = max(Self.silence, levels[index]) }
  }

  /// Whole periods of what sounds, so that a steady tone stands still.
  private func drawWave(
    into points: UnsafeMutableBufferPointer<Float>, frequency: Double
  ) -> Double {
    let sound = newest.values
    let frequency = frequency > 0 ? frequency : nil
    let length = min(scope.waveLength(frequency: frequency), Double(sound.count / 2 - 64))
    var span = points.mutableSpan
    scope.drawWave(of: sound.span, length: length, frequency: frequency, into: &span)
    return length / scope.sampleRate
  }

  private func drawStrobe(into values: UnsafeMutableBufferPointer<Float>, target: Double) {
    let sound = newest.values
    scope.measureStrobe(of: sound.span, endIndex: history.endIndex, target: target)
    for (index, partial) in scope.partials.enumerated() {
      let size = StrobeField.allCases.count
      let numbers = UnsafeMutableBufferPointer(rebasing: values[(size * index)...].prefix(size))
      numbers[StrobeField.phase] = Float(partial.phase)
      numbers[StrobeField.level] = max(Self.silence, Float(partial.level))
      numbers[StrobeField.deviation] = Float(partial.deviation ?? 0)
    }
  }
}
