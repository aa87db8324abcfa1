internal import SignalProcessing

/// Judges which strings sound: those with partials that no other string explains.
///
/// A single string can pass for several: partials 3, 6 and 9 of an E2 are those of a B3. So strings
/// are accepted one after the other, first the one with most partials of its own, and then each
/// must hold against all the others. The evidence for a string is the logarithm of its odds: a
/// weighted sum over its own partials, its level and the strength of shared partials.
struct Presence: Sendable {
  /// The logarithm of the odds that each string sounds, within ±``limit``.
  private(set) var odds: [Double]
  static let limit = 8.0

  private var accepted: [Bool]  // whether other strings must be told apart from it
  private var isOpen: [Bool]
  private var stiffnessErrors: [Double]
  private var series: [StringSeries]
  private var bin = 1.0  // hertz
  private var highest = 1.0  // power of the strongest partial of an accepted string

  init(stringCount: Int) {
    odds = Array(repeating: -Self.limit, count: stringCount)
    accepted = Array(repeating: false, count: stringCount)
    isOpen = accepted
    stiffnessErrors = odds
    series = odds.map { _ in StringSeries(frequency: 1, inharmonicity: 0) }
  }

  /// The distance of partials of two strings that are told apart, in bins: just barely, and safely.
  private static let near = 0.6
  private static let far = 1.2
  /// Partials that are there must rise above the noise by this factor, in power.
  private static let clearness = 25.0

  /// Judges all strings.
  ///
  /// - Parameters:
  ///   - joint: The measured partials.
  ///   - series: The series of each string.
  ///   - stiffnessErrors: One standard error of each string's B.
  ///   - shares: The share of the spectrum that the search gave to each, the strongest 1; 0 for
  ///     none.
  ///   - duration: The length of the frame, in seconds.
  mutating func judge(
    _ joint: borrowing JointFit, _ series: [StringSeries], stiffnessErrors: [Double],
    shares: (Int) -> Double, duration: Double
  ) {
    bin = 1 / duration
    for index in series.indices {  // arrays that were shared would be copied on the next write
      (self.series[index], self.stiffnessErrors[index]) = (series[index], stiffnessErrors[index])
    }
    accept(joint, shares)
    highest = 1e-30
    for index in 0..<joint.count where accepted[joint.partials[index].string] {
      highest = max(highest, joint.partials[index].power)
    }
    for index in odds.indices {
      odds[index] =
        shares(index) > 0 ? odds(index, share: shares(index), joint) : -Self.limit
    }
  }

  /// The amount by which the odds of a string that sounded before may be lower.
  private static let patience = 1.0
  /// The lowest odds of a string that begins to sound late, and is not one of many.
  private static let late = 6.0

  /// Decides which strings with these odds sound; `isPresent` holds those that did before.
  ///
  /// Among three strings or more that surely sound a doubtful one most likely does too. Beside a
  /// single one it must be sure itself.
  ///
  /// Strings do not begin to sound by themselves, so that one that was not there before needs more
  /// if `isLate`.
  static func decide(_ odds: [Double], isLate: [Bool], into isPresent: inout [Bool]) {
    var sure = 0
    for index in odds.indices where odds[index] >= (isLate[index] ? late : 3) {
      sure += 1
    }
    let least = sure >= 3 ? -1.0 : sure == 2 ? 2 : 3
    for index in odds.indices {
      let isKept = sure >= 3 && isPresent[index]
      let isNew = sure < 3 && isLate[index]
      isPresent[index] = odds[index] >= (isKept ? least - Self.patience : isNew ? late : least)
    }
  }

  private mutating func accept(_ joint: borrowing JointFit, _ shares: (Int) -> Double) {
    for index in accepted.indices {
      accepted[index] = false
      isOpen[index] = shares(index) > 0
    }
    while let best = strongest(joint) {
      accepted[best] = true
      isOpen[best] = false
    }
    while let worst = weakest(joint) { accepted[worst] = false }
  }

  /// Returns the string that is not accepted yet and has most partials of its own.
  private func strongest(_ joint: borrowing JointFit) -> Int? {
    var (best, most) = (-1, Int.min)
    for index in isOpen.indices where isOpen[index] {
      let own = ownPartials(index, joint, apart: Self.near)
      if own.isEnough, own.weight > most { (best, most) = (index, own.weight) }
    }
    return best < 0 ? nil : best
  }

  /// Returns the accepted string with fewest partials of its own, if these are too few.
  private func weakest(_ joint: borrowing JointFit) -> Int? {
    var (worst, fewest) = (-1, Int.max)
    for index in accepted.indices where accepted[index] {
      let own = ownPartials(index, joint, apart: Self.near)
      if !own.isEnough, own.weight < fewest { (worst, fewest) = (index, own.weight) }
    }
    return worst < 0 ? nil : worst
  }

  /// The weights come from a logistic regression over strums, single plucks and strums with silent
  /// strings, of ten collections of recordings and of synthesized strings; those of nine differ
  /// little.
  private func odds(_ index: Int, share: Double, _ joint: borrowing JointFit) -> Double {
    let just = ownPartials(index, joint, apart: Self.near)
    if just.isOctave || just.isPhantom { return -Self.limit }
    let safe = ownPartials(index, joint, apart: Self.far)
    let level = just.clear > 0 ? 4.34 * Elementary.log(just.highest / highest) : -45
    let excess = excess(index, joint)
    let sum =
      4 + 2.5 * Elementary.log(max(0.01, share))
      + 0.4 * Double(min(4, just.clear)) + 0.55 * Double(min(4, safe.clear))
      + 0.037 * min(0, max(-45, level)) + 0.19 * excess
      - 0.32 * Double(min(6, safe.missing))
    return min(Self.limit, max(-Self.limit, sum))
  }

