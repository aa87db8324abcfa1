import InstrumentTuning

/// What the views show beside the pitch: plain values, made once a frame.
struct ScopeState: Hashable, Sendable {
  /// One band of the strobe.
  struct Stripe: Hashable, Sendable {
    /// The number of the partial.
    var number: Int
    /// Where its pattern stands, in turns: it stands still while the partial is on its target, and
    /// moves to the right while it is sharp.
    var turns: Double
    /// In dBFS.
    var level: Double
    /// From the partial of the target, in cents, if that can be told.
    var deviation: Double?
  }

  /// The bands of the strobe, the fundamental first.
  var stripes: [Stripe] = []
  /// The inharmonicity coefficient of the string, after Fletcher (1964).
  var inharmonicity: Double?
  /// Levels of bands on a logarithmic axis, in dBFS.
  var spectrum: [Float] = []
  /// The ends of the axis, in hertz.
  var spectrumRange = 20.0...16_000.0
  /// Some periods of the wave, in -1...1.
  var wave: [Float] = []
  /// The ornament under the knob.
  var waves = PitchWaves()
}
