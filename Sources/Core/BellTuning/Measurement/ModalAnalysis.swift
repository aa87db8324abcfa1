internal import PolyphonicTuning
internal import SignalProcessing

/// Measures single partials: the lines of each, how they decay, and how far they lie apart.
struct ModalAnalysis: Sendable {
  /// The longest sound that is used, in seconds.
  static let longest = 10.0
  /// Left out after the stroke, in seconds: the blow itself, and where a partial rings long also the
  /// room's answer to it, which dies away like lines beside the partial's.
  private static let settling = 0.06
  private static let longestSettling = 0.6
  private static let settlingShare = 0.07
  /// The lines of a partial decay alike, within this factor; those of a room decay faster.
  private static let kinship = 3.0
  private static let capacity = 600
  /// Lines further from each other than this are partials of their own, in hertz.
  static let widest = 40.0
  /// Bands reach this far at least, in hertz, and this share of the frequency.
  static let narrowest = 6.5
  static let reachShare = 0.007
  /// Lines that lie closer are not told apart in ``hearing`` seconds, in hertz.
  static let slowestSplit = 1.0
  private static let hearing = 2.0
  /// The share of the strongest line's amplitude from which on another one counts.
  private static let leastShare = 0.08
  /// Twice the logarithm by which a second line must raise the likelihood.
  private static let evidence = 80.0
  /// How much more two lines of a partial may leave than any two lines.
  private static let rivalry = 1.25
  /// Lines have this power over their variance: 13 dB alone, and 17 dB beside another.
  private static let clearAlone = 20.0
  private static let clearBeside = 50.0
  /// The band's peaks that may be lines.
  private static let mostPeaks = 4

  private let all: [Float]
  private var samples: [Float]  // from `start` on
  var start = 0.0  // seconds after the stroke
  private let sampleRate: Double
  /// The length of the sound that can be used, in seconds.
  let duration: Double
  var band: NarrowBand
  var fit = DampedLines()
  /// The two lines of the band that explain the most, clear or not.
  var likeliestPair: [DampedLines.Line] = []

  /// - Parameters:
  ///   - samples: From the stroke on.
  ///   - sampleRate: In hertz, at most 50,000.
  init(_ samples: ArraySlice<Float>, sampleRate: Double) {
    all = Array(samples.prefix(Int(Self.longest * sampleRate)))
    self.samples = []
    self.sampleRate = sampleRate
    duration = Double(all.count) / sampleRate
    band = NarrowBand(
      longest: max(1, all.count), capacity: Self.capacity,
      longestWindow: Int(0.6 * sampleRate))
  }

  /// Measures the partial near a frequency.
  ///
  /// Longer and longer spans are fitted, each from where the lines of the one before were: a long
  /// one tells slow beats apart, but has many wrong solutions.
  ///
  /// - Parameters:
  ///   - mode: Its index.
  ///   - frequency: In hertz.
  ///   - room: The distance to the nearest other partial, in hertz.
  /// - Returns: The partial; `nil` if there is none.
  mutating func measure(_ mode: Int, near frequency: Double, room: Double) -> ObjectPartial? {
    let reach = min(
      Self.widest, max(Self.narrowest, Self.reachShare * frequency), max(1.5, 0.45 * room))
    likeliestPair = []
    begin(at: Self.settling)
    guard let first = lines(near: frequency, reach, longest: 1) else { return nil }
    let slowest = first.map { max(0, $0.pole.decay) }.min() ?? 0
    let ringing = 6.907755 / max(0.1, slowest)
    begin(at: min(Self.longestSettling, max(Self.settling, Self.settlingShare * ringing)))
    guard let found = lines(near: frequency, reach, longest: .infinity) ?? begun(first) else {
      return nil
    }
    let heard = partial(mode, found, frequency, reach)
    return clearedOfTheRoom(heard, found, frequency, room: room) ?? heard
  }

  /// Returns lines of the beginning, and begins there.
  private mutating func begun(_ lines: [DampedLines.Line]) -> [DampedLines.Line]? {
    begin(at: Self.settling)
    return lines
  }

  mutating func begin(at time: Double) {
    start = min(time, max(0, duration - ResonatorMeter.shortestDuration))
    samples = Array(all.dropFirst(Int(start * sampleRate)))
  }

  private mutating func lines(
    near frequency: Double, _ reach: Double, longest: Double
  ) -> [DampedLines.Line]? {
    var (found, earlier) = ([DampedLines.Line](), [DampedLines.Pole]())
    let duration = min(longest, duration - start)
    var length = min(0.5, duration)
    while true {
      let wide = extract(frequency, reach, length)
      if let single = single(wide, length) {
        let lines = doublet(single, earlier, wide, length) ?? alone(single)
        if let lines {
          (found, earlier) = (lines, lines.map { $0.pole })
        }
      }
      guard length < duration, Self.isAudible(found, at: length) else { break }
      length = min(duration, 2 * length)
    }
    return found.isEmpty ? nil : found
  }

