internal import SignalProcessing

/// Refuses candidates whose own partials are missing from the spectrum.
///
/// The partials of a plate, a bar, or of several strings that ring together are no multiples of one
/// frequency, but nearly always there is a low one of which the strongest of them are multiples: a
/// half to an eighth of the pitch. What they lack are the partials in between. A missing first
/// partial proves nothing, since telephones and small speakers leave it out of voices and basses.
///
/// - Complexity: O(1) time per candidate, and O(*N*) per frame of *N* bins. No allocation after
///   `init`.
struct CombTeeth: Sendable {
  private typealias Parameters = TrackerParameters.Teeth

  private let binWidth: Double
  private let endBin: Int
  private let lowest: Double  // the lowest frequency whose partials are separate lines, in hertz

  /// - Parameter spectrum: The spectrum of the longest window.
  init(of spectrum: MultiresolutionCandidates.SpectrumShape) {
    binWidth = spectrum.sampleRate / Double(2 * spectrum.binCount)
    endBin = min(spectrum.binCount - 1, Int(Parameters.highest / binWidth))
    lowest = Parameters.resolvedPeriods * spectrum.sampleRate / Double(spectrum.windowSize)
  }

  /// Puts a higher candidate first if the strongest one lacks its own partials.
  ///
  /// - Parameters:
  ///   - list: The candidates.
  ///   - finder: Has searched the frame.
  func check(_ list: inout CandidateList, by finder: borrowing MultiresolutionCandidates) {
    guard list.count > 0 else { return }
    let (power, noise) = (finder.power, finder.noise.noise)
    let (first, strength) = (list[0].frequency, list[0].strength)
    guard first > lowest, strength > Parameters.leastStrength else { return }
    let least = Parameters.leastShare * strongest(in: power)
    guard lacksTeeth(first, power, noise, least) else { return }
    for index in 1..<list.count {
      let entry = list[index]
      guard entry.strength > Parameters.leastStrength else { return }
      guard entry.frequency > Parameters.leastRatio * first,
        !lacksTeeth(entry.frequency, power, noise, least)
      else { continue }
      // In doubt: a weak partial may be a string that rings along, or the first one.
      list.judge(index, nats: min(0, entry.nats), strength: entry.strength)
      list.promote(index, lead: Parameters.lead)
      return
    }
  }

  /// Returns `true` if the partials in place are multiples of the strongest of them, but for one
  /// that is much weaker.
  private func lacksTeeth(
    _ frequency: Double, _ power: [Float], _ noise: [Float], _ least: Float
  ) -> Bool {
    var powers = InlineArray<10, Float>(repeating: 0)
    var strongest = 0
    for index in 0..<powers.count {
      powers[index] = line(at: Double(index + 1) * frequency, power, noise, least).power
      if powers[index] > powers[strongest] { strongest = index }
    }
    guard powers[strongest] > 0 else { return true }
    guard strongest > 0 else { return false }
    let visible = Parameters.leastVisibleShare * powers[strongest] / Parameters.leastSignal
    var (count, own): (Int, Float) = (0, 0)
    for index in 0..<powers.count where (index + 1) % (strongest + 1) != 0 {
      let bin = min(endBin, Int(Double(index + 1) * frequency / binWidth))
      // Noise may hide it.
      if powers[index] > 0 || noise[bin] > visible { count += 1 }
      own = max(own, powers[index])
    }
    return count == 0 || count == 1 && own < Parameters.leastOwnShare * powers[strongest]
  }

  /// Returns the power of the strongest line.
  func strongest(in power: [Float]) -> Float {
    power.span.extracting(1..<max(1, endBin)).extremes.largest
  }

  /// Returns the power of the line at a frequency, 0 if there is none, and its exact frequency.
  func line(
    at frequency: Double, _ power: [Float], _ noise: [Float], _ least: Float,
    reach: Double = Parameters.reach
  ) -> (power: Float, frequency: Double) {
    let center = frequency / binWidth
    let reach = max(Parameters.leastReach, reach * center)
    let first = max(1, Int(center - reach))
    let last = min(endBin - 1, Int(center + reach) + 1)
    guard first <= last else { return (0, 0) }
    var best: (power: Float, frequency: Double) = (0, 0)
    for bin in first...last {
      let value = power[bin]
      guard value > best.power, value > least, value > Parameters.leastSignal * noise[bin],
        value >= power[bin - 1], value > power[bin + 1]
      else { continue }
      let parabola = Parabola(
        left: power[bin - 1].squareRoot(), middle: value.squareRoot(),
        right: power[bin + 1].squareRoot())
      let place = Double(bin) + parabola.offset
      if (place - center).magnitude < reach { best = (value, place * binWidth) }
    }
    return best
  }
}
