import LiveAudio
import PitchEstimation
import SignalProcessing
import Synchronization

/// Tells several tones at once from a single one, which a tuner for single notes cannot.
///
/// The peaks of the spectrum are explained by one series of partials, as well as they can be. A tone
/// has its fundamental, or nearly all of its low partials, or six in a row; the common divisor of a
/// chord has none of these. Several tones sound if 15 % of the amplitudes remain unexplained, and one
/// and the same peak for a second: a voice glides, and the echo of a note fades. Both numbers are the
/// best for seven sets of single notes and a set of strums, and for those without any one of the seven
/// but the piano.
struct SeveralTones: Sendable {
  /// A peak of the spectrum.
  struct Peak: Sendable, Hashable {
    /// In hertz.
    var frequency: Double
    var amplitude: Double
  }

  /// The time between two spectra, in seconds.
  private static let hop = 0.1
  /// The length of a spectrum, in seconds: tones 12 Hz apart are told apart.
  private static let duration = 0.34
  /// The number of spectra in a row in which a peak must remain.
  private static let leastCount = 8
  /// The share of the amplitudes that must remain.
  private static let leastShare = 0.15
  /// The range of the peaks, in hertz.
  private static let range = 25.0...5000.0

  private let sampleRate: Double
  private let window: Window
  private var transform: RealFourierTransform
  private var buffer: [Float]
  private var newest: SampleHistory
  private var samplesToNext: Int
  /// The peaks that remained in the last spectrum, and in how many spectra so far.
  private var remaining: [(frequency: Double, count: Int)] = []

  /// True while several tones sound.
  private(set) var isHeard = false
  /// The peaks of the last spectrum.
  private(set) var peaks: [Peak] = []

  init(sampleRate: Double) throws {
    self.sampleRate = sampleRate
    let longest = RealFourierTransform.supportedLengths.upperBound
    let count = min(longest, Int(Self.duration * sampleRate))
    window = Window(.hann, count: count)
    // Zeros behind the samples make the peaks smooth.
    var length = 32
    while length < min(longest, 2 * count) { length *= 2 }
    transform = try RealFourierTransform(length: length)
    buffer = Array(repeating: 0, count: length)
    newest = SampleHistory(capacity: count)
    samplesToNext = count
  }

  mutating func append(_ block: Span<Float>) {
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

  private mutating func judge() {
    let count = window.weights.count
    let frame = newest.newest(count)
    var energy: Float = 0
    for index in 0..<count {
      let sample = frame[index].isFinite ? frame[index] : 0
      energy += sample * sample
      buffer[index] = sample * window.weights[index]
    }
    for index in count..<buffer.count { buffer[index] = 0 }
    peaks = []
    // Quieter than −55 dBFS, noise decides.
    if Double(energy) > 3e-6 * Double(count) {
      transform.forward(&buffer)
      peaks = spectralPeaks()
    }
    follow(peaks.count > 1 ? Self.unexplained(in: peaks) : [])
  }

  /// Counts for how long each peak has remained.
  private mutating func follow(_ frequencies: [Double]) {
    remaining = frequencies.map { frequency in
      let earlier = remaining.filter { abs($0.frequency / frequency - 1) < 0.0115 }  // 20 cents
      return (frequency, 1 + (earlier.map(\.count).max() ?? 0))
    }
    isHeard = remaining.contains { $0.count >= Self.leastCount }
  }
}

// MARK: - Peaks

extension SeveralTones {
  /// The peaks within 42 dB of the highest that stand 14 dB out of what is beside them.
  private func spectralPeaks() -> [Peak] {
    let half = buffer.count / 2
    let hertz = sampleRate / Double(buffer.count)
    let first = max(2, Int(Self.range.lowerBound / hertz))
    let last = min(half - 3, Int(Self.range.upperBound / hertz))
    guard last > first + 16 else { return [] }
    var levels = [Double](repeating: -300, count: half)
    for bin in first - 2...last + 2 {
      let (real, imaginary) = (Double(buffer[bin]), Double(buffer[half + bin]))
      levels[bin] = 10 * Elementary.log10(real * real + imaginary * imaginary + 1e-24)
    }
    let highest = levels[first...last].max() ?? -300
    let reach = max(8, Int(120 / hertz))
    // The main lobe of the window, to one side.
    let lobe = max(2, 2 * buffer.count / window.weights.count)
    return (first...last).compactMap { bin in
      let level = levels[bin]
      guard level > highest - 42,
        levels[max(first, bin - lobe)...min(last, bin + lobe)].allSatisfy({ $0 <= level })
      else { return nil }
      let beside = levels[max(first, bin - reach)...min(last, bin + reach)].sorted()
      guard level - beside[beside.count / 2] > 14 else { return nil }
      let (left, right) = (levels[bin - 1], levels[bin + 1])
      let curvature = left - 2 * level + right
      let offset = curvature < 0 ? 0.5 * (left - right) / curvature : 0
      return Peak(
        frequency: (Double(bin) + offset) * hertz, amplitude: Elementary.power(10, level / 20))
    }
  }

