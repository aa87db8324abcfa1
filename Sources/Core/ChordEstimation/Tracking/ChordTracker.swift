internal import PolyphonicTuning
internal import SignalProcessing

/// Hears several notes at once: which sound, and the frequency of each.
///
/// A network that was trained on chords of many instruments tells which frequencies are notes, and
/// a fit of all their partials measures them. Append samples as they arrive, and take the readings
/// that are ready; each needs the ``lookahead`` after its time.
///
/// - Complexity: O(*n*) time for *n* samples. No allocation after `init` for blocks of up to 8192
///   samples and hops of 10 ms or more, if all readings are taken after each block.
public struct ChordTracker: Sendable {
  /// The accepted sample rates, in hertz.
  public static let sampleRates = 8000.0...384_000
  /// The accepted times from reading to reading, in seconds.
  public static let hopDurations = 0.001...1.0
  /// The largest number of notes that are told apart.
  public static let mostNotes = 6
  /// The fundamental frequencies that are heard, in hertz.
  public static let frequencies = 26.0...2150
  /// The time after a reading for which samples are needed, in seconds.
  public static let lookahead = 0.15

  /// The number of samples that were not numbers, or impossibly large; they count as silence.
  public private(set) var rejectedSampleCount = 0

  private let hop: Double
  private let rate: Double  // of the analysis
  private let step: Double  // from analysis to analysis, in seconds
  private var reducer: RateReducer
  private var history: SampleHistory
  private var frame: [Float]  // from `past` before the moment to `lookahead` after it
  private var (long, middle, short): (MomentSpectrum, MomentSpectrum, MomentSpectrum)
  private var network = ChordNetwork()
  private var peaks = NotePeaks()
  private var fit: ChordFit
  private var momentCount = 0  // that were analysed
  private var readingCount = 0  // that are in the queue or taken
  private var last = ChordReading(time: 0)
  private var queue: [ChordReading] = []
  private var taken = 0
  private var sampleCount: Int64 = 0
  private let sampleRate: Double

  /// The longest time between two analyses, in seconds; readings between them are interpolated.
  private static let longestStep = 0.04
  /// The part of the longest window that lies before the moment, in seconds.
  private static let past = 0.25
  /// The least odds of a note, as a natural logarithm.
  private static let threshold: Float = -0.5
  /// The level below which nothing sounds, in dBFS.
  private static let leastLevel = -65.0
  private static let pieceSize = 1024

  /// Creates a tracker at the start of a stream.
  ///
  /// - Parameters:
  ///   - sampleRate: Samples per second, in ``sampleRates``.
  ///   - hopDuration: The time from reading to reading, in seconds, in ``hopDurations``.
  /// - Throws: ``ChordTrackerError``.
  public init(sampleRate: Double, hopDuration: Double = 0.01) throws(ChordTrackerError) {
    guard Self.sampleRates.contains(sampleRate) else { throw .sampleRateOutOfRange(sampleRate) }
    guard Self.hopDurations.contains(hopDuration) else { throw .hopOutOfRange(hopDuration) }
    self.sampleRate = sampleRate
    hop = hopDuration
    step = hopDuration * max(1, (Self.longestStep / hopDuration + 1e-9).rounded(.down))
    reducer = RateReducer(sampleRate: sampleRate, highest: 24_500)
    rate = reducer.outputRate
    let size = Int(Self.past * rate) + Int(Self.lookahead * rate) + 2
    frame = Array(repeating: 0, count: size)
    history = SampleHistory(capacity: size + Self.pieceSize)
    long = MomentSpectrum(duration: 0.4, sampleRate: rate, hasPlaces: true)
    middle = MomentSpectrum(duration: 0.2, sampleRate: rate, hasPlaces: true)
    short = MomentSpectrum(duration: 0.1, sampleRate: rate, hasPlaces: false)
    fit = ChordFit(sampleRate: rate)
    queue.reserveCapacity(256)
  }

  /// Appends the next samples of the stream.
  ///
  /// - Parameter block: Samples, any count and any values.
  public mutating func append(_ block: Span<Float>) {
    for index in 0..<block.count where !(block[index].magnitude <= Framer.largestMagnitude) {
      rejectedSampleCount += 1
    }
    sampleCount += Int64(block.count)
    feed(block)
  }

