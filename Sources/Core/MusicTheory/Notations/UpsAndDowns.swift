import SignalProcessing

/// The names of the steps of an equal division of the octave, in ups and downs.
///
/// The best fifth of the division determines the positions of the seven letters. A sharp or flat is
/// seven of these fifths, and an arrow is one step. So 31 steps are C ^C C♯ D♭ vD D …, and 12 steps
/// need no arrows.
///
/// - SeeAlso: K. Giedraitis, "Notation guide for EDOs 5–72", 2018.
package struct UpsAndDowns: Sendable, Hashable {
  /// A step with its name.
  package struct Name: Sendable, Hashable {
    /// The note that the arrows start from.
    package let note: Note
    /// The number of steps above the note; negative below.
    package let arrows: Int
  }

  /// The number of steps in an octave.
  package let count: Int
  private let fifth: Int
  private let sharp: Int

  /// Creates the names of a division.
  ///
  /// - Parameter count: The number of steps in an octave, in ``Scale/countLimits``.
  /// - Throws: ``ScaleError/countOutOfRange(_:)``.
  package init(count: Int) throws(ScaleError) {
    guard Scale.countLimits.contains(count) else { throw .countOutOfRange(count) }
    self.count = count
    fifth = Int((Double(count) * Elementary.log2(1.5)).rounded())
    sharp = 7 * fifth - 4 * count
  }

  /// Returns the name of a degree with the fewest arrows: a natural if possible, otherwise as
  /// spelled.
  ///
  /// - Parameters:
  ///   - degree: Steps above the root; negative below.
  ///   - root: The note of degree 0.
  ///   - spelling: Whether sharps or flats come first if both need the same number of arrows.
  /// - Returns: The name.
  package func name(
    ofDegree degree: Int, root: Note = Note(.c, octave: 4), spelling: Spelling = .sharps
  ) -> Name {
    let step = self.step(of: root) + degree
    let octave = floorQuotient(step, count)
    var best = Name(note: Note(.c, octave: octave), arrows: floorModulo(step, count))
    for name in Self.names(spelling) {
      for candidate in octave - 1...octave + 1 {
        let note = Note(name, octave: candidate)
        let arrows = step - self.step(of: note)
        // E♯, B♯, C♭ and F♭ only where they need no arrow.
        guard arrows == 0 || !name.isRare else { continue }
        let isMirrored = name.accidental == .natural && arrows > 0 && arrows == -best.arrows
        if abs(arrows) < abs(best.arrows) || isMirrored { best = Name(note: note, arrows: arrows) }
      }
    }
    return best
  }

  /// Naturals first, then the signs of the spelling, and the rare names last.
  private static func names(_ spelling: Spelling) -> [NoteName] {
    let signs: [Note.Accidental] = spelling == .flats ? [.flat, .sharp] : [.sharp, .flat]
    let names = ([.natural] + signs).flatMap { sign in
      Note.Letter.allCases.map { NoteName($0, sign) }
    }
    return names.filter { !$0.isRare } + names.filter { $0.isRare }
  }

  /// Steps above C0.
  private func step(of note: Note) -> Int {
    let natural = floorModulo(NoteName(note.letter).positionOnLineOfFifths * fifth, count)
    return note.octave * count + natural + note.accidental.rawValue * sharp
  }
}

extension NoteName {
  /// E♯, B♯, C♭ and F♭.
  fileprivate var isRare: Bool {
    switch (letter, accidental) {
    case (.e, .sharp), (.b, .sharp), (.c, .flat), (.f, .flat): true
    default: false
    }
  }
}

extension UpsAndDowns.Name: CustomStringConvertible {
  /// The arrows, `^` up and `v` down, followed by the note; more than three arrows are written as a
  /// number.
  package var description: String { text(in: NoteNotation()) }

  /// Returns the text of the step.
  ///
  /// - Parameter notation: The notation of the note.
  /// - Returns: The arrows, `^` up and `v` down, followed by the note.
  package func text(in notation: NoteNotation) -> String {
    let arrow = arrows > 0 ? "^" : "v"
    let signs =
      abs(arrows) <= 3 ? String(repeating: arrow, count: abs(arrows)) : "\(arrow)\(abs(arrows))"
    return signs + notation.text(note)
  }
}