  /// The partials of a string where no accepted string has one.
  private struct OwnPartials {
    /// Partials that are there where they should be, and of those the odd ones.
    var clear = 0
    var oddClear = 0
    /// Partials that should be there and are not, up to number 8.
    var missing = 0
    var oddMissing = 0
    /// Partials that are there, but may be another string's.
    var sharedClear = 0
    /// The power of the strongest that is there.
    var highest = 0.0

    var weight: Int { 2 * clear - missing }
    /// Without any odd partial it is the octave above that sounds.
    var isOctave: Bool { oddClear == 0 && oddMissing >= 3 && clear >= 2 }
    /// The clearness of the clearest.
    var clearness = 0.0
    /// Noise fills a series by chance, but hardly where it should be, nor with 30 dB.
    var isPhantom: Bool { clear + sharedClear <= 1 && missing > 5 && clearness < 1000 }
    var isEnough: Bool { !isOctave && clear >= 2 && 2 * clear > missing }
  }

  private func ownPartials(
    _ index: Int, _ joint: borrowing JointFit, apart: Double
  ) -> OwnPartials {
    var own = OwnPartials()
    for position in 0..<joint.count {
      let partial = joint.partials[position]
      guard partial.string == index, partial.order <= PolyphonicTuner.fittedOrders else { continue }
      let expected = series[index].partial(partial.order)
      let (isOdd, isClear) = (!partial.order.isMultiple(of: 2), isClear(partial, expected))
      guard !isShared(expected, index, apart), !isMeasured(partial, joint, apart) else {
        own.sharedClear += isClear ? 1 : 0
        continue
      }
      if isClear {
        own.clear += 1
        own.clearness = max(own.clearness, partial.clearness)
        own.oddClear += isOdd ? 1 : 0
        own.highest = max(own.highest, partial.power)
      } else if partial.order <= 8 {
        own.missing += 1
        own.oddMissing += isOdd ? 1 : 0
      }
    }
    return own
  }

  /// Returns true if a partial is present, where it should be, and decays as those of strings do.
  private func isClear(_ partial: Partial, _ expected: Double) -> Bool {
    let distance = SeriesFit.centsPerUnit * (partial.frequency / expected - 1).magnitude
    return partial.clearness > Self.clearness && distance < 2.5 && partial.error < 0.18 * bin
      && partial.decay > -1 && partial.decay < 15
  }

  /// Returns true if the series of an accepted string other than `index` has a partial near a
  /// frequency.
  private func isShared(_ frequency: Double, _ index: Int, _ apart: Double) -> Bool {
    for other in accepted.indices where accepted[other] && other != index {
      let string = series[other]
      var order = max(1, Int(frequency / string.frequency))
      // Stiffness makes the number of a high partial less than the ratio of the frequencies.
      while order > 1, string.partial(order) > frequency { order -= 1 }
      for number in order...(order + 1) {
        let square = Double(number * number)
        // Partials that were not measured are where a stiff string has them, about.
        let doubt =
          number <= PolyphonicTuner.fittedOrders
          ? 0 : 0.5 * square * (stiffnessErrors[other] + 0.1 * string.inharmonicity)
        let distance = (string.partial(number) - frequency).magnitude
        if distance < apart * bin + doubt * frequency { return true }
      }
    }
    return false
  }

  /// Returns true if an accepted string has a partial where this one was found.
  private func isMeasured(
    _ partial: Partial, _ joint: borrowing JointFit, _ apart: Double
  ) -> Bool {
    for position in 0..<joint.count {
      let other = joint.partials[position]
      if accepted[other.string], other.string != partial.string,
        (other.frequency - partial.frequency).magnitude < apart * bin
      {
        return true
      }
    }
    return false
  }

  /// Returns the decibels by which partials that the string shares with others are stronger than
  /// those others' next ones, −8...12; less if they are few.
  private func excess(_ index: Int, _ joint: borrowing JointFit) -> Double {
    var (sum, count) = (0.0, 0)
    for order in 1...6 {
      let frequency = series[index].partial(order)
      guard isShared(frequency, index, Self.far) else { continue }
      var (real, imaginary) = (0.0, 0.0)
      var (neighbours, neighbourCount) = (0.0, 0)
      for position in 0..<joint.count {
        let partial = joint.partials[position]
        let distance = (partial.frequency - frequency).magnitude
        if distance < 0.8 * bin {
          real += partial.real
          imaginary += partial.imaginary
        }
        guard distance < Self.far * bin, accepted[partial.string], partial.string != index
        else { continue }
        addNeighbours(of: partial, joint, &neighbours, &neighbourCount)
      }
      guard neighbourCount > 0 else { continue }
      let usual = neighbours / Double(neighbourCount) + 1e-9 * highest
      sum += 4.34 * Elementary.log((real * real + imaginary * imaginary) / usual + 1e-12)
      count += 1
    }
    guard count > 0 else { return 0 }
    return min(12, max(-8, sum / Double(count))) * min(1, Double(count) / 3)
  }

  /// Adds the power of the partials before and after one of the same string, if no other one has
  /// them.
  private func addNeighbours(
    of partial: Partial, _ joint: borrowing JointFit, _ sum: inout Double, _ count: inout Int
  ) {
    for position in 0..<joint.count {
      let next = joint.partials[position]
      guard next.string == partial.string, (next.order - partial.order).magnitude == 1,
        !isShared(next.frequency, next.string, Self.far)
      else { continue }
      sum += next.power
      count += 1
    }
  }
}
