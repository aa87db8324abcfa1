internal import CKammerton
internal import MusicTheory
internal import PianoTuning
internal import SignalProcessing

/// A piano, the listener to its keys, and what the caller has not read yet.
final class PianoHandle {
  private let settings: PianoSettings
  private var purpose = PianoPurpose()
  private var piano = PianoFile()
  private var targets: [KeyTarget]
  private var listener: KeyListener
  private var splitter: StrokeSplitter
  private var meter: KeyMeter
  private var sampleCount = 0
  private var tunedCount = 0  // of those samples, which the listener has heard
  private var isFinished = false
  var readings = ResultQueue<ktn_piano_reading>(capacity: 64)
  var measurements = ResultQueue<ktn_piano_measurement>(capacity: 16)

  private init(
    _ settings: PianoSettings, _ targets: [KeyTarget], _ listener: KeyListener, _ meter: KeyMeter
  ) {
    self.settings = settings
    self.targets = targets
    self.listener = listener
    self.meter = meter
    splitter = StrokeSplitter(sampleRate: settings.sampleRate)
    settings.write(to: &piano)
  }

  static func make(_ settings: PianoSettings) throws(Refusal) -> PianoHandle {
    var piano = PianoFile()
    settings.write(to: &piano)
    guard let targets = try? piano.targets(),
      let listener = try? KeyListener(targets: targets, sampleRate: settings.sampleRate),
      let meter = try? KeyMeter(sampleRate: settings.sampleRate)
    else { throw Refusal(KTN_SAMPLE_RATE_OUT_OF_RANGE) }
    return PianoHandle(settings, targets, listener, meter)
  }

  func listen(_ new: PianoPurpose) {
    if new.stage != purpose.stage {
      measureLastStroke()
      listener.interrupt()
    }
    purpose = new
    listener.chosenKey = new.key
  }

  func load(_ bytes: UnsafeBufferPointer<UInt8>) throws(Refusal) {
    guard bytes.count <= PianoFile.largestSize, let loaded = try? PianoFile(bytes: Array(bytes))
    else { throw Refusal(KTN_NOT_A_PIANO_FILE) }
    piano = loaded
    retarget()
  }

  var bytes: [UInt8] { piano.bytes }

  var keys: [ktn_piano_key] {
    let model = piano.model
    return targets.map { target in
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
      let samples = block.map { $0.magnitude <= Framer.largestMagnitude ? $0 : 0 }
      guard let stage = purpose.stage else { return tune(samples) }
      for stroke in splitter.append(samples) { measure(stroke, stage) }
    }
  }

  func finish() throws(Refusal) {
    try require(!isFinished, KTN_FINISHED)
    isFinished = true
    measureLastStroke()
  }

  private func measureLastStroke() {
    if let stage = purpose.stage, let stroke = splitter.finish() { measure(stroke, stage) }
    splitter.discard()
  }

  private var time: Double { Double(sampleCount) / settings.sampleRate }

  private func tune(_ samples: [Float]) {
    tunedCount += samples.count
    let start = Double(sampleCount - tunedCount) / settings.sampleRate
    for reading in listener.append(samples) {
      var row = ktn_piano_reading(reading)
      row.time += start
      readings.append(row)
    }
    guard let stroke = listener.takeStroke(), let unison = stroke.unison() else { return }
    var row = ktn_piano_measurement()
    row.time = time
    row.key = Int32(unison.key.midi)
    row.beat = unison.audibleBeats.first ?? 0
    row.beat_limit = unison.limit
    row.string_count = Int32(clamping: unison.strings.count)
    measurements.append(row)
  }

  private func measure(_ stroke: [Float], _ stage: TuningStage) {
    var clipping = ClippingCounter()
    clipping.append(stroke)
    var row = ktn_piano_measurement()
    row.time = time
    row.is_clipped = clipping.isClipped ? 1 : 0
    do throws(KeyMeterError) {
      let found = try meter.measure(stroke)
      row.write(found, concertPitch: piano.concertPitch)
      _ = piano.add(PianoFile.Entry(found, stage: stage, date: purpose.date))
      retarget()
    } catch {
      row.status = Int32(Self.status(of: error))
    }
    measurements.append(row)
  }

  private static func status(of error: KeyMeterError) -> Int {
    switch error {
    case .silent: KTN_SILENT
    case .tooShort: KTN_TOO_SHORT
    case .noKey, .sampleRateOutOfRange: KTN_NO_KEY
    }
  }

  private func retarget() {
    targets = (try? piano.targets(isRaising: settings.isRaising)) ?? targets
    listener.targets = targets
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

  func write(to piano: inout PianoFile) {
    piano.style = style
    _ = piano.setConcertPitch(concertPitch)
    _ = piano.setTemperament(temperament[...])
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

/// The purpose of the samples.
struct PianoPurpose {
  /// The stage that is measured; `nil` to tune.
  var stage: TuningStage?
  /// The only key to tune; `nil` to find each.
  var key: PianoKey?
  /// The time of measurements, for which the library has no clock.
  var date = "-"

  init() {}

  init(_ purpose: Int32, key number: Int32, date text: UnsafePointer<CChar>?) throws(Refusal) {
    stage = try Self.stage(purpose)
    key = PianoKey(midi: Int(number))
    try require(key != nil || number == 0, KTN_NOTE_OUT_OF_RANGE)
    date = try Self.date(text)
  }

  private static func stage(_ number: Int32) throws(Refusal) -> TuningStage? {
    switch Int(number) {
    case KTN_PIANO_TUNE: return nil
    case KTN_PIANO_MEASURE_BEFORE: return .before
    case KTN_PIANO_MEASURE_AFTER: return .after
    default: throw Refusal(KTN_UNKNOWN_CHOICE)
    }
  }

  private static func date(_ text: UnsafePointer<CChar>?) throws(Refusal) -> String {
    guard let text else { return "-" }
    let bytes = utf8(text)
    let isWord = bytes.allSatisfy { (0x21...0x7E).contains($0) }
    try require((1...32).contains(bytes.count) && isWord, KTN_TIME_OUT_OF_RANGE)
    return String(decoding: bytes, as: UTF8.self)
  }
}
