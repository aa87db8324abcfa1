internal import MusicTheory
internal import PianoTuning

/// A piano's file as the page sees it: its text in and out, what is set, and a row for each key.
struct PianoDocument: ~Copyable {
  /// The positions of the facts of a file.
  enum Field: Int, CaseIterable {
    case problem  // as FileFault counts; 0 for none
    case line  // where it is, from 1
    case textCount  // bytes of the text that was asked for last
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
  private(set) var targets: [KeyTarget] = []
  private(set) var piano = PianoFile()
  private var isRaising = false
  private var texts = MeasuredTexts()

  init() { show() }

  /// Returns room for a text of this many bytes; `nil` if it is too long.
  mutating func makeRoom(_ count: Int) -> Address {
    texts.makeRoom(count, limit: PianoFile.largestSize)
  }

  /// Takes the text in the room: a file, a name or a temperament. Without a file in it, begins a new
  /// piano. What is refused changes nothing.
  mutating func read(_ text: MeasuredTexts.Text) -> Bool {
    guard texts.take(text, into: &piano) else {
      fields[.problem] = Double(texts.problem.rawValue)
      fields[.line] = Double(texts.line)
      return false
    }
    show()
    return true
  }

  /// Sets something by a number; whether it is in its range.
  mutating func set(_ setting: Setting, _ value: Double) -> Bool {
    let whole = value.magnitude < 1000 ? Int(value) : -1
    switch setting {
    case .concertPitch: guard piano.setConcertPitch(value) else { return false }
    case .style:
      guard TuningStyle.allCases.indices.contains(whole) else { return false }
      piano.style = TuningStyle.allCases[whole]
    case .temperature:
      if value.isNaN {
        piano.temperature = nil
      } else {
        guard piano.setTemperature(value) else { return false }
      }
    case .lowestPlainKey:
      guard let key = PianoKey(midi: whole) else { return false }
      piano.lowestPlainKey = key
    case .isRaising: isRaising = value != 0
    }
    show()
    return true
  }

  /// Keeps a measurement, whose date is in the room.
  mutating func keep(
    _ measurement: KeyMeasurement, _ stage: TuningStage
  ) -> PianoFile.Disagreement? {
    let disagreement = piano.add(PianoFile.Entry(measurement, stage: stage, date: texts.date))
    show()
    return disagreement
  }

  /// Drops the newest measurement; whether there was one.
  mutating func dropLast() -> Bool {
    guard piano.dropLast() else { return false }
    show()
    return true
  }

  /// Writes a text; its bytes are counted in `fields`.
  mutating func write(_ text: MeasuredTexts.Text) -> Address {
    let address = texts.write(text, of: piano)
    fields[.textCount] = Double(texts.count)
    return address
  }

  private mutating func show() {
    fields[.problem] = 0
    fields[.line] = 0
    fields[.concertPitch] = piano.concertPitch
    // Compared byte by byte: what compares strings would bring tables of Unicode.
    let style = piano.style.rawValue.utf8
    let place = TuningStyle.allCases.firstIndex { $0.rawValue.utf8.elementsEqual(style) }
    fields[.style] = Double(place ?? 0)
    fields[.temperature] = piano.temperature ?? .nan
    fields[.lowestPlainKey] = Double(piano.lowestPlainKey.midi)
    fields[.isRaising] = isRaising ? 1 : 0
    fields[.entryCount] = Double(piano.entries.count)
    // A temperament without twelve degrees is never taken.
    targets = (try? piano.targets(isRaising: isRaising)) ?? targets
    let model = piano.model
    let curve = piano.curve
    for target in targets { show(target, model, curve) }
  }

  private func show(_ target: KeyTarget, _ model: InharmonicityModel, _ curve: TuningCurve) {
    let key = target.key
    let best = piano.best(key)?.measurement
    let states = TuningStage.allCases.map { piano.best(key, $0)?.measurement }
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
