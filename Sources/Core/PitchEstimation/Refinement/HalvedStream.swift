#if !arch(wasm32)
  internal import SignalProcessing

  /// The parts of a stream that are asked for, at half their sample rate.
  ///
  /// The partials of a low note lie far below half the sample rate: at half of it, the transform that
  /// measures them is half as long. Windows overlap by far more than they are apart, and each sample
  /// is computed once.
  struct HalvedStream: Sendable {
    /// The number of samples that are computed at once.
    private static let chunk = 512
    /// The samples of the stream on either side that one of its own takes in.
    private static let reach: Int64 = 40

    private var filter = HalfBandDecimator(maximumCount: 2 * chunk + 2 * Int(reach))
    private var source = [Float](repeating: 0, count: 2 * chunk + 2 * Int(reach) + 1)
    private var output = [Float](repeating: 0, count: chunk + Int(reach) + 8)
    private var samples: [Float]
    private var first: Int64 = 0  // the index at half the rate of the first of them
    private var count = 0

    /// - Parameter maximumCount: The largest number of samples to copy.
    init(maximumCount: Int) {
      samples = Array(repeating: 0, count: 2 * maximumCount + 2 * Self.chunk)
    }

    /// Copies the samples around a position of the stream.
    ///
    /// - Parameters:
    ///   - center: The index in the stream of the sample that goes to the middle.
    ///   - count: The number of samples to copy at half the rate, odd.
    ///   - framer: Holds the stream.
    ///   - target: Receives them in its first `count` positions.
    /// - Returns: `false` if a sample depends on some that have not arrived, or are no longer there.
    mutating func copySamples(
      around center: Int64, count: Int, of framer: borrowing Framer, to target: inout [Float]
    ) -> Bool {
      let lower = center / 2 - Int64(count / 2)
      guard provide(lower..<(lower + Int64(count)), framer) else { return false }
      let start = Int(lower - first)
      precondition(start + count <= samples.count && count <= target.count, "there is no room")
      samples.withUnsafeBufferPointer { samples in
        target.withUnsafeMutableBufferPointer { target in
          guard let samples = samples.baseAddress, let target = target.baseAddress else { return }
          target.copy(from: samples + start, count: count)
        }
      }
      return true
    }

    private mutating func provide(_ range: Range<Int64>, _ framer: borrowing Framer) -> Bool {
      let passed = framer.passedPositions
      let isWhole =
        2 * range.upperBound + Self.reach <= passed.upperBound || framer.hasPassedEnd
      guard isWhole, range.lowerBound >= 0 else { return false }
      if range.lowerBound < first || range.lowerBound > first + Int64(count) {
        (first, count) = (range.lowerBound, 0)
      }
      while first + Int64(count) < range.upperBound {
        let next = first + Int64(count)
        guard 2 * next - Self.reach >= passed.lowerBound || passed.lowerBound == 0 else {
          count = 0
          return false
        }
        let ready = framer.hasPassedEnd ? Int64.max : (passed.upperBound - Self.reach) / 2 - next
        makeRoom(before: range.lowerBound)
        append(from: next, count: Int(min(Int64(Self.chunk), ready)), framer)
      }
      return true
    }

    private mutating func append(from next: Int64, count: Int, _ framer: borrowing Framer) {
      let reach = Int(Self.reach)
      let length = 2 * (count + reach)
      framer.copySamples(
        around: 2 * next + Int64(count), count: length + 1, within: framer.passedPositions,
        to: &source)
      Self.load(source, count: length, into: &filter)
      filter.write(isNarrow: true, to: &output, at: 0)
      for index in 0..<count { samples[self.count + index] = output[reach / 2 + index] }
      self.count += count
    }

    // Static: one stored property cannot be passed to a mutating method of another one.
    private static func load(_ samples: [Float], count: Int, into filter: inout HalfBandDecimator) {
      filter.load(samples.span.extracting(0..<count))
    }

    /// Drops the samples before an index, if there is no room for another chunk.
    private mutating func makeRoom(before index: Int64) {
      guard count + Self.chunk > samples.count else { return }
      let dropped = Int(index - first)
      for index in dropped..<count { samples[index - dropped] = samples[index] }
      first = index
      count -= dropped
    }
  }
#else
  internal import SignalProcessing

  /// The page's modules are small, and measure all partials at the rate of the stream.
  struct HalvedStream: Sendable {
    init(maximumCount: Int) {}

    mutating func copySamples(
      around center: Int64, count: Int, of framer: borrowing Framer, to target: inout [Float]
    ) -> Bool { false }
  }
#endif
