import InstrumentSetup
import SignalProcessing
import Testing

@Suite("Compensation of a string")
struct FretFitTests {
  private static let frets = [0, 1, 2, 3, 12]

  /// Seeded, nearly normal numbers: the sum of twelve uniform ones.
  private struct Noise {
    var state: UInt64

    mutating func uniform() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 11) / Double(1 << 53)
    }

    mutating func normal() -> Double {
      var sum = -6.0
      for _ in 0..<12 { sum += uniform() }
      return sum
    }
  }

  private func measurements(
    _ string: FrettedString, frets: [Int] = frets, open: Double = 110, error: Double = 0.2,
    noise: (() -> Double)? = nil
  ) -> [FretMeasurement] {
    frets.map { fret in
      let cents = string.deviation(atFret: fret) + error * (noise?() ?? 0)
      return FretMeasurement(
        fret: fret, frequency: open * Elementary.exp2((100 * Double(fret) + cents) / 1200),
        error: error)
    }
  }

  @Test(
    "a saddle and a nut that stand wrong by known millimetres are found to a micrometre",
    arguments: [(-2.0, 0.0), (1.5, 0.3), (0.0, -0.5), (-4.0, 1.0), (2.5, -1.0)])
  func inverse(saddle: Double, nut: Double) throws {
    let string = FrettedString(scaleLength: 0.648, saddle: saddle / 1000, nut: nut / 1000)
    let fit = try FretFit(measurements(string), scaleLength: 0.648)
    #expect(abs(fit.saddle.value * 1000 + saddle) < 1e-3, "\(fit.saddle.value * 1000)")
    #expect(abs(try #require(fit.nut).value * 1000 + nut) < 1e-3)
    #expect(fit.remainder < 1e-6)
  }

  /// At the 12th fret, a cent is a 1731st of the scale: 0.374 mm of 648 mm.
  @Test("one cent sharp at the 12th fret is 0.374 mm of saddle on 648 mm")
  func twelfth() throws {
    let fit = try FretFit(
      [
        FretMeasurement(fret: 0, frequency: 110, error: 0.1),
        FretMeasurement(fret: 12, frequency: 220 * Elementary.exp2(1 / 1200), error: 0.1),
      ], scaleLength: 0.648)
    #expect(fit.nut == nil)
    #expect(abs(fit.saddle.value * 1000 - 0.374) < 0.001)
    // Two errors of 0.1 cent each.
    #expect(abs(fit.saddle.error * 1000 - 0.374 * 0.02.squareRoot()) < 0.001)
  }

  /// Steel strings of an electric guitar: 1.2 to 2 mm at the 12th fret.
  @Test("a high action is sharp, takes a longer string, and the fit brings it within a cent")
  func action() throws {
    var string = FrettedString(
      scaleLength: 0.648, stiffness: 0.0008, heightAtFirstFret: 0.0005,
      heightAtTwelfthFret: 0.002, elasticity: 180)
    for fret in 1...12 { #expect(string.deviation(atFret: fret) > 0) }
    let before = string.deviation(atFret: 12)
    let fit = try FretFit(measurements(string), scaleLength: 0.648)
    #expect(fit.saddle.value > 0.0005 && fit.saddle.value < 0.005)
    string.saddle += fit.saddle.value
    string.nut += try #require(fit.nut).value
    for fret in Self.frets.dropFirst() {
      #expect(abs(string.deviation(atFret: fret)) < 1, "\(fret): \(string.deviation(atFret: fret))")
      #expect(abs(string.deviation(atFret: fret)) < before)
    }
    for left in fit.frets {
      #expect(abs(left.remainder - string.deviation(atFret: left.fret)) < 0.1)
    }
  }

  @Test("errors cover: the truth lies within two standard errors in 92 % of 1000 cases or more")
  func coverage() throws {
    var noise = Noise(state: 20)
    var (saddles, nuts) = (0, 0)
    let count = 1000
    for _ in 0..<count {
      let saddle = 0.006 * (noise.uniform() - 0.5)
      let nut = 0.002 * (noise.uniform() - 0.5)
      let string = FrettedString(scaleLength: 0.648, saddle: saddle, nut: nut)
      let fit = try FretFit(
        measurements(string, error: 0.1 + noise.uniform()) { noise.normal() },
        scaleLength: 0.648)
      if abs(fit.saddle.value + saddle) <= 2 * fit.saddle.error { saddles += 1 }
      let found = try #require(fit.nut)
      if abs(found.value + nut) <= 2 * found.error { nuts += 1 }
    }
    #expect(saddles >= 920, "\(saddles)")
    #expect(nuts >= 920, "\(nuts)")
    // Nor are they much too wide: most cases are not within one standard error of a wide one.
    #expect(saddles < 1000 && nuts < 1000)
  }

  @Test("several takes narrow the errors as their square root")
  func takes() throws {
    let string = FrettedString(scaleLength: 0.648, saddle: -0.002)
    let one = measurements(string)
    let single = try FretFit(one, scaleLength: 0.648)
    let four = try FretFit(one + one + one + one, scaleLength: 0.648)
    #expect(abs(four.saddle.error / single.saddle.error - 0.5) < 1e-6)
    #expect(abs(four.saddle.value - single.saddle.value) < 1e-9)
  }

  @Test("uneven frets widen the errors")
  func uneven() throws {
    let string = FrettedString(scaleLength: 0.648)
    var frets = measurements(string, frets: [0, 1, 2, 3, 5, 7, 12], error: 0.05)
    let even = try FretFit(frets, scaleLength: 0.648)
    for index in frets.indices.dropFirst() {
      frets[index].frequency *= Elementary.exp2((index % 2 == 0 ? 3 : -3) / 1200)
    }
    let uneven = try FretFit(frets, scaleLength: 0.648)
    #expect(uneven.saddle.error > 10 * even.saddle.error)
  }

  @Test("missing strings, wrong frets and impossible numbers are refused")
  func refused() {
    let open = FretMeasurement(fret: 0, frequency: 110, error: 0.1)
    let octave = FretMeasurement(fret: 12, frequency: 220, error: 0.1)
    #expect(throws: FretFitError.tooFewFrets) { try FretFit([], scaleLength: 0.6) }
    #expect(throws: FretFitError.tooFewFrets) { try FretFit([open], scaleLength: 0.6) }
    #expect(throws: FretFitError.tooFewFrets) { try FretFit([octave], scaleLength: 0.6) }
    #expect(throws: FretFitError.lengthOutOfRange(60)) {
      try FretFit([open, octave], scaleLength: 60)
    }
    #expect(throws: FretFitError.fretOutOfRange(25)) {
      try FretFit(
        [open, FretMeasurement(fret: 25, frequency: 440, error: 1)], scaleLength: 0.6)
    }
    for (frequency, error) in [(0, 1), (.nan, 1), (440, 0), (440, .infinity), (-5, 1)] {
      #expect(throws: FretFitError.invalidMeasurement(fret: 12)) {
        try FretFit(
          [open, FretMeasurement(fret: 12, frequency: frequency, error: error)],
          scaleLength: 0.6)
      }
    }
    #expect(throws: FretFitError.self) {  // the fifth fret, not the third
      try FretFit(
        [open, FretMeasurement(fret: 3, frequency: 146.83, error: 0.1)], scaleLength: 0.6)
    }
  }
}
