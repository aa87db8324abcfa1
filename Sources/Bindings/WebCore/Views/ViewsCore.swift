internal import InstrumentTuning
internal import SignalProcessing

/// The newest sound as a spectrum, a wave and a strobe: a module of its own, because the dial needs none
/// of them.
///
/// Nothing is allocated after `init`.
final class ViewsCore: Core {
  enum Part: Int, CaseIterable { case input, output }

  /// The positions of what is drawn, as numbers of single precision: first the duration of the wave, in
  /// seconds.
  static let waveDuration = 0
  static let spectrum = waveDuration + 1
  static let wave = spectrum + spectrumCount
  static let strobe = wave + waveCount
  static let count = strobe + partialCount * StrobeField.allCases.count

  /// The numbers of a partial.
  enum StrobeField: Int, CaseIterable {
    case phase
    case level
    case deviation
  }

  static let spectrumCount = 256
  static let waveCount = 512
  static let partialCount = 8

  /// The level that stands for silence, in dBFS.
  private static let silence = Float(TunerState.silence)
  /// The frequencies of the spectrum, in hertz, up to half of the sample rate.
  static let spectrumRange = 20.0...16_000
  private static let layout = TunerScope.Layout(
    bandCount: spectrumCount, spectrumRange: spectrumRange, waveDuration: 0.02,
    periods: 2 ... .infinity, partialCount: partialCount)

  let input = SharedMemory<Float>(repeating: 0, count: blockLimit)
  let output = SharedMemory<Float>(repeating: 0, count: count)
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

  override func address(of part: Int) -> Address {
    switch Part(rawValue: part) {
    case .input: input.address
    case .output: output.address
    case nil: nil
    }
  }

  /// Analyses samples from `input`.
  func push(_ count: Int) {
    guard (1...blockLimit).contains(count) else { return }
    history.append(UnsafeBufferPointer(rebasing: input.values[..<count]).span)
  }

  /// Draws the newest sound into `output`.
  ///
  /// - Parameters:
  ///   - frequency: The frequency of the note, in hertz, or 0.
  ///   - target: The target of the tuner, in hertz, or 0.
  func draw(frequency: Double, target: Double) {
    let sound = newest.values
    var samples = sound.mutableSpan
    history.copyNewest(into: &samples)
    drawSpectrum(into: part(Self.spectrum, count: Self.spectrumCount))
    drawWave(into: part(Self.wave, count: Self.waveCount), frequency: frequency)
    drawStrobe(frequency: frequency, target: target)
  }

  private func part(_ start: Int, count: Int) -> UnsafeMutableBufferPointer<Float> {
    UnsafeMutableBufferPointer(rebasing: output.values[start...].prefix(count))
  }

  private func drawSpectrum(into levels: UnsafeMutableBufferPointer<Float>) {
    let sound = newest.values
    var span = levels.mutableSpan
    scope.drawSpectrum(of: sound.span, into: &span)
    for index in levels.indices { levels[index] = max(Self.silence, levels[index]) }
  }

  /// Whole periods of what sounds, so that a steady tone stands still.
  private func drawWave(into points: UnsafeMutableBufferPointer<Float>, frequency: Double) {
    let sound = newest.values
    let frequency = frequency > 0 ? frequency : nil
    let length = min(scope.waveLength(frequency: frequency), Double(sound.count / 2 - 64))
    var span = points.mutableSpan
    scope.drawWave(of: sound.span, length: length, frequency: frequency, into: &span)
    output[Self.waveDuration] = Float(length / scope.sampleRate)
  }

  private func drawStrobe(frequency: Double, target: Double) {
    let sound = newest.values
    let size = StrobeField.allCases.count
    scope.measureStrobe(
      of: sound.span, endIndex: history.endIndex, target: target,
      frequency: frequency > 0 ? frequency : nil)
    for (index, partial) in scope.partials.enumerated() {
      let numbers = part(Self.strobe + size * index, count: size)
      numbers[StrobeField.phase] = Float(partial.phase)
      numbers[StrobeField.level] = max(Self.silence, Float(partial.level))
      numbers[StrobeField.deviation] = Float(partial.deviation ?? .nan)
    }
  }
}

/// Creates the views of a sound.
@_cdecl("views_create")
func createViews(_ sampleRate: Hertz) -> Handle? {
  handle(ViewsCore(sampleRate: sampleRate))
}

/// Takes the first samples of `input`.
@_cdecl("views_push")
func pushToViews(_ views: Handle, _ count: Int32) {
  (object(views) as ViewsCore).push(Int(count))
}

/// Draws spectrum, wave and strobe of the newest sound to `output`, for the tuner's frequency and
/// target.
@_cdecl("views_draw")
func drawViews(_ views: Handle, _ frequency: Hertz, _ target: Hertz) {
  (object(views) as ViewsCore).draw(frequency: frequency, target: target)
}