  /// Appends the next samples of the stream, in an array.
  ///
  /// - Parameter block: Samples, any count and any values.
  public mutating func append(_ block: [Float]) { append(block.span) }

  /// Ends the stream: silence follows, so that the last readings become ready.
  public mutating func finish() {
    let silence = [Float](repeating: 0, count: Self.pieceSize)
    let end = Double(sampleCount) / sampleRate
    while Double(readingCount) * hop < end { feed(silence.span) }
    // Those after the end are of the silence.
    while let reading = queue.last, queue.count > taken, reading.time >= end {
      queue.removeLast()
    }
  }

  /// Returns the next reading, if it is ready.
  public mutating func next() -> ChordReading? {
    guard taken < queue.count else {
      queue.removeAll(keepingCapacity: true)
      taken = 0
      return nil
    }
    taken += 1
    return queue[taken - 1]
  }

  private mutating func feed(_ block: Span<Float>) {
    var start = 0
    while start < block.count {
      let end = min(block.count, start + Self.pieceSize)
      reducer.reduce(block.extracting(start..<end), into: &history)
      start = end
      while true {
        let moment = Double(momentCount) * step
        let needed = Int64((moment + Self.lookahead) * rate) + 1
        guard history.endIndex >= needed else { break }
        analyse(moment, followedBy: Int(history.endIndex - needed))
      }
    }
  }

  private mutating func analyse(_ moment: Double, followedBy count: Int) {
    let history = history
    var span = frame.mutableSpan
    history.copy(into: &span, endingBefore: count)
    var reading = ChordReading(time: moment)
    let now = frame.count - 1 - Int(Self.lookahead * rate)
    if level(from: now, count: short.size) > Self.leastLevel {
      load(now)
      network.judge(long, middle, short)
      peaks.find(in: network.nats, above: Self.threshold)
      fit.measure(peaks, in: frame, from: now - fit.size / 2)
      for index in 0..<peaks.count { reading.append(note(index)) }
      reading = NoteGuard.counted(reading)
    }
    queueReadings(until: reading)
    last = reading
    momentCount += 1
  }

  /// Loads the windows; none begins before the frame or ends after it.
  private mutating func load(_ now: Int) {
    let late = Int(0.05 * rate)
    long.load(frame, from: max(0, now - late - long.size / 2))
    middle.load(frame, from: min(frame.count - middle.size, now + late - middle.size / 2))
    short.load(frame, from: now + late - short.size / 2)
  }

  private func note(_ index: Int) -> ChordNote {
    let result = fit.results[index]
    return ChordNote(
      frequency: result.frequency, level: max(-120, decibels(fromPower: result.power)),
      confidence: NoteOdds.confidence(peaks.peaks[index].nats), error: result.error)
  }

  private func level(from start: Int, count: Int) -> Double {
    var sum = 0.0
    for index in start..<min(frame.count, start + count) {
      sum += Double(frame[index]) * Double(frame[index])
    }
    return decibels(fromPower: sum / Double(count))
  }

  private mutating func queueReadings(until reading: ChordReading) {
    while true {
      let time = Double(readingCount) * hop
      guard time <= reading.time + 1e-9 else { return }
      let share = momentCount == 0 ? 1 : min(1, max(0, 1 - (reading.time - time) / step))
      queue.append(.between(last, reading, time: time, share: share))
      readingCount += 1
    }
  }
}

/// A configuration that no tracker of chords can have.
public enum ChordTrackerError: Error, Equatable, Sendable {
  /// The sample rate, in hertz, must lie in ``ChordTracker/sampleRates``.
  case sampleRateOutOfRange(Double)
  /// The time from reading to reading, in seconds, must lie in ``ChordTracker/hopDurations``.
  case hopOutOfRange(Double)
}

#if !hasFeature(Embedded)
  extension ChordTrackerError: CustomStringConvertible {
    /// One sentence with the offending value and its limit.
    public var description: String {
      switch self {
      case .sampleRateOutOfRange(let rate):
        outOfRange("The sample rate", rate, ChordTracker.sampleRates, "Hz")
      case .hopOutOfRange(let duration):
        outOfRange("The hop", duration, ChordTracker.hopDurations, "s")
      }
    }
  }
#endif
