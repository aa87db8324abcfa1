internal import SignalProcessing

/// Tells several tones at once from a single one, which a tuner for single notes cannot.
///
/// The peaks of the spectrum are explained by one series of partials, as well as they can be. A tone
/// has its fundamental, or nearly all of its low partials, or six in a row; the common divisor of a
/// chord has none of these. Several tones sound if 15 % of the amplitudes remain unexplained, and one
/// and the same peak for a second: a voice glides, and the echo of a note fades. Both numbers are the
/// best for seven sets of single notes and a set of strums, and for those without any one of the seven
/// but the piano.
///
/// - Complexity: A transform of 0.34 s of sound every 0.1 s. No allocation after `init`.
package struct PolyphonyDetector: Sendable {
  /// The time between two spectra, in seconds.
  private static let hop = 0.1
  /// The length of a spectrum, in seconds: tones 12 Hz apart are told apart.
  private static let duration = 0.34
  /// The number of spectra in a row in which a peak must remain.
  private static let leastCount = 8
  /// The share of the amplitudes that must remain.
  static let leastShare = 0.15
  /// The share from which on it is worth to ask whether a bell sounds: its third, which no series
  /// explains, may be 30 dB weaker than the strongest partial.
  private static let harmonicShare = 0.01
  /// The range of the peaks, in hertz.
  static let range = 25.0...5000.0
  /// The highest partials of small bells, in hertz.
  private static let highest = 20_000.0

  let sampleRate: Double
  let window: Window
  private var transform: RealFourierTransform
  private var newest: SampleHistory
  /// The number of samples until the next spectrum.
  private(set) var samplesToNext: Int
  private var newVerdict: Verdict?
  private var frame: [Float]
  /// Weighted samples, then their spectrum.
  var buffer: [Float]
  /// Of the spectrum, where it is needed.
  var powers: [Double]
  /// The width of a bin of the spectrum, in hertz.
  let binWidth: Double
  /// The bins in which tones are told apart, and those above in which bells have partials.
  let lowBins, highBins: Range<Int>
  /// The peaks of the last spectrum.
  var peaks = PeakList()
  /// The peaks that remained in the last spectrum, and in how many spectra so far.
  private var remaining = PeakList()
  private var counts = [Int](repeating: 0, count: PeakList.capacity)
  private var earlier = PeakList()
  private var earlierCounts = [Int](repeating: 0, count: PeakList.capacity)

  /// True while several tones sound.
  package private(set) var isPolyphonic = false
  /// True if one series of partials explains all that is strong in the last spectrum, or nothing
  /// sounds: what sounds is neither several tones nor a bell.
  package private(set) var isHarmonic = true

  /// Creates a detector at the start of a stream.
  ///
  /// - Parameter sampleRate: Samples per second, in hertz, of a tracker.
  package init(sampleRate: Double) {
    self.sampleRate = sampleRate
    let longest = RealFourierTransform.supportedLengths.upperBound
    let count = min(longest, Int(Self.duration * sampleRate))
    window = Window(.hann, count: count)
    // Zeros behind the samples make the peaks smooth.
    var length = 32
    while length < min(longest, 2 * count) { length *= 2 }
    transform = RealFourierTransform(supported: length)
    frame = Array(repeating: 0, count: count)
    buffer = Array(repeating: 0, count: length)
    powers = Array(repeating: 0, count: length / 2)
    binWidth = sampleRate / Double(length)
    let first = max(2, Int(Self.range.lowerBound / binWidth))
    let end = min(length / 2 - 2, Int(Self.range.upperBound / binWidth) + 1)
    let top = min(length / 2 - 2, Int(min(Self.highest, 0.46 * sampleRate) / binWidth))
    lowBins = first..<max(first, end)
    highBins = lowBins.upperBound..<max(lowBins.upperBound, top)
    newest = SampleHistory(capacity: count)
    samplesToNext = count
  }

  /// Appends the next samples of the stream.
  ///
  /// - Parameter block: Mono samples, any count.
  package mutating func append(_ block: Span<Float>) {
    var start = 0
    while start < block.count {
      let count = min(samplesToNext, block.count - start)
      newest.append(block.extracting(start..<start + count))
      start += count
      samplesToNext -= count
      guard samplesToNext == 0 else { continue }
      samplesToNext = Int(Self.hop * sampleRate)
      judge()
    }
  }

  /// Forgets the sound so far, because samples are missing: a spectrum across a gap has peaks of its
  /// own.
  package mutating func interrupt() {
    samplesToNext = window.weights.count
    remaining.removeAll()
    peaks.removeAll()
    (isPolyphonic, isHarmonic) = (false, true)
    newVerdict = nil
  }

  private mutating func judge() {
    let count = window.weights.count
    Self.copy(newest, to: &frame)
    var energy: Float = 0
    for index in 0..<count {
      let sample = frame[index]
      energy += sample * sample
      buffer[index] = sample * window.weights[index]
    }
    for index in count..<buffer.count { buffer[index] = 0 }
    (earlier, remaining) = (remaining, earlier)
    (earlierCounts, counts) = (counts, earlierCounts)
    peaks.removeAll()
    remaining.removeAll()
    isHarmonic = true
    // Quieter than −55 dBFS, noise decides.
    if Double(energy) > 3e-6 * Double(count) {
      transform.forward(&buffer)
      findPeaks()
      let (share, tone) = Self.findUnexplained(in: peaks, &remaining)
      isHarmonic = share < Self.harmonicShare && !hasOtherPeaks(above: tone)
    }
    follow()
  }

  // Static: a span of one stored property cannot be passed while another one is read.
  private static func copy(_ newest: borrowing SampleHistory, to frame: inout [Float]) {
    var samples = frame.mutableSpan
    newest.copyNewest(into: &samples)
  }

  /// Counts for how long each peak has remained.
  private mutating func follow() {
    isPolyphonic = false
    for index in 0..<remaining.count {
      var count = 0
      for other in 0..<earlier.count
      where abs(earlier[other].frequency / remaining[index].frequency - 1) < 0.0115 {  // 20 cents
        count = max(count, earlierCounts[other])
      }
      counts[index] = count + 1
      if counts[index] >= Self.leastCount { isPolyphonic = true }
    }
    newVerdict = Verdict(peaks, isPolyphonic: isPolyphonic)
  }

  /// Returns what a spectrum says, once; `nil` until the next one.
  mutating func takeVerdict() -> Verdict? {
    defer { newVerdict = nil }
    return newVerdict
  }

  /// What one spectrum says.
  package struct Verdict: Sendable {
    /// The largest number of frequencies.
    package static let capacity = 32

    /// True if several tones sound.
    package let isPolyphonic: Bool
    /// The frequencies of the strong peaks, in hertz; the lowest if there are too many.
    private var frequencies = InlineArray<32, Float>(repeating: 0)
    /// The number of frequencies.
    package private(set) var count = 0

    /// Returns the frequency of a peak, in hertz.
    package subscript(index: Int) -> Float { frequencies[index] }

    fileprivate init(_ peaks: borrowing PeakList, isPolyphonic: Bool) {
      self.isPolyphonic = isPolyphonic
      guard isPolyphonic else { return }
      let highest = peaks.highest
      for index in 0..<peaks.count where peaks[index].amplitude > 0.03 * highest {
        guard count < Self.capacity else { return }
        frequencies[count] = Float(peaks[index].frequency)
        count += 1
      }
    }

    /// Tells the common divisor of several tones, whose frequencies are given in hertz, from one of them.
    package static func isCommonDivisor(_ frequency: Double, of tones: Span<Float>) -> Bool {
      for index in 0..<tones.count {
        let ratio = Double(tones[index]) / frequency
        if abs(ratio - 1) < 0.02 || abs(ratio - 2) < 0.04 { return false }
      }
      return true
    }

    /// Tells the common divisor of several tones from one of them.
    ///
    /// - Parameter frequency: The pitch that a tracker of single tones finds, in hertz.
    /// - Returns: True if several tones sound, and none of them is at this frequency or an octave
    ///   above it.
    package func isCommonDivisor(_ frequency: Double) -> Bool {
      isPolyphonic && Self.isCommonDivisor(frequency, of: frequencies.span.extracting(first: count))
    }
  }
}
