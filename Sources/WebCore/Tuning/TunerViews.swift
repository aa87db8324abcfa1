/// What the views are drawn from, as numbers of single precision at fixed places.
enum TunerViews {
  static let spectrumCount = 256
  static let waveCount = 512
  static let strobeCount = 24
  static let count = spectrumCount + waveCount + strobeCount
}
