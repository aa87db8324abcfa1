import SignalProcessing

/// A stretch of beats over which the tempo follows one law.
struct TempoSegment: Sendable {
  enum Law: Sendable {
    /// A constant tempo, counted from a whole beat.
    case steady(Tempo, BeatPeriod, anchorBeat: Int)
    /// Beats per minute at the start, and their increase per beat.
    case linearInBeats(Double, slope: Double)
    /// Beats per minute at the start, and their increase per second.
    case linearInTime(Double, slope: Double)
  }

  let law: Law
  /// The position of the segment's start in the section; also that of `anchor`, unless steady.
  let startBeat: Double
  /// The end; infinite for the last segment.
  var endBeat: Double
  /// The moment of the beat from which the law counts.
  let anchor: Moment
  let sampleRate: Double

  /// Returns the moment of a position, which may be slightly outside the segment.
  func moment(of position: BeatPosition) -> Moment {
    guard case .steady(_, let period, let anchorBeat) = law else {
      return anchor + samples(to: position.value - startBeat)
    }
    var position = position
    position.beat -= anchorBeat
    return anchor + period.time(of: position)
  }

  /// Returns the time of a position that is not an exact fraction.
  func moment(ofBeat beat: Double) -> Moment {
    guard case .steady(_, let period, let anchorBeat) = law else {
      return anchor + samples(to: beat - startBeat)
    }
    let whole = beat.rounded(.down)
    let exact = anchor + period.time(of: BeatPosition(Int(whole) - anchorBeat))
    return exact + (beat - whole) * period.samples
  }

  /// The position at a moment.
  func beat(at moment: Moment) -> Double {
    let samples = moment.samples(since: anchor)
    switch law {
    case .steady(_, let period, let anchorBeat):
      return Double(anchorBeat) + samples / period.samples
    case .linearInBeats(let first, let slope):
      let exponent = slope * samples / (60 * sampleRate)
      return startBeat + first / slope * Self.exponentialMinusOne(exponent)
    case .linearInTime(let first, let slope):
      let time = samples / sampleRate
      return startBeat + time * (first + slope * time / 2) / 60
    }
  }

  /// Beats of the meter per minute at a position.
  func beatsPerMinute(atBeat beat: Double) -> Double {
    switch law {
    case .steady(_, let period, _): return 60 * sampleRate / period.samples
    case .linearInBeats(let first, let slope): return first + slope * (beat - startBeat)
    case .linearInTime(let first, let slope):
      return max(0, first * first + 120 * slope * (beat - startBeat)).squareRoot()
    }
  }

  /// The integral of 60 s / tempo over the beats since the start, in samples.
  private func samples(to beats: Double) -> Double {
    switch law {
    case .steady(_, let period, _): return beats * period.samples
    case .linearInBeats(let first, let slope):
      return 60 * sampleRate / slope * Self.logarithmOfOnePlus(slope * beats / first)
    case .linearInTime(let first, let slope):
      let last = max(0, first * first + 120 * slope * beats).squareRoot()
      return sampleRate * 120 * beats / (first + last)
    }
  }
}

extension TempoSegment {
  /// ln(1 + x), precise even where x is so small that 1 + x loses it.
  private static func logarithmOfOnePlus(_ x: Double) -> Double {
    guard x.magnitude < 1e-3 else { return Elementary.log(max(1e-9, 1 + x)) }
    return x * (1 - x * (0.5 - x * (1.0 / 3 - x * (0.25 - x * (0.2 - x / 6)))))
  }

  /// e^x - 1, precise even where x is small.
  private static func exponentialMinusOne(_ x: Double) -> Double {
    guard x.magnitude < 1e-3 else { return Elementary.exp(x) - 1 }
    return x * (1 + x / 2 * (1 + x / 3 * (1 + x / 4 * (1 + x / 5))))
  }
}

/// The length of a beat at a steady tempo, in samples, as an exact fraction.
struct BeatPeriod: Sendable, Hashable {
  // whole + part / divisor samples
  private let whole: Int64
  private let part: Int64
  private let divisor: Int64

