internal import SignalProcessing

/// Notices strokes and plucks as soon as they sound, for those who cannot wait for an ``Onset``.
///
/// It is the quickest of the measures of an ``OnsetDetector``, without the rest: what becomes of the sound
/// later, and so whether it was a weak stroke or none, is not known yet. So only what stands out clearly is a
/// stroke. It is known about 10 ms after it sounds, to about 10 ms.
///
/// - Complexity: A transform of 17 to 33 ms every 6 ms.
package struct StrokeDetector: Sendable {
  /// A stroke.
  package struct Stroke: Sendable, Hashable {
    /// When it sounds, in seconds from the first sample.
    package var time: Double
    /// The number of samples that it takes to notice it.
    package var position: Int64
  }

  /// The strength of a stroke that stands out clearly, in powers of ten, as ``Onset/strength``.
  package static let clearStrength = 0.2
  /// How long nothing is noticed after missing samples, in seconds.
  private static let rest = 0.15

  private let hop: Double
  private let hopSize: Double
  private let length: Int
  private var framer: Framer
  private var bands: MeasuredBands
  private var meter: RiseMeter
  private var frameCount = 0
  private var nextTime: Double
  private var found: [Stroke] = []

  /// Creates a detector at the start of a sound.
  ///
  /// - Parameter sampleRate: Samples per second, in ``OnsetDetector/sampleRates``.
  /// - Throws: ``OnsetDetectorError`` if the sample rate is out of its range.
  package init(sampleRate: Double) throws(OnsetDetectorError) {
    guard OnsetDetector.sampleRates.contains(sampleRate) else {
      throw .invalidSampleRate(sampleRate)
    }
    hopSize = OnsetDetector.hopSize(sampleRate: sampleRate)
    hop = hopSize / sampleRate
    length = MeasuredBands.wideLength(sampleRate: sampleRate)
    bands = .wide(length: length, sampleRate: sampleRate, hop: hop)
    meter = .quick(count: bands.count, sampleRate: sampleRate, hop: hop)
    framer = Framer(frameSize: length, hopSize: hopSize)
    // Frames that reach before the first sample rise from silence.
    nextTime = Double(length) / sampleRate
  }

  /// Appends the next samples of the sound.
  package mutating func append(_ block: Span<Float>) {
    framer.append(block)
    while framer.hasFrame {
      framer.withFrame { bands.read($0) }
      framer.advance()
      analyze()
    }
  }

  /// Returns the next stroke, or `nil` until more samples arrive.
  package mutating func next() -> Stroke? { found.isEmpty ? nil : found.removeFirst() }

  /// Marks missing samples: what is back after the silence that replaces them is no stroke.
  package mutating func interrupt() {
    nextTime = max(nextTime, Double(frameCount) * hop + Self.rest)
  }

  private mutating func analyze() {
    defer { frameCount += 1 }
    bands.measure()
    let isClear = meter.standsOut(bands.measures, least: Float(Self.clearStrength))
    let time = Double(frameCount) * hop
    guard isClear, time >= nextTime else { return }
    nextTime = time + OnsetDetector.shortestGap
    let position = Int64(frameCount) * Int64(hopSize) + Int64(length - length / 2)
    found.append(Stroke(time: time, position: position))
  }
}
