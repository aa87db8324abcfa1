import SignalProcessing

/// Receives packets in one band.
///
/// ```swift
/// var demodulator = try Demodulator(band: .ultrasonic, sampleRate: 48_000)
/// demodulator.append(block)
/// while let packet = demodulator.next() { use(packet.payload) }
/// ```
///
/// A payload is delivered only if its check of 24 bits is right. The size of the blocks does not
/// change the result by a single bit. Samples that are not finite count as silence.
///
/// - Complexity: O(1) time per sample and constant memory, whatever the sound. No allocation after
///   `init` except for the payloads.
public struct Demodulator: Sendable {
  /// The interval between two searches, in samples of the baseband.
  private static var stride: Int64 { 64 }
  /// The largest number of packets that are followed at once, and stored for ``next()``.
  private static var capacity: Int { 48 }

  /// The band.
  public let band: ModemBand
  /// Samples per second, in hertz.
  public let sampleRate: Double
  private let grid: SymbolGrid
  private var converter: BasebandConverter
  private var ring: BasebandRing
  private var search: PreambleSearch
  private var arrivals: ArrivalSearch
  private var reader: PacketReader
  private var attempts: [PacketAttempt]
  private var received: [ReceivedPacket]
  /// The latest end of a packet that is still read, once all samples have arrived.
  private var lastEnd = Int64.max
  private var last: Optional<(payload: [UInt8], end: Int64)>
  private var falseAlarms: FalseAlarmRate
  private var failures = FailedAttempts()
  private var lost: LostPacket?

  /// Plans a demodulator.
  ///
  /// - Parameters:
  ///   - band: The band to receive.
  ///   - sampleRate: Samples per second, in hertz.
  /// - Throws: ``ModemError/cannotHearBand(_:sampleRate:)`` if the sample rate is too low for the
  ///   band, ``ModemError/invalidSampleRate(_:)`` if it is not a sample rate.
  public init(band: ModemBand = .ultrasonic, sampleRate: Double) throws(ModemError) {
    try band.validate(sampleRate: sampleRate)
    let grid = SymbolGrid(band: band)
    let converter = BasebandConverter(grid, sampleRate: sampleRate)
    let search = PreambleSearch(grid)
    let reader = PacketReader(band: band)
    var capacity = 1
    while capacity < reader.longestPacket * 9 / 8 { capacity *= 2 }
    let ring = BasebandRing(capacity: capacity)
    var attempts: [PacketAttempt] = []
    attempts.reserveCapacity(Self.capacity + HeaderReader.readingCount)
    var received: [ReceivedPacket] = []
    received.reserveCapacity(Self.capacity)
    let falseAlarms = FalseAlarmRate()
    (self.band, self.sampleRate, self.grid) = (band, sampleRate, grid)
    (self.converter, self.search, self.reader) = (converter, search, reader)
    arrivals = ArrivalSearch(grid)
    (self.ring, self.attempts, self.received) = (ring, attempts, received)
    (self.falseAlarms, last) = (falseAlarms, nil)
  }

  /// The number of samples that were not finite and counted as silence.
  public var rejectedSampleCount: Int64 { converter.rejectedSampleCount }

  /// Processes samples.
  ///
  /// - Parameter block: Mono samples of nominal range -1...1, any count.
  public mutating func append(_ block: Span<Float>) {
    for index in block.indices { append(block[index]) }
  }

  /// Processes samples, in an array.
  ///
  /// - Parameter block: Mono samples of nominal range -1...1, any count.
  public mutating func append(_ block: [Float]) { append(block.span) }

  /// Processes the silence that the last packet needs to be complete, at the end of a recording.
  public mutating func finish() {
    lastEnd = ring.end + Int64(grid.symbolLength)
    let frame = 36 * grid.binCount
    appendSilence(frame)
    let limit = reader.longestPacket / frame + 1
    for _ in 0..<limit where !attempts.isEmpty { appendSilence(frame) }
  }

  private mutating func appendSilence(_ basebandCount: Int) {
    let end = ring.end + Int64(basebandCount)
    while ring.end < end { append(0) }
  }

  /// Returns the next packet, in the order of their ends.
  ///
  /// - Returns: The packet; `nil` until more samples arrive.
  public mutating func next() -> ReceivedPacket? {
    received.isEmpty ? nil : received.removeFirst()
  }

  /// Returns the newest packet that was detected, but not received, once.
  ///
  /// - Returns: The lost packet; `nil` until more samples arrive.
  public mutating func nextLoss() -> LostPacket? {
    defer { lost = nil }
    return lost
  }

  private mutating func append(_ sample: Float) {
    guard let sample = converter.next(sample) else { return }
    ring.append(sample)
    if ring.end % Self.stride == 0 { follow() }
  }

