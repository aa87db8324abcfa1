#if !arch(wasm32)
  internal import SignalProcessing

  /// Judges the candidates of a frame by a ``SalienceNetwork`` where the evidence is divided, and
  /// adds those that only it finds.
  ///
  /// The network costs more than everything else, so it is asked only if the sound is unclear, or
  /// noisy beyond what the scorer is sure of, or if candidates that belong to different sounds are
  /// about equally strong. It is not asked about what it has not learned: clear notes so low that the
  /// window does not separate their partials, very high ones, stiff strings, sines that are alone, and
  /// the ends of sounds.
  struct SalienceScorer: Sendable {
    private typealias Parameters = TrackerParameters.Salience

    private var (long, short): (LineSpectrum, LineSpectrum)
    private var memory: LineMemory
    private var network = SalienceNetwork()
    private var settled = 0.0  // the last pitch that was not in question, in hertz
    private var timeSinceSettled = Double.infinity  // in seconds
    private let hopDuration: Double
    private var lastLevel = -Double.infinity  // of the last remembered frame, in dBFS
    private let binWidth: Double  // in hertz
    private let lobe: Int  // the bins on either side of a sine that show it
    private let lowest: Double  // the lowest frequency whose partials are separate lines, in hertz

    /// - Parameters:
    ///   - finder: Will search the frames.
    ///   - hopDuration: The time from one remembered frame to the next, in seconds.
    init(_ finder: borrowing MultiresolutionCandidates, hopDuration: Double) {
      long = Self.lines(finder.spectrum, highest: Parameters.highestOfLong)
      short = Self.lines(finder.shortSpectrum, highest: Parameters.highestOfShort)
      memory = LineMemory(hopDuration: hopDuration)
      self.hopDuration = hopDuration
      let spectrum = finder.spectrum
      binWidth = spectrum.sampleRate / Double(2 * spectrum.binCount)
      lobe = 1 + Int(3 * Double(2 * spectrum.binCount) / Double(spectrum.windowSize))
      lowest = Parameters.resolvedPeriods * spectrum.sampleRate / Double(spectrum.windowSize)
    }

    private static func lines(
      _ shape: MultiresolutionCandidates.SpectrumShape, highest: Double
    ) -> LineSpectrum {
      LineSpectrum(
        binWidth: shape.sampleRate / Double(2 * shape.binCount), windowSize: shape.windowSize,
        sampleRate: shape.sampleRate, highest: highest)
    }

    /// Judges the candidates of a frame, if the evidence for them is divided.
    ///
    /// - Parameters:
    ///   - list: The candidates of the frame, sorted by their new strengths on return.
    ///   - finder: Has searched the frame.
    ///   - heard: What is known of the frame beside its candidates.
    ///   - learns: Whether later frames are compared with this one.
    /// - Returns: The natural logarithm of the likelihood of all frequencies and of no pitch,
    ///   relative to no pitch; `nil` if the network was not asked.
    mutating func listen(
      _ list: inout CandidateList, by finder: borrowing MultiresolutionCandidates, _ heard: Heard,
      learns: Bool
    ) -> Double? {
      if learns {
        long.load(finder.power)
        timeSinceSettled += hopDuration
      }
      var total: Double?
      if isLearned(list, finder, heard), isDivided(list, heard), !isLone(list, finder) {
        if !learns { long.load(finder.power) }
        if finder.hasShort { short.load(finder.shortPower) }
        network.judge(long.lines, finder.hasShort ? short.lines : long.lines, &memory)
        total = judge(&list, by: finder)
      } else if learns, list.count > 0 {
        settled = list[0].frequency
        timeSinceSettled = 0
      }
      if learns {
        memory.remember(long.lines)
        lastLevel = heard.level
      }
      return total
    }

    /// Remembers a frame that goes on with the pitch of the one before, which is not in question.
    mutating func follow(
      _ list: CandidateList, by finder: borrowing MultiresolutionCandidates, _ heard: Heard
    ) {
      long.load(finder.power)
      settled = list[0].frequency
      timeSinceSettled = 0
      memory.remember(long.lines)
      lastLevel = heard.level
    }

    /// Returns `true` if the network has learned of such sounds.
    private func isLearned(
      _ list: CandidateList, _ finder: borrowing MultiresolutionCandidates, _ heard: Heard
    ) -> Bool {
      // A window that holds the end of a sound.
      let isEnding = heard.isFading || heard.level < lastLevel - Parameters.drop
      guard !isEnding, !finder.isStiff, !continues(list) else { return false }
      guard list.count > 0 else { return true }
      let (frequency, height) = (list[0].frequency, list[0].height)
      let isUnresolved =
        frequency * Parameters.resolvedPeriods < lowest * TrackerParameters.Scorer.resolvedPeriods
      let clear =
        heard.noise > 0 || isUnresolved
        ? TrackerParameters.Scorer.repeatingHeight : TrackerParameters.Scorer.clearHeight
      return frequency > lowest && frequency < Parameters.highestAsked || height < clear
    }

    /// Returns `true` if the strongest candidate is the pitch that was not in question a moment ago.
    private func continues(_ list: CandidateList) -> Bool {
      guard list.count > 0, timeSinceSettled < Parameters.settled else { return false }
      let frequency = list[0].frequency
      return (frequency - settled).magnitude < TrackerParameters.Between.sameNote * frequency
    }

    /// Returns `true` if all that stands out of the noise is a sine of the strongest candidate.
    private func isLone(
      _ list: CandidateList, _ finder: borrowing MultiresolutionCandidates
    ) -> Bool {
      guard list.count > 0 else { return false }
      let power = finder.power
      let bin = Int(list[0].frequency / binWidth)
      guard bin + lobe < power.count else { return false }
      var (inside, outside): (Float, Float) = (0, 0)
      for index in 0..<power.count {
        if (index - bin).magnitude <= lobe {
          inside = max(inside, power[index])
        } else {
          outside = max(outside, power[index])
        }
      }
      return outside < Parameters.loneShare * inside
    }

    private func isDivided(_ list: CandidateList, _ heard: Heard) -> Bool {
      guard list.count > 0 else { return true }
      if heard.noise > 0,
        ConfidenceEvidence(of: 0, in: list, noise: heard.noise).probability > Parameters.sure
      {
        return false
      }
      if heard.doubt > 0 { return true }
      for index in 1..<list.count where list[index].strength > list[0].strength - Parameters.rivalry
      {
        let ratio = list[0].frequency / list[index].frequency
        let whole = max(ratio, 1 / ratio)
        if (whole - whole.rounded()).magnitude > Parameters.harmonicity * whole { return true }
      }
      return false
    }

    private func judge(
      _ list: inout CandidateList, by finder: borrowing MultiresolutionCandidates
    ) -> Double {
      insertPeaks(into: &list, by: finder)
      let share = Parameters.share * (1 - Double(finder.noise.blend))
      for index in 0..<list.count {
        // In noise, the partials are more exact than the network.
        if finder.noise.blend == 0 { align(index, &list) }
        let nats = nats(of: list[index].frequency)
        let strength =
          TrackerParameters.Path.unvoicedStrength + Parameters.readiness
          + Parameters.strengthPerNat * nats
        list.judge(
          index, salience: nats,
          strength: list[index].strength + share * (strength - list[index].strength))
      }
      list.sort()
      var sum = 1.0
      for line in 0..<SalienceWeights.count { sum += likelihood(line) }
      return Elementary.log(sum)
    }

    /// The likelihood of a line relative to no pitch.
    private func likelihood(_ line: Int) -> Double {
      Elementary.exp(Double(min(Parameters.mostLineNats, network.nats[line])))
    }

    /// The natural logarithm of the likelihood of a frequency in hertz, relative to no pitch.
    private func nats(of frequency: Double) -> Double {
      let position = SalienceNetwork.line(of: frequency)
      let nearest = Int(position.rounded())
      var sum = 0.0
      for line in max(0, nearest - 1)..<max(1, min(SalienceWeights.count, nearest + 2)) {
        sum +=
          max(0, 1 - (Double(line) - position).magnitude / Parameters.width) * likelihood(line)
      }
      let most = Parameters.mostNats
      return min(most, max(-most, Elementary.log(max(Elementary.exp(-most), sum))))
    }

    /// Moves a candidate to the peak of the salience that it lies on: the correlation of a sound in
    /// a room holds what sounded before.
    private func align(_ index: Int, _ list: inout CandidateList) {
      let position = SalienceNetwork.line(of: list[index].frequency)
      let nearest = Int(position.rounded())
      guard nearest > 1, nearest < SalienceWeights.count - 2 else { return }
      var peak = nearest
      for line in (nearest - 1)...(nearest + 1) where network.nats[line] > network.nats[peak] {
        peak = line
      }
      guard isPeak(peak) else { return }
      var (sum, weight) = (0.0, 0.0)
      for line in (peak - 1)...(peak + 1) {
        sum += likelihood(line) * Double(line)
        weight += likelihood(line)
      }
      let place = sum / weight
      if (place - position).magnitude > Parameters.alignment {
        list.setFrequency(SalienceNetwork.frequency(of: place), at: index)
      }
    }

    private func isPeak(_ line: Int) -> Bool {
      let nats = network.nats
      return nats[line] > Parameters.leastPeak && nats[line] >= nats[line - 1]
        && nats[line] >= nats[line + 1]
    }

    private func insertPeaks(
      into list: inout CandidateList, by finder: borrowing MultiresolutionCandidates
    ) {
      for line in 1..<(SalienceWeights.count - 1) where isPeak(line) {
        let nats = network.nats
        let parabola = Parabola(left: nats[line - 1], middle: nats[line], right: nats[line + 1])
        let frequency = SalienceNetwork.frequency(of: Double(line) + parabola.offset)
        guard finder.accepted.contains(frequency), !list.contains(frequency) else { continue }
        let height = min(1, max(0, Double(finder.height(at: 1, of: frequency, window: 0))))
        list.insert(
          CandidateList.Entry(
            frequency: frequency, height: height,
            strength: max(Parameters.leastStrength, height - Parameters.peakCost),
            nats: -0.5 * Parameters.mostNats,
            lag: max(1, Int((finder.sampleRate / frequency).rounded()))))
      }
    }
  }
#else
  /// The page's modules are small, and go without the network.
  struct SalienceScorer: Sendable {
    init(_ finder: borrowing MultiresolutionCandidates, hopDuration: Double) {}

    mutating func listen(
      _ list: inout CandidateList, by finder: borrowing MultiresolutionCandidates, _ heard: Heard,
      learns: Bool
    ) -> Double? { nil }

    mutating func follow(
      _ list: CandidateList, by finder: borrowing MultiresolutionCandidates, _ heard: Heard
    ) {}
  }
#endif

extension SalienceScorer {
  /// What is known of a frame beside its candidates.
  struct Heard {
    /// In dBFS.
    var level: Double
    /// The degree of noise removal, 0...1.
    var noise: Float
    /// The degree to which it is noisy or unclear, 0...1.
    var doubt: Double
    /// True if it fades within its window, or is below the gate.
    var isFading: Bool
  }
}
