internal import SignalProcessing

/// Keeps a note that dies away from being replaced by what sounds beside it.
///
/// While a sound decays freely, nothing new begins in it: a pitch that appears there without an
/// attack is a hum, a fan or another string that was there before, or a common period of these
/// and the note. So the note that carried most of the sound since its attack is kept until its own
/// partials are gone, or something rises out of the spectrum.
///
/// - Complexity: O(*N*) time per frame of *N* bins. No allocation after `init`.
struct HeldNote: Sendable {
  private typealias Parameters = TrackerParameters.Held

  /// A pitch, and the amplitude with which it was heard since the attack, summed over time.
  private struct Vote: Sendable {
    var frequency = 0.0
    var weight = 0.0
  }

  private var lines: RisingLines
  private let teeth: CombTeeth
  private let hopDuration: Double
  private var votes = InlineArray<6, Vote>(repeating: Vote())
  private var loudest = -Double.infinity  // level since the attack, in dBFS
  private var quietest = Double.infinity  // level since then, in dBFS
  private var timeSinceRise = 0.0  // in seconds
  private var risingTime = 0.0  // in seconds
  private var isDecaying = false

  /// - Parameters:
  ///   - spectrum: The spectrum of the longest window.
  ///   - hopDuration: The time from one learned frame to the next, in seconds.
  init(of spectrum: MultiresolutionCandidates.SpectrumShape, hopDuration: Double) {
    lines = RisingLines(of: spectrum, hopDuration: hopDuration)
    teeth = CombTeeth(of: spectrum)
    self.hopDuration = hopDuration
  }

  /// Puts the candidate of the note first, if it is still there and nothing new began.
  ///
  /// - Parameters:
  ///   - frame: The frame; its candidates are judged.
  ///   - finder: Has searched it.
  ///   - learns: Whether the frame follows the last one that was learned from.
  @inline(never)
  mutating func keep(
    in frame: inout CandidatePath.Frame, by finder: borrowing MultiresolutionCandidates,
    learns: Bool
  ) {
    if learns { follow(frame, finder) }
    if isDecaying, !hold(&frame.candidates, finder), learns { forget() }
    if learns { vote(frame) }
  }

  /// Follows the level, and looks for an attack.
  private mutating func follow(
    _ frame: CandidatePath.Frame, _ finder: borrowing MultiresolutionCandidates
  ) {
    lines.learn(finder.power, above: finder.noise.noise)
    let level = frame.loudness.level
    if lines.share > Parameters.leastRisenShare {
      // Within a moment, it is the same attack.
      if timeSinceRise > Parameters.longestRise { risingTime = 0 }
      if risingTime == 0 || risingTime > Parameters.longestRise { forget() }
      risingTime += hopDuration
      timeSinceRise = 0
    } else {
      timeSinceRise += hopDuration
    }
    if level > min(loudest, quietest + Parameters.swell) { (loudest, quietest) = (level, level) }
    quietest = min(quietest, level)
    isDecaying =
      level < loudest - Parameters.leastDecay && timeSinceRise > Parameters.shortestRest
  }

  private mutating func forget() {
    for index in 0..<votes.count { votes[index] = Vote() }
    (loudest, quietest) = (-.infinity, .infinity)
    isDecaying = false
  }

  private mutating func vote(_ frame: CandidatePath.Frame) {
    guard frame.candidates.count > 0 else { return }
    let strongest = frame.candidates[0]
    let strength = strongest.strength - frame.penalty
    guard strength > Parameters.leastStrength else { return }
    var chosen = 0
    for index in 0..<votes.count {
      if Self.isSame(votes[index].frequency, strongest.frequency) {
        chosen = index
        break
      }
      if votes[index].weight < votes[chosen].weight { chosen = index }
    }
    if !Self.isSame(votes[chosen].frequency, strongest.frequency) {
      votes[chosen] = Vote(frequency: strongest.frequency)
    }
    if !isDecaying || strength > Parameters.exactStrength {
      votes[chosen].frequency = strongest.frequency
    }
    votes[chosen].weight += strength * Elementary.exp2(frame.loudness.level / 6.0206)
  }

  /// Returns `false` if the note is gone.
  private func hold(
    _ list: inout CandidateList, _ finder: borrowing MultiresolutionCandidates
  ) -> Bool {
    var best = 0
    for index in 1..<votes.count where votes[index].weight > votes[best].weight { best = index }
    let note = votes[best].frequency
    guard note > 0 else { return true }
    guard let found = place(of: note, finder), finder.accepted.contains(found) else {
      return list.count > 0 && Self.isSame(list[0].frequency, note)
    }
    if list.count > 0, Self.isSame(list[0].frequency, note) {
      // It dies away where nothing else begins, however unlikely a sound in front.
      list.strengthen(to: TrackerParameters.Decay.strength)
      return true
    }
    let strongest = list.count > 0 ? list[0].strength : 0
    var held: Int?
    for index in 0..<list.count where Self.isSame(list[index].frequency, note) {
      if held == nil { held = index }
    }
    let strength = max(strongest, TrackerParameters.Decay.strength)
    if let held {
      list.setFrequency(found, at: held)
      list.promote(held, lead: Parameters.lead)
    } else {
      list.insert(
        CandidateList.Entry(
          frequency: found, height: TrackerParameters.Decay.strength, strength: strength.nextUp))
      list.promote(0, lead: Parameters.lead)
    }
    return true
  }

  /// Returns where a note is by its strongest partial; `nil` if none is left.
  private func place(
    of note: Double, _ finder: borrowing MultiresolutionCandidates
  ) -> Double? {
    let (power, noise) = (finder.power, finder.noise.noise)
    let least = Parameters.leastShare * teeth.strongest(in: power)
    var best: (power: Float, frequency: Double) = (0, 0)
    for order in 1..<(Parameters.partialCount + 1) {
      let line = teeth.line(
        at: Double(order) * note, power, noise, least, reach: Parameters.sameNote)
      if line.power > best.power { best = (line.power, line.frequency / Double(order)) }
    }
    return best.power > 0 ? best.frequency : nil
  }

  private static func isSame(_ a: Double, _ b: Double) -> Bool {
    (a - b).magnitude < Parameters.sameNote * b
  }
}
