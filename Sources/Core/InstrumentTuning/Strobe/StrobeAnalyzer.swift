public import PitchEstimation
import SignalProcessing

/// Compares the partials of the newest sound with those of a target, like a strobe tuner.
///
/// Each call uses only the newest samples and no state from earlier calls, so a view can call it
/// whenever it is drawn, for any target. The phase is that in the middle of the window. It is
/// compared with a reference that is counted from the first sample of the stream in whole numbers:
/// after a day it is still right to 10⁻⁶ turns.
///
/// The window has at least ``fewestPeriods`` periods of the target, lasts at least
/// ``shortestDuration``, and has an even number of periods of the tone, so that its transform is
/// zero at the other partials and halfway between them. The search for a partial extends up to
/// ``largestDeviation`` from its nominal frequency, but at most half of the target's frequency,
/// because beyond that the next partial is nearer. Up to the eighth partial, the semitone is the
/// narrower limit.
///
/// - Complexity: O(*N* log *N*) time for *N* samples in the window. No allocation after `init`.
/// - SeeAlso: Y. Pantazis, O. Rosec, Y. Stylianou, "On the properties of a time-varying
///   quasi-harmonic model of speech", Interspeech 2008: the deviation of a partial from the
///   frequency at which the spectrum is read.
public struct StrobeAnalyzer: Sendable {
  /// The sample rates that are supported, in hertz.
  public static let sampleRates = 8000.0...192_000.0
  /// The fewest periods of a target in the window.
  public static let fewestPeriods = 6
  /// The shortest window, in seconds.
  public static let shortestDuration = 0.1
  /// The largest deviation of a partial, in cents.
  public static let largestDeviation = 100.0
  /// Partials above this share of the sample rate are absent, because filters distort them.
  public static let highestShare = 0.45
  /// The deviation, as a share of the target, beyond which the window follows the tone: 1.7 cents.
  static let wholePeriods = 0.001

  /// Samples per second, in hertz.
  public let sampleRate: Double
  /// The lowest frequency of a target, in hertz.
  public let lowestTarget: Double
  /// The results of the last ``analyze(_:endIndex:target:)-(Span<Float>,_,_)``, in the order of the
  /// given partials.
  public private(set) var partials: [StrobePartial]
  private var measured: [MeasuredPartial]
  private var spectrum: ContinuousSpectrum
  private var frame: [Float]

  /// Plans a strobe.
  ///
  /// - Parameters:
  ///   - sampleRate: Samples per second, in ``sampleRates``.
  ///   - orders: The numbers of the partials, each 1 or more. The first eight by default; 1, 2, 4,
  ///     8 … gives the octave bands of a strobe disc.
  ///   - lowestTarget: The lowest frequency of a target, in hertz; A0 by default. It determines
  ///     ``sampleCount``.
  /// - Throws: ``StrobeError`` if a parameter is out of its range.
  public init(
    sampleRate: Double, partials orders: [Int] = Array(1...8), lowestTarget: Double = 27.5
  ) throws(StrobeError) {
    guard Self.sampleRates.contains(sampleRate) else { throw .sampleRateOutOfRange(sampleRate) }
    guard !orders.isEmpty, orders.allSatisfy({ $0 >= 1 }) else { throw .invalidPartials(orders) }
    // The capacity of the longest transform.
    let most = Double(RealFourierTransform.supportedLengths.upperBound) / 1.5 - 4
    let limit = Double(Self.fewestPeriods) * sampleRate / most
    guard lowestTarget >= limit, lowestTarget < sampleRate / 2 else {
      throw .targetOutOfRange(lowestTarget, limit: limit)
    }
    // The number of periods is rounded up to an even one.
    let longest =
      1.06  // for a string a semitone flat
      * max(Double(Self.fewestPeriods) / lowestTarget, Self.shortestDuration + 2 / lowestTarget)
    let count = 2 * Int(min(most, longest * sampleRate) / 2) + 3
    guard let spectrum = try? ContinuousSpectrum(maximumCount: count) else {
      throw .targetOutOfRange(lowestTarget, limit: limit)
    }
    frame = Array(repeating: 0, count: count)
    partials = orders.map { StrobePartial(order: $0) }
    var measured: [MeasuredPartial] = []
    measured.reserveCapacity(orders.count)
    self.measured = measured
    self.spectrum = spectrum
    self.sampleRate = sampleRate
    self.lowestTarget = lowestTarget
  }

  /// The largest number of samples that an analysis reads.
  public var sampleCount: Int { frame.count }

  /// The string that fits the partials found last; `nil` if fewer than three stood out.
  ///
  /// - Complexity: O(*n*) time for *n* partials, no allocation.
  public var string: InharmonicityFit? { InharmonicityFit(measured.span) }

