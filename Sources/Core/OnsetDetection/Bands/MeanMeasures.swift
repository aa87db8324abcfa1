/// The means of the last measures of each band.
struct MeanMeasures: Sendable {
  private(set) var means: [Float]
  private var past: [[Float]] = []
  private let length: Int

  /// - Parameters:
  ///   - count: The number of bands.
  ///   - length: The number of frames in the mean.
  init(count: Int, length: Int) {
    self.length = length
    means = Array(repeating: 0, count: count)
  }

  /// Takes the measures of the next frame.
  mutating func append(_ measures: [Float]) {
    if past.count == length { past.removeFirst() }
    past.append(measures)
    for band in 0..<means.count {
      var sum: Float = 0
      for frame in past { sum += frame[band] }
      means[band] = sum / Float(past.count)
    }
  }
}
