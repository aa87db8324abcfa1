#if !hasFeature(Embedded)
  internal import SignalProcessing

  /// Judges the candidates of a frame by a ``SalienceNetwork`` where the evidence is divided, and
  /// adds those that only it finds.
  ///
  /// The network costs more than everything else, so it is asked only if the sound is noisy or
  /// unclear, if it is quieter than a moment ago, as in the tail of a room, or if candidates that
  /// belong to different sounds are about equally strong.
  struct Salience: Sendable {
    private typealias Parameters = TrackerParameters.Salience

    private var (long, short): (LineSpectrum, LineSpectrum)
    private var memory: LineMemory
    private var network = SalienceNetwork()
    private var loudest = -Double.infinity  // of late, in dBFS
    private let fading: Double  // of it from one remembered frame to the next, in decibels

    /// - Parameters:
    ///   - finder: Will search the frames.
    ///   - hopDuration: The time from one remembered frame to the next, in seconds.
    init(_ finder: borrowing MultiresolutionCandidates, hopDuration: Double) {
      long = Self.lines(finder.spectrum, highest: Parameters.highestOfLong)
      short = Self.lines(finder.shortSpectrum, highest: Parameters.highestOfShort)
      memory = LineMemory(hopDuration: hopDuration)
      fading = Parameters.fading * hopDuration
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
    ///   - list: The candidates; sorted by their new strengths on return.
    ///   - finder: Has searched the frame.
    ///   - level: The level of the frame, in dBFS.
    ///   - doubt: The degree to which it is noisy or unclear, 0...1.
    ///   - learns: Whether later frames are compared with this one.
    /// - Returns: The natural logarithm of the likelihood of all frequencies and of no pitch,
    ///   relative to no pitch; `nil` if the evidence is not divided.
    mutating func listen(
      _ list: inout CandidateList, by finder: borrowing MultiresolutionCandidates, level: Double,
      doubt: Double, learns: Bool
    ) -> Double? {
      if learns { loudest = max(level, loudest - fading) }
      long.load(finder.power)
      var total: Double?
      if isDivided(list, level: level, doubt: doubt) {
        if finder.hasShort { short.load(finder.shortPower) }
        network.judge(long.lines, finder.hasShort ? short.lines : long.lines, &memory)
        total = judge(&list, by: finder)
      }
      if learns { memory.remember(long.lines) }
      return total
    }

    private func isDivided(_ list: CandidateList, level: Double, doubt: Double) -> Bool {
      if doubt > 0 || list.count == 0 || level < loudest - Parameters.drop { return true }
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
      let share = Parameters.share * (1 - Parameters.noiseShare * Double(finder.noise.blend))
      for index in 0..<list.count {
        align(index, &list)
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
        guard finder.accepted.contains(frequency) else { continue }
        var isKnown = false
        for index in 0..<list.count
        where (list[index].frequency / frequency - 1).magnitude
          < TrackerParameters.Candidates.resolution
        {
          isKnown = true
        }
        guard !isKnown else { continue }
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
  struct Salience: Sendable {
    init(_ finder: borrowing MultiresolutionCandidates, hopDuration: Double) {}

    mutating func listen(
      _ list: inout CandidateList, by finder: borrowing MultiresolutionCandidates, level: Double,
      doubt: Double, learns: Bool
    ) -> Double? { nil }
  }
#endif