  /// Measures the partials of the newest samples, and stores them in ``partials``.
  ///
  /// - Parameters:
  ///   - samples: Samples of nominal range -1...1, of which at most the newest ``sampleCount`` are
  ///     used. Missing samples, and samples that are not finite, count as silence.
  ///   - endIndex: The position in the stream of the sample that follows them.
  ///   - target: The frequency of the target's first partial, in hertz. All partials are absent if
  ///     it is below ``lowestTarget`` or not a number.
  public mutating func analyze(_ samples: Span<Float>, endIndex: Int64, target: Double) {
    measured.removeAll(keepingCapacity: true)
    guard target >= lowestTarget, target <= Self.highestShare * sampleRate else {
      for index in partials.indices {
        partials[index] = StrobePartial(order: partials[index].order)
      }
      return
    }
    measure(samples, endIndex, target: target, tuned: target)
    // A window of whole periods of the tone keeps its partials apart.
    guard let ratio = strongestRatio, abs(ratio - 1) > Self.wholePeriods else { return }
    measure(samples, endIndex, target: target, tuned: target * ratio)
  }

  /// Measures the partials of the newest samples, in an array, and stores them in ``partials``.
  ///
  /// - Parameters:
  ///   - samples: Samples, like for ``analyze(_:endIndex:target:)-(Span<Float>,_,_)``.
  ///   - endIndex: The position in the stream of the next sample.
  ///   - target: The frequency of the target's first partial, in hertz.
  public mutating func analyze(_ samples: [Float], endIndex: Int64, target: Double) {
    analyze(samples.span, endIndex: endIndex, target: target)
  }

  /// Measures with a window of whole periods of `tuned`, the frequency of the tone if known.
  private mutating func measure(
    _ samples: Span<Float>, _ endIndex: Int64, target: Double, tuned: Double
  ) {
    let search = PartialSearch(target: target, tuned: tuned, sampleRate: sampleRate)
    let half = min(Int(search.window.halfLength), frame.count / 2)
    copyNewest(samples, count: 2 * half + 1)
    spectrum.process(frame, count: 2 * half + 1, window: search.window)
    // Whole numbers in units of 2⁻⁶⁴ turns wrap around by themselves.
    let center = UInt64(bitPattern: endIndex - 1 - Int64(half))
    let turns = UInt64(target / sampleRate * 0x1p64) &* center
    measured.removeAll(keepingCapacity: true)
    for index in partials.indices {
      let order = partials[index].order
      var partial = search.partial(order, in: spectrum)
      let reference = Double((turns &* UInt64(order)) >> 11) * 0x1p-53
      partial.phase = Self.fraction(partial.phase - reference)
      partials[index] = partial
      if let measured = partial.measured { self.measured.append(measured) }
    }
  }

  /// The frequency ratio of the strongest detected partial to its nominal frequency.
  private var strongestRatio: Double? {
    var (ratio, level): (Double?, Double) = (nil, -.infinity)
    for partial in partials where partial.level > level {
      guard let deviation = partial.deviation else { continue }
      (ratio, level) = (Elementary.ratio(ofCents: deviation), partial.level)
    }
    return ratio
  }

  private mutating func copyNewest(_ samples: Span<Float>, count: Int) {
    let first = samples.count - count
    for index in 0..<count {
      let sample = first + index >= 0 ? samples[first + index] : 0
      // False for NaN as well.
      frame[index] = sample.magnitude <= Framer.largestMagnitude ? sample : 0
    }
  }

  private static func fraction(_ turns: Double) -> Double {
    let fraction = turns - turns.rounded(.down)
    return fraction < 1 ? fraction : 0
  }
}

/// One disc of a strobe: a partial of the sound compared with that of the target.
public struct StrobePartial: Sendable, Hashable {
  /// The number k of the partial; 1 is the lowest.
  public let order: Int
  /// The phase of the partial relative to k times the target, in turns, 0..<1.
  ///
  /// It stands still for a partial exactly at that frequency, and turns forwards d times per second
  /// for a partial d Hz above.
  public internal(set) var phase = 0.0
  /// The level of the partial's peak, in dBFS; -infinity if there is none.
  public internal(set) var level = -Double.infinity
  /// The deviation of the partial from k times the target, in cents, within ±100.
  ///
  /// It is `nil` unless the partial is 13 dB above its surroundings and has the shape of a steady
  /// sine's peak. Neighbours that are more than 25 dB stronger may distort this shape.
  public internal(set) var deviation: Double?
  /// Its frequency with its uncertainty; `nil` if ``deviation`` is.
  public internal(set) var measured: MeasuredPartial?

  init(order: Int) { self.order = order }
}

/// An error for an impossible strobe.
public enum StrobeError: Error, Equatable, Sendable {
  /// The sample rate, in hertz, must be in ``StrobeAnalyzer/sampleRates``.
  case sampleRateOutOfRange(Double)
  /// The lowest target, in hertz, must be at least `limit`, so that a window has enough periods,
  /// and below half the sample rate.
  case targetOutOfRange(Double, limit: Double)
  /// There must be at least one partial, and none below the first.
  case invalidPartials([Int])
}

#if !hasFeature(Embedded)
  extension StrobeError: CustomStringConvertible {
    /// One sentence with the offending value and its limit.
    public var description: String {
      switch self {
      case .sampleRateOutOfRange(let rate):
        outOfRange("The sample rate", rate, StrobeAnalyzer.sampleRates, "Hz")
      case .targetOutOfRange(let target, let limit):
        """
        The lowest target of a strobe must be at least \(limit.plainText) Hz and below half the sample \
        rate, but is \(target.plainText) Hz.
        """
      case .invalidPartials(let orders):
        "A strobe needs at least one partial, each 1 or more, but the list is \(orders)."
      }
    }
  }
#endif
