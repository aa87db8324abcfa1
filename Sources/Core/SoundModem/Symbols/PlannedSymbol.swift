/// The sound of one symbol.
struct PlannedSymbol: Sendable {
  /// One tone of a symbol.
  struct Tone: Sendable {
    /// In hertz.
    var frequency: Double
    /// At the start of the symbol, in turns.
    var phase: Double
  }

  /// In samples of the baseband since the start of the packet.
  var start: Int
  var length: Int
  var tones: [Tone]
}