  /// True if more than a thousandth of a line is left.
  private static func isAudible(_ lines: [DampedLines.Line], at time: Double) -> Bool {
    lines.isEmpty || lines.contains { $0.pole.decay * time < 6.9 }
  }

  mutating func extract(_ frequency: Double, _ reach: Double, _ length: Double) -> Double {
    let reach = max(reach, 3.5 / length)
    band.extract(
      samples, Int(length * sampleRate), sampleRate: sampleRate, around: frequency,
      width: 1.1 / reach)
    return reach
  }

  func partial(
    _ mode: Int, _ found: [DampedLines.Line], _ frequency: Double, _ reach: Double
  ) -> ObjectPartial {
    let lead = start + 0.5 * band.width
    var (lines, strongest, power, clearness) = ([ObjectPartial.Line](), 0, 0.0, 0.0)
    for (index, line) in found.enumerated() {
      let decay = line.pole.decay
      let amplitude =
        2 * line.amplitude * Elementary.exp(min(10, max(0, decay) * lead))
        / max(0.2, band.gain(at: line.pole.offset))
      let loss = max(1e-3, 2 * decay * Self.hearing)
      let energy = amplitude * amplitude * (1 - Elementary.exp(-loss)) / loss
      if energy > power { (power, strongest, clearness) = (energy, index, line.clearness) }
      lines.append(
        ObjectPartial.Line(
          frequency: frequency + line.pole.offset, error: line.error, amplitude: amplitude,
          decayTime: decay > 0.02 ? 6.907755 / decay : nil))
    }
    var partial = ObjectPartial(
      mode: mode, frequency: lines[strongest].frequency, lines: lines, strongest: strongest,
      clearness: 10 * Elementary.log10(max(1e-9, clearness)))
    if partial.beats.contains(where: { $0 < Self.slowestSplit }) {
      var others = self
      partial.frequency = others.heard(frequency, reach) ?? partial.frequency
    }
    return partial
  }

  /// The frequency of the beginning as a single line.
  private mutating func heard(_ frequency: Double, _ reach: Double) -> Double? {
    begin(at: Self.settling)
    let length = min(Self.hearing, duration - start)
    let wide = extract(frequency, reach, length)
    guard let single = single(wide, length) else { return nil }
    return frequency + single.pole.offset
  }
}

// MARK: - Lines of a band

extension ModalAnalysis {
  private typealias Single = (pole: DampedLines.Pole, rest: Double)

  /// The line that alone explains the most.
  private mutating func single(_ reach: Double, _ length: Double) -> Single? {
    var best: Single?
    for start in peaks(decay: 1 / length, length, reach).prefix(2) {
      for decay in [0.3, 3.0] {
        guard fit.fit([DampedLines.Pole(offset: start, decay: decay)], in: band),
          fit.rest < best?.rest ?? .infinity, fit.lines[0].pole.offset.magnitude < reach
        else { continue }
        best = (fit.lines[0].pole, fit.rest)
      }
    }
    return best
  }

  private mutating func alone(_ single: Single) -> [DampedLines.Line]? {
    guard fit.fit([single.pole], in: band), fit.lines[0].clearness > Self.clearAlone else {
      return nil
    }
    return fit.lines
  }

  /// Two lines, if they leave much less than one.
  private mutating func doublet(
    _ single: Single, _ earlier: [DampedLines.Pole], _ reach: Double, _ length: Double
  ) -> [DampedLines.Line]? {
    var (best, rest, least) = ([DampedLines.Line](), single.rest, single.rest)
    var leastOfPairs = single.rest
    for start in starts(single.pole, earlier, reach, length) {
      guard fit.fit(start, in: band) else { continue }
      least = min(least, fit.rest)
      guard areAlike(reach) else { continue }
      if fit.rest < leastOfPairs { (likeliestPair, leastOfPairs) = (fit.lines, fit.rest) }
      guard fit.rest < rest, areClear else { continue }
      (best, rest) = (fit.lines, fit.rest)
    }
    // What decays unlike the partial, such as the room's answer, may explain more.
    guard best.count == 2, rest < Self.rivalry * least else { return nil }
    let gain = 2 * independent * Elementary.log(single.rest / rest)
    guard gain > Self.evidence else { return nil }
    return cleared(best, rest: rest)
  }

  private var independent: Double { Double(band.count) * NarrowBand.independence }

