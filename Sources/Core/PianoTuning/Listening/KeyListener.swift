internal import PolyphonicTuning
internal import SignalProcessing

/// Follows one key after another: finds each by itself, and measures the partial to listen to while
/// it sounds.
///
/// - Complexity: A reading takes some milliseconds, a new key some tens. Allocates.
public struct KeyListener: Sendable {
  /// What follows from the sound.
  package enum Event: Sendable {
    case key(Reading)
    /// A stroke whose unison is to be measured: once after 2 s, and again after 4 s.
    case stroke(KeyStroke)
  }

  /// One measurement of the sounding key.
  public struct Reading: Sendable, Hashable {
    /// Seconds since the stream began, at the end of the measured sound.
    public private(set) var time: Double
    /// The key.
    public let key: PianoKey
    /// The number of the partial.
    public let partial: Int
    /// The frequency of the partial, in hertz.
    public private(set) var frequency: Double
    /// The deviation of the partial, and so of the key, from its target, in cents; positive if
    /// sharp.
    public private(set) var cents: Double
    /// One standard error of ``cents`` by noise.
    public let error: Double
    /// True for the first reading of a stroke.
    public let isNewStroke: Bool
    /// True if the stroke reached full scale, and so is probably clipped.
    public let isClipped: Bool

    /// Returns the reading of a stream that began later.
    ///
    /// - Parameter seconds: The length of the sound before the stream began, in seconds.
    /// - Returns: The reading with its time from the first sample of all.
    package func delayed(by seconds: Double) -> Reading {
      var reading = self
      reading.time += seconds
      return reading
    }
  }

  /// The time between readings, in seconds.
  public static let interval = 0.1
  private static let firstLook = 0.3
  private static let window = 1.0
  private static let reach = 70.0  // cents around the target
  /// The ages of a stroke at which its unison is measured, in seconds.
  private static let unisonAges = [2.0, 4.0]

  /// The targets of the 88 keys.
  public var targets: [KeyTarget]
  /// The key that is tuned, whatever sounds; `nil` to find it at each stroke.
  public var chosenKey: PianoKey? {
    didSet { if chosenKey != oldValue { interrupt() } }
  }
  private let sampleRate: Double
  private var search: KeySearch
  private var samples: [Float] = []  // since just before the stroke, or the newest
  private var onset: Int?
  private var consumed = 0  // samples that are gone
  private var lookedAt = 0
  private var key: PianoKey?
  private var isNew = false
  private var rise = StrokeRise()
  private var highest = 0.0
  private var pending: [Float] = []
  private let stepSize: Int
  private var clipping = ClippingCounter()
  private var unisonCount = 0  // of this stroke's, that were offered
  private var offered: KeyStroke?
  private var events: [Event] = []
  private var readCount = 0  // of those

  /// Creates a listener for a stream.
  ///
  /// - Parameters:
  ///   - targets: The targets of all 88 keys.
  ///   - sampleRate: Samples per second, in ``KeyMeter/sampleRates``.
  /// - Throws: ``KeyMeterError/sampleRateOutOfRange(_:)``.
  public init(targets: [KeyTarget], sampleRate: Double) throws(KeyMeterError) {
    precondition(targets.count == PianoKey.all.count, "88 targets")
    guard KeyMeter.sampleRates.contains(sampleRate), let search = KeySearch(sampleRate: sampleRate)
    else { throw .sampleRateOutOfRange(sampleRate) }
    self.targets = targets
    self.sampleRate = sampleRate
    self.search = search
    stepSize = StrokeRise.stepSize(sampleRate)
  }

  /// Appends samples, and returns the readings that became possible.
  public mutating func append(_ block: [Float]) -> [Reading] {
    append(block.span)
    var readings: [Reading] = []
    while let event = next() {
      if case .key(let reading) = event { readings.append(reading) }
    }
    return readings
  }

  /// Appends the next samples of the stream.
  package mutating func append(_ block: Span<Float>) {
    for index in 0..<block.count {
      pending.append(block[index])
      if pending.count == stepSize {
        process(pending)
        pending.removeAll(keepingCapacity: true)
      }
    }
  }

  /// Returns the next event, or `nil` until more samples arrive.
  package mutating func next() -> Event? {
    guard readCount < events.count else {
      (events, readCount) = ([], 0)
      return nil
    }
    defer { readCount += 1 }
    return events[readCount]
  }

  /// Marks a gap in the samples: the key that sounds is no longer followed.
  public mutating func interrupt() {
    finish()
    (onset, key) = (nil, nil)
    consumed += pending.count
    pending.removeAll(keepingCapacity: true)
    forget(allBut: 0)
  }

  /// Leaves out samples of the stream, which take their time.
  package mutating func skip(_ count: Int) {
    interrupt()
    consumed += count
  }

  /// Ends the stream: a stroke that was long enough becomes available.
  package mutating func finish() {
    if let stroke = offered { events.append(.stroke(stroke)) }
    offered = nil
  }

  /// True while a key sounds that is being followed.
  public var isSounding: Bool { onset != nil }

