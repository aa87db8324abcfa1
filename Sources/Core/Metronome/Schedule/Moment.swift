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
