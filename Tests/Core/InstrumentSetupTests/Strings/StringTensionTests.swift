import InstrumentSetup
import Testing

@Suite("Tension of strings")
struct StringTensionTests {
  private static let inch = 0.0254

  /// D'Addario's published set EXL110 at 25.5 inches, in pounds.
  @Test(
    "the strings of EXL110 have their published tensions within 0.06 lbf",
    arguments: [
      (StringMaterial.plainSteel, 0.010, 329.63, 16.2), (.plainSteel, 0.013, 246.94, 15.4),
      (.plainSteel, 0.017, 196.00, 16.6), (.nickelWound, 0.026, 146.83, 18.4),
      (.nickelWound, 0.036, 110.00, 19.5), (.nickelWound, 0.046, 82.41, 17.5),
    ])
  func published(
    material: StringMaterial, gauge: Double, frequency: Double, pounds: Double
  ) throws {
    let mass = try material.massPerLength(gauge: gauge * Self.inch)
    let tension = try StringTension(
      massPerLength: mass, length: 25.5 * Self.inch, frequency: frequency)
    #expect(abs(tension.poundsForce - pounds) < 0.06, "\(tension.poundsForce)")
  }

  /// D'Addario's unit weights of plain steel, in pounds per inch.
  @Test(
    "plain steel weighs what D'Addario publishes, within 0.12 %",
    arguments: [
      (0.007, 0.00001085), (0.008, 0.00001418), (0.009, 0.00001794), (0.010, 0.00002215),
      (0.011, 0.00002680), (0.012, 0.00003190), (0.014, 0.00004342), (0.016, 0.00005671),
      (0.017, 0.00006402), (0.020, 0.00008861), (0.024, 0.00012760), (0.026, 0.00014975),
    ])
  func plainSteel(gauge: Double, weight: Double) throws {
    let mass = try StringMaterial.plainSteel.massPerLength(gauge: gauge * Self.inch)
    let published = weight * StringTension.kilogramsPerMeterOfPoundPerInch
    #expect(abs(mass / published - 1) < 1.2e-3)
  }

  @Test("one pound-force is 4.4482216 N, and one kilogram-force 9.80665 N")
  func units() throws {
    let tension = try StringTension(newtons: 98.0665, length: 0.65, frequency: 440)
    #expect(abs(tension.kilogramsForce - 10) < 1e-12)
    #expect(abs(tension.poundsForce - 98.0665 / 4.4482216152605) < 1e-9)
  }

  @Test("an octave up takes four times the tension, and so does twice the length")
  func proportions() throws {
    let one = try StringTension(massPerLength: 4e-4, length: 0.6, frequency: 200)
    let octave = try StringTension(massPerLength: 4e-4, length: 0.6, frequency: 400)
    let long = try StringTension(massPerLength: 4e-4, length: 1.2, frequency: 200)
    #expect(abs(octave.newtons / one.newtons - 4) < 1e-12)
    #expect(abs(long.newtons / one.newtons - 4) < 1e-12)
  }

  @Test("the gauge of a tension gives that tension again", arguments: StringMaterial.allCases)
  func inverse(material: StringMaterial) throws {
    let limits = material.gaugeLimits
    for step in 0...20 {
      let gauge =
        limits.lowerBound + Double(step) / 20 * (limits.upperBound - limits.lowerBound)
      let mass = try material.massPerLength(gauge: gauge)
      let found = try material.gauge(massPerLength: mass)
      #expect(abs(found / gauge - 1) < 1e-6, "\(material) \(gauge)")
    }
  }

  @Test("heavier gauges weigh more, in every table", arguments: StringMaterial.allCases)
  func rising(material: StringMaterial) throws {
    let limits = material.gaugeLimits
    var last = 0.0
    for step in 0...400 {
      let gauge =
        limits.lowerBound + Double(step) / 400 * (limits.upperBound - limits.lowerBound)
      let mass = try material.massPerLength(gauge: gauge)
      #expect(mass > last)
      last = mass
    }
  }

  @Test("what cannot be a string is refused with its limits")
  func refused() {
    #expect(throws: StringError.lengthOutOfRange(5)) {
      try StringTension(massPerLength: 1e-3, length: 5, frequency: 100)
    }
    #expect(throws: StringError.frequencyOutOfRange(1)) {
      try StringTension(massPerLength: 1e-3, length: 0.6, frequency: 1)
    }
    #expect(throws: StringError.massOutOfRange(0)) {
      try StringTension(massPerLength: 0, length: 0.6, frequency: 100)
    }
    #expect(throws: StringError.tensionOutOfRange(-1)) {
      try StringTension(newtons: -1, length: 0.6, frequency: 100)
    }
    #expect(throws: StringError.noGauge(massPerLength: 1)) {
      try StringMaterial.nickelWound.gauge(massPerLength: 1)
    }
    #expect(throws: StringError.self) {
      try StringMaterial.nickelWound.massPerLength(gauge: .nan)
    }
    #expect(throws: StringError.self) {
      try StringTension(massPerLength: .nan, length: 0.6, frequency: 100)
    }
  }
}