  /// - Parameters:
  ///   - tempo: Notes per minute.
  ///   - denominator: The note value of a beat: 4 for quarters.
  ///   - sampleRate: Whole hertz.
  init(_ tempo: Tempo, denominator: Int, sampleRate: Int64) {
    // 60 s · rate / (BPM · note · denominator), with the tempo in millionths: below 2⁵²
    let samples = 60_000_000 * sampleRate * Int64(tempo.note.denominator)
    let beats = Int64(tempo.millionths) * Int64(tempo.note.numerator) * Int64(denominator)
    let common = Self.greatestCommonDivisor(samples, beats)
    divisor = beats / common
    (whole, part) = (samples / common).quotientAndRemainder(dividingBy: divisor)
  }

  /// The samples of a beat, rounded.
  var samples: Double { Double(whole) + Double(part) / Double(divisor) }

  /// The time of a position: exact except for the last rounding of its fraction.
  ///
  /// - Parameter position: Within ±``reach`` beats; the fraction's denominator at most 20000.
  /// - Returns: The samples from beat 0.
  func time(of position: BeatPosition) -> Moment {
    let beat = Int64(position.beat)
    let (numerator, denominator) = (Int64(position.numerator), Int64(position.denominator))
    // beat · (whole + part/divisor) + numerator/denominator · (whole + part/divisor)
    let (carry, beatPart) = Self.divide(beat * part, by: divisor)
    let (inside, rest) = (numerator * whole).quotientAndRemainder(dividingBy: denominator)
    let upper = rest * divisor + beatPart * denominator + numerator * part
    let lower = denominator * divisor
    let (last, remainder) = upper.quotientAndRemainder(dividingBy: lower)
    return Moment(
      frame: beat * whole + carry + inside + last, fraction: Double(remainder) / Double(lower))
  }

  /// The largest position, in beats, at which no product overflows 64 bits at any tempo, because
  /// the divisor is below 2.5e12.
  static var reach: Int { 1 << 20 }

  /// Division with a remainder that is never negative.
  private static func divide(_ number: Int64, by divisor: Int64) -> (Int64, Int64) {
    let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }

  private static func greatestCommonDivisor(_ first: Int64, _ second: Int64) -> Int64 {
    var (first, second) = (first, second)
    while second != 0 { (first, second) = (second, first % second) }
    return first
  }
}

/// A point in time: whole samples since the start, and a part of one.
///
/// Whole samples are counted exactly, so that the part keeps its precision however long it plays.
struct Moment: Sendable, Hashable {
  var frame: Int64
  /// In 0..<1.
  var fraction: Double

  static let zero = Moment(frame: 0, fraction: 0)

  init(frame: Int64, fraction: Double) {
    let whole = fraction.rounded(.down)
    self.frame = frame + Int64(whole)
    self.fraction = fraction - whole
  }

  static func + (moment: Moment, offset: Moment) -> Moment {
    Moment(frame: moment.frame + offset.frame, fraction: moment.fraction + offset.fraction)
  }

  static func + (moment: Moment, samples: Double) -> Moment {
    Moment(frame: moment.frame, fraction: moment.fraction + samples)
  }

  /// The nearest sample: at most half a sample away.
  var nearestFrame: Int64 { fraction < 0.5 ? frame : frame + 1 }

  /// The samples from another moment to this one.
  func samples(since other: Moment) -> Double {
    Double(frame - other.frame) + (fraction - other.fraction)
  }
}

/// A position among the beats of a section, as a whole number and a fraction.
struct BeatPosition: Sendable, Hashable {
  var beat: Int
  /// `numerator` / `denominator` in 0..<1.
  var numerator: Int
  var denominator: Int

  init(_ beat: Int, _ numerator: Int = 0, _ denominator: Int = 1) {
    self.beat = beat
    self.numerator = numerator
    self.denominator = denominator
  }

  var value: Double { Double(beat) + Double(numerator) / Double(denominator) }

  static func < (left: BeatPosition, right: BeatPosition) -> Bool {
    if left.beat != right.beat { return left.beat < right.beat }
    return Int64(left.numerator) * Int64(right.denominator)
      < Int64(right.numerator) * Int64(left.denominator)
  }
}
