internal import SignalProcessing

/// The hum of the mains: lines at the multiples of 50 or 60 Hz that stand still.
///
/// It is a tone, too. So its lines lose their weight only while something else sounds. Alone it is no
/// note if it was there from the first sample on, has not become quieter since, and has odd multiples
/// of exactly 50 or 60 Hz; every other steady tone is heard, be it a drone of 50 Hz that begins later.
struct MainsHum: Sendable {
  /// How far a line may be from a multiple, in hertz.
  static let reach = 2.5
  /// How many of the first multiples must be there, out of how many.
  static let leastCount = 3
  static let firstCount = 8
  /// A line has this many times the power of the noise around it.
  static let leastSignal: Float = 8
  /// A line has this share of the power of the strongest one: the window spreads each over bins far
  /// away, at -31 dB at most.
  static let leastShare: Float = 0.003
  /// What is taken off, as a multiple of the power of the line.
  static let subtraction: Float = 2
  /// What must be left of the sound without its hum, as a share of the power.
  static let leastRest: Float = 0.1
  /// How many of the first odd multiples hum has.
  static let leastOddCount = 2
  /// How far the mains stray from 50 or 60 Hz, in hertz.
  static let drift = 0.3
  /// What must be left of the first power of the lines for the hum to be the same, 2 dB less.
  static let leastPower: Float = 0.63
  /// The time constants of the lines, in seconds: a note that decays takes its own with it.
  static let fall = 0.15
  static let rise = 5.0
  /// The highest line, in hertz.
  static let highest = 2000.0
  /// The largest distance of two bins at which lines can be told apart, in hertz.
  static let largestResolution = 16.0

  private let binWidth: Double
  private let lobe: Int  // the bins on each side of a line
  private let (fallShare, riseShare): (Float, Float)
  private var lines: [Float]  // the lower envelope of the power of each bin
  private var shares: [Float]  // of them that are lines of the hum: `subtraction` or 0
  private var hasStarted = false
  private var isThere = false
  private var mains = 50.0
  private var linePower: Float = 0
  private var (firstPower, isFirst): (Float, Bool) = (0, true)  // from the first sample on

  /// Whether the last frame has nothing else.
  private(set) var isAlone = false

  /// - Returns: `nil` where the window is too short to tell lines apart.
  init?(binCount: Int, frameSize: Int, sampleRate: Double, hopDuration: Double) {
    let resolution = sampleRate / Double(max(1, frameSize))
    guard resolution < Self.largestResolution else { return nil }
    binWidth = sampleRate / Double(2 * binCount)
    lobe = Int(2 * resolution / binWidth)
    (fallShare, riseShare) = (
      Float(min(1, hopDuration / Self.fall)), Float(min(1, hopDuration / Self.rise))
    )
    let count = min(binCount, Int(Self.highest / binWidth) + 2 * lobe + 4)
    lines = Array(repeating: 0, count: count)
    shares = Array(repeating: 0, count: count)  // a copy would share storage
  }

  /// Learns from a frame.
  ///
  /// - Parameter power: The power of each bin.
  mutating func learn(_ power: [Float]) {
    for bin in 0..<lines.count {
      let distance = power[bin] - lines[bin]
      lines[bin] += (hasStarted ? (distance > 0 ? riseShare : fallShare) : 1) * distance
    }
    hasStarted = true
  }

  /// Adds the lines that were found to what is taken off a frame, if that leaves something.
  ///
  /// - Parameters:
  ///   - taken: What is taken off each bin so far.
  ///   - power: The power of each bin.
  ///   - weights: What counts of it.
  mutating func add(to taken: inout [Float], _ power: [Float], weights: [Float]) {
    isAlone = false
    guard isThere else { return }
    var (before, after): (Float, Float) = (0, 0)
    for bin in 1..<weights.count {
      let rest = power[bin] - taken[bin]
      let line = bin < lines.count ? shares[bin] * lines[bin] : 0
      before += weights[bin] * max(0, rest)
      after += weights[bin] * max(0, rest - line)
    }
    guard after > Self.leastRest * before else {
      isAlone = firstPower > 0
      return
    }
    for bin in 1..<lines.count { taken[bin] += shares[bin] * lines[bin] }
  }

  /// Looks for the lines of 50 Hz, then for those of 60 Hz, in the frames learned from so far.
  ///
  /// - Parameters:
  ///   - power: The power of each bin of the frame, which counts if it is the first one.
  ///   - noise: The mean power of noise in each bin.
  mutating func find(in power: [Float], above noise: [Float]) {
    if !hasStarted { learn(power) }
    var strongest: Float = 0
    for bin in 0..<lines.count { strongest = max(strongest, lines[bin]) }
    let least = Self.leastShare * strongest
    isThere =
      findsLines(of: 50, above: noise, least) || findsLines(of: 60, above: noise, least)
    if isFirst { firstPower = isThere ? linePower : 0 }
    if !isThere || linePower < Self.leastPower * firstPower { firstPower = 0 }
    isFirst = false
  }

  /// Tells the pitch of the hum, and its first multiples, from others.
  ///
  /// - Parameter frequency: In hertz, as exact as can be.
  /// - Returns: Whether it is one of them.
  func isPitch(_ frequency: Double) -> Bool {
    let order = (frequency / mains).rounded()
    return (1...4).contains(order) && (frequency - order * mains).magnitude < order * Self.drift
  }

  /// Marks the bins of the lines at the multiples of a frequency, and tells whether there are enough.
  private mutating func findsLines(
    of mains: Double, above noise: [Float], _ least: Float
  ) -> Bool {
    for bin in 0..<shares.count { shares[bin] = 0 }
    self.mains = mains
    linePower = 0
    var (count, oddCount, order) = (0, 0, 1)
    while let peak = peak(near: Double(order) * mains / binWidth) {
      let distance = binWidth * (peak.position - Double(order) * mains / binWidth)
      if distance.magnitude < Self.reach, lines[peak.bin] > Self.leastSignal * noise[peak.bin],
        lines[peak.bin] > least
      {
        if order <= Self.firstCount {
          count += 1
          if order % 2 == 1 { oddCount += 1 }
          linePower += lines[peak.bin]
        }
        for bin in max(1, peak.bin - lobe)...(peak.bin + lobe) { shares[bin] = Self.subtraction }
      }
      order += 1
    }
    if oddCount < Self.leastOddCount { linePower = 0 }
    return count >= Self.leastCount
  }

  /// The top of the lobe around a position, in bins; `nil` beyond the highest line.
  private func peak(near center: Double) -> (bin: Int, position: Double)? {
    var bin = Int(center.rounded())
    guard bin + 2 * lobe + 1 < lines.count else { return nil }
    let range = max(1, bin - lobe)...(bin + lobe)
    while bin < range.upperBound, lines[bin + 1] > lines[bin] { bin += 1 }
    while bin > range.lowerBound, lines[bin - 1] > lines[bin] { bin -= 1 }
    let parabola = Parabola(
      left: lines[bin - 1].squareRoot(), middle: lines[bin].squareRoot(),
      right: lines[bin + 1].squareRoot())
    return (bin, Double(bin) + parabola.offset)
  }
}
