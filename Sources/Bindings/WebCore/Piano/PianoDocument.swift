internal import PianoTuning

/// A piano's file as the page sees it: what is set, and a row for each key.
struct PianoDocument: ~Copyable {
  /// The positions of the facts of a file.
  enum Field: Int, CaseIterable {
    case concertPitch
    case style  // its place among the styles
    case temperature  // not a number where it was not noted
    case lowestPlainKey  // a MIDI number
    case isRaising  // whether flat keys are tuned sharp
    case entryCount
  }

  /// The positions of the facts of each key; unknown ones are not a number.
  enum KeyField: Int, CaseIterable {
    case cents  // the target, with all that counts, above equal temperament
    case frequency
    case partial  // the one to listen to
    case partialFrequency
    case curve  // the stretch alone, in cents
    case model  // B
    case measured  // B, the surest
    case measuredError  // one standard error as a share
    case before  // cents above equal temperament
    case after
    case beat  // the slowest that is heard in the newest state, in hertz
  }

  /// The settings that are numbers.
  enum Setting: Int, CaseIterable {
    case concertPitch
    case style
    case temperature  // what is not a number removes it
    case lowestPlainKey
    case isRaising
  }

  let fields = Record<Field>()
  let keys = Record<KeyField>(rows: PianoKey.all.count, repeating: .nan)

  /// Sets something by a number; whether it is in its range.
  static func set(_ setting: Setting, _ value: Double, of session: inout PianoSession) -> Bool {
    let whole = value.magnitude < 1000 ? Int(value) : -1
    switch setting {
    case .concertPitch: return session.file.setConcertPitch(value)
    case .style:
      guard TuningStyle.allCases.indices.contains(whole) else { return false }
      session.file.style = TuningStyle.allCases[whole]
    case .temperature:
      guard value.isNaN else { return session.file.setTemperature(value) }
      session.file.temperature = nil
    case .lowestPlainKey:
      guard let key = PianoKey(midi: whole) else { return false }
      session.file.lowestPlainKey = key
    case .isRaising: session.isRaising = value != 0
    }
    return true
  }

  func show(_ session: PianoSession) {
    let piano = session.file
    fields[.concertPitch] = piano.concertPitch
    // Compared byte by byte: what compares strings would bring tables of Unicode.
    let style = piano.style.rawValue.utf8
    let place = TuningStyle.allCases.firstIndex { $0.rawValue.utf8.elementsEqual(style) }
    fields[.style] = Double(place ?? 0)
    fields[.temperature] = piano.temperature ?? .nan
    fields[.lowestPlainKey] = Double(piano.lowestPlainKey.midi)
    fields[.isRaising] = session.isRaising ? 1 : 0
    fields[.entryCount] = Double(piano.entries.count)
    let model = piano.model
    let curve = piano.curve
    for target in session.targets { show(piano, target, model, curve) }
  }

  private func show(
    _ piano: PianoFile, _ target: KeyTarget, _ model: InharmonicityModel, _ curve: TuningCurve
  ) {
    let key = target.key
    let best = piano.best(key)?.measurement
    let states = MeasurementStage.allCases.map { piano.best(key, $0)?.measurement }
    keys[key.index, .cents] = target.cents
    keys[key.index, .frequency] = target.frequency
    keys[key.index, .partial] = Double(target.partial)
    keys[key.index, .partialFrequency] = target.partialFrequency
    keys[key.index, .curve] = curve.cents[key.index]
    keys[key.index, .model] = model.modelValue(key)
    keys[key.index, .measured] = best?.inharmonicity ?? .nan
    keys[key.index, .measuredError] = best?.inharmonicityError ?? .nan
    keys[key.index, .before] = states[0]?.cents(concertPitch: piano.concertPitch) ?? .nan
    keys[key.index, .after] = states[1]?.cents(concertPitch: piano.concertPitch) ?? .nan
    keys[key.index, .beat] = (states[1] ?? states[0])?.audibleBeats.first ?? .nan
  }
}
