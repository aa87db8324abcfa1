import SignalProcessing

/// Notices where something new may start, by the rise of bands in four measures of different speed.
struct Novelty: Sendable {
  /// The number of samples in a frame.
  let frameSize: Int
  /// The number of frames so far.
  private(set) var frameCount = 0

  private let hop: Double
  /// The first frame that does not reach before the first sample: others rise from silence.
  private let firstFrame: Int
  private var start: FirstSound
  private var short: MeasuredBands
  private var long: MeasuredBands
  private var mean: MeanMeasures
  private var tonalMean: MeanMeasures
  private var change: SpectralChange
  private var changes: RisePeaks
  private var quick: RiseMeter
  private var tonal: RiseMeter
  private var slow: RiseMeter
  private var recent: [(sharp: Float, tonal: Float, slow: Float)] = []  // rises, oldest first
  private var waiting: [OnsetCandidate] = []
  private var ready: [OnsetCandidate] = []

  /// - Parameters:
  ///   - sampleRate: Samples per second.
  ///   - hop: The time from frame to frame, in seconds; about 6 ms.
  init(sampleRate: Double, hop: Double) {
    self.hop = hop
    // 17...33 ms, and twice that.
    let length = MeasuredBands.wideLength(sampleRate: sampleRate)
    frameSize = 2 * length
    firstFrame = Int((Double(length) / (hop * sampleRate)).rounded(.up))
    let range = OnsetDetector.frequencies(sampleRate: sampleRate)
    short = .wide(length: length, sampleRate: sampleRate, hop: hop)
    long = MeasuredBands(
      BandSpectrum(
        length: 2 * length, sampleRate: sampleRate, range: range, bandsPerOctave: 24, leastBins: 1),
      hop: hop)
    start = FirstSound(count: short.count, hop: hop)
    mean = MeanMeasures(count: short.count, length: 8)
    tonalMean = MeanMeasures(count: long.count, length: 6)
    change = SpectralChange(count: long.count, lag: 8, span: 24)
    let memory = Int(0.5 / hop)
    let scale = RisePeaks.scale(range)
    quick = .quick(count: short.count, sampleRate: sampleRate, hop: hop)
    tonal = RiseMeter(
      BandRise(count: long.count, lag: 6, span: 2, maskDecay: 4 * Float(hop)),
      RisePeaks(reach: 5, least: 0.045 * scale, memory: memory, usualWeight: 1))
    changes = RisePeaks(reach: 8, least: 0.035 * scale, memory: memory, usualWeight: 1)
    slow = RiseMeter(
      BandRise(count: short.count, lag: 14, span: 1, maskDecay: 14 * Float(hop)),
      RisePeaks(reach: 10, least: 0.08 * scale, memory: memory, usualWeight: 1.5))
  }

  /// Takes the next frame, of ``frameSize`` samples.
  mutating func append(_ frame: Span<Float>) {
    defer { frameCount += 1 }
    short.read(frame)
    guard frameCount >= firstFrame else {
      // The short window is whole earlier than the long one.
      if 2 * frameCount >= firstFrame { start.hear(short.powers) }
      return
    }
    if let strength = start.decay(short.powers, frame: frameCount) {
      hold(OnsetCandidate(time: 0, strength: strength, speed: .quick))
    }
    long.read(frame)
    short.measure()
    long.measure()
    mean.append(short.measures)

    // The peaks of slower measures follow their attacks later.
    if let peak = quick.append(short.measures) { add(peak, .quick, delay: 0) }
    if let peak = tonal.append(long.measures) { add(peak, .tonal, delay: 1) }
    tonalMean.append(long.measures)
    let turn = changes.append(change.change(to: tonalMean.means))
    if let turn { add(turn, .change, delay: 10) }
    if let peak = slow.append(mean.means) { add(peak, .slow, delay: 6) }
    recent.append((max(quick.rise, tonal.rise), tonal.rise, slow.rise))
    if recent.count > 64 { recent.removeFirst() }
    release(before: Double(frameCount - 23) * hop)
  }

  /// Returns the next candidate, in the order of their times.
  mutating func next() -> OnsetCandidate? { ready.isEmpty ? nil : ready.removeFirst() }

  /// Ends the stream.
  mutating func finish() { release(before: .infinity) }

  private mutating func add(_ peak: RisePeaks.Peak, _ speed: OnsetCandidate.Speed, delay: Int) {
    let time = Double(firstFrame + peak.frame - delay) * hop
    if speed == .quick {
      waiting.removeAll { $0.speed != .quick && ($0.time - time).magnitude < 0.05 }
    } else {
      // A change is noticed up to 0.1 s early.
      let (before, after) =
        speed == .slow ? (0.15, 0.05) : speed == .change ? (0.1, 0.1) : (0.05, 0.05)
      let isKnown = waiting.contains {
        ($0.speed.rawValue < speed.rawValue || speed == .change)
          && time - $0.time < before && $0.time - time < after
      }
      guard !isKnown else { return }
    }
    hold(OnsetCandidate(time: time, strength: peak.height, speed: speed))
  }

  /// Puts a candidate among those that wait, in the order of their times.
  private mutating func hold(_ candidate: OnsetCandidate) {
    let place = waiting.firstIndex { $0.time > candidate.time } ?? waiting.count
    waiting.insert(candidate, at: place)
  }

  private mutating func release(before time: Double) {
    while let first = waiting.first, first.time < time {
      waiting.removeFirst()
      ready.append(first)
      ready[ready.count - 1].isSoft = first.speed == .slow || grows(at: first.time)
      ready[ready.count - 1].tonalRise = tonalRise(at: first.time)
    }
  }

  /// Returns the largest rise of narrow bands within some frames of a time.
  private func tonalRise(at time: Double) -> Float {
    let now = Int((time / hop).rounded()) - (frameCount + 1 - recent.count)
    var largest: Float = 0
    for index in max(0, now - 5)..<max(max(0, now - 5), min(recent.count, now + 8)) {
      largest = max(largest, recent[index].tonal)
    }
    return largest
  }

  /// Returns whether the slow rise after a time is far larger than the quicker ones.
  private func grows(at time: Double) -> Bool {
    let now = Int((time / hop).rounded()) - (frameCount + 1 - recent.count)
    var (sharp, slow): (Float, Float) = (1e-3, 0)
    for index in max(0, now - 4)..<max(max(0, now - 4), min(recent.count, now + 20)) {
      if index < now + 8 { sharp = max(sharp, recent[index].sharp) }
      slow = max(slow, recent[index].slow)
    }
    return slow > 2 * sharp
  }
}
