public import PitchEstimation
import SignalProcessing

/// A melody prepared for comparison: times, pitches on a scale of cents, voicing; and its
/// resampling.
///
/// Follows `to_cent_voicing` and `resample_melody_series` of mir_eval 0.8 step by step, so that the
/// measures agree with it. The one departure: mir_eval takes exactly 10 Hz, the zero of its scale
/// of cents, for no pitch.
struct MelodySeries {
  /// Seconds; they rise and start at 0.
  private(set) var times: [Double] = []
  /// Cents above 10 Hz; `nil` where there is no guess.
  private(set) var pitches: [Double?] = []
  private(set) var isVoiced: [Bool] = []

  var count: Int { times.count }

  /// - Throws: ``EvaluationError`` if there is no frame, or one with an impossible value.
  init(_ frames: [MelodyFrame]) throws(EvaluationError) {
    guard let first = frames.first else { throw .noFrames }
    reserve(frames.count + 2)
    if first.time > 0 {
      append(time: 0, pitch: Self.cents(first.frequency), isVoiced: first.isVoiced)
    }
    var last = -1.0
    for (index, frame) in frames.enumerated() {
      guard frame.time.isFinite, frame.time >= 0, frame.time > last else {
        throw .timeOutOfOrder(frame.time, index: index)
      }
      if let frequency = frame.frequency, !(frequency > 0 && frequency.isFinite) {
        throw .invalidFrequency(frequency, index: index)
      }
      last = frame.time
      append(time: frame.time, pitch: Self.cents(frame.frequency), isVoiced: frame.isVoiced)
    }
  }

  private init(times: [Double]) {
    self.times = times
    pitches.reserveCapacity(times.count)
    isVoiced.reserveCapacity(times.count)
  }

  /// Returns the melody at other times: pitch linear in cents, voicing held until the next frame.
  ///
  /// A frame without a pitch ends a line of pitches: up to it the last one is held, after it there
  /// is none. After the last frame its pitch and voicing are held, but not at the last new time.
  ///
  /// - Parameter newTimes: Seconds; they rise and start at 0.
  /// - Returns: A melody with those times, or with its own if they are nearly equal.
  func resampled(to newTimes: [Double]) -> MelodySeries {
    guard !hasTimes(closeTo: newTimes) else { return self }
    var source = rounded
    let end = Self.rounded(newTimes[newTimes.count - 1])
    if end > source.times[count - 1] { source.append(time: end, pitch: nil, isVoiced: false) }
    var result = MelodySeries(times: newTimes)
    var index = 0
    for time in newTimes {
      let time = Self.rounded(time)
      while index + 1 < source.count, source.times[index + 1] <= time { index += 1 }
      result.pitches.append(source.pitch(at: time, after: index))
      result.isVoiced.append(source.isVoiced[index])
    }
    return result
  }

  /// The pitch between the frame at `index` and the next one.
  private func pitch(at time: Double, after index: Int) -> Double? {
    guard let lower = pitches[index] else { return nil }
    guard index + 1 < count, let upper = pitches[index + 1] else { return lower }
    let share = (time - times[index]) / (times[index + 1] - times[index])
    return lower + share * (upper - lower)
  }
}

// MARK: - Steps

extension MelodySeries {
  private mutating func reserve(_ count: Int) {
    times.reserveCapacity(count)
    pitches.reserveCapacity(count)
    isVoiced.reserveCapacity(count)
  }

  private mutating func append(time: Double, pitch: Double?, isVoiced: Bool) {
    times.append(time)
    pitches.append(pitch)
    self.isVoiced.append(isVoiced)
  }

  private static func cents(_ frequency: Double?) -> Double? {
    frequency.map { Elementary.cents(ofRatio: $0 / 10) }
  }

  /// Returns `true` if both have the same times, by the default tolerances of NumPy's `allclose`.
  private func hasTimes(closeTo other: [Double]) -> Bool {
    guard count == other.count else { return false }
    return times.indices.allSatisfy { index in
      (times[index] - other[index]).magnitude <= 1e-8 + 1e-5 * other[index].magnitude
    }
  }

  private var rounded: MelodySeries {
    var copy = self
    copy.times = times.map(Self.rounded)
    return copy
  }

  /// A time rounded to ten decimals: 0.30000000000000004 s is 0.3 s.
  private static func rounded(_ time: Double) -> Double {
    (time * 1e10).rounded(.toNearestOrEven) / 1e10
  }
}

/// One frame of a melody: the pitch of a reference or an estimate at one moment.
public struct MelodyFrame: Sendable, Hashable {
  /// Seconds since the start of the recording, at least 0.
  public var time: Double
  /// The fundamental frequency, in hertz, greater than 0; `nil` if there is not even a guess.
  public var frequency: Double?
  /// True if a pitch exists. An unvoiced frame may have a guess, so that pitch and voicing can be
  /// scored separately.
  public var isVoiced: Bool

  /// Creates a frame.
  ///
  /// - Parameters:
  ///   - time: Seconds since the start of the recording.
  ///   - frequency: Hertz; `nil` makes the frame unvoiced.
  ///   - isVoiced: Whether a pitch exists.
  public init(time: Double, frequency: Double?, isVoiced: Bool = true) {
    self.time = time
    self.frequency = frequency
    self.isVoiced = isVoiced && frequency != nil
  }

  /// Creates a frame from mir_eval's signed frequencies.
  ///
  /// - Parameters:
  ///   - time: Seconds since the start of the recording.
  ///   - signedFrequency: Hertz; negative for a guess in an unvoiced frame; 0, NaN or `nil` for no
  ///     pitch.
  public init(time: Double, signedFrequency: Double?) {
    let signed = signedFrequency ?? 0
    let frequency = signed == 0 || signed.isNaN ? nil : signed.magnitude
    self.init(time: time, frequency: frequency, isVoiced: signed > 0)
  }

  /// Creates the frame that a reading of a tracker claims; its best candidate is the guess.
  ///
  /// - Parameter reading: A reading of a ``PitchEstimation/PitchTracking``.
  public init(_ reading: PitchReading) {
    self.init(
      time: reading.time, frequency: reading.candidate?.frequency, isVoiced: reading.isVoiced)
  }
}
