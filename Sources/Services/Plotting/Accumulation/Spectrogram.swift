internal import MusicTheory
internal import PitchEstimation
internal import SignalProcessing

/// The power of a stream over time and pitch, in bounded memory.
///
/// Frames of about 120 ms under a Hann window, 10 ms apart. Below ``bassLimit``, where these cannot
/// tell the strings of a bass apart, the rows show frames of about 320 ms instead, 20 ms apart. Once a
/// column covers more than ``framesPerColumn`` frames, only that many are transformed: they represent
/// a column of seconds well enough, and two hours cost little more than two minutes.
struct Spectrogram: Sendable {
  static let framesPerColumn = 8
  /// The time from frame to frame, in seconds.
  static let hop = 0.01
  /// The frequency below which rows come from the longer frames, in hertz: about C3.
  static let bassLimit = 130.0
  /// The number of frames for each of the longer ones.
  private static let framesPerBassFrame = 2

  let rows: PitchRows
  private(set) var columns: FoldingColumns<SpectrumColumn>
  private var frames: FramePowers
  /// Those of the longer frames, for the rows from the lowest on.
  private var bassFrames: FramePowers
  private var hasEnded = false

  init(
    rows: PitchRows, concertPitch: ConcertPitch, sampleRate: Double, maximumCount: Int = 2048
  ) throws(FourierError) {
    let edges = (0...rows.count).map {
      concertPitch.frequency(ofMIDINumber: rows.edge(belowRow: $0))
    }
    let bassCount = edges.dropFirst().prefix { $0 < Self.bassLimit }.count
    frames = try FramePowers(
      edges[bassCount...], transformDuration: 0.18, frameShare: 0.65, hop: Self.hop,
      sampleRate: sampleRate)
    bassFrames = try FramePowers(
      edges[...bassCount], transformDuration: 0.36, frameShare: 0.9,
      hop: Double(Self.framesPerBassFrame) * Self.hop, sampleRate: sampleRate)
    columns = FoldingColumns(maximumCount: maximumCount)
    self.rows = rows
  }

  mutating func append(_ block: Span<Float>) {
    frames.append(block)
    if bassFrames.hasBands { bassFrames.append(block) }
    transformFrames()
  }

  /// Ends the stream.
  mutating func finish() {
    hasEnded = true
    frames.finish()
    bassFrames.finish()
    transformFrames()
  }

  private mutating func transformFrames() {
    // A longer frame needs more of the sound that follows, so that the others wait for it.
    while frames.hasFrame {
      let index = frames.frameIndex
      let stride = max(1, columns.span / Self.framesPerColumn)
      if index.isMultiple(of: stride) {
        guard bassFrames.reach(index / Self.framesPerBassFrame) || hasEnded || !bassFrames.hasBands
        else { return }
        let powers = bassFrames.powers() + frames.powers()
        columns.update(at: index) { $0.add(powers) }
      }
      frames.advance()
    }
  }
}

/// The powers in bands of one frame after another.
private struct FramePowers: Sendable {
  private let bands: [SpectrumBand]
  private let scale: Float
  private var framer: Framer
  private var transformer: WindowedSpectrum
  private var bins: [Float]
  /// The powers of the frame that was asked for last, and its number.
  private var last: (index: Int, powers: [Float])

  /// - Parameters:
  ///   - edges: The edges of the bands, in hertz; one alone is no band.
  ///   - transformDuration: The length of a transform, in seconds, before it becomes a power of two.
  ///   - frameShare: The share of a transform that is not padding, which interpolates between bins.
  ///   - hop: The time from frame to frame, in seconds.
  ///   - sampleRate: Samples per second.
  /// - Throws: `FourierError` for a sample rate that makes no transform.
  init(
    _ edges: ArraySlice<Double>, transformDuration: Double, frameShare: Double, hop: Double,
    sampleRate: Double
  ) throws(FourierError) {
    let exponent = Elementary.log2(transformDuration * sampleRate).rounded()
    let frameSize = Int(frameShare * Elementary.exp2(exponent))
    let window = Window(.hann, count: frameSize)
    let sum = window.coherentGain * Double(frameSize)
    transformer = try WindowedSpectrum(frameSize: frameSize, removesOffset: true)
    let binWidth = sampleRate / Double(transformer.length)
    let lastBin = transformer.binCount - 2
    bands = zip(edges, edges.dropFirst()).map {
      SpectrumBand(($0 / binWidth)...($1 / binWidth), lastBin: lastBin)
    }
    scale = Float(2 / (sum * sum))  // a sine of amplitude a gives a²/2: its mean square
    bins = Array(repeating: 0, count: transformer.outputSize)
    framer = Framer(frameSize: frameSize, hopSize: hop * sampleRate)
    last = (-1, Array(repeating: 0, count: bands.count))
  }

  var hasBands: Bool { !bands.isEmpty }
  var hasFrame: Bool { framer.hasFrame }
  var frameIndex: Int { framer.frameIndex }

  mutating func append(_ block: Span<Float>) { framer.append(block) }

  mutating func finish() { framer.finish() }

  mutating func advance() { framer.advance() }

  /// Leaves out the frames before one of them; returns `false` if it has not arrived yet.
  mutating func reach(_ index: Int) -> Bool {
    while framer.hasFrame, framer.frameIndex < index { framer.advance() }
    return framer.hasFrame
  }

  /// Returns the powers of the frame; after the last one, those of the last.
  mutating func powers() -> [Float] {
    guard hasBands, framer.hasFrame, framer.frameIndex != last.index else { return last.powers }
    Self.transform(framer, into: &bins, using: &transformer)
    let half = bins.count / 2
    let powers = bins.withUnsafeBufferPointer { bins in
      bands.map { band in
        scale * band.value { bins[$0] * bins[$0] + bins[half + $0] * bins[half + $0] }
      }
    }
    last = (framer.frameIndex, powers)
    return powers
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
