import Foundation
@testable import InstrumentTuning
import PitchEstimation
import SignalProcessing
import Testing
import _TestSignals

@Suite("TunerListener")
struct TunerListenerTests {
  private static let rate = 48_000.0

  /// Returns what a tuner shows of a sound, in blocks of 10 ms.
  private func readings(_ samples: [Float]) throws -> [TunerReading] {
    let listening = TunerListening()
    var listener = try TunerListener(
      MultiresolutionTracker(
        sampleRate: Self.rate, searchRange: listening.searchRange(sampleRate: Self.rate),
        hopSize: 480, lookahead: TunerListening.lookahead))
    var engine = TunerEngine()
    var found: [TunerReading] = []
    for start in stride(from: 0, to: samples.count, by: 480) {
      listener.append(Array(samples[start..<min(samples.count, start + 480)]))
      while let observation = listener.next() { found.append(engine.process(observation)) }
    }
    listener.finish()
    while let observation = listener.next() { found.append(engine.process(observation)) }
    return found
  }

  private func tones(_ frequencies: [Double], seconds: Double = 2.5) -> [Float] {
    (0..<Int(seconds * Self.rate)).map { index in
      let time = Double(index) / Self.rate
      return frequencies.reduce(Float(0)) { $0 + Float(0.1 * sin(2 * .pi * $1 * time)) }
    }
  }

  /// A bell after Lehr's ratios of a minor-third bell, struck at 0.2 s.
  private func bell(_ strike: Double) -> [Float] {
    let partials = [
      (0.5, 0.5, 0.4), (1, 0.8, 0.6), (1.2, 1, 0.8), (1.5, 0.12, 1), (2, 0.9, 1.2), (2.5, 0.2, 2),
      (2.67, 0.2, 2), (3, 0.5, 2), (4, 0.4, 3),
    ]
    return [Float](repeating: 0, count: 9600)
      + (0..<Int(3 * Self.rate)).map { index in
        let time = Double(index) / Self.rate
        return partials.reduce(Float(0)) { sum, partial in
          let decay = exp(-2 * partial.2 * time)
          return sum + Float(0.1 * partial.1 * decay * sin(2 * .pi * partial.0 * strike * time))
        }
      }
  }

  @Test("a triad's common divisor is never in tune, and no note of it is recorded")
  func triad() throws {
    let found = try readings(tones([260, 325, 390]))
    let late = found.filter { $0.time > 1.5 && $0.time < 2.4 }
    #expect(late.count > 80 && late.allSatisfy { $0.hasSeveralTones && !$0.isInTune })
    let shown = late.filter { $0.deviation != nil && !$0.isHeld }
    #expect(shown.allSatisfy { $0.sound == .commonDivisor })
    #expect(found.allSatisfy { $0.ended == nil })
  }

  @Test("the last value of a triad is not in tune while it is held")
  func heldTriad() throws {
    let silence = [Float](repeating: 0, count: Int(Self.rate))
    let held = try readings(tones([260, 325, 390]) + silence).filter { $0.isHeld && $0.time > 2.4 }
    #expect(!held.isEmpty)
    #expect(held.allSatisfy { $0.sound == .commonDivisor && !$0.isInTune })
  }

  @Test(
    "beside a tracker, several tones and bells are told as by the listener that has one",
    arguments: [480, 2048, 8192])
  func evidence(blockSize: Int) throws {
    for sound in [tones([260, 325, 390]), bell(220), tones([220, 440, 660])] {
      var listener = EvidenceListener(sampleRate: Self.rate)
      for start in stride(from: 0, to: sound.count, by: blockSize) {
        listener.append(sound[start..<min(sound.count, start + blockSize)].span)
      }
      let last = try #require(try readings(sound).last { $0.deviation != nil && !$0.isHeld })
      let evidence = listener.evidence
      #expect((evidence.tones != nil) == last.hasSeveralTones)
      #expect((evidence.strike != nil) == (last.sound == .unexpectedBell))
      if let strike = evidence.strike { #expect(strike == last.pitch.frequency) }
      listener.interrupt()
      #expect(listener.evidence.tones == nil && listener.evidence.strike == nil)
    }
  }

  @Test("a tone of each register is a tone, and in tune", arguments: [55.0, 220, 880, 2093.0045])
  func tone(frequency: Double) throws {
    let partials = (1...8).map { frequency * Double($0) }.filter { $0 < 20_000 }
    let found = try readings(tones(partials, seconds: 1.5))
    #expect(found.allSatisfy { $0.sound == .tone && !$0.hasSeveralTones })
    #expect(found.contains { $0.isInTune })
  }

  @Test(
    "a bell is told, with its strike note, and is not several tones", arguments: [220.0, 523.25])
  func bells(strike: Double) throws {
    let found = try readings(bell(strike)).filter { $0.sound == .unexpectedBell }
    #expect(found.count > 50)
    for reading in found {
      #expect(!reading.hasSeveralTones)
      let frequency = try #require(reading.pitch.frequency)
      #expect(abs(1200 * log2(frequency / strike)) < 5)
    }
  }

  @Test("a bell that follows a gap is told again, and one across it is not")
  func gap() throws {
    let sound = bell(220)
    var listener = try TunerListener(
      MultiresolutionTracker(
        sampleRate: Self.rate, searchRange: 30...4200, hopSize: 480, lookahead: 0.05))
    listener.append(Array(sound[..<72_000]))  // 1.3 s of the bell
    listener.interrupt()
    listener.append([Float](repeating: 0, count: 48_000))
    listener.finish()
    var last = 0.0
    while let observation = listener.next() {
      if observation.sound == .unexpectedBell { last = observation.pitch.time }
    }
    #expect(last > 1 && last <= 1.5)
  }
}

@Suite("The peaks of several tones")
struct PolyphonyAgreementTests {
  @Test("what one series leaves unexplained is what the definition says, for 2000 random spectra")
  func agreement() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<2000 {
      var peaks = PeakList()
      var list: [TextbookPolyphony.Peak] = []
      let base = 40 + 400 * generator.nextUniform()
      for _ in 0..<Int(1 + 24 * generator.nextUniform()) {
        let isPartial = generator.nextUniform() < 0.7
        let order = (1 + 12 * generator.nextUniform()).rounded(.down)
        let frequency = isPartial ? base * order : 30 + 4000 * generator.nextUniform()
        let amplitude = pow(10, -1.7 * generator.nextUniform())
        peaks.append(PeakList.Peak(frequency: frequency, amplitude: amplitude))
        list.append(TextbookPolyphony.Peak(frequency: frequency, amplitude: amplitude))
      }
      var remaining = PeakList()
      _ = PolyphonyDetector.findUnexplained(in: peaks, &remaining)
      let expected = TextbookPolyphony.unexplained(in: list)
      #expect((0..<remaining.count).map { remaining[$0].frequency } == expected)
    }
  }
}