  private mutating func process(_ part: [Float]) {
    let isOnset = rise.process(part)
    let power = rise.power
    samples += part
    if isOnset {
      finish()
      forget(allBut: stepSize + Int(0.02 * sampleRate))
      (onset, key, isNew, highest) = (samples.count - stepSize, nil, true, power)
      rise.beginStroke()
      lookedAt = samples.count
      (clipping, unisonCount) = (ClippingCounter(), 0)
    }
    clipping.append(part)
    guard let onset else { return forget(allBut: Int(0.1 * sampleRate)) }
    highest = max(highest, power)
    guard power > 1e-6 * highest, samples.count - onset < Int(20 * sampleRate) else {
      (self.onset, key) = (nil, nil)
      return
    }
    let age = Double(samples.count - onset) / sampleRate
    offerStroke(age)
    let needed = key == nil ? Self.firstLook : Self.interval
    guard age >= Self.firstLook, Double(samples.count - lookedAt) >= needed * sampleRate else {
      return
    }
    lookedAt = samples.count
    if let reading = look(age) { events.append(.key(reading)) }
    finish()
  }

  private mutating func offerStroke(_ age: Double) {
    guard let key, unisonCount < Self.unisonAges.count, age >= Self.unisonAges[unisonCount]
    else { return }
    unisonCount += 1
    offered = KeyStroke(
      samples: samples, sampleRate: sampleRate, key: key,
      time: Double(consumed + samples.count) / sampleRate)
  }

  private mutating func forget(allBut count: Int) {
    let surplus = samples.count - count
    guard surplus > 0 else { return }
    samples.removeFirst(surplus)
    consumed += surplus
  }

  private mutating func look(_ age: Double) -> Reading? {
    guard let recording = Recording(samples, sampleRate: sampleRate) else { return nil }
    if key == nil { key = chosenKey }
    if key == nil {
      guard let best = search.candidates(in: recording).first,
        best.score >= KeyMeter.leastScore(best.key)
      else { return nil }
      key = best.key
    }
    guard let key else { return nil }
    let target = targets[key.index]
    let end = recording.duration
    let times = max(0.05, end - Self.window)...end
    guard times.upperBound - times.lowerBound > 0.15 else { return nil }
    let fundamental = target.frequency
    let band = PartialBand(
      recording, frequency: target.partialFrequency,
      kernel: min(0.15, max(0.02, 4 / fundamental)), times: times)
    let width = min(
      0.4 * fundamental, target.partialFrequency * (Elementary.ratio(ofCents: Self.reach) - 1))
    guard
      let peak = PartialPeak(
        band, near: target.partialFrequency, width: width, times: times),
      peak.clearness > 6
    else { return nil }
    defer { isNew = false }
    let duration = times.upperBound - times.lowerBound
    return Reading(
      time: Double(consumed + samples.count) / sampleRate, key: key, partial: target.partial,
      frequency: peak.frequency,
      cents: Elementary.cents(ofRatio: peak.frequency / target.partialFrequency),
      error: SeriesFit.centsPerUnit * 0.5 / peak.clearness / duration / peak.frequency,
      isNewStroke: isNew, isClipped: clipping.isClipped)
  }
}

/// A key that sounds, from its stroke on.
package struct KeyStroke: Sendable {
  /// The samples from just before the stroke on.
  package let samples: [Float]
  /// Samples per second.
  package let sampleRate: Double
  /// The key as the listener found it.
  package let key: PianoKey
  /// Seconds since the stream began, at the end of the samples.
  package private(set) var time: Double

  /// Returns the stroke of a stream that began later.
  ///
  /// - Parameter seconds: The length of the sound before the stream began, in seconds.
  /// - Returns: The stroke with its time from the first sample of all.
  package func delayed(by seconds: Double) -> KeyStroke {
    var stroke = self
    stroke.time += seconds
    return stroke
  }

  /// Measures the strings of the key against each other.
  ///
  /// - Returns: The strings; `nil` if the sound is not clearly this key.
  /// - Complexity: About half a second of computing. Allocates.
  package func unison() -> UnisonReading? {
    guard var meter = try? KeyMeter(sampleRate: sampleRate),
      let measurement = try? meter.measure(samples), measurement.key == key
    else { return nil }
    return UnisonReading(measurement, time: time)
  }
}

/// The beats between the strings of a key.
package struct UnisonReading: Sendable, Hashable {
  /// Seconds since the stream began, at the end of the measured sound.
  package let time: Double
  /// The key.
  package let key: PianoKey
  /// The strings that can be told apart: their deviations from their middle in cents, ascending.
  package let strings: [Double]
  /// Their beats in the first partial, in hertz, ascending.
  package let beats: [Double]
  /// The slowest beat that a sound this short can show, in hertz of the first partial.
  package let limit: Double

  /// Creates a reading from a measurement.
  ///
  /// - Parameters:
  ///   - measurement: The measurement of one key.
  ///   - time: The end of the measured sound, in seconds.
  package init(_ measurement: KeyMeasurement, time: Double) {
    self.time = time
    key = measurement.key
    strings = measurement.strings
    (beats, audibleBeats) = (measurement.beats, measurement.audibleBeats)
    limit = measurement.beatLimit
  }

  /// The beats that sound like an impure unison, in hertz.
  package let audibleBeats: [Double]
}
