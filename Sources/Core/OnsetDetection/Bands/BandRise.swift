import SignalProcessing

/// How far the bands of a spectrum rise from frame to frame, above what sounded before.
///
/// The measure of a band is the logarithm of its power over the noise, so that a rise counts the
/// same in loud and quiet bands and none counts below the noise. It is compared with the largest
/// measure of the band and its neighbours a few frames earlier, so that a vibrato is no rise, and
/// with a mask that decays after each peak, so that echoes and the beats of partials are none.
///
/// - SeeAlso: S. Böck, G. Widmer, "Maximum filter vibrato suppression for onset detection", DAFx
///   2013, for the comparison with neighbours.
struct BandRise: Sendable {
  struct Settings: Sendable {
    /// The distance to the earlier frames, in frames.
    var lag = 3
    /// The number of earlier frames that are compared, from `lag` on.
    var span = 2
    /// The number of frames over whose measures the mean is taken.
    var mean = 1
    /// The mask under a peak, in powers of ten.
    var maskDrop: Float = 0.6
    /// The decay of the mask, in powers of ten per second.
    var maskDecay: Float = 8
    /// The rise of a band that does not count, in powers of ten.
    var least: Float = 0
    /// sq
    var square = false
  }

  private let settings: Settings
  private let count: Int
  private let decay: Float
  private var history: [[Float]]  // measures, the newest at `newest`
  private var spread: [[Float]]  // with their neighbours
  private var newest = 0
  private var mask: [Float]
  private var frames = 0

  init(count: Int, hop: Double, settings: Settings) {
    self.settings = settings
    self.count = count
    decay = settings.maskDecay * Float(hop)
    let depth = settings.lag + 1
    history = (0..<depth).map { _ in [Float](repeating: 0, count: count) }
    spread = history
    mask = Array(repeating: 0, count: count)
  }

  /// Returns the mean rise of the bands in the next frame.
  mutating func rise(to measures: [Float]) -> Float {
    let depth = settings.lag + 1
    newest = (newest + 1) % depth
    for band in 0..<count { history[newest][band] = measures[band] }
    for band in 0..<count {
      var largest = measures[band]
      if band > 0 { largest = max(largest, measures[band - 1]) }
      if band + 1 < count { largest = max(largest, measures[band + 1]) }
      spread[newest][band] = largest
    }
    frames += 1
    var sum: Float = 0
    if frames > settings.lag {
      for band in 0..<count {
        var reference = mask[band]
        for back in (settings.lag - settings.span + 1)...settings.lag {
          reference = max(reference, spread[(newest + depth - back) % depth][band])
        }
        let rise = max(0, measures[band] - reference - settings.least)
        sum += settings.square ? rise * rise : rise
      }
    }
    // The mask follows frames that the comparison has passed.
    let past = (newest + depth - min(depth - 1, settings.lag)) % depth
    for band in 0..<count {
      mask[band] = max(mask[band] - decay, spread[past][band] - settings.maskDrop, 0)
    }
    return settings.square ? (sum / Float(count)).squareRoot() : sum / Float(count)
  }
}
