internal import MusicTheory
internal import PitchEstimation
internal import SignalProcessing

/// The power of a stream over time and pitch, in bounded memory.
///
/// Frames of about 120 ms under a Hann window, 10 ms apart. Once a column covers more than
/// ``framesPerColumn`` of them, only that many are transformed: they represent a column of seconds
/// well enough, and two hours cost little more than two minutes.
struct Spectrogram: Sendable {
  static let framesPerColumn = 8
  /// The time from frame to frame, in seconds.
  static let hop = 0.01
  /// The length of a transform, in seconds, before it becomes a power of two.
  private static let transformDuration = 0.18
  /// The share of a transform that is not padding, which interpolates between bins.
  private static let frameShare = 0.65

  let rows: PitchRows
  private(set) var columns: FoldingColumns<SpectrumColumn>
  private let bands: [SpectrumBand]
  private let scale: Float
  private var framer: Framer
  private var transformer: WindowedSpectrum
  private var bins: [Float]

  init(
    rows: PitchRows, concertPitch: ConcertPitch, sampleRate: Double, maximumCount: Int = 2048
  ) throws(FourierError) {
    let exponent = Elementary.log2(Self.transformDuration * sampleRate).rounded()
    let frameSize = Int(Self.frameShare * Elementary.exp2(exponent))
    let window = Window(.hann, count: frameSize)
    let sum = window.coherentGain * Double(frameSize)
    transformer = try WindowedSpectrum(frameSize: frameSize, removesOffset: true)
    let binWidth = sampleRate / Double(transformer.length)
    let lastBin = transformer.binCount - 2
    let edges = (0...rows.count).map {
      concertPitch.frequency(ofMIDINumber: rows.edge(belowRow: $0)) / binWidth
    }
    bands = (0..<rows.count).map { SpectrumBand(edges[$0]...edges[$0 + 1], lastBin: lastBin) }
    scale = Float(2 / (sum * sum))  // a sine of amplitude a gives a²/2: its mean square
    bins = Array(repeating: 0, count: transformer.outputSize)
    framer = Framer(frameSize: frameSize, hopSize: Self.hop * sampleRate)
    columns = FoldingColumns(maximumCount: maximumCount)
    self.rows = rows
  }

  mutating func append(_ block: Span<Float>) {
    framer.append(block)
    transformFrames()
  }

  /// Ends the stream.
  mutating func finish() {
    framer.finish()
    transformFrames()
  }

  private mutating func transformFrames() {
    while framer.hasFrame {
      let stride = max(1, columns.span / Self.framesPerColumn)
      if framer.frameIndex.isMultiple(of: stride) {
        Self.transform(framer, into: &bins, using: &transformer)
        let powers = powers()
        columns.update(at: framer.frameIndex) { $0.add(powers) }
      }
      framer.advance()
    }
  }

  private func powers() -> [Float] {
    let half = bins.count / 2
    return bins.withUnsafeBufferPointer { bins in
      bands.map { band in
        scale * band.value { bins[$0] * bins[$0] + bins[half + $0] * bins[half + $0] }
      }
    }
  }

  // Static: a span of one stored property cannot be passed while another is being mutated.
  private static func transform(
    _ framer: Framer, into bins: inout [Float], using transformer: inout WindowedSpectrum
  ) {
    framer.withFrame { frame in
      var output = bins.mutableSpan
      transformer.transform(frame, into: &output)
    }
  }
}

/// The summed powers of some frames, row by row.
struct SpectrumColumn: Foldable {
  private(set) var sums: [Float] = []
  private(set) var frameCount = 0

  mutating func add(_ powers: [Float]) {
    if sums.isEmpty {
      sums = powers
    } else {
      for index in sums.indices { sums[index] += powers[index] }
    }
    frameCount += 1
  }

  mutating func merge(_ later: Self) {
    for index in sums.indices { sums[index] += later.sums[index] }
    frameCount += later.frameCount
  }

  /// Returns the mean power of a row; a constant 1 has the power 1.
  func power(ofRow row: Int) -> Double {
    Double(sums[row]) / Double(frameCount)
  }

  /// Returns the mean level of a row, in dBFS; -infinity for silence.
  func level(ofRow row: Int) -> Double {
    decibels(fromPower: power(ofRow: row))
  }
}

/// The bins that belong to a row of a spectrogram.
///
/// Rows narrower than bins are interpolated. Wider rows take their strongest bin, so that a partial
/// keeps its level at any frequency.
struct SpectrumBand: Sendable {
  private let first: Int
  private let last: Int
  private let fraction: Float

  /// - Parameters:
  ///   - edges: Bins with fractions.
  ///   - lastBin: The last bin to use, at least 1.
  init(_ edges: ClosedRange<Double>, lastBin: Int) {
    let limits = 1.0...Double(lastBin)
    let edges = edges.clamped(to: limits)
    if edges.upperBound - edges.lowerBound >= 1 {
      first = Int(edges.lowerBound.rounded())
      last = Int(edges.upperBound.rounded())
      fraction = 0
    } else {
      let middle = (edges.lowerBound + edges.upperBound) / 2
      first = Int(middle)
      last = first
      fraction = Float(middle - Double(first))
    }
  }

  @inline(__always)
  func value(_ power: (_ bin: Int) -> Float) -> Float {
    if fraction > 0 { return power(first) * (1 - fraction) + power(first + 1) * fraction }
    var largest: Float = 0
    for bin in first...last { largest = max(largest, power(bin)) }
    return largest
  }
}
