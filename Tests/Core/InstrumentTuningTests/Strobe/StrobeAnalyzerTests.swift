import InstrumentTuning
import PitchEstimation
import SignalProcessing
import Testing
import _TestSignals

@Suite("Strobe analyzer")
struct StrobeAnalyzerTests {
  private func analyze(
    _ strobe: inout StrobeAnalyzer, _ signal: PartialSignal, at endIndex: Int64, target: Double
  ) -> [StrobePartial] {
    let samples = signal.samples(before: endIndex, count: strobe.sampleCount)
    strobe.analyze(samples, endIndex: endIndex, target: target)
    return strobe.partials
  }

  /// The lowest and the highest note of a piano, and the strings of a guitar.
  static let targets = [27.5, 30.868, 82.407, 146.832, 440, 1318.51, 4186.01]

  @Test(
    "a tone exactly on its target stands still, 0 cents and its level in dBFS, at any rate",
    arguments: targets, [8000, 44_100, 48_000, 192_000])
  func still(target: Double, rate: Double) throws {
    // Multiples of 2⁻¹⁰ Hz, so that the signal itself is exact.
    let target = (target * 1024).rounded() / 1024
    var strobe = try StrobeAnalyzer(sampleRate: rate, lowestTarget: min(target, 1000))
    let signal = PartialSignal(
      sampleRate: rate, partials: (1...8).map { (Double($0) * target, 0.1, 0.1 * Double($0)) })
    for endIndex in [50_000, 50_001, 123_456] as [Int64] {
      for partial in analyze(&strobe, signal, at: endIndex, target: target) {
        let frequency = Double(partial.order) * target
        guard frequency <= 0.45 * rate else {
          #expect(partial.level == -.infinity && partial.deviation == nil)
          continue
        }
        let expected = 0.1 * Double(partial.order)
        #expect(abs(turn(from: expected, to: partial.phase)) < 1e-4)
        #expect(abs(partial.level + 20) < 0.01)
        let deviation = try #require(partial.deviation)
        #expect(abs(deviation) < 0.02)
      }
    }
  }

