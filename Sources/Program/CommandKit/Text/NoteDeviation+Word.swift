package import InstrumentTuning

extension NoteDeviation.State {
  /// The word of lines and screens.
  package var word: String {
    switch self {
    case .flat: "flat"
    case .inTune: "in tune"
    case .sharp: "sharp"
    }
  }
}
