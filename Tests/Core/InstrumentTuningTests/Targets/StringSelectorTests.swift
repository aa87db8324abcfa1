import InstrumentTuning
import MusicTheory
import Testing
import _TestSignals

@Suite("String selector")
struct StringSelectorTests {
  static let guitar: [TuningTarget] =
    (try? InstrumentCatalog.builtIn.instrument(named: "guitar"))
    .map { TargetMode.strings($0.standardTuning).targets } ?? []

  private func string(_ choice: StringSelector.Choice) -> Int? {
    if case .target(let target) = choice { target.string } else { nil }
  }

  @Test("every string is chosen at its frequency, and up to 190 cents beside it")
  func nearest() {
    #expect(Self.guitar.count == 6)
    for target in Self.guitar {
      for cents in [-190.0, -100, -45, 0, 45, 100, 190] {
        var selector = StringSelector(targets: Self.guitar)
        let frequency = target.pitch.frequency() * Interval.ratio(ofCents: cents)
        // A tone that could be a harmonic is believed once it has lasted.
        _ = selector.select(frequency, at: 0, under: .standard)
        let choice = selector.select(frequency, at: 0.3, under: .standard)
        #expect(string(choice) == target.string, "\(target.note) \(cents)")
      }
    }
  }

  @Test("the nearest string is the one in cents, not in hertz")
  func centsNotHertz() throws {
    // Between A2 (110 Hz) and D3 (146.83 Hz): the middle is at 127.09 Hz, not at 128.42 Hz.
    var selector = StringSelector(targets: Self.guitar)
    let choice = selector.select(127.8, at: 0, under: .standard)
    #expect(string(choice) == 4)
  }

  @Test(
    "noise of ±29 cents around the middle of two strings never changes the choice, 61 cents nearer does"
  )
  func hysteresis() {
    var random = SeededRandom(seed: 11)
    for (low, high) in zip(Self.guitar, Self.guitar.dropFirst()) {
      let gap = high.cents(to: low.pitch.frequency(), under: .standard)
      let middle = low.pitch.frequency() * Interval.ratio(ofCents: -gap / 2)
      var selector = StringSelector(targets: Self.guitar)
      var changes = 0
      var last: Int?
      for index in 0..<1000 {
        let cents = Double.random(in: -29...29, using: &random)
        let choice = selector.select(
          middle * Interval.ratio(ofCents: cents), at: Double(index) / 100, under: .standard)
        let now = string(choice)
        if let last, now != last { changes += 1 }
        last = now
      }
      #expect(changes == 0)
      // By twice its distance from the middle another string is nearer.
      for (cents, isOther) in [(29.5, false), (30.5, true)] {
        var selector = StringSelector(targets: [low, high])
        _ = selector.select(middle * Interval.ratio(ofCents: -40), at: 0, under: .standard)
        let choice = selector.select(
          middle * Interval.ratio(ofCents: cents), at: 0.5, under: .standard)
        #expect(string(choice) == (isOther ? high : low).string, "\(cents)")
      }
    }
  }

  @Test(
    "a harmonic in the attack of a string does not choose another one",
    arguments: [2.0, 3, 0.5])
  func attack(ratio: Double) {
    for target in Self.guitar {
      let frequency = target.pitch.frequency()
      let isOwnString = Self.guitar.contains {
        $0.cents(to: ratio * frequency, under: .standard).magnitude < 50
      }
      if isOwnString { continue }  // three times E2 is B3, and B3 is a string
      var selector = StringSelector(targets: Self.guitar)
      for index in 0..<10 {
        let choice = selector.select(
          ratio * frequency, at: Double(index) / 100, under: .standard)
        #expect(choice == .suspect)
      }
      var choice = selector.select(frequency, at: 0.1, under: .standard)
      #expect(string(choice) == target.string)
      // Again, in the middle of the note.
      choice = selector.select(ratio * frequency, at: 0.5, under: .standard)
      #expect(choice == .suspect)
      choice = selector.select(frequency, at: 0.55, under: .standard)
      #expect(string(choice) == target.string)
    }
  }

  @Test("a harmonic that lasts longer than 0.2 s is what is played")
  func lastingHarmonic() {
    var selector = StringSelector(targets: Self.guitar)
    var choices: [StringSelector.Choice] = []
    for index in 0..<40 {
      choices.append(selector.select(164.81, at: Double(index) / 100, under: .standard))  // E3
    }
    #expect(choices[..<20].allSatisfy { $0 == .suspect })
    #expect(choices[21...].allSatisfy { string($0) == 4 })  // 200 cents above D3
  }

  @Test("a locked string stays, whatever is played")
  func locked() throws {
    let tuning = try InstrumentCatalog.builtIn.instrument(named: "guitar").standardTuning
    var selector = StringSelector(targets: TargetMode.string(6, of: tuning).targets)
    for (index, frequency) in [82.4, 110, 146.8, 196, 330, 60].enumerated() {
      let choice = selector.select(frequency, at: Double(index), under: .standard)
      // Twice E2's own octave is doubted for a moment.
      #expect(choice == .suspect || string(choice) == 6)
    }
  }

  @Test("silence, NaN and no strings choose nothing")
  func nothing() {
    var selector = StringSelector(targets: Self.guitar)
    for frequency in [nil, 0, -1, Double.nan, .infinity] {
      let choice = selector.select(frequency, at: 0, under: .standard)
      #expect(choice == .nothing)
    }
    var empty = StringSelector(targets: [])
    let choice = empty.select(440, at: 0, under: .standard)
    #expect(choice == .nothing)
  }
}
