import PianoTuning
import SignalProcessing
import Testing
import _TestSignals

@Suite struct TuningCurveTests {
  /// Of a concert grand: A0 1.5e-4, the least 5e-5 in the bass, then Young's rule.
  private var grand: [Double] {
    PianoKey.all.map { key in
      let bass = 1.5e-4 * Elementary.exp2(-Double(key.index) / 10)
      return max(5e-5, bass, 0.6 * bass + youngsInharmonicity(key.midi))
    }
  }

  @Test(
    "Ideal strings are tuned to equal temperament", arguments: [TuningStyle.pureOctaves])
  func ideal(style: TuningStyle) {
    let curve = TuningCurve(
      inharmonicities: Array(repeating: 0, count: 88), style: style)
    for cents in curve.cents { #expect(abs(cents) < 1e-3) }
  }

  @Test("A4 stays, and no octave is narrower than 2:1", arguments: TuningStyle.allCases)
  func octaves(style: TuningStyle) throws {
    var generator = SeededRandom(seed: 5)
    for trial in 0..<20 {
      let values =
        trial == 0
        ? grand
        : PianoKey.all.map {
          $0.typicalInharmonicity * Elementary.exp(Double.random(in: -0.5...0.5, using: &generator))
        }
      let curve = TuningCurve(inharmonicities: values, style: style)
      #expect(abs(curve.cents[48]) < 1e-3)
      for key in PianoKey.all {
        if let excess = curve.excess(ofOctaveAbove: key) {
          #expect(excess > -0.001, "\(key.name) \(excess)")
        }
      }
    }
  }

  /// The stretch of a concert grand against A4: C6 +4 cents, A6 +15, A0 −26.
  @Test(
    "The stretch of a concert grand's C6 is met within 3 cents", arguments: TuningStyle.allCases)
  func measuredStretch(style: TuningStyle) {
    let curve = TuningCurve(inharmonicities: grand, style: style)
    #expect(abs(curve.cents[63] - 4) < 3)
    #expect(curve.cents[0] < -2)
    #expect(curve.cents[72] > 3)
  }

  @Test("With pure twelfths the third partial meets the first one 19 keys above")
  func twelfths() {
    let values = grand
    let curve = TuningCurve(inharmonicities: values, style: .pureTwelfths)
    for low in 15..<60 {
      let third = 600 * Elementary.log2((1 + 9 * values[low]) / (1 + values[low]))
      let width = curve.cents[low + 19] - curve.cents[low] - 1.955
      #expect(abs(width - third) < 0.5)
    }
  }

  @Test("The partial that is listened to falls from 8 in the bass to 1 in the treble")
  func partials() throws {
    let curve = TuningCurve(inharmonicities: grand)
    let targets = PianoKey.all.map { KeyTarget($0, curve: curve) }
    #expect(targets[0].partial == 8)
    #expect(targets[87].partial == 1)
    for (low, high) in zip(targets, targets.dropFirst()) {
      #expect(low.partial >= high.partial)
      #expect(low.frequency < high.frequency)
    }
    let key = try #require(PianoKey(midi: 69))
    let a4 = KeyTarget(key, curve: curve, concertPitch: 442)
    #expect(abs(a4.frequency - 442) < 1e-3)
  }
}

@Suite struct OverpullTests {
  @Test("Sanderson's shares: wound 1/5, the first six plain 1/3, the rest 1/4, at most 50 cents")
  func shares() throws {
    let rule = Overpull(lowestPlainKey: try #require(PianoKey(midi: 46)))
    #expect(rule.cents(try #require(PianoKey(midi: 45)), flatness: 20) == 4)
    #expect(rule.cents(try #require(PianoKey(midi: 46)), flatness: 30) == 10)
    #expect(rule.cents(try #require(PianoKey(midi: 51)), flatness: 30) == 10)
    #expect(rule.cents(try #require(PianoKey(midi: 52)), flatness: 40) == 10)
    #expect(rule.cents(try #require(PianoKey(midi: 60)), flatness: 300) == 50)
    #expect(rule.cents(try #require(PianoKey(midi: 60)), flatness: -5) == 0)
  }
}
