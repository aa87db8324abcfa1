internal import CVamp
internal import PitchEstimation

/// An instance of the plug-in. Its functions may be called in any order: before
/// ``initialise(channelCount:stepSize:blockSize:)`` there are no results.
final class PitchPlugin {
  /// The largest number of channels that are mixed.
  static let mostChannels = 64
  /// The preferred block size, in samples; any other size works too.
  static let preferredBlockSize: UInt32 = 1024

  private let sampleRate: Double
  private var values = ParameterValues()
  private var analysis: PitchAnalysis?
  private var layout: PitchAnalysis.Layout?
  private let features = FeatureSet()
  private let output: UnsafeMutablePointer<VampOutputDescriptor>

  private init(sampleRate: Double) {
    self.sampleRate = sampleRate
    output = .allocate(capacity: Output.allCases.count)
    for output in Output.allCases {
      (self.output + output.rawValue).initialize(to: output.descriptor(hop: values.hop))
    }
  }

  deinit { output.deallocate() }

  /// - Returns: `nil` for a sample rate out of its range.
  static func make(sampleRate: Float) -> PitchPlugin? {
    SearchRange.supportedSampleRates.contains(Double(sampleRate))
      ? PitchPlugin(sampleRate: Double(sampleRate)) : nil
  }

  func value(of number: Int32) -> Float {
    Parameter(rawValue: Int(number)).map { values[$0] } ?? 0
  }

  /// Takes effect with the next ``initialise(channelCount:stepSize:blockSize:)``.
  func set(_ number: Int32, to value: Float) {
    if let parameter = Parameter(rawValue: Int(number)) { values.set(parameter, to: value) }
  }

  /// Begins a stream.
  ///
  /// - Returns: `true` if the tracker accepts the parameters, there are 1 to 64 channels, and the
  ///   blocks leave no gaps.
  func initialise(channelCount: UInt32, stepSize: UInt32, blockSize: UInt32) -> Bool {
    analysis = nil
    layout = nil
    guard (1...Self.mostChannels).contains(Int(channelCount)), stepSize > 0, stepSize <= blockSize
    else { return false }
    let layout = PitchAnalysis.Layout(
      channelCount: Int(channelCount), stepSize: Int(stepSize))
    analysis = PitchAnalysis.make(layout, values, sampleRate: sampleRate)
    self.layout = analysis == nil ? nil : layout
    return analysis != nil
  }

  /// Begins another stream with the same layout and parameters.
  func reset() {
    features.removeAll()
    guard let layout else { return }
    analysis = PitchAnalysis.make(layout, values, sampleRate: sampleRate)
  }

  /// - Returns: The description of an output; `nil` if there is none of this number.
  func descriptor(of number: UInt32) -> UnsafeMutablePointer<VampOutputDescriptor>? {
    guard let output = Output(rawValue: Int(number)) else { return nil }
    self.output[output.rawValue] = output.descriptor(hop: values.hop)
    return self.output + output.rawValue
  }

  /// - Returns: A list of results for each output.
  func process(
    _ channels: UnsafePointer<UnsafePointer<Float>?>?, seconds: Int32, nanoseconds: Int32
  ) -> UnsafeMutablePointer<VampFeatureList> {
    features.removeAll()
    if let analysis, let channels {
      let time = Int64(seconds) * 1_000_000_000 + Int64(nanoseconds)
      analysis.append(channels, at: time, into: features)
    }
    return features.published()
  }

  /// - Returns: A list of the remaining results for each output.
  func finish() -> UnsafeMutablePointer<VampFeatureList> {
    features.removeAll()
    analysis?.finish(into: features)
    return features.published()
  }
}