  /// The strong peaks that remain when one tone has explained as many as possible; none if less
  /// than ``leastShare`` of the amplitudes remains.
  static func unexplained(in peaks: [Peak]) -> [Double] {
    let highest = peaks.map(\.amplitude).max() ?? 0
    // Within 30 dB of the highest; what the mains hum is no tone.
    let strong = peaks.filter { $0.amplitude > 0.0316 * highest && !isHum($0.frequency) }
    let sum = strong.reduce(0) { $0 + $1.amplitude }
    var least = sum
    var best: [Peak] = strong
    for peak in peaks.sorted(by: { $0.amplitude > $1.amplitude }).prefix(6) {
      for order in 1...12 where peak.frequency / Double(order) >= 24 {
        for stiffness in [0, 1e-4, 3e-4, 1e-3, 3e-3] {
          let tone = Series(peak.frequency, order: order, stiffness: stiffness)
          let rest = strong.filter { tone.order(of: $0.frequency) == nil }
          let amplitude = rest.reduce(0) { $0 + $1.amplitude }
          guard amplitude < least, tone.isTone(in: peaks) else { continue }
          (least, best) = (amplitude, rest)
        }
      }
    }
    guard least > leastShare * sum else { return [] }
    return best.filter { $0.amplitude > 0.1 * highest }.map(\.frequency)
  }

  private static func isHum(_ frequency: Double) -> Bool {
    frequency < 620
      && [50.0, 60].contains { abs(frequency / $0 - (frequency / $0).rounded()) * $0 < 1 }
  }

  /// The partials of a string: partial n at n · f · √(1 + Bn²).
  private struct Series {
    let fundamental: Double
    let stiffness: Double

    init(_ frequency: Double, order: Int, stiffness: Double) {
      let order = Double(order)
      fundamental = frequency / order / (1 + stiffness * order * order).squareRoot()
      self.stiffness = stiffness
    }

    /// The number of the partial at a frequency; `nil` if none is near.
    func order(of frequency: Double) -> Int? {
      let ratio = frequency / fundamental
      // n²(1 + Bn²) = ratio², solved for n².
      let square =
        stiffness > 0
        ? ((1 + 4 * stiffness * ratio * ratio).squareRoot() - 1) / (2 * stiffness) : ratio * ratio
      let order = min(80, max(1, square.squareRoot().rounded()))
      let place = order * fundamental * (1 + stiffness * order * order).squareRoot()
      // 30 cents and 2 more for each partial, up to a quarter of the distance of two partials.
      let tolerance = min((30 + 2 * order) * 5.78e-4, 0.25 / order)
      return abs(frequency / place - 1) < tolerance ? Int(order) : nil
    }

    /// True for the series of a tone, not of the common divisor of several.
    func isTone(in peaks: [Peak]) -> Bool {
      var isPresent = [Bool](repeating: false, count: 81)
      for peak in peaks {
        if let order = order(of: peak.frequency) { isPresent[order] = true }
      }
      if isPresent[1] { return true }
      let top = min(8, isPresent.lastIndex(of: true) ?? 0)
      guard top > 0 else { return false }
      if Double(isPresent[1...top].count { $0 }) >= 0.8 * Double(top) { return true }
      var run = 0
      return isPresent.contains { value in
        run = value ? run + 1 : 0
        return run >= 6
      }
    }
  }
}

// MARK: - Beside a tracker

/// What a ``TonesTracker`` has heard, for the task that shows readings.
final class TonesWatch: Sendable {
  private let tones = Mutex<(isHeard: Bool, peaks: [SeveralTones.Peak])>((false, []))

  /// True while several tones sound.
  var isHeard: Bool { tones.withLock { $0.isHeard } }

  /// True if several tones sound, and none of them is at this frequency or an octave above it: it is
  /// only their common divisor.
  func isDivisor(_ frequency: Double) -> Bool {
    tones.withLock { tones in
      guard tones.isHeard else { return false }
      let highest = tones.peaks.map(\.amplitude).max() ?? 0
      return !tones.peaks.contains { peak in
        let ratio = peak.frequency / frequency
        return peak.amplitude > 0.03 * highest && (abs(ratio - 1) < 0.02 || abs(ratio - 2) < 0.04)
      }
    }
  }

  func set(_ tones: borrowing SeveralTones) {
    let (isHeard, peaks) = (tones.isHeard, tones.peaks)
    self.tones.withLock { $0 = (isHeard, peaks) }
  }
}

/// A tracker that also listens for several tones at once. Its readings are those of its base.
struct TonesTracker<Base: PitchTracking>: PitchTracking {
  private var base: Base
  private var tones: SeveralTones
  private let watch: TonesWatch

  init(_ base: Base, watch: TonesWatch) throws {
    self.base = base
    tones = try SeveralTones(sampleRate: base.sampleRate)
    self.watch = watch
  }

  var sampleRate: Double { base.sampleRate }
  var rejectedSampleCount: Int { base.rejectedSampleCount }

  mutating func append(_ block: Span<Float>) {
    tones.append(block)
    watch.set(tones)
    base.append(block)
  }

  mutating func next() -> PitchReading? { base.next() }

  mutating func finish() { base.finish() }

  @discardableResult
  mutating func setGate(_ gate: LevelGate.Threshold) -> Bool { base.setGate(gate) }
}
