internal import BellTuning
internal import CKammerton
internal import PianoTuning
internal import SignalProcessing

/// Bells or their kin, and the measurements that the caller has not read yet.
final class BellHandle {
  private var session = MeasuringSession<ResonatorMeter>()
  private var isObjectGiven: Bool
  private var isFinished = false
  private(set) var measurements = ResultQueue<ktn_bell_measurement>(capacity: 16)

  init(_ settings: BellSettings) throws(Refusal) {
    isObjectGiven = settings.isObjectGiven
    session.file = settings.file
    session.aim.isKindKnown = isObjectGiven
    do throws(ResonatorMeterError) {
      try session.start(sampleRate: settings.sampleRate)
    } catch {
      throw Refusal(KTN_SAMPLE_RATE_OUT_OF_RANGE)
    }
  }

  /// The stroke that sounds ends.
  func listen(_ aim: MeasuringAim) {
    endStroke()
    session.aim = aim
    // The objects of a file are of one kind.
    session.aim.isKindKnown = isObjectGiven || aim.purpose.stage != nil
  }

  func setBeat(_ rate: Double, note: Int32) throws(Refusal) {
    try require((0...127).contains(note), KTN_NOTE_OUT_OF_RANGE)
    try require(
      session.file.setBeat(rate.isNaN ? nil : rate, at: Int(note)), KTN_FREQUENCY_OUT_OF_RANGE)
  }

  func load(_ bytes: UnsafeBufferPointer<UInt8>) throws(Refusal) {
    guard bytes.count <= BellFile.largestSize, let loaded = try? BellFile(bytes: Array(bytes))
    else { throw Refusal(KTN_NOT_A_BELL_FILE) }
    session.file = loaded
    isObjectGiven = true
    session.aim.isKindKnown = true
  }

  var bytes: [UInt8] { session.file.bytes }

  /// The measurements of the file.
  var objects: [ktn_bell_measurement] {
    let targets = targets
    return session.file.entries.map { entry in
      var row = ktn_bell_measurement(entry, targets)
      (row.is_final, row.is_kept) = (1, 1)
      return row
    }
  }

  // A temperament without twelve degrees is never taken.
  private var targets: BellTargets {
    (try? session.file.targets()) ?? BellTargets(object: session.file.object)
  }

  func append(_ samples: UnsafeBufferPointer<Float>) throws(Refusal) {
    try require(!isFinished, KTN_FINISHED)
    samples.forEachBlock { block in
      // A sample that is no number would make all later ones none.
      session.append(block.map { $0.magnitude <= Framer.largestMagnitude ? $0 : 0 })
      collect()
    }
  }

  func interrupt() throws(Refusal) {
    try require(!isFinished, KTN_FINISHED)
    session.interrupt()
    collect()
  }

  func finish() throws(Refusal) {
    try require(!isFinished, KTN_FINISHED)
    isFinished = true
    endStroke()
  }

  func read(
    _ place: UnsafeMutablePointer<ktn_bell_measurement>?, capacity: Int,
    count: UnsafeMutablePointer<Int>?
  ) throws(Refusal) {
    try measurements.read(place, capacity: capacity, count: count)
  }

  private func endStroke() {
    session.finish()
    collect()
  }

  private func collect() {
    while let outcome = session.next() { measurements.append(row(of: outcome)) }
  }

  private func row(of outcome: MeasuringSession<ResonatorMeter>.Outcome) -> ktn_bell_measurement {
    var row = ktn_bell_measurement()
    switch outcome.result {
    case .measured(let entry): row = ktn_bell_measurement(entry, targets)
    case .refused(let error): row.write(error)
    case .interrupted: row.status = Int32(KTN_INTERRUPTED)
    }
    row.is_final = outcome.isFinal ? 1 : 0
    row.is_clipped = outcome.isClipped ? 1 : 0
    row.is_kept = outcome.kept == .nothing ? 0 : 1
    return row
  }
}

extension ktn_bell_measurement {
  fileprivate init(_ entry: BellFile.Entry, _ targets: BellTargets) {
    let measurement = entry.measurement
    self.init()
    strike = measurement.strike
    cents = targets.deviation(entry)
    duration = measurement.duration
    score = measurement.score
    air = entry.temperature ?? .nan
    object = number(of: measurement.object)
    likelier = measurement.likelierObject.map(number) ?? Int32(KTN_OBJECT_ANY)
    note = Int32(entry.note)
    purpose = Int32(entry.stage == .after ? KTN_BELL_MEASURE_AFTER : KTN_BELL_MEASURE_BEFORE)
    third = number(of: measurement.third)
    is_mixed = measurement.isMixed ? 1 : 0
    is_doubtful = measurement.isDoubtful ? 1 : 0
    let parts = targets.parts(of: entry).prefix(Int(KTN_BELL_PARTIALS))
    partial_count = Int32(parts.count)
    withUnsafeMutableBytes(of: &partials) { bytes in
      let places = bytes.bindMemory(to: ktn_bell_partial.self)
      for (index, part) in parts.enumerated() { places[index] = ktn_bell_partial(part) }
    }
  }

  fileprivate mutating func write(_ error: ResonatorMeterError) {
    switch error {
    case .silent: status = Int32(KTN_SILENT)
    case .tooShort: status = Int32(KTN_TOO_SHORT)
    case .noObject, .sampleRateOutOfRange: status = Int32(KTN_NO_OBJECT)
    case .other(let other, _):
      status = Int32(KTN_OTHER_OBJECT)
      object = number(of: other)
    }
  }
}

extension ktn_bell_partial {
  fileprivate init(_ part: PartialState) {
    self.init(
      frequency: part.frequency, error: part.error, cents: part.cents, off: part.off ?? .nan,
      level: part.level, decay: part.decayTime ?? .nan, beat: part.beats.first ?? 0,
      wanted_beat: part.wantedBeat ?? .nan, number: Int32(part.number), reserved: 0)
  }
}
