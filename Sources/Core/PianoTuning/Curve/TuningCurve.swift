internal import SignalProcessing

/// The deviations of all keys' first partials from equal temperament without stretch.
///
/// Weighted least squares make octaves (6:3 in the bass, 4:2 in the middle, 2:1 in the treble),
/// fifths (3:2) and twelfths (3:1) as pure as the style wants, and the curve smooth. A4 stays where
/// the concert pitch is. No octave is narrower than 2:1.
///
/// - SeeAlso: O. L. Railsback, "Scale temperament as applied to piano tuning", JASA 9(3), 1938,
///   [doi:10.1121/1.1902056](https://doi.org/10.1121/1.1902056).
public struct TuningCurve: Sendable, Hashable {
  /// The weight of a bend of the curve against that of a cent in an interval.
  private static let smoothness = 600.0

  /// The style.
  public let style: TuningStyle
  /// B of each key.
  public let inharmonicities: [Double]
  /// Cents above equal temperament by key, from A0 to C8: the stretch, without a temperament.
  public private(set) var cents: [Double] = []

  /// Creates a curve.
  ///
  /// - Parameters:
  ///   - model: B of all keys.
  ///   - style: Which intervals are pure.
  public init(_ model: InharmonicityModel, style: TuningStyle = .balanced) {
    self.init(inharmonicities: model.values, style: style)
  }

  /// Creates a curve.
  ///
  /// - Parameters:
  ///   - inharmonicities: B of the 88 keys.
  ///   - style: Which intervals are pure.
  ///   - smoothness: The weight of bends of the curve; 0 for none. The default is 600.
  public init(
    inharmonicities: [Double], style: TuningStyle = .balanced, smoothness: Double? = nil
  ) {
    precondition(inharmonicities.count == PianoKey.all.count, "88 keys")
    self.style = style
    self.inharmonicities = inharmonicities
    var pinned: Set<Int> = []
    // Each round pins the octaves that came out narrower than 2:1.
    for _ in 0..<8 {
      cents = solved(pinned, smoothness ?? Self.smoothness)
      let narrow = (0..<(cents.count - 12)).filter { excess(ofOctaveAt: $0) < -1e-6 }
      guard !narrow.isEmpty else { break }
      pinned.formUnion(narrow)
    }
    widen()
  }

  /// Returns the cents by which the 2:1 octave above a key is wider than pure.
  public func excess(ofOctaveAbove key: PianoKey) -> Double? {
    key.index + 12 < cents.count ? excess(ofOctaveAt: key.index) : nil
  }

  private func excess(ofOctaveAt index: Int) -> Double {
    cents[index + 12] - cents[index] - Stretch.cents(ofPartial: 2, inharmonicities[index])
  }

  /// Widens octaves that least squares leave slightly narrow, outwards from the middle.
  private mutating func widen() {
    let middle = 69 - 21
    for index in middle..<cents.count where index >= 12 {
      cents[index] = max(
        cents[index],
        cents[index - 12] + Stretch.cents(ofPartial: 2, inharmonicities[index - 12]))
    }
    for index in (0..<middle).reversed() {
      cents[index] = min(
        cents[index], cents[index + 12] - Stretch.cents(ofPartial: 2, inharmonicities[index]))
    }
    let shift = cents[middle]
    for index in cents.indices { cents[index] -= shift }
  }

  private struct Equations {
    var matrix = DenseMatrix(size: PianoKey.all.count)
    var right = Array(repeating: 0.0, count: PianoKey.all.count)

    /// d[high] − d[low] should be `width`.
    mutating func want(_ low: Int, _ high: Int, _ width: Double, weight: Double) {
      matrix[low, low] += weight
      matrix[high, high] += weight
      matrix[low, high] -= weight
      matrix[high, low] -= weight
      right[high] += weight * width
      right[low] -= weight * width
    }
  }

