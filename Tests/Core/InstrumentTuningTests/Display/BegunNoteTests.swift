import Foundation
import InstrumentTuning
import MusicTheory
import PitchEstimation
import SignalProcessing
import Testing
import _TestSignals

@Suite("A note that has just begun")
struct BegunNoteTests {
  private static let onset = 0.8

  /// A screen: with or without later sound.
  enum Screen: CaseIterable {
    case terminal, page
  }

  /// A string, plucked over faint noise: partials 1/k, the higher ones shorter.
  private func pluck(_ note: Int, level: Double, sampleRate: Double) -> [Float] {
    let frequency = 440 * exp2(Double(note - 69) / 12)
    let start = Int(Self.onset * sampleRate)
    let count = min(20, Int(0.45 * sampleRate / frequency))
    var samples = TestSignal.noise(count: 2 * start, rms: 1e-4)
    for index in start..<samples.count {
      let time = Double(index - start) / sampleRate
      // Partial k is the k-th power of the first one, as a complex number.
      let (phase, decay) = (2 * .pi * frequency * time + 1, exp(-2 * time))
      let (real, imaginary) = (decay * cos(phase), decay * sin(phase))
      var (x, y, sum) = (1.0, 0.0, 0.0)
      for partial in 1...count {
        (x, y) = (x * real - y * imaginary, x * imaginary + y * real)
        sum += y / Double(partial)
      }
      samples[index] += Float(0.5 * amplitude(fromDecibels: level) * sum)
    }
    return samples
  }

  /// The changes of the note on a screen: seconds of the newest sound, and its MIDI number; 0 for none.
  private func texts(
    _ samples: [Float], on screen: Screen, sampleRate: Double
  ) throws -> [(time: Double, note: Int)] {
    let listening = TunerListening()
    let settings = try TrackerSettings(
      sampleRate: sampleRate, searchRange: listening.searchRange(sampleRate: sampleRate),
      hopSize: TunerListening.hopDuration * sampleRate,
      lookahead: screen == .page ? 0 : TunerListening.lookahead)
    var tracker =
      screen == .page
      ? AnyPitchTracker(PromptTracker(settings)) : AnyPitchTracker(LiveTracker(settings))
    var (engine, begun) = (TunerEngine(), BegunNote())
    var found: [(time: Double, note: Int)] = []
    for start in stride(from: 0, to: samples.count, by: 128) {
      let end = min(samples.count, start + 128)
      tracker.append(Array(samples[start..<end]))
      while let reading = tracker.next() {
        var shown = engine.process(reading)
        begun.show(in: &shown, beginning: reading.beginning, by: &engine)
        let note = shown.deviation?.note.midiNumber ?? 0
        if note != found.last?.note ?? 0 { found.append((Double(end) / sampleRate, note)) }
      }
    }
    return found
  }

  @Test(
    "a plucked string is named rightly at first: within 0.1 s from A2 on, within 0.16 s from E1 on",
    arguments: Screen.allCases, [44_100.0, 48_000])
  func plucks(screen: Screen, sampleRate: Double) throws {
    for level in [-6.0, -30] {
      for note in stride(from: 28, through: 84, by: 4) {
        let samples = pluck(note, level: level, sampleRate: sampleRate)
        let first = try texts(samples, on: screen, sampleRate: sampleRate).first
        #expect(first?.note == note, "\(note) at \(level) dB")
        let delay = (first?.time ?? .infinity) - Self.onset
        #expect(delay < (note < 45 ? 0.16 : 0.1), "\(note) at \(level) dB after \(delay) s")
      }
    }
  }

  @Test(
    "a string plucked after another one, as loud, is named within 0.12 s from A2 on, within 0.16 s from E1 on",
    arguments: Screen.allCases, [true, false])
  func plucksAfterOthers(screen: Screen, isDamped: Bool) throws {
    let (rate, second) = (48_000.0, 2 * Self.onset)
    for note in stride(from: 28, through: 84, by: 4) {
      for other in [note - 5, note + 7] {
        var samples = Array(repeating: Float(0), count: Int(1.8 * second * rate))
        for (index, sample) in pluck(other, level: -12, sampleRate: rate).enumerated() {
          // A finger damps the string within 30 ms.
          let time = Double(index) / rate - second
          samples[index] += sample * Float(isDamped ? min(1, max(0, 1 - time / 0.03)) : 1)
        }
        let start = Int(Self.onset * rate)
        for (index, sample) in pluck(note, level: -12, sampleRate: rate).enumerated() {
          if index + start < samples.count { samples[index + start] += sample }
        }
        let found = try texts(samples, on: screen, sampleRate: rate)
        let next = found.first { $0.time > second }
        #expect(next?.note == note, "\(note) after \(other)")
        let delay = (next?.time ?? .infinity) - second
        #expect(delay < (note < 45 ? 0.16 : 0.12), "\(note) after \(other), \(delay) s")
      }
    }
  }

