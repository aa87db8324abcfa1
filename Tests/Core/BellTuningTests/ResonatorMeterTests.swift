import BellTuning
import Testing
import _TestSignals

@Suite("ResonatorMeter")
struct ResonatorMeterTests {
  private let meter: ResonatorMeter

  init() throws { meter = try ResonatorMeter(sampleRate: 44_100) }

  private func measure(
    _ sound: SyntheticObject, as object: ResonatorKind
  ) throws -> ResonatorMeasurement {
    try ResonatorMeter(sampleRate: sound.sampleRate).measure(sound.samples, as: object)
  }

  @Test(
    "names a bell's strike note, and each partial within 0.3 cents, in noise of 20 dB",
    arguments: [(110.0, 300.0), (220, 310), (440, 400), (1000, 295)])
  func bell(strike: Double, third: Double) throws {
    let sound = SyntheticObject.bell(strike, third: third)
    let measured = try measure(sound, as: .bell)
    #expect(abs(cents(from: strike, to: measured.strike)) < 0.3)
    #expect(measured.third == (third > 355 ? .major : .minor))
    #expect(measured.partials.count >= 6)
    for partial in measured.partials {
      let true_ = sound.modes[partial.mode].ratio * strike
      #expect(abs(cents(from: true_, to: partial.frequency)) < 0.3, "mode \(partial.mode)")
    }
  }

  @Test("tells the strike note of each object", arguments: ResonatorKind.allCases)
  func strike(object: ResonatorKind) throws {
    let strike = object == .drum ? 98.0 : object == .bar ? 880 : 330
    let measured = try measure(.struck(object, strike), as: object)
    #expect(abs(cents(from: strike, to: measured.strike)) < 0.5)
    #expect(measured.likelierObject == nil)
  }

  @Test("finds both lines of a partial, and their beat within 0.02 Hz", arguments: [0.3, 1, 4.6])
  func doublet(beat: Double) throws {
    let sound = SyntheticObject.bell(330, beats: [beat, 0, beat])
    let measured = try measure(sound, as: .bell)
    for mode in [0, 2] {
      let partial = try #require(measured.partial(mode))
      try #require(partial.lines.count == 2, "mode \(mode)")
      #expect(abs(partial.beats[0] - beat) < 0.02)
      #expect(abs(cents(from: sound.modes[mode].ratio * 330, to: partial.lines[0].frequency)) < 0.3)
    }
    #expect(measured.partial(1)?.lines.count == 1, "the prime has one line")
  }

  @Test("measures how long a partial rings, within a twentieth")
  func decay() throws {
    let sound = SyntheticObject.bell(330)
    let measured = try measure(sound, as: .bell)
    for partial in measured.partials where partial.mode != 3 {
      let time = try #require(partial.decayTime)
      #expect(abs(time / sound.modes[partial.mode].decay - 1) < 0.05, "mode \(partial.mode)")
    }
  }

  @Test(
    "says what a wrong object is more like",
    arguments: [
      (ResonatorKind.bar, ResonatorKind.bell), (.tube, .bell), (.bell, .tube), (.bell, .bar),
      (.drum, .tongue), (.reed, .bell), (.marimba, .bar), (.xylophone, .marimba),
    ])
  func wrong(true_: ResonatorKind, given: ResonatorKind) throws {
    let strike = true_ == .drum ? 98.0 : true_ == .bar ? 880 : 330
    do {
      let measured = try measure(.struck(true_, strike), as: given)
      #expect(measured.likelierObject != nil)
    } catch ResonatorMeterError.other(_, insteadOf: given) {
    } catch ResonatorMeterError.noObject(given) {
    }
  }

  @Test(
    "tells what is struck by its partials, without doubt",
    arguments: [ResonatorKind.bell, .bar, .marimba, .vibraphone, .xylophone, .tube, .kalimba])
  func unnamed(object: ResonatorKind) throws {
    let strike = object == .bar ? 880.0 : 330
    let measured = try meter.measure(SyntheticObject.struck(object, strike).samples, as: nil)
    #expect(measured.object.likeness == object.likeness)
    #expect(abs(cents(from: strike, to: measured.strike)) < 0.5)
    #expect(!measured.isDoubtful && measured.likelierObject == nil)
  }