  /// Searches the new samples, and reads the packets that are complete.
  private mutating func follow() {
    search.search(ring)
    falseAlarms.pass(seconds: Double(Self.stride) / grid.basebandRate)
    readHeaders()
    readBodies()
  }

  private mutating func readHeaders() {
    var isAnyReady = false
    for candidate in search.candidates where isReady(candidate) {
      isAnyReady = true
      guard falseAlarms.admit(candidate) else { continue }
      arrivals.find(candidate, search.correlator)
      reader.readHeader(
        arrivals.ways, ring, maximumCount: falseAlarms.readingCount, into: &attempts)
      let lastEnd = lastEnd
      attempts.removeAll { $0.end > lastEnd }
      while attempts.count > Self.capacity { removeWorstAttempt() }
    }
    guard isAnyReady else { return }
    let (arrivals, ends) = (arrivals, (preamble: search.correlator.end, header: ring.end))
    search.removeCandidates { candidate in
      let end = arrivals.end(of: candidate)
      return end.preamble <= ends.preamble && end.header <= ends.header
    }
  }

  private func isReady(_ candidate: PreambleCandidate) -> Bool {
    let end = arrivals.end(of: candidate)
    return end.preamble <= search.correlator.end && end.header <= ring.end
  }

  private mutating func removeWorstAttempt() {
    var worst = 0
    for index in attempts.indices
    where attempts[index].candidate.score < attempts[worst].candidate.score {
      worst = index
    }
    attempts.remove(at: worst)
  }

  private mutating func readBodies() {
    var index = 0
    while index < attempts.count {
      let attempt = attempts[index]
      guard attempt.end <= ring.end else {
        index += 1
        continue
      }
      attempts.remove(at: index)
      let start = attempt.candidate.start
      switch reader.read(attempt, ring) {
      case .failed:
        fail(attempt)
        continue
      case .noise:
        fail(attempt)
        let kind = attempt.candidate.kind
        attempts.removeAll {
          $0.candidate.start == start && $0.candidate.kind == kind && $0.end >= attempt.end
        }
      case .payload(let payload):
        deliver(payload, attempt)
        let reach = Double(4 * grid.windowLength)
        attempts.removeAll { ($0.candidate.start - start).magnitude < reach }
      }
      index = 0
    }
    if let packet = failures.next(before: ring.end, attempts) { lost = packet }
  }

  private mutating func fail(_ attempt: PacketAttempt) {
    guard failures.wants(attempt) else { return }
    failures.insert(
      attempt,
      LostPacket(
        band: band, mode: attempt.format.mode, time: time(of: attempt),
        channel: reader.channel(attempt, ring, isWhole: false)))
  }

  /// The time at which a packet began, in seconds since the first sample.
  private func time(of attempt: PacketAttempt) -> Double {
    max(0, attempt.candidate.start / grid.basebandRate - converter.delay / sampleRate)
  }

  private mutating func deliver(_ payload: [UInt8], _ attempt: PacketAttempt) {
    let start = Int64(attempt.candidate.start)
    if let last, last.payload == payload, start < last.end { return }
    last = (payload, attempt.end)
    failures.remove(around: attempt)
    guard received.count < Self.capacity else { return }
    received.append(
      ReceivedPacket(
        payload: payload, isPart: reader.isPart(attempt.format), band: band,
        mode: attempt.format.mode, time: time(of: attempt),
        speed: attempt.candidate.dopplerScale * 343,
        channel: reader.channel(attempt, ring, isWhole: true)))
  }
}

/// Limits the rate of false alarms: if many positions resemble a preamble, for example in music,
/// only the best of them are examined.
///
/// - SeeAlso: H. M. Finn, R. S. Johnson, "Adaptive detection mode with threshold control as a function
///   of spatially sampled clutter-level estimates", RCA Review 29(3), 1968.
struct FalseAlarmRate: Sendable {
  /// The time for which an alarm counts, in seconds.
  private static var memory: Double { 4 }
  /// The number of alarms per second that does not raise the threshold: noise has one or two.
  private static var freeRate: Double { 2.5 }

  private var count = 0.0

  /// The number of readings of a header to try.
  var readingCount: Int { count > Self.memory * Self.freeRate ? 2 : HeaderReader.readingCount }

  /// Advances the time.
  mutating func pass(seconds: Double) {
    count *= 1 - seconds / Self.memory
  }

  /// Returns `true` if a candidate is good enough to be examined.
  mutating func admit(_ candidate: PreambleCandidate) -> Bool {
    let rate = count / Self.memory
    let excess = max(1, rate / Self.freeRate)
    let bar = excess * excess
    guard Double(candidate.score) >= bar * Double(PreambleSearch.threshold(candidate.kind)) else {
      return false
    }
    count += 1
    return true
  }
}