  @Test("noise that begins at once is no note", arguments: Screen.allCases)
  func noise(screen: Screen) throws {
    for seed in 1...5 as ClosedRange<UInt64> {
      var samples = TestSignal.noise(count: 96_000, rms: 1e-4, seed: seed)
      let burst = TestSignal.noise(count: 48_000, rms: 0.1, seed: seed + 5)
      for index in burst.indices { samples[index + 38_400] += burst[index] }
      #expect(try texts(samples, on: screen, sampleRate: 48_000).isEmpty)
    }
  }

  @Test("a note that swells by 20 dB while it sounds keeps its name", arguments: Screen.allCases)
  func swell(screen: Screen) throws {
    let tone = TestSignal.sawtooth(196, sampleRate: 48_000, count: 144_000)
    let samples = tone.enumerated().map { $1 * ($0 / 24_000 % 2 == 0 ? 0.02 : 0.2) }
    #expect(try texts(samples, on: screen, sampleRate: 48_000).map { $0.note } == [55])
  }

  @Test("lines and records do not know of it: its readings are those of a plain tracker")
  func sameReadings() throws {
    let samples = pluck(52, level: -6, sampleRate: 48_000)
    let range = TunerListening().searchRange(sampleRate: 48_000)
    var live = LiveTracker(
      try TrackerSettings(sampleRate: 48_000, searchRange: range, hopSize: 480, lookahead: 0.05))
    var plain = try MultiresolutionTracker(
      sampleRate: 48_000, searchRange: range, hopSize: 480, lookahead: 0.05)
    live.append(samples)
    plain.append(samples)
    var tellings = 0
    while var reading = live.next() {
      tellings += reading.beginning == nil ? 0 : 1
      reading.beginning = nil
      #expect(reading == plain.next())
    }
    #expect(plain.next() == nil && tellings > 0)
  }

  private func reading(_ frequency: Double?, at time: Double) -> PitchReading {
    PitchReading(
      time: time, candidate: frequency.map { PitchCandidate(frequency: $0, periodicity: 0.95) },
      isVoiced: frequency != nil, level: -20)
  }

  @Test("only what is clear replaces a note that sounds, and only until 0.4 s have passed")
  func overAnotherNote() {
    for isClear in [true, false] {
      var (engine, begun) = (TunerEngine(), BegunNote())
      var shown: [Int] = []
      for step in 0..<150 {
        let beginning = BeginningNote(frequency: 220, isClear: isClear)
        var result = engine.process(reading(440, at: 0.01 * Double(step)))
        begun.show(in: &result, beginning: step == 100 ? beginning : nil, by: &engine)
        #expect(result.deviation?.note.midiNumber == 69 || !result.isInTune)
        shown.append(result.deviation?.note.midiNumber ?? 0)
      }
      #expect(shown[99] == 69 && shown[100] == (isClear ? 57 : 69) && shown[149] == 69)
    }
  }

  @Test("a tone halfway between two notes waits for its readings")
  func betweenNotes() {
    var (engine, begun) = (TunerEngine(), BegunNote())
    let between = BeginningNote(frequency: 440 * exp2(0.4 / 12), isClear: true)
    var shown = engine.process(reading(nil, at: 0))
    begun.show(in: &shown, beginning: between, by: &engine)
    #expect(shown.deviation == nil)
    let near = BeginningNote(frequency: 440 * exp2(0.3 / 12), isClear: true)
    var next = engine.process(reading(nil, at: 0.01))
    begun.show(in: &next, beginning: near, by: &engine)
    #expect(next.deviation?.note.midiNumber == 69)
  }
}