  private func solved(_ pinned: Set<Int>, _ smoothness: Double) -> [Double] {
    var equations = Equations()
    let weights = style.weights
    for low in 0..<cents88 {
      let register = Register(midi: low + 21)
      if low + 12 < cents88 {
        for (upper, share) in [(6, register.bass), (4, register.middle), (2, register.treble)] {
          let width = stretch(low, upper) - stretch(low + 12, upper / 2)
          equations.want(low, low + 12, width, weight: weights.octave * share)
        }
        if pinned.contains(low) {
          equations.want(
            low, low + 12, Stretch.cents(ofPartial: 2, inharmonicities[low]), weight: 1000)
        }
      }
      if low + 7 < cents88 {
        // The tempered fifth is 1.955 cents narrower than 3:2.
        let width = stretch(low, 3) - stretch(low + 7, 2)
        equations.want(low, low + 7, width, weight: weights.fifth)
      }
      if low + 19 < cents88 {
        let width = stretch(low, 3) - stretch(low + 19, 1) + 1.955 - style.twelfthNarrowing
        equations.want(low, low + 19, width, weight: weights.twelfth)
      }
    }
    addSmoothness(smoothness, to: &equations)
    let anchor = 69 - 21
    equations.matrix[anchor, anchor] += 1e6
    return equations.matrix.solution(equations.right)
  }

  private var cents88: Int { inharmonicities.count }

  private func stretch(_ index: Int, _ order: Int) -> Double {
    Stretch.cents(ofPartial: order, inharmonicities[index])
  }

  /// Adds third differences, so that the curve bends evenly.
  private func addSmoothness(_ weight: Double, to equations: inout Equations) {
    guard weight > 0 else {
      // Rows that no interval joins would leave the matrix singular.
      for index in 0..<cents88 { equations.matrix[index, index] += 1e-9 }
      return
    }
    let pattern = [-1.0, 3, -3, 1]
    for first in 0..<(cents88 - 3) {
      for row in 0..<4 {
        for column in 0..<4 {
          equations.matrix[first + row, first + column] +=
            weight * pattern[row] * pattern[column]
        }
      }
    }
  }

  /// The weights of the three kinds of octaves above a key.
  private struct Register {
    let bass: Double
    let middle: Double
    let treble: Double

    init(midi: Int) {
      let low = Self.step((45 - Double(midi)) / 4)
      let high = Self.step((Double(midi) - 62) / 4)
      (bass, treble) = (low, high)
      middle = max(0, 1 - low - high)
    }

    private static func step(_ value: Double) -> Double { 1 / (1 + Elementary.exp(-value)) }
  }
}

/// The intervals that a tuning makes pure, as far as stiff strings allow.
public enum TuningStyle: String, Sendable, Hashable, CaseIterable {
  /// Octaves without beats, of the partials that matter in each register.
  case pureOctaves = "octaves"
  /// Octaves first, with twelfths and fifths as nearly pure as those allow.
  case balanced
  /// Twelfths (3:1) without beats; octaves are a little wide.
  case pureTwelfths = "twelfths"

  /// The weights of octaves, fifths and twelfths.
  var weights: (octave: Double, fifth: Double, twelfth: Double) {
    switch self {
    case .pureOctaves: (1, 0.02, 0)
    case .balanced: (1, 0.05, 0.15)
    case .pureTwelfths: (0.05, 0.02, 1)
    }
  }

  /// The cents by which twelfths are narrower than pure: 1.955 in equal temperament of 2:1 octaves.
  var twelfthNarrowing: Double {
    switch self {
    case .pureOctaves: 1.955
    case .balanced: 1.2
    case .pureTwelfths: 0
    }
  }
}

/// The stretch of stiff strings.
enum Stretch {
  /// Returns the cents by which partial `order` of a stiff string lies above that of an ideal
  /// string with the same first partial.
  static func cents(ofPartial order: Int, _ inharmonicity: Double) -> Double {
    let square = Double(order * order)
    return 0.5 * Elementary.cents(ofRatio: (1 + inharmonicity * square) / (1 + inharmonicity))
  }
}
