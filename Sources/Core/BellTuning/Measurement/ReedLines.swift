internal import PolyphonicTuning
internal import SignalProcessing

/// Tells apart the reeds that sound as one note, by all of their partials at once.
///
/// A reed's partials are harmonic, so that two reeds that beat at 0.5 Hz do so at 1 Hz in their
/// second partials, and at 4 Hz in their eighth. Each partial is taken in a band of its own; lines
/// that several partials agree on are reeds.
struct ReedLines: Sendable {
  /// The longest sound that is used, in seconds.
  static let longest = 8.0
  /// A reed settles for this long, in seconds.
  private static let settling = 0.12
  private static let orderCount = 10
  private static let capacity = 900
  private static let mostReeds = 3
  /// Two reeds of a note are not further apart, in hertz.
  private static let widest = 12.0

  /// A line of one partial, as the first partial of a reed.
  private struct Vote {
    var frequency: Double
    var error: Double
    var order: Int
    var share: Double  // of the strongest line's amplitude in its band
  }

  private let samples: [Float]
  private let sampleRate: Double
  let duration: Double
  private var band: NarrowBand
  private var fit: LineFit

  /// - Parameters:
  ///   - samples: From the start of the note on.
  ///   - sampleRate: In hertz, at most 50,000.
  init(_ samples: ArraySlice<Float>, sampleRate: Double) {
    let start = min(samples.count, Int(Self.settling * sampleRate))
    self.samples = Array(samples.dropFirst(start).prefix(Int(Self.longest * sampleRate)))
    self.sampleRate = sampleRate
    duration = Double(self.samples.count) / sampleRate
    band = NarrowBand(
      longest: max(1, self.samples.count), capacity: Self.capacity,
      longestWindow: Int(0.6 * sampleRate))
    fit = LineFit(mostLines: Self.mostReeds, capacity: Self.capacity)
  }

  /// Returns the reeds near a frequency in hertz, from the lowest; none if there is no clear line.
  mutating func reeds(near frequency: Double) -> [ObjectPartial.Line] {
    let votes = votes(near: frequency)
    var groups = grouped(votes)
    if groups.count > 1 { groups = refined(groups, near: frequency) }
    return groups.map { group in
      var (sum, weights, share) = (0.0, 0.0, 0.0)
      for vote in group {
        let weight = 1 / (vote.error * vote.error + 1e-12)
        sum += weight * vote.frequency
        weights += weight
        share += vote.share
      }
      return ObjectPartial.Line(
        frequency: sum / weights, error: (1 / weights).squareRoot(),
        amplitude: share / Double(group.count), decayTime: nil)
    }.ascending { $0.frequency }
  }

  private mutating func extract(_ order: Int, near frequency: Double) -> Double? {
    let middle = Double(order) * frequency
    guard middle < 0.42 * sampleRate else { return nil }
    let reach = max(3.5 / duration, min(Self.widest * Double(order), 0.42 * frequency))
    band.extract(
      samples, samples.count, sampleRate: sampleRate, around: middle, width: 1.1 / reach)
    return reach
  }

  /// The lines of all partials.
  private mutating func votes(near frequency: Double) -> [Vote] {
    var votes: [Vote] = []
    for order in 1...Self.orderCount {
      guard let reach = extract(order, near: frequency) else { break }
      fit.find(
        in: band, duration: duration,
        LineFit.Rules(
          mostLines: Self.mostReeds, separation: 0.8, leastShare: 0.08, evidence: 40, reach: reach))
      collect(order, into: &votes)
    }
    return votes
  }

  private func collect(_ order: Int, into votes: inout [Vote]) {
    var strongest = 1e-300
    for line in fit.lines.prefix(fit.count) { strongest = max(strongest, line.power) }
    for line in fit.lines.prefix(fit.count) where line.clearness > 60 {
      votes.append(
        Vote(
          frequency: (band.center + line.offset) / Double(order),
          error: line.error / Double(order), order: order,
          share: (line.power / strongest).squareRoot()))
    }
  }

  /// The groups of votes that agree, each of a reed: those with the most and the highest partials.
  private func grouped(_ votes: [Vote]) -> [[Vote]] {
    var rest = votes
    var groups: [[Vote]] = []
    while groups.count < Self.mostReeds {
      var best: [Vote] = []
      for middle in rest {
        let group = rest.filter { agree($0, middle) }
        if weight(group) > weight(best) { best = group }
      }
      let most = groups.first.map(weight) ?? 0
      guard !best.isEmpty, groups.isEmpty || (best.count > 1 && 10 * weight(best) > 3 * most) else {
        break
      }
      groups.append(best)
      rest.removeAll { vote in best.contains { agree(vote, $0) } }
    }
    return groups
  }

  private func weight(_ group: [Vote]) -> Int { group.reduce(0) { $0 + $1.order } }

  private func agree(_ one: Vote, _ other: Vote) -> Bool {
    let sigma = (one.error * one.error + other.error * other.error).squareRoot()
    return (one.frequency - other.frequency).magnitude
      < max(4 * sigma, 0.12 / duration, 2e-5 * one.frequency)
  }

  /// Fits all reeds again to every partial that tells them apart.
  private mutating func refined(_ groups: [[Vote]], near frequency: Double) -> [[Vote]] {
    let middles = groups.map { group in
      group.reduce(0) { $0 + $1.frequency / $1.error } / group.reduce(0) { $0 + 1 / $1.error }
    }
    let sorted = middles.sorted()
    let gap = zip(sorted.dropFirst(), sorted).map { $0 - $1 }.min() ?? 0
    var refined = middles.map { _ in [Vote]() }
    for order in 1...Self.orderCount where Double(order) * gap * duration > 0.7 {
      guard let reach = extract(order, near: frequency) else { break }
      let offsets = middles.map { Double(order) * ($0 - frequency) }
      guard offsets.allSatisfy({ $0.magnitude < reach }),
        fit.refine(offsets, in: band, duration: duration, reach: reach) != nil
      else { continue }
      var votes: [Vote] = []
      collect(order, into: &votes)
      guard votes.count == middles.count else { continue }
      for (index, vote) in votes.enumerated()
      where (vote.frequency - middles[index]).magnitude < 0.4 * gap {
        refined[index].append(vote)
      }
    }
    return zip(refined, groups).map { $0.isEmpty ? $1 : $0 }
  }
}
