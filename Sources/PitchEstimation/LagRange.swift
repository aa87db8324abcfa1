/// The lags, in whole samples, that a search range of frequencies asks for.
struct LagRange: Sendable {
  let shortest: Int
  let longest: Int

  /// Sample rates that the estimators accept, in hertz.
  static let supportedSampleRates = 8000.0...192_000.0

  init(sampleRate: Double, searchRange: ClosedRange<Double>) throws(EstimatorError) {
    guard Self.supportedSampleRates.contains(sampleRate) else {
      throw .invalidSampleRate(sampleRate)
    }
    let nyquist = sampleRate / 2
    guard searchRange.lowerBound > 0, searchRange.upperBound < nyquist else {
      throw .frequencyOutOfRange(searchRange, nyquist: nyquist)
    }
    // Below 1 Hz a frame would outgrow the longest Fourier transform at most sample rates.
    longest = Int((sampleRate / max(searchRange.lowerBound, 0.1)).rounded(.up)) + 1
    shortest = max(2, Int(sampleRate / searchRange.upperBound) - 1)
  }
}
