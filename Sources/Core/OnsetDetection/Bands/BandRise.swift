/// The rise of the bands of a spectrum from frame to frame, above the sound before.
///
/// A band is compared with the largest measure of itself and its neighbours some frames earlier, so
/// that a vibrato is no rise, and with a mask that decays after each peak, so that echoes and the
/// beats of partials are none.
///
/// - SeeAlso: S. Böck, G. Widmer, "Maximum filter vibrato suppression for onset detection", DAFx
///   2013, for the comparison with neighbours.
struct BandRise: Sendable {
  /// The distance of the mask below a peak, in powers of ten.
  private static let maskDrop: Float = 0.4

  private let count: Int
  private let lag: Int
  private let span: Int
  private let decay: Float
  private var history: [[Float]]  // each band with its neighbours; the newest at `newest`
  private var newest = 0
  private var mask: [Float]
  private var frames = 0

  /// - Parameters:
  ///   - count: The number of bands.
  ///   - lag: The distance to the earlier frames, in frames.
  ///   - span: The number of earlier frames: the last ones from `lag` on.
  ///   - maskDecay: The decay of the mask, in powers of ten per frame.
  init(count: Int, lag: Int, span: Int, maskDecay: Float) {
    self.count = count
    self.lag = lag
    self.span = span
    decay = maskDecay
    history = (0...lag).map { _ in [Float](repeating: 0, count: count) }
    mask = Array(repeating: 0, count: count)
  }

  /// Returns the mean rise of the bands in the next frame.
  ///
  /// - Parameter measures: The logarithms of their powers over the noise.
  /// - Returns: Powers of ten, from 0 on.
  mutating func rise(to measures: [Float]) -> Float {
    newest = newest == lag ? 0 : newest + 1
    for band in 0..<count {
      var largest = measures[band]
      if band > 0 { largest = max(largest, measures[band - 1]) }
      if band + 1 < count { largest = max(largest, measures[band + 1]) }
      history[newest][band] = largest
    }
    frames += 1
    let sum = frames > lag ? sumOfRises(measures) : 0
    // The mask consists of frames that the comparison has passed.
    let past = (newest + 1) % (lag + 1)
    for band in 0..<count {
      mask[band] = max(mask[band] - decay, history[past][band] - Self.maskDrop, 0)
    }
    return sum / Float(count)
  }

  private func sumOfRises(_ measures: [Float]) -> Float {
    var sum: Float = 0
    for band in 0..<count {
      var reference = mask[band]
      for back in (lag - span + 1)...lag {
        reference = max(reference, history[(newest + lag + 1 - back) % (lag + 1)][band])
      }
      sum += max(0, measures[band] - reference)
    }
    return sum
  }
}
