import ArgumentParser
import CommandKit
import InstrumentTuning
import MusicTheory

extension TunerSetup {
  /// The choices as the settings store them, without those that have their default.
  var choices: [SavedSettings.Choice: String] {
    var choices: [SavedSettings.Choice: String] = [:]
    if !scale.isEqual { choices[.temperament] = scale.storedName }
    if root != NoteName(.c) { choices[.root] = root.asciiDescription }
    if spelling != .sharps { choices[.spelling] = spelling.argument }
    if notation != NoteNotation() { choices[.notation] = notation.argument }
    if transposition != .none { choices[.transpose] = transposition.name }
    if tolerance != 3 { choices[.tolerance] = tolerance.formatted(decimals: 1) }
    if view != .needle { choices[.view] = view.rawValue }
    if case .instrument(let instrument, let tuning, _) = target {
      choices[.instrument] = instrument.name
      choices[.tuning] = tuning.name
    }
    return choices
  }

  /// Applies saved settings.
  ///
  /// - Parameters:
  ///   - settings: The saved settings.
  ///   - catalog: The instruments to choose from.
  ///   - withTarget: Whether to apply instrument, tuning and transposition too. Only the full
  ///     screen shows them and has keys to change them.
  /// - Returns: A sentence for each saved choice that no longer exists.
  mutating func take(
    _ settings: SavedSettings, from catalog: InstrumentCatalog, withTarget: Bool
  ) -> [String] {
    var problems: [String] = []
    if let pitch = settings.concertPitch { concertPitch = pitch.frequency }
    func choose(_ choice: SavedSettings.Choice, _ body: (String) throws -> Void) {
      guard let value = settings.choices[choice] else { return }
      do {
        try body(value)
      } catch {
        problems.append("The saved \(choice.rawValue) is ignored. \(error.sentence)")
      }
    }
    choose(.temperament) { scale = try ScaleChoice(argument: $0) }
    choose(.root) { root = try TemperamentOptions.root($0) }
    choose(.spelling) { spelling = try Spelling(argument: $0) }
    choose(.notation) { notation = try NoteNotation(argument: $0) }
    choose(.tolerance) { tolerance = try Tuner.tolerance(argument: $0) }
    choose(.view) { view = try TunerViewKind(argument: $0) }
    guard withTarget else { return problems }
    choose(.instrument) { name in
      let instrument = try catalog.instrument(named: name)
      let tuning = try settings.choices[.tuning].map { try instrument.tuning(named: $0) }
      target = .instrument(instrument, tuning ?? instrument.standardTuning, string: nil)
    }
    // After the instrument, which has no capo when it is chosen.
    choose(.transpose) { try transpose(TranspositionChoice(argument: $0)) }
    return problems
  }
}

extension SavedSettings {
  /// Stores the choices that changed during a run, but none that came from an option alone.
  ///
  /// - Parameters:
  ///   - end: The setup at the end.
  ///   - start: The setup at the start.
  mutating func remember(_ end: TunerSetup, since start: TunerSetup) {
    if end.concertPitch != start.concertPitch {
      concertPitch = try? ConcertPitch(end.concertPitch)
    }
    let (before, after) = (start.choices, end.choices)
    for choice in Choice.allCases where before[choice] != after[choice] {
      choices[choice] = after[choice]
    }
    // A tuning means nothing without its instrument, and neither does a capo.
    let hasNewCapo = end.transposition.movesStrings && before[.transpose] != after[.transpose]
    if before[.instrument] != after[.instrument] || before[.tuning] != after[.tuning] || hasNewCapo
    {
      for choice in [Choice.instrument, .tuning] { choices[choice] = after[choice] }
    }
    // The capo of the instrument that was saved before does not move to another one.
    if before[.instrument] != after[.instrument], let saved = choices[.transpose],
      (try? TranspositionChoice(argument: saved))?.movesStrings == true
    {
      choices[.transpose] = after[.transpose]
    }
    // A root means nothing without its temperament.
    if before[.temperament] != after[.temperament] || before[.root] != after[.root] {
      for choice in [Choice.temperament, .root] { choices[choice] = after[choice] }
    }
  }
}

extension Spelling {
  /// The argument that is parsed as this spelling.
  var argument: String {
    switch self {
    case .sharps: "sharps"
    case .flats: "flats"
    case .mixed: "mixed"
    case .key(let key): key.tonic.asciiDescription + (key.mode == .minor ? "m" : "")
    }
  }
}

extension Error {
  /// The message for the user.
  fileprivate var sentence: String {
    (self as? ValidationError)?.message ?? "\(self)"
  }
}
