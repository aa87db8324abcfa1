// Strings are compared, which would pull Unicode tables into the embedded build.
#if !hasFeature(Embedded)
  extension Note {
    /// The signs behind a letter that tell its octave without a number.
    package static let helmholtzMarks = "'\u{2032}\u{2033}\u{2034}\u{2019},"

    /// Reads a note as people type it: in a notation, in English, or with Helmholtz's marks, as in `a'`.
    ///
    /// - Parameters:
    ///   - text: What was typed.
    ///   - notation: How notes are named; as in English, unless it is given.
    /// - Throws: `NotationError` for text that is no note.
    package init(typed text: String, in notation: NoteNotation?) throws(NotationError) {
      if let notation, let note = try? notation.note(text) {
        self = note
        return
      }
      do {
        try self.init(text)  // English names are understood everywhere
      } catch {
        guard let last = text.last, Self.helmholtzMarks.contains(last),
          let note = try? NoteNotation(octaves: .helmholtz).note(text)
        else { throw error }
        self = note
      }
    }
  }
#endif