  @Test(
    "a tone d Hz above its target turns d times a second, forwards", arguments: [-3.5, -0.25, 2, 5])
  func turning(distance: Double) throws {
    var strobe = try StrobeAnalyzer(sampleRate: 48_000, partials: [1])
    let signal = PartialSignal(partials: [(440 + distance, 0.2, 0)])
    var last: Double?
    for frame in 0..<30 {
      // 60 pictures a second, one of them late.
      let endIndex = Int64(48_000 + 800 * frame + (frame == 7 ? 333 : 0))
      let partial = analyze(&strobe, signal, at: endIndex, target: 440)[0]
      let seconds = (Double(endIndex) - 1) / 48_000
      let start = partial.phase - distance * seconds
      // The phase is that in the middle of the window: later than now by a constant.
      if let last { #expect(abs(turn(from: last, to: start)) < 1e-4) }
      last = start
    }
  }

  @Test("after 24 hours at 192 kHz a tone on its target has its phase of the start within 1e-5")
  func day() throws {
    let day: Int64 = 24 * 3600 * 192_000
    for target in [440.0, 32.703125, 4186.0087890625] {
      var strobe = try StrobeAnalyzer(sampleRate: 192_000, partials: [1, 2, 5])
      let signal = PartialSignal(
        sampleRate: 192_000, partials: [1, 2, 5].map { ($0 * target, 0.1, 0.3) })
      let first = analyze(&strobe, signal, at: 100_000, target: target)
      for endIndex in [day, day + 1, day + 77_777] {
        let later = analyze(&strobe, signal, at: endIndex, target: target)
        for (a, b) in zip(first, later) { #expect(abs(turn(from: a.phase, to: b.phase)) < 1e-5) }
      }
    }
  }

  @Test(
    "tells deviations up to 95 cents within 0.2 cents, of all partials at once",
    arguments: [-95, -50, -10, -1, 0.1, 5, 30, 95], targets)
  func deviation(cents: Double, target: Double) throws {
    var strobe = try StrobeAnalyzer(sampleRate: 48_000, lowestTarget: target)
    let tuned = target * Elementary.exp2(cents / 1200)
    let amplitudes = (1...8).map { 0.3 / Double($0) }
    let signal = PartialSignal.string(tuned, inharmonicity: 0, amplitudes: amplitudes)
    for partial in analyze(&strobe, signal, at: 48_000, target: target)
    where Double(partial.order) * target < 20_000 {
      let deviation = try #require(partial.deviation, "partial \(partial.order)")
      #expect(abs(deviation - cents) < 0.2, "partial \(partial.order)")
    }
  }

  @Test(
    "between neighbours 20 and 40 dB stronger a partial reads its level within 0.05 dB",
    arguments: targets, [20.0, 40])
  func neighbours(target: Double, decibels: Double) throws {
    var strobe = try StrobeAnalyzer(sampleRate: 48_000, lowestTarget: target)
    let weak = 0.3 * amplitude(fromDecibels: -decibels)
    for cents in [0.0, 20] {
      let tuned = target * Elementary.exp2(cents / 1200)
      let signal = PartialSignal.string(
        tuned, inharmonicity: 0, amplitudes: [0.3, weak, 0.3, 0.3])
      let partial = analyze(&strobe, signal, at: 48_000, target: target)[1]
      #expect(abs(partial.level + 10.458 + decibels) < 0.05)
      // The slopes of neighbours 40 dB stronger may hide where the peak is, but not move it.
      let deviation = decibels > 30 ? partial.deviation ?? cents : partial.deviation
      #expect(abs(try #require(deviation) - cents) < 0.3)
    }
  }

  @Test("partials that are not there have no deviation, beside those that are", arguments: targets)
  func absent(target: Double) throws {
    var strobe = try StrobeAnalyzer(sampleRate: 48_000, lowestTarget: target)
    for cents in [0.0, 35, -80] {
      let signal = PartialSignal.string(
        target * Elementary.exp2(cents / 1200), inharmonicity: 0, amplitudes: [0, 0.5, 0])
      for partial in analyze(&strobe, signal, at: 48_000, target: target) {
        #expect((partial.deviation != nil) == (partial.order == 2), "partial \(partial.order)")
      }
    }
  }

  @Test("in white noise fewer than 1 partial of 100 seems to stand out")
  func noise() throws {
    var found = 0
    for target in [82.407, 440] {
      var strobe = try StrobeAnalyzer(sampleRate: 48_000)
      for seed in 1...60 {
        let samples = TestSignal.noise(count: strobe.sampleCount, rms: 0.1, seed: UInt64(seed))
        strobe.analyze(samples, endIndex: 48_000, target: target)
        found += strobe.partials.count { $0.deviation != nil }
      }
    }
    #expect(found < 2 * 60 * 8 / 100)
  }

  @Test(
    "finds B within 0.2 percent, and with a mean error of 2.5 percent at 20 dB of signal to noise",
    arguments: [1e-4, 5e-4], [110, 196, 440])
  func inharmonicity(expected: Double, fundamental: Double) throws {
    var strobe = try StrobeAnalyzer(sampleRate: 48_000)
    let amplitudes = (1...8).map { 0.2 / Double($0).squareRoot() }
    let signal = PartialSignal.string(
      fundamental, inharmonicity: expected, amplitudes: amplitudes)
    let power = amplitudes.reduce(0) { $0 + $1 * $1 / 2 }
    let clean = signal.samples(before: 48_000, count: strobe.sampleCount)
    var (squares, centSquares) = (0.0, 0.0)
    strobe.analyze(clean.span, endIndex: 48_000, target: fundamental)
    let exact = try #require(strobe.string)
    #expect(abs(exact.inharmonicity / expected - 1) < 0.002)
    for seed in 1...20 {
      let noise = TestSignal.noise(
        count: clean.count, rms: (power / 100).squareRoot(), seed: UInt64(seed))
      let samples = zip(clean, noise).map { $0 + $1 }
      strobe.analyze(samples, endIndex: 48_000, target: fundamental)
      let string = try #require(strobe.string)
      squares += Elementary.square(string.inharmonicity / expected - 1)
      centSquares += Elementary.square(cents(from: fundamental, to: string.fundamental))
      #expect(abs(string.inharmonicity - expected) < 4 * string.uncertainty)
    }
    #expect((squares / 20).squareRoot() < 0.025)
    #expect((centSquares / 20).squareRoot() < 0.15)
  }

  @Test("a partial that decays by 60 dB a second keeps its frequency within 0.1 cents")
  func decay() throws {
    var strobe = try StrobeAnalyzer(sampleRate: 48_000)
    let signal = PartialSignal.string(147, inharmonicity: 0, amplitudes: [0.3, 0.2, 0.1])
    var samples = signal.samples(before: 48_000, count: strobe.sampleCount)
    for index in samples.indices {
      samples[index] *= Float(amplitude(fromDecibels: -60 * Double(index) / 48_000))
    }
    strobe.analyze(samples, endIndex: 48_000, target: 146.832)
    for partial in strobe.partials.prefix(3) {
      let deviation = try #require(partial.deviation)
      #expect(abs(deviation - cents(from: 146.832, to: 147)) < 0.1)
    }
  }

  @Test("by way of a history, blocks of any size give the same", arguments: [1, 128, 4096, 44_100])
  func blocks(size: Int) throws {
    var strobe = try StrobeAnalyzer(sampleRate: 44_100)
    let stream = TestSignal.harmonics(
      111, amplitudes: [0.3, 0.2, 0.1], sampleRate: 44_100, count: 44_100)
    strobe.analyze(stream.span, endIndex: 44_100, target: 110)
    let expected = strobe.partials
    var history = SampleHistory(capacity: strobe.sampleCount)
    for first in stride(from: 0, to: stream.count, by: size) {
      history.append(stream.span.extracting(first..<min(stream.count, first + size)))
    }
    var newest = [Float](repeating: 0, count: strobe.sampleCount)
    var span = newest.mutableSpan
    history.copyNewest(into: &span)
    strobe.analyze(newest.span, endIndex: history.endIndex, target: 110)
    #expect(strobe.partials == expected)
    #expect(expected[0].deviation.map { abs($0 - 15.667) < 0.01 } == true)
  }

  @Test("another tone than the target's gives no string, and no deviation beyond 100 cents")
  func otherTone() throws {
    var strobe = try StrobeAnalyzer(sampleRate: 48_000)
    for tone in [164.8, 185, 247, 311, 370] {
      let samples = TestSignal.sawtooth(tone, sampleRate: 48_000, count: strobe.sampleCount)
      strobe.analyze(samples, endIndex: 48_000, target: 220)
      #expect(strobe.string == nil)
      #expect(strobe.partials.allSatisfy { abs($0.deviation ?? 0) <= 100 })
    }
  }

  @Test("octave bands: the partials may be 1, 2, 4, 8, 16")
  func octaves() throws {
    var strobe = try StrobeAnalyzer(sampleRate: 48_000, partials: [1, 2, 4, 8, 16])
    let signal = PartialSignal.string(
      110, inharmonicity: 1e-5, amplitudes: Array(repeating: 0.05, count: 16))
    let partials = analyze(&strobe, signal, at: 48_000, target: 110)
    #expect(partials.map(\.order) == [1, 2, 4, 8, 16])
    for partial in partials {
      let deviation = try #require(partial.deviation)
      let k = Double(partial.order)
      let expected = 600 * Elementary.log2(1 + 1e-5 * k * k)
      #expect(abs(deviation - expected) < 0.02)
    }
  }

  @Test("silence and samples that are not finite have no partials; NaN among sound counts as 0")
  func silence() throws {
    var strobe = try StrobeAnalyzer(sampleRate: 48_000)
    for sample in [Float(0), .nan, .infinity] {
      let samples = [Float](repeating: sample, count: strobe.sampleCount)
      strobe.analyze(samples, endIndex: 48_000, target: 440)
      #expect(strobe.partials.allSatisfy { $0.deviation == nil && $0.level == -.infinity })
      #expect(strobe.string == nil)
    }
    var samples = PartialSignal(partials: [(440, 0.2, 0)]).samples(
      before: 48_000, count: strobe.sampleCount)
    samples[samples.count - 2000] = .nan
    strobe.analyze(samples, endIndex: 48_000, target: 440)
    let first = try #require(strobe.partials[0].deviation)
    #expect(abs(first) < 1)
  }

  @Test("targets that no window holds, and too few samples, leave all partials absent")
  func limits() throws {
    var strobe = try StrobeAnalyzer(sampleRate: 48_000)
    let samples = PartialSignal(partials: [(440, 0.2, 0)]).samples(
      before: 48_000, count: strobe.sampleCount)
    for target in [20, 0, -1, .nan, .infinity, 30_000] {
      strobe.analyze(samples, endIndex: 48_000, target: target)
      #expect(strobe.partials.allSatisfy { $0.deviation == nil && $0.level == -.infinity })
    }
    strobe.analyze([Float]().span, endIndex: 0, target: 440)
    #expect(strobe.partials.allSatisfy { $0.deviation == nil })
  }

  @Test("refuses rates, targets and partials that it cannot honour")
  func refusals() {
    #expect(throws: StrobeError.sampleRateOutOfRange(7999)) {
      try StrobeAnalyzer(sampleRate: 7999)
    }
    #expect(throws: StrobeError.invalidPartials([1, 0])) {
      try StrobeAnalyzer(sampleRate: 48_000, partials: [1, 0])
    }
    #expect(throws: StrobeError.invalidPartials([])) {
      try StrobeAnalyzer(sampleRate: 48_000, partials: [])
    }
    for target in [1.0, 24_000, .nan] {
      #expect(throws: StrobeError.self) {
        try StrobeAnalyzer(sampleRate: 48_000, lowestTarget: target)
      }
    }
  }
}
