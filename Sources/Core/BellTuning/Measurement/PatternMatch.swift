internal import SignalProcessing

/// How well the peaks of a sound fit the partials of an object.
struct PatternMatch: Sendable {
  let object: ResonatorKind
  /// The strike note, in hertz.
  private(set) var strike: Double
  /// The frequency of each of the object's modes, in hertz; `nil` where there is no peak.
  private(set) var frequencies: [Double?] = []
  /// The level of each, in decibels below the strongest peak.
  private(set) var levels: [Double] = []
  /// The share of the modes that are there, by their weights and levels, 0...1.
  private(set) var coverage = 0.0
  /// The share of the peaks that the modes explain, by their levels, 0...1.
  private(set) var explained = 0.0

  /// 0...1: 1 if all modes are there, and nothing else.
  var score: Double { coverage * explained }

  /// True if the partials are there without which the object is not heard as such: of a bell two of
  /// hum, tierce and nominal, and one of them or the prime among the strongest; of all others two of
  /// the first three.
  var isPlausible: Bool {
    switch object {
    case .bell:
      [0, 2, 4].count { frequencies[$0] != nil } >= 2
        && [0, 1, 2, 4].contains { levels[$0] > Self.faintest }
    case .tube: [3, 4, 5].count { frequencies[$0] != nil } >= 2
    case .reed, .pipe:
      frequencies.prefix(3).count { $0 != nil } >= 2
        && max(levels[1], levels[2]) > levels[3] - Self.mostBelowFourth
    case .tongue:
      frequencies.prefix(3).count { $0 != nil } >= 2 && levels[0] > Self.faintestTuned
    default: frequencies.prefix(3).count { $0 != nil } >= 2 && levels[0] > Self.faintestFirst
    }
  }

  /// True if the peaks that this bell leaves are those of another bell.
  func hasAnother(in peaks: StrikePeaks) -> Bool {
    let own = Self.core.compactMap { frequencies[$0] }
    let rest = peaks.peaks.filter { peak in
      peak.level > Self.faintest && !own.contains { (peak.frequency / $0 - 1).magnitude < 0.01 }
    }
    guard let other = Self.best(.bell, in: StrikePeaks(rest)), other.isComplete,
      other.explained > 0.5, other.strike < Self.highestOther * strike
    else { return false }
    // Not the second lines of its own partials, and not an octave of it.
    return [0.5, 1, 2].allSatisfy { (other.strike / strike / $0 - 1).magnitude > 0.045 }
  }

  /// The partials above a bell's nominal may look like a bell that is much higher.
  private static let highestOther = 2.2

  /// Hum, prime, tierce and nominal of a bell.
  private static let core = [0, 1, 2, 4]

  /// True if hum and nominal of a bell are there, and prime or tierce.
  private var isComplete: Bool {
    frequencies[0] != nil && frequencies[4] != nil
      && (frequencies[1] != nil || frequencies[2] != nil)
  }

  /// The first partial of bars and drums is stronger than this, in decibels.
  private static let faintestFirst = -24.0

  /// That of tongues and pans, which is the one that is tuned, is stronger than this, in decibels:
  /// the other notes of a pan ring along below it.
  static let faintestTuned = -12.0

  /// The second or the third harmonic is hardly weaker than the fourth, in decibels: no place where a
  /// string is plucked silences both of them, while a bar that is tuned to 1 : 4 has neither.
  private static let mostBelowFourth = 20.0

  /// One of a bell's low partials is stronger than this, in decibels.
  private static let faintest = -30.0

  /// The number of modes with a peak.
  var count: Int { frequencies.count { $0 != nil } }

  /// Returns the best match of an object; `nil` if there is none.
  static func best(
    _ object: ResonatorKind, in peaks: StrikePeaks, strikes: ClosedRange<Double> = 20...12_000
  ) -> PatternMatch? {
    let modes = object.modes
    var best: PatternMatch?
    for peak in peaks.strongest(14) {
      for mode in modes where mode.weight >= 0.4 {
        let strike = peak.frequency / Elementary.ratio(ofCents: mode.cents)
        guard strikes.contains(strike) else { continue }
        var match = PatternMatch(object, modes, strike, peaks)
        // Once more from where the strike note is heard.
        for _ in 0..<2 {
          let moved = PatternMatch(object, modes, match.heardStrike(modes), peaks)
          if moved.count < match.count { break }
          match = moved
        }
        if match.isPlausible, match.score > best?.score ?? 0 { best = match }
      }
    }
    return best
  }

  init(
    _ object: ResonatorKind, _ modes: [VibrationMode], _ strike: Double, _ peaks: StrikePeaks
  ) {
    self.object = object
    self.strike = strike
    frequencies = Array(repeating: nil, count: modes.count)
    levels = Array(repeating: StrikePeaks.floor, count: modes.count)
    var fits = Array(repeating: 0.0, count: modes.count)
    var (all, matched) = (0.0, 0.0)
    let place = Elementary.cents(ofRatio: strike)
    let top = (modes.last?.reach.upperBound ?? 0) + 100
    let share = object.shareAbove
    for peak in peaks.peaks {
      let cents = peak.cents - place
      guard cents < top else {
        all += share * peak.weight
        continue
      }
      var isMatched = false
      for (index, mode) in modes.enumerated() where mode.reach.contains(cents) {
        isMatched = true
        let half =
          cents < mode.cents
          ? mode.cents - mode.reach.lowerBound : mode.reach.upperBound - mode.cents
        let closeness = 1 - 0.35 * (cents - mode.cents).magnitude / max(1, half)
        let fit = peak.presence * closeness
        guard fit > fits[index] else { continue }
        fits[index] = fit
        frequencies[index] = peak.frequency
        levels[index] = peak.level
      }
      all += peak.weight
      if isMatched { matched += peak.weight }
    }
    let sum = modes.reduce(0) { $0 + $1.weight }
    coverage = zip(modes, fits).reduce(0) { $0 + $1.0.weight * $1.1.squareRoot() } / sum
    explained = all > 0 ? matched / all : 0
  }

  /// The strike note by the partial that it follows from; if that is not there, by the others.
  private func heardStrike(_ modes: [VibrationMode]) -> Double {
    if let frequency = frequencies[object.anchor] {
      return frequency / Elementary.ratio(ofCents: modes[object.anchor].cents)
    }
    return strike
  }
}
