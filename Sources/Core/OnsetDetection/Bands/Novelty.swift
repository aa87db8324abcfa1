import SignalProcessing

/// Where something new may start, to a few hundredths of a second.
struct Novelty: Sendable {
  struct Candidate: Sendable {
    var time: Double
    var strength: Float
    var kind: Int
  }

  let frameSize: Int
  private(set) var frameCount = 0
  private let hop: Double
  private var short: BandSpectrum
  private var long: BandSpectrum
  private var shortPowers: [Float]
  private var longPowers: [Float]
  private var shortNoise: BandNoise
  private var longNoise: BandNoise
  private var quick: BandRise
  private var tonal: BandRise
  private var slow: BandRise
  private var quickPeaks: RisePeaks
  private var tonalPeaks: RisePeaks
  private var slowPeaks: RisePeaks
  private var slowSums: [Float]
  private var slowHistory: [[Float]]
  private let firstFrame: Int
  private var waiting: [Candidate] = []
  private var ready: [Candidate] = []

  static let slowMean = 8
  /// The least heights of peaks, and their factors of the median.
  struct Settings: Sendable {
    var quick: (least: Float, factor: Float) = (0.055, 1.5)
    var tonal: (least: Float, factor: Float) = (0.045, 1.5)
    var slow: (least: Float, factor: Float) = (0.08, 2.0)
    var mask: (drop: Float, decay: Float) = (0.4, 4)
    var leastRise: Float = 0
    var square = false
  }
  /// The rises of the last frame.
  private(set) var rises: (quick: Float, tonal: Float, slow: Float) = (0, 0, 0)

  init(sampleRate: Double, hop: Double, settings choice: Settings = Settings()) {
    self.hop = hop
    let shortLength = RealFourierTransform.shortestLength(holding: Int(0.0165 * sampleRate))
    let top = min(OnsetDetector.highestFrequency, 0.46 * sampleRate)
    let range = OnsetDetector.lowestFrequency...top
    short = BandSpectrum(
      length: shortLength, sampleRate: sampleRate, range: range, bandsPerOctave: 3, leastBins: 2)
    long = BandSpectrum(
      length: 2 * shortLength, sampleRate: sampleRate, range: range, bandsPerOctave: 24,
      leastBins: 1)
    frameSize = 2 * shortLength
    shortPowers = Array(repeating: 0, count: short.count)
    longPowers = Array(repeating: 0, count: long.count)
    shortNoise = BandNoise(count: short.count, hop: hop)
    longNoise = BandNoise(count: long.count, hop: hop)
    var settings = BandRise.Settings()
    settings.maskDrop = choice.mask.drop
    settings.maskDecay = choice.mask.decay
    settings.least = choice.leastRise
    settings.square = choice.square
    quick = BandRise(count: short.count, hop: hop, settings: settings)
    settings.lag = 6
    tonal = BandRise(count: long.count, hop: hop, settings: settings)
    settings.lag = 14
    settings.span = 1
    settings.maskDecay = 14
    slow = BandRise(count: short.count, hop: hop, settings: settings)
    let memory = Int(0.5 / hop)
    firstFrame = Int((Double(shortLength) / (hop * sampleRate)).rounded(.up))
    quickPeaks = RisePeaks(
      reach: 4, least: choice.quick.least, factor: choice.quick.factor, memory: memory)
    tonalPeaks = RisePeaks(
      reach: 5, least: choice.tonal.least, factor: choice.tonal.factor, memory: memory)
    slowPeaks = RisePeaks(
      reach: 10, least: choice.slow.least, factor: choice.slow.factor, memory: memory)
    slowSums = Array(repeating: 0, count: short.count)
    slowHistory = (0..<Self.slowMean).map { _ in [] }
    for index in 0..<Self.slowMean { slowHistory[index] = slowSums }
  }

  mutating func append(_ frame: Span<Float>) {
    // Frames that reach before the first sample would rise from silence.
    guard frameCount >= firstFrame else {
      frameCount += 1
      return
    }
    short.measure(frame, around: frame.count / 2, to: &shortPowers)
    long.measure(frame, around: frame.count / 2, to: &longPowers)
    shortNoise.measure(shortPowers)
    longNoise.measure(longPowers)
    let quickRise = quick.rise(to: shortNoise.measures)
    let tonalRise = tonal.rise(to: longNoise.measures)
    let place = (frameCount - firstFrame) % Self.slowMean
    var means = slowSums
    for band in 0..<means.count {
      slowHistory[place][band] = shortNoise.measures[band]
      var sum: Float = 0
      let count = min(Self.slowMean, frameCount - firstFrame + 1)
      for index in 0..<count { sum += slowHistory[index][band] }
      means[band] = sum / Float(count)
    }
    let slowRise = slow.rise(to: means)
    frameCount += 1
    rises = (quickRise, tonalRise, slowRise)
    if let peak = quickPeaks.append(quickRise) { add(peak, shift: 0, kind: 0) }
    if let peak = tonalPeaks.append(tonalRise) { add(peak, shift: -1, kind: 1) }
    if let peak = slowPeaks.append(slowRise) { add(peak, shift: -6, kind: 2) }
    release(before: Double(frameCount - 24) * hop)
  }

  private mutating func add(_ peak: RisePeaks.Peak, shift: Int, kind: Int) {
    let time = Double(firstFrame + peak.frame + shift) * hop
    // A quick one stands for those of the same attack.
    if kind > 0 {
      for other in waiting where other.kind < kind {
        let reach = kind == 2 ? 0.15 : 0.05
        if time - other.time < reach, other.time - time < 0.05 { return }
      }
    } else {
      waiting.removeAll { $0.kind > 0 && ($0.time - time).magnitude < 0.05 }
    }
    waiting.append(Candidate(time: time, strength: peak.height, kind: kind))
  }

  private mutating func release(before time: Double) {
    waiting.sort { $0.time < $1.time }
    while let first = waiting.first, first.time < time {
      ready.append(first)
      waiting.removeFirst()
    }
  }

  mutating func next() -> Candidate? { ready.isEmpty ? nil : ready.removeFirst() }

  mutating func finish() { release(before: .infinity) }
}
