/// Cuts a stream of blocks of any size into overlapping frames.
///
/// Frame k is centred on sample k · hop. ``Edges`` determines its content near the ends of the
/// stream. Append blocks, then read ``withFrame(_:)`` and call ``advance()`` while ``hasFrame``.
/// Samples that are not finite, or beyond ±``largestMagnitude``, become zero and are counted.
public struct Framer: Sendable {
  /// The content of frames that would reach beyond the ends of the stream.
  public enum Edges: Sendable {
    /// Zeros: the stream counts as silent before its first and after its last sample.
    case silence
    /// The samples of the nearest frame within the stream, so that no frame contains an artificial
    /// start or end; see ``centerInFrame``.
    case nearestFrame
  }

  /// Samples beyond this magnitude, where full scale is 1, are rejected.
  public static let largestMagnitude: Float = 1_000_000

  /// The number of samples in a frame.
  public let frameSize: Int
  /// The sample of a frame that is on the grid of hops, in 0..<``frameSize``.
  public let frameCenter: Int
  /// The number of samples between the starts of two frames; may be fractional.
  public let hopSize: Double
  /// The number of samples that were not finite, or impossibly large, and became zero.
  public private(set) var rejectedSampleCount = 0
  /// The number of samples that have arrived; after ``finish()``, the length of the stream.
  public private(set) var sampleCount: Int64 = 0
  /// The number of frames passed so far.
  public private(set) var frameIndex = 0

  /// True once ``finish()`` was called: no sample follows.
  public private(set) var isFinished = false

  /// True if the last frame passed was moved to end with the stream.
  public private(set) var hasPassedEnd = false
  private var passedEnd: Int64 = 0  // in the stream

  private let edges: Edges
  private let reachBack: Int  // the most samples by which a frame is moved back
  private let historySize: Int
  private var samples: [Float]
  private var oldest = 0  // of the samples that follow each other up to `end`, in `samples`
  // Of the current frame's place, in `samples`; up to `reachBack` beyond `end`.
  private var start = 0
  private var end: Int  // of what is filled, in `samples`
  private var position: Int64 = 0  // of the current frame's centre, in the stream
  private var skip = 0  // samples still to drop before the current frame starts

  /// Creates a framer at the start of a stream.
  ///
  /// - Parameters:
  ///   - frameSize: The number of samples in a frame, at least 1.
  ///   - frameCenter: The sample of a frame that is on the grid, in 0..<`frameSize`. The middle by
  ///     default.
  ///   - hopSize: The number of samples between the starts of two frames, at least 1; may be
  ///     fractional.
  ///   - edges: The content of frames that would reach beyond the ends of the stream. Zeros by
  ///     default.
  ///   - historySize: The number of samples before the current frame that stay readable.
  ///   - maximumBlockSize: Blocks up to this size are appended without allocating.
  public init(
    frameSize: Int, frameCenter: Int? = nil, hopSize: Double, edges: Edges = .silence,
    historySize: Int = 0, maximumBlockSize: Int = 8192
  ) {
    precondition(frameSize >= 1 && hopSize >= 1, "frameSize and hopSize must be at least 1")
    self.frameSize = frameSize
    self.frameCenter = min(frameSize - 1, max(0, frameCenter ?? frameSize / 2))
    self.hopSize = hopSize
    self.edges = edges
    reachBack = edges == .silence ? 0 : frameSize - self.frameCenter
    self.historySize = max(0, historySize) + reachBack
    samples = Array(
      repeating: 0, count: 2 * (frameSize + self.historySize) + max(1, maximumBlockSize))
    end = self.frameCenter
  }

  /// Appends the next samples of the stream.
  ///
  /// It allocates only if the block does not fit beside the unread samples.
  ///
  /// - Parameter block: Any number of samples, with any values.
  /// - Complexity: O(*n*) time for *n* samples, amortised.
  public mutating func append(_ block: Span<Float>) {
    sampleCount += Int64(block.count)
    let dropped = drop(block.count)
    let count = block.count - dropped
    guard count > 0 else { return }
    makeRoom(for: count)
    let base = end
    rejectedSampleCount += block.extracting(dropped...).withUnsafeBufferPointer { block in
      samples.withUnsafeMutableBufferPointer { samples in
        Self.copyBelievable(block, to: UnsafeMutableBufferPointer(rebasing: samples[base...]))
      }
    }
    end += count
  }

  /// Copies samples; those that are not finite, or too large, become zero.
  ///
  /// - Returns: The number of those.
  private static func copyBelievable(
    _ block: UnsafeBufferPointer<Float>, to samples: UnsafeMutableBufferPointer<Float>
  ) -> Int {
    typealias Lanes = SIMD4<Float>
    precondition(samples.count >= block.count, "there is no room for the block")
    let (input, output) = (UnsafeRawBufferPointer(block), UnsafeMutableRawBufferPointer(samples))
    var (index, rejected) = (0, 0)
    while index < block.count {
      if index + 4 <= block.count {
        let four = input.loadUnaligned(fromByteOffset: 4 * index, as: Lanes.self)
        // False for NaN as well.
        let isBelievable = (four .<= largestMagnitude) .& (four .>= -largestMagnitude)
        let bits = unsafeBitCast(isBelievable, to: SIMD2<UInt64>.self)
        if bits.x & bits.y == .max {
          output.storeBytes(of: four, toByteOffset: 4 * index, as: Lanes.self)
          index += 4
          continue
        }
      }
      let isBelievable = block[index].magnitude <= largestMagnitude
      samples[index] = isBelievable ? block[index] : 0
      rejected += isBelievable ? 0 : 1
      index += 1
    }
    return rejected
  }

