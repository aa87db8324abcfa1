internal import SignalProcessing

/// A stretch of beats over which the tempo follows one law.
struct TempoSegment: Sendable {
  enum Law: Sendable {
    /// The same all the time; counted from a whole beat.
    case steady(Tempo, BeatPeriod, anchorBeat: Int)
    /// Beats per minute at the start, and how many more with each beat.
    case linearInBeats(Double, slope: Double)
    /// Beats per minute at the start, and how many more with each second.
    case linearInTime(Double, slope: Double)
  }

  let law: Law
  /// Where in the section the segment begins: the place of `anchor`, unless it is steady.
  let startBeat: Double
  /// The end; infinite for the last segment.
  var endBeat: Double
  /// When the beat is from which the law counts.
  let anchor: Moment
  let sampleRate: Double

  /// When a position is, which may lie a little outside of the segment.
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

  /// Beats of the meter a minute at a position.
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
  /// ln(1 + x), also where x is so small that 1 + x loses it.
  private static func logarithmOfOnePlus(_ x: Double) -> Double {
    guard x.magnitude < 1e-3 else { return Elementary.log(max(1e-9, 1 + x)) }
    return x * (1 - x * (0.5 - x * (1.0 / 3 - x * (0.25 - x * (0.2 - x / 6)))))
  }

  /// e^x - 1, also where x is small.
  private static func exponentialMinusOne(_ x: Double) -> Double {
    guard x.magnitude < 1e-3 else { return Elementary.exp(x) - 1 }
    return x * (1 + x / 2 * (1 + x / 3 * (1 + x / 4 * (1 + x / 5))))
  }
}
