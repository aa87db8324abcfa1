internal import CKammerton
internal import MusicTheory
internal import PianoTuning
internal import SignalProcessing

/// A piano, and what the caller has not read yet.
final class PianoHandle {
  private let sampleRate: Double
  private var session: PianoSession
  private var sampleCount = 0
  private var isFinished = false
  var readings = ResultQueue<ktn_piano_reading>(capacity: 64)
  var measurements = ResultQueue<ktn_piano_measurement>(capacity: 16)

  init(_ settings: PianoSettings) throws(Refusal) {
    sampleRate = settings.sampleRate
    session = PianoSession(settings.piano)
    session.isRaising = settings.isRaising
    do throws(KeyMeterError) {
      try session.start(sampleRate: sampleRate)
    } catch {
      throw Refusal(KTN_SAMPLE_RATE_OUT_OF_RANGE)
    }
  }

  /// With another purpose, the stroke that sounds ends.
  func listen(_ aim: MeasuringAim) {
    if aim.purpose != session.aim.purpose { endStroke() }
    session.aim = aim
  }

  func load(_ bytes: UnsafeBufferPointer<UInt8>) throws(Refusal) {
    guard bytes.count <= PianoFile.largestSize, let loaded = try? PianoFile(bytes: Array(bytes))
    else { throw Refusal(KTN_NOT_A_PIANO_FILE) }
    session.file = loaded
  }

  var bytes: [UInt8] { session.file.bytes }

  var keys: [ktn_piano_key] {
    let model = session.file.model
    return session.targets.map { target in
      ktn_piano_key(
        frequency: target.frequency, cents: target.cents,
        partial_frequency: target.partialFrequency, inharmonicity: model.value(target.key),
        partial: Int32(target.partial), key: Int32(target.key.midi))
    }
  }

  func append(_ samples: UnsafeBufferPointer<Float>) throws(Refusal) {
    try require(!isFinished, KTN_FINISHED)
    samples.forEachBlock { block in
      sampleCount += block.count
      // A sample that is no number would make all later ones none.
      session.append(block.map { $0.magnitude <= Framer.largestMagnitude ? $0 : 0 })
      collect()
    }
  }

  func finish() throws(Refusal) {
    try require(!isFinished, KTN_FINISHED)
    isFinished = true
    endStroke()
  }

  private func endStroke() {
    session.finish()
    collect()
  }

  private func collect() {
    while let event = session.next() {
      switch event {
      case .key(let reading): readings.append(ktn_piano_reading(reading))
      case .stroke(let stroke): if let unison = stroke.unison() { add(unison) }
      case .outcome(let outcome): add(outcome)
      case .interrupted: break
      }
    }
  }

  private func add(_ unison: UnisonReading) {
    var row = row()
    row.key = Int32(unison.key.midi)
    row.beat = unison.audibleBeats.first ?? 0
    row.beat_limit = unison.limit
    row.string_count = Int32(clamping: unison.strings.count)
    measurements.append(row)
  }

  private func add(_ outcome: MeasuringSession<KeyMeter>.Outcome) {
    var row = row()
    row.is_clipped = outcome.isClipped ? 1 : 0
    switch outcome.result {
    case .measured(let entry):
      row.write(entry.measurement, concertPitch: session.file.concertPitch)
    case .refused(let error): row.status = Int32(Self.status(of: error))
    case .interrupted: return
    }
    measurements.append(row)
  }

  private func row() -> ktn_piano_measurement {
    var row = ktn_piano_measurement()
    row.time = Double(sampleCount) / sampleRate
    return row
  }

  private static func status(of error: KeyMeterError) -> Int {
    switch error {
    case .silent: KTN_SILENT
    case .tooShort: KTN_TOO_SHORT
    case .noKey, .sampleRateOutOfRange: KTN_NO_KEY
    }
  }
}

extension ktn_piano_reading {
  fileprivate init(_ reading: KeyListener.Reading) {
    self.init(
      time: reading.time, frequency: reading.frequency, cents: reading.cents,
      error: reading.error, key: Int32(reading.key.midi), partial: Int32(reading.partial),
      is_new_stroke: reading.isNewStroke ? 1 : 0, is_clipped: reading.isClipped ? 1 : 0)
  }
}

extension ktn_piano_measurement {
  fileprivate mutating func write(_ found: KeyMeasurement, concertPitch: Double) {
    frequency = found.frequency
    frequency_error = found.frequencyError
    cents = found.cents(concertPitch: concertPitch)
    inharmonicity = found.inharmonicity
    inharmonicity_error = found.inharmonicityError
    beat = found.audibleBeats.first ?? 0
    beat_limit = found.beatLimit
    key = Int32(found.key.midi)
    string_count = Int32(clamping: found.strings.count)
  }
}

/// The checked settings of a piano.
struct PianoSettings {
  let sampleRate: Double
  let style: TuningStyle
  let concertPitch: Double
  let temperament: [UInt8]
  let isRaising: Bool

  init(_ settings: ktn_piano_settings) throws(Refusal) {
    try require(
      KeyMeter.sampleRates.contains(settings.sample_rate), KTN_SAMPLE_RATE_OUT_OF_RANGE)
    sampleRate = settings.sample_rate
    style = try Self.style(settings.style)
    concertPitch = try CInterface.concertPitch(
      settings.concert_pitch, nil as UnsafePointer<Double>?
    )
    .frequency
    temperament = try Self.temperament(settings.temperament)
    isRaising = settings.is_raising != 0
  }

  /// A piano with these settings, and without measurements.
  var piano: PianoFile {
    var piano = PianoFile()
    piano.style = style
    _ = piano.setConcertPitch(concertPitch)
    _ = piano.setTemperament(temperament[...])
    return piano
  }

  private static func style(_ number: Int32) throws(Refusal) -> TuningStyle {
    switch Int(number) {
    case KTN_STYLE_OCTAVES: return .pureOctaves
    case KTN_STYLE_BALANCED: return .balanced
    case KTN_STYLE_TWELFTHS: return .pureTwelfths
    default: throw Refusal(KTN_UNKNOWN_CHOICE)
    }
  }

  private static func temperament(_ name: UnsafePointer<CChar>?) throws(Refusal) -> [UInt8] {
    guard let name else { return Array("equal".utf8) }
    _ = try CInterface.temperament(try text(name), root: 0)
    return utf8(name)
  }
}

extension MeasuringAim {
  init(_ purpose: Int32, key number: Int32, date text: UnsafePointer<CChar>?) throws(Refusal) {
    self.init()
    self.purpose = try Self.purpose(purpose)
    try require(number == 0 || PianoKey(midi: Int(number)) != nil, KTN_NOTE_OUT_OF_RANGE)
    note = number == 0 ? nil : Int(number)
    if let text { date = try CInterface.date(text) }
  }

  private static func purpose(_ number: Int32) throws(Refusal) -> MeasuringPurpose {
    switch Int(number) {
    case KTN_PIANO_TUNE: return .tune
    case KTN_PIANO_MEASURE_BEFORE: return .before
    case KTN_PIANO_MEASURE_AFTER: return .after
    default: throw Refusal(KTN_UNKNOWN_CHOICE)
    }
  }
}

/// Returns the date of a measurement.
func date(_ text: UnsafePointer<CChar>) throws(Refusal) -> String {
  guard let date = RecordText.date(utf8(text)[...]) else { throw Refusal(KTN_TIME_OUT_OF_RANGE) }
  return date
}