  /// Appends the next samples of the stream, in an array.
  ///
  /// - Parameter block: Samples, any count and any values.
  public mutating func append(_ block: [Float]) { append(block.span) }

  /// Appends zeros.
  ///
  /// - Parameter count: The number of zeros.
  public mutating func appendSilence(_ count: Int) {
    sampleCount += Int64(count)
    let dropped = drop(count)
    makeRoom(for: count - dropped)
    for index in end..<(end + count - dropped) { samples[index] = 0 }
    end += count - dropped
  }

  /// Ends the stream: the frames that are centred on its last samples become complete.
  public mutating func finish() {
    guard !isFinished else { return }
    isFinished = true
    let missing: Int64 =
      edges == .silence
      ? Int64(frameSize - frameCenter) : max(0, Int64(frameSize) - sampleCount)
    let count = sampleCount
    appendSilence(Int(missing))
    sampleCount = count
  }

  /// True if a whole frame is available; after ``finish()``, only if it is centred on a sample of
  /// the stream.
  public var hasFrame: Bool {
    skip == 0 && end - start + shift >= frameSize && !(isFinished && position >= sampleCount)
  }

  /// True if the stream is, or may still become, at least as long as a frame.
  public var holdsWholeFrame: Bool { !isFinished || sampleCount >= Int64(frameSize) }

  /// The sample that the current frame represents, in 0..<``frameSize``: ``frameCenter``, or
  /// another one if the frame was moved into the stream.
  public var centerInFrame: Int { min(frameSize - 1, max(0, frameCenter + shift)) }

  /// The number of samples by which the current frame is moved back; negative if it is moved
  /// forward.
  private var shift: Int {
    guard edges == .nearestFrame else { return 0 }
    let first = position - Int64(frameCenter)
    let last = isFinished ? max(0, sampleCount - Int64(frameSize)) : Int64.max
    return Int(first - min(last, max(0, first)))
  }

  /// Passes the current frame to a function.
  ///
  /// - Parameter body: Reads ``frameSize`` samples.
  /// - Returns: The result of `body`.
  /// - Precondition: ``hasFrame``.
  public func withFrame<Result>(_ body: (Span<Float>) -> Result) -> Result {
    precondition(hasFrame, "the frame is not complete")
    let first = start - shift
    return body(samples.span.extracting(first..<(first + frameSize)))
  }

  /// The index in the stream of the sample on which the current frame is centred.
  public var centerPosition: Int64 { position }

  /// Advances to the next frame.
  public mutating func advance() {
    hasPassedEnd = shift > 0
    passedEnd = position - Int64(frameCenter + shift) + Int64(frameSize)
    frameIndex += 1
    // 64 bits even if a machine word has 32: a stream may last for days.
    let next = Int64((Double(frameIndex) * hopSize).rounded())
    start += Int(next - position)
    position = next
    // Samples that may still be read are kept, whether or not they have arrived.
    if start - historySize > end {
      skip += start - historySize - end
      start = end + historySize
    }
  }

  /// The positions of the stream that earlier frames have covered, if they are still available.
  /// Unlike the appended samples beyond them, they do not depend on block sizes.
  public var passedPositions: Range<Int64> {
    let first = position - Int64(frameCenter + historySize)
    let end = min(sampleCount, passedEnd)
    return min(end, max(0, first))..<end
  }

  /// Copies the samples around a position of the stream. Samples that are not available are 0.
  ///
  /// - Parameters:
  ///   - center: The index in the stream of the sample that goes to the middle of `samples`.
  ///   - count: The number of samples to copy, odd.
  ///   - range: The positions of the stream that may be read; all by default. ``passedPositions``
  ///     makes the copy independent of block sizes.
  ///   - target: Receives them in its first `count` positions.
  public func copySamples(
    around center: Int64, count: Int, within range: Range<Int64>? = nil, to target: inout [Float]
  ) {
    precondition(count <= target.count, "target is too small")
    // The index of the first sample to copy in `samples`.
    let first = start + skip + frameCenter + Int(center - position) - count / 2
    var (oldest, end) = (oldest, end)
    if let range {
      let offset = start + skip + frameCenter
      oldest = max(oldest, offset + Int(range.lowerBound - position))
      end = min(end, offset + Int(range.upperBound - position))
    }
    samples.withUnsafeBufferPointer { samples in
      target.withUnsafeMutableBufferPointer { target in
        let before = min(count, max(0, oldest - first))
        let after = max(before, min(count, end - first))
        guard let source = samples.baseAddress, let target = target.baseAddress else { return }
        for index in 0..<before { target[index] = 0 }
        if after > before {
          (target + before).copy(from: source + (first + before), count: after - before)
        }
        for index in after..<count { target[index] = 0 }
      }
    }
  }

  /// Skips samples that no frame will need; those before them are no longer available.
  private mutating func drop(_ count: Int) -> Int {
    let dropped = min(skip, count)
    skip -= dropped
    if dropped > 0 { oldest = end }
    return dropped
  }

  private mutating func makeRoom(for count: Int) {
    guard end + count > samples.count else { return }
    let first = max(oldest, start - historySize)
    let kept = end - first
    if kept + count > samples.count {
      var more = [Float](repeating: 0, count: kept + count)
      for index in 0..<kept { more[index] = samples[first + index] }
      samples = more
    } else {
      samples.withUnsafeMutableBufferPointer { samples in
        guard let start = samples.baseAddress else { return }
        start.copy(from: start + first, count: kept)
      }
    }
    start -= first
    oldest = 0
    end = kept
  }
}