  @Test("doubts a bell without a tierce or a nominal that sound clearly")
  func doubtful() throws {
    // A kalimba's tine at 622 Hz, on a box whose own resonances look like parts of a bell.
    let lines: [(Double, Double)] = [
      (242.16, -37), (415.31, -21), (419.43, -14), (491.42, -9), (552.72, -20), (622.23, 0),
      (743.72, -6), (1953, -52),
    ]
    let kalimba = SyntheticObject(
      strike: 622.23,
      modes: lines.map { .init(ratio: $0.0 / 622.23, level: $0.1, decay: 1.5) }, noise: 50)
    for given in [ResonatorKind.bell, nil] {
      do {
        let measured = try meter.measure(kalimba.samples, as: given)
        #expect(measured.isDoubtful)
      } catch ResonatorMeterError.noObject {
      } catch ResonatorMeterError.other {
      }
    }
    #expect(try !measure(.bell(330), as: .bell).isDoubtful)
  }

  @Test("names the note of a pan that is struck, and not one below that rings along")
  func pan() throws {
    let pan = SyntheticObject(
      strike: 622.64,
      modes: [
        .init(ratio: 0.5031, level: -16, decay: 1.2), .init(ratio: 1, level: 0, decay: 1.5),
        .init(ratio: 2.003, level: -20, decay: 1), .init(ratio: 3.01, level: -30, decay: 0.8),
      ], noise: 50)
    let measured = try measure(pan, as: .tongue)
    #expect(abs(cents(from: 622.64, to: measured.strike)) < 1)
  }

  @Test(
    "tells two reeds apart within 0.1 cents in 2 s",
    arguments: [(110.0, 0.5), (220, 2.5), (440, 1), (880, 10), (1760, 4)])
  func reeds(frequency: Double, beat: Double) throws {
    let low = SyntheticObject.struck(.reed, frequency)
    var sound = low.samples
    for (index, sample) in SyntheticObject.struck(.reed, frequency + beat).samples.enumerated() {
      sound[index] += sample
    }
    let measured = try meter.measure(Array(sound.prefix(Int(2.25 * 44_100))), as: .reed)
    let lines = try #require(measured.partials.first).lines
    try #require(lines.count == 2)
    #expect(abs(cents(from: frequency, to: lines[0].frequency)) < 0.1)
    #expect(abs(cents(from: frequency + beat, to: lines[1].frequency)) < 0.1)
    #expect(measured.strike == lines[0].frequency, "the lower one has the note")
  }

  @Test("refuses silence, noise, a short sound, and a wrong sample rate")
  func refusals() {
    #expect(throws: ResonatorMeterError.silent) {
      try meter.measure(Array(repeating: 0, count: 44_100), as: .bell)
    }
    #expect(throws: ResonatorMeterError.silent) {
      try meter.measure(Array(repeating: .nan, count: 44_100), as: .bell)
    }
    #expect(throws: ResonatorMeterError.self) {
      try meter.measure(TestSignal.noise(count: 132_300, rms: 0.1), as: .bell)
    }
    let short = Array(SyntheticObject.bell(440).samples.prefix(4410 + 13_230))
    #expect {
      try meter.measure(short, as: .bell)
    } throws: { error in
      if case .tooShort(let duration) = error as? ResonatorMeterError {
        duration < 0.31
      } else {
        false
      }
    }
    #expect(throws: ResonatorMeterError.sampleRateOutOfRange(4000)) {
      try ResonatorMeter(sampleRate: 4000)
    }
  }

  @Test(
    "refuses a hiss of two tones an octave apart, which a bell's nominals may be, but no bell is")
  func nominalsAlone() {
    // Seven steps again and again, some of them early by one.
    let hiss = (0..<132_300).map { index -> Float in
      let place = 44_100 * (Double(index) / 44_100)
      return Float(Int(place.truncatingRemainder(dividingBy: 7) - 3)) / 32_768
    }
    #expect(throws: ResonatorMeterError.self) { try meter.measure(hiss, as: .bell) }
  }

  @Test("tells two bells at once from one", arguments: [247.0, 293, 330, 370])
  func twoBells(other: Double) throws {
    let one = SyntheticObject.bell(220).samples
    let both = zip(one, SyntheticObject.bell(other).samples).map { $0 + 0.8 * $1 }
    #expect(try meter.measure(both, as: .bell).isMixed)
    #expect(try !meter.measure(one, as: .bell).isMixed)
  }

  @Test(
    "gives the same at any sample rate, within 0.1 cents", arguments: [22_050.0, 96_000, 192_000])
  func rates(rate: Double) throws {
    var sound = SyntheticObject.bell(440)
    sound.sampleRate = rate
    sound.seconds = 2
    #expect(abs(cents(from: 440, to: try measure(sound, as: .bell).strike)) < 0.1)
  }
}