  /// The lines as they are beside a third one that decays fast: the room's answer to the stroke.
  private mutating func cleared(
    _ lines: [DampedLines.Line], rest: Double
  ) -> [DampedLines.Line] {
    let poles = lines.map { $0.pole }
    let decay = poles.map { $0.decay }.max() ?? 0
    var (best, least) = (lines, rest)
    for offset in [poles[0].offset, poles[1].offset + 1.5, poles[0].offset - 1.5] {
      let third = DampedLines.Pole(offset: offset, decay: 3 * max(1, decay))
      guard fit.fit(poles + [third], in: band), fit.rest < least else { continue }
      let slow = fit.lines.ascending { $0.pole.decay }
      guard slow[2].pole.decay > 1.5 * slow[1].pole.decay,
        2 * independent * Elementary.log(rest / fit.rest) > 0.5 * Self.evidence
      else { continue }
      let kept = slow.prefix(2).ascending { $0.pole.offset }
      guard
        zip(kept, poles).allSatisfy({
          ($0.pole.offset - $1.offset).magnitude < 0.3 * (poles[1].offset - poles[0].offset)
        })
      else { continue }
      (best, least) = (kept, fit.rest)
    }
    return best
  }

  /// True if both lines are within reach, decay alike, and are strong beside each other.
  private func areAlike(_ reach: Double) -> Bool {
    let (one, other) = (fit.lines[0], fit.lines[1])
    let share = one.amplitude / max(1e-300, other.amplitude)
    return -one.pole.offset < reach && other.pole.offset < reach
      && Self.decayAlike(one.pole, other.pole)
      && (Self.leastShare...(1 / Self.leastShare)).contains(share)
  }

  /// True if lines may be of one partial by their decays.
  static func decayAlike(_ one: DampedLines.Pole, _ other: DampedLines.Pole) -> Bool {
    let ratio = max(0.05, one.decay) / max(0.05, other.decay)
    return (1 / kinship...kinship).contains(ratio)
  }

  /// True if both lines are clear, and apart from each other.
  private var areClear: Bool {
    let (one, other) = (fit.lines[0], fit.lines[1])
    let beat = other.pole.offset - one.pole.offset
    let error = (one.error * one.error + other.error * other.error).squareRoot()
    return min(one.clearness, other.clearness) > Self.clearBeside && beat > 5 * error
  }

  /// The lines of a shorter span, pairs of the band's peaks, and pairs that are too close for two
  /// peaks.
  private func starts(
    _ single: DampedLines.Pole, _ earlier: [DampedLines.Pole], _ reach: Double, _ length: Double
  ) -> [[DampedLines.Pole]] {
    var starts: [[DampedLines.Pole]] = earlier.count == 2 ? [earlier] : []
    let decay = max(0.05, (earlier.first ?? single).decay)
    func add(_ low: Double, _ high: Double) {
      starts.append([
        DampedLines.Pole(offset: low, decay: decay), DampedLines.Pole(offset: high, decay: decay),
      ])
    }
    let peaks = peaks(decay: 0.5 / length, length, reach)
    for (index, one) in peaks.enumerated() {
      for other in peaks[..<index] { add(min(one, other), max(one, other)) }
    }
    for gap in [0.2, 0.45, 0.8, 1.2] {
      for share in [0.1, 0.5, 0.9] {
        let low = single.offset - share * gap / length
        add(low, low + gap / length)
      }
    }
    return starts
  }

  /// The offsets of the highest peaks of the band's spectrum, in which each sample counts as much as
  /// a sound would have decayed.
  private func peaks(decay: Double, _ length: Double, _ reach: Double) -> [Double] {
    let spacing = 0.25 / length
    let steps = Int(reach / spacing)
    let loss = Elementary.exp(-decay * band.step)
    let powers = (-steps...steps).map { step -> Double in
      let turn = Elementary.sineAndCosine(-2 * .pi * Double(step) * spacing * band.step)
      var (real, imaginary, sum) = (1.0, 0.0, (0.0, 0.0))
      for index in 0..<band.count {
        sum.0 += band.real[index] * real - band.imaginary[index] * imaginary
        sum.1 += band.real[index] * imaginary + band.imaginary[index] * real
        (real, imaginary) = (
          loss * (real * turn.cosine - imaginary * turn.sine),
          loss * (real * turn.sine + imaginary * turn.cosine)
        )
      }
      return sum.0 * sum.0 + sum.1 * sum.1
    }
    let tops = powers.indices.dropFirst().dropLast().filter {
      powers[$0] > powers[$0 - 1] && powers[$0] >= powers[$0 + 1]
    }
    return tops.ascending { -powers[$0] }.prefix(Self.mostPeaks).map {
      Double($0 - steps) * spacing
    }
  }
}
