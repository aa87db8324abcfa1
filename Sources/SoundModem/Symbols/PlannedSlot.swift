/// What sounds in a slot.
struct PlannedSlot: Sendable {
  /// One tone of a slot.
  struct Tone: Sendable {
    /// In hertz.
    var frequency: Double
    /// At the start of the slot, in turns.
    var phase: Double
  }

  /// In samples of the baseband since the start of the packet.
  var start: Int
  var length: Int
  var tones: [Tone]
}
