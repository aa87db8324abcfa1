import CommandKit
import InstrumentTuning
import MusicTheory

/// A list over the tuner to choose one item from: typed letters narrow it, arrows move.
struct SetupPicker: Hashable, Sendable {
  /// The part of the setup that the list chooses.
  enum Subject: Hashable, Sendable, CaseIterable {
    case instrument, tuning, temperament, root, notation, transposition

    /// The key that opens the list.
    var key: Character {
      switch self {
      case .instrument: "i"
      case .tuning: "t"
      case .temperament: "m"
      case .root: "k"
      case .notation: "n"
      case .transposition: "x"
      }
    }

    var title: String {
      switch self {
      case .instrument: "Instrument"
      case .tuning: "Tuning"
      case .temperament: "Temperament"
      case .root: "Root of the temperament"
      case .notation: "Notation"
      case .transposition: "Transposition"
      }
    }
  }

  struct Item: Hashable, Sendable {
    /// The text in the list.
    var text: String
    /// The setup with this item.
    var setup: TunerSetup
  }

  /// The result of a key.
  enum Outcome: Hashable, Sendable {
    case stays
    case cancelled
    case chosen(TunerSetup)
  }

  let subject: Subject
  private let items: [Item]
  private(set) var query = ""
  private(set) var cursor = 0

  init(_ subject: Subject, items: [Item], current: TunerSetup) {
    self.subject = subject
    self.items = items
    cursor = items.firstIndex { $0.setup == current } ?? 0
  }

  /// The items that contain every word of the query: first those that equal it, then those that
  /// begin with it.
  var found: [Item] {
    let query = query.lowercased()
    let words = query.split(separator: " ")
    guard !words.isEmpty else { return items }
    let texts = items.map { $0.text.lowercased() }
    let indices = items.indices.filter { index in
      words.allSatisfy { texts[index].contains($0) }
    }
    let exact = indices.filter { texts[$0] == query }
    let first = indices.filter { texts[$0] != query && texts[$0].hasPrefix(query) }
    let others = indices.filter { !texts[$0].hasPrefix(query) }
    return (exact + first + others).map { items[$0] }
  }

  mutating func press(_ key: KeyPress) -> Outcome {
    switch key {
    case .escape: return .cancelled
    case .enter:
      let found = found
      return found.indices.contains(cursor) ? .chosen(found[cursor].setup) : .stays
    case .up: move(-1)
    case .down: move(1)
    case .left: move(-10)
    case .right: move(10)
    case .backspace:
      if !query.isEmpty { query.removeLast() }
      cursor = 0
    case .character(let character):
      guard query.count < 40 else { return .stays }
      query.append(character)
      cursor = 0
    }
    return .stays
  }

  private mutating func move(_ step: Int) {
    cursor = max(0, min(found.count - 1, cursor + step))
  }
}

extension SetupPicker {
  /// Opens a list.
  ///
  /// - Returns: The list; `nil` if there is nothing to choose, such as a tuning without an
  ///   instrument.
  init?(_ subject: Subject, for setup: TunerSetup, catalog: InstrumentCatalog) {
    let items = Self.items(subject, setup, catalog)
    guard !items.isEmpty else { return nil }
    self.init(subject, items: items, current: setup)
  }

  private static func items(
    _ subject: Subject, _ setup: TunerSetup, _ catalog: InstrumentCatalog
  ) -> [Item] {
    switch subject {
    case .instrument: instruments(setup, catalog)
    case .tuning: tunings(setup)
    case .temperament: temperaments(setup)
    case .root:
      (0..<12).map { pitchClass in
        let name = Spelling.mixed.name(ofPitchClass: pitchClass)
        return item(setup, setup.notation.text(name)) { $0.root = name }
      }
    case .notation:
      NoteNotation.all.map { notation in
        let example = [60, 61, 70, 71].map { notation.text(Note(midiNumber: $0, spelling: .mixed)) }
        let text = notation.argument.left(20) + example.joined(separator: " ")
        return item(setup, text) { $0.notation = notation }
      }
    case .transposition:
      TranspositionChoice.all.filter { !$0.isCapo || setup.target.instrument?.isFretted != false }
        .map { choice in item(setup, choice.title) { $0.transposition = choice } }
    }
  }

  private static func item(
    _ setup: TunerSetup, _ text: String, _ change: (inout TunerSetup) -> Void
  ) -> Item {
    var setup = setup
    change(&setup)
    return Item(text: text, setup: setup)
  }

  private static func instruments(_ setup: TunerSetup, _ catalog: InstrumentCatalog) -> [Item] {
    let none = item(setup, "No instrument: every note") { $0.target = .everything }
    return [none]
      + catalog.instruments.map { instrument in
        item(setup, "\(instrument.name)  (\(instrument.group))") {
          if case .instrument(instrument, _, _) = setup.target { return }
          $0.target = .instrument(instrument, instrument.standardTuning, string: nil)
        }
      }
  }

  private static func tunings(_ setup: TunerSetup) -> [Item] {
    guard case .instrument(let instrument, let current, _) = setup.target else { return [] }
    return instrument.tunings.map { tuning in
      let strings = tuning.strings.map { setup.notation.text($0.pitch.note) }
      let text = tuning.name.left(24) + strings.joined(separator: " ")
      return item(setup, text) {
        if tuning != current { $0.target = .instrument(instrument, tuning, string: nil) }
      }
    }
  }

  private static func temperaments(_ setup: TunerSetup) -> [Item] {
    var items = NamedScale.all.map { named in
      item(setup, named.name.left(26) + named.title) {
        $0.scale = ScaleChoice(name: named.name, scale: named.scale)
      }
    }
    for count in [5, 7, 17, 19, 22, 24, 31, 36, 41, 53, 72] {
      guard let scale = try? Scale(named: "\(count)-edo") else { continue }
      items.append(
        item(setup, "\(count)-edo".left(26) + "\(count) equal steps in the octave") {
          $0.scale = ScaleChoice(name: "\(count)-edo", scale: scale)
        })
    }
    // A file, or a division that is not in the list.
    if !items.contains(where: { $0.setup == setup }) {
      items.insert(item(setup, setup.scale.name.printable) { _ in }, at: 0)
    }
    return items
  }
}
