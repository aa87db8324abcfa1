/// Which intervals a tuning makes pure, as far as stiff strings let it.
public enum TuningStyle: String, Sendable, Hashable, CaseIterable {
  /// Octaves without beats, of the partials that matter in each register.
  case pureOctaves = "octaves"
  /// Octaves first, with twelfths and fifths as near to pure as they let them be.
  case balanced
  /// Twelfths (3:1) without beats; octaves are a little wide.
  case pureTwelfths = "twelfths"

  /// How much octaves, fifths and twelfths count.
  var weights: (octave: Double, fifth: Double, twelfth: Double) {
    switch self {
    case .pureOctaves: (1, 0.02, 0)
    case .balanced: (1, 0.05, 0.15)
    case .pureTwelfths: (0.05, 0.02, 1)
    }
  }

  /// By how many cents twelfths are narrower than pure: in equal temperament of 2:1 octaves, 1.955.
  var twelfthNarrowing: Double {
    switch self {
    case .pureOctaves: 1.955
    case .balanced: 1.2
    case .pureTwelfths: 0
    }
  }
}
