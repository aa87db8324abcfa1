import PitchEstimation
import SignalProcessing
import Testing
import _TestSignals

@Suite("Note segmenter")
struct NoteSegmenterTests {
  /// Readings every 10 ms of a pitch in hertz; `nil` is unvoiced.
  static func readings(
    seconds: Double, hop: Double = 0.01, _ frequency: (Double) -> Double?
  ) -> [PitchReading] {
    (0..<Int((seconds / hop).rounded())).map { index in
      let time = Double(index) * hop
      let candidate = frequency(time).map { PitchCandidate(frequency: $0, periodicity: 0.95) }
      return PitchReading(time: time, candidate: candidate, isVoiced: candidate != nil, level: -20)
    }
  }

  static func notes(
    _ readings: [PitchReading], _ settings: NoteSegmenter.Settings = .init()
  ) -> [PitchNote] {
    var segmenter = NoteSegmenter(settings)
    var notes = readings.compactMap { segmenter.update($0) }
    if let last = segmenter.finish() { notes.append(last) }
    return notes
  }

  @Test("finds four legato and detached notes within half a hop")
  func melody() {
    let score: [(onset: Double, offset: Double, frequency: Double)] = [
      (0.1, 0.5, 220), (0.5, 0.8, 233.08), (0.9, 1.0, 440), (1.2, 2.0, 110),
    ]
    let notes = Self.notes(
      Self.readings(seconds: 2.3) { time in
        score.first { $0.onset <= time + 1e-9 && time + 1e-9 < $0.offset }?.frequency
      })
    #expect(notes.count == 4)
    for (note, expected) in zip(notes, score) {
      #expect(abs(note.onset - expected.onset) < 0.00501)
      #expect(abs(note.offset - expected.offset) < 0.00501)
      #expect(abs(cents(from: expected.frequency, to: note.frequency)) < 1e-6)
      #expect(note.spread < 1e-6)
      #expect(note.vibrato == nil)
      #expect(note.level == -20)
    }
  }

  @Test(
    "measures a vibrato to 0.01 Hz and 0.1 cents",
    arguments: [(4.0, 20.0), (5.5, 50), (6.3, 100), (8, 30), (5, 8)])
  func vibrato(rate: Double, extent: Double) throws {
    let readings = Self.readings(seconds: 1.3) { time in
      440 * Elementary.exp2(extent / 1200 * Elementary.sin(2 * .pi * rate * time + 0.7))
    }
    let notes = Self.notes(readings)
    #expect(notes.count == 1)
    let vibrato = try #require(notes.first?.vibrato)
    #expect(abs(vibrato.rate - rate) < 0.01)
    #expect(abs(vibrato.extent - extent) < 0.1)
    let spread = try #require(notes.first?.spread)
    #expect(abs(spread - extent / 2.0.squareRoot()) < 0.1 * extent)
  }

  @Test(
    "finds the same vibrato in readings of any spacing", arguments: [0.001, 0.003, 0.0058, 0.02])
  func spacing(hop: Double) throws {
    let readings = Self.readings(seconds: 3, hop: hop) { time in
      440 * Elementary.exp2(50.0 / 1200 * Elementary.sin(2 * .pi * 5.5 * time))
    }
    let vibrato = try #require(Self.notes(readings).first?.vibrato)
    #expect(abs(vibrato.rate - 5.5) < 0.01)
    #expect(abs(vibrato.extent - 50) < 0.1)
  }

  @Test("a drifting vibrato keeps its rate; drift or noise alone is no vibrato")
  func drift() throws {
    let drifting = Self.notes(
      Self.readings(seconds: 2) { time in
        330 * Elementary.exp2((20 * time + 30 * Elementary.sin(2 * .pi * 6 * time)) / 1200)
      })
    let vibrato = try #require(drifting.first?.vibrato)
    #expect(abs(vibrato.rate - 6) < 0.01)
    #expect(abs(vibrato.extent - 30) < 0.1)
    let noise = TestSignal.noise(count: 200, rms: 10, seed: 3)
    for amount in [0.0, 1] {
      let notes = Self.notes(
        Self.readings(seconds: 2) { time in
          let jitter = Double(noise[Int((time * 100).rounded())])
          return 330 * Elementary.exp2((20 * time + amount * jitter) / 1200)
        })
      #expect(notes.count == 1)
      #expect(notes.first?.vibrato == nil)
    }
  }

  @Test("bridges 50 ms of silence, and no more")
  func gaps() {
    for (gap, count) in [(0.03, 1), (0.05, 1), (0.07, 2), (0.5, 2)] {
      let notes = Self.notes(
        Self.readings(seconds: 1.5) { time in
          time > 0.495 && time < 0.495 + gap ? nil : time > 1.2 ? nil : 200
        })
      #expect(notes.count == count, "\(gap)")
    }
  }

  @Test("drops what is shorter than a note, and keeps the note before it whole")
  func shortOnes() {
    let click = Self.notes(Self.readings(seconds: 1) { $0 > 0.5 && $0 < 0.56 ? 300 : nil })
    #expect(click.isEmpty)
    // From the first to the last of its readings.
    for (seconds, count) in [(0.075, 0), (0.085, 1)] {
      let short = Self.notes(
        Self.readings(seconds: 1) { $0 > 0.495 && $0 < 0.495 + seconds ? 300 : nil })
      #expect(short.count == count, "\(seconds)")
    }
    // An octave error of 50 ms within a note.
    let error = Self.notes(Self.readings(seconds: 1) { $0 > 0.495 && $0 < 0.545 ? 600 : 300 })
    #expect(error.count == 1)
    #expect(error.first?.spread == 0)
    #expect(error.first.map { $0.duration > 0.98 } == true)
  }

  @Test("a first note starts with its sound, though it slides up for 60 ms")
  func scoop() throws {
    let notes = Self.notes(
      Self.readings(seconds: 1) { time in
        440 * Elementary.exp2(-max(0, 0.06 - time) / 0.06 * 300 / 1200)
      })
    #expect(notes.count == 1)
    #expect(notes.first?.onset == 0)
    #expect(abs(cents(from: 440, to: try #require(notes.first).frequency)) < 0.01)
  }

  @Test("transposing by an octave moves only the frequency")
  func transposition() {
    let low = Self.readings(seconds: 2) { $0 < 1 ? 100 : $0 < 1.5 ? 150 : nil }
    var high = low
    for index in high.indices { high[index].candidate?.frequency *= 2 }
    var expected = Self.notes(low)
    #expect(expected.count == 2)
    for index in expected.indices { expected[index].frequency *= 2 }
    for (note, other) in zip(Self.notes(high), expected) {
      #expect(note.onset == other.onset && note.offset == other.offset)
      #expect(abs(note.frequency - other.frequency) < 1e-9)
    }
  }

  @Test("a note of an hour is one note, in bounded memory and time")
  func longNote() {
    let notes = Self.notes(Self.readings(seconds: 3600) { _ in 50 })
    #expect(notes.count == 1)
    #expect(notes.first.map { abs($0.duration - 3600) < 0.02 } == true)
  }

  @Test("silence, one reading and nothing give no note")
  func limits() {
    #expect(Self.notes([]).isEmpty)
    #expect(Self.notes(Self.readings(seconds: 5) { _ in nil }).isEmpty)
    #expect(Self.notes(Self.readings(seconds: 0.01) { _ in 440 }).isEmpty)
    // Readings a second apart: each stands for a second.
    let sparse = Self.notes(Self.readings(seconds: 4, hop: 1) { $0 < 2 ? 440 : 220 })
    #expect(sparse.map(\.frequency.self).count == 2)
  }

  @Test("a tracked melody of three sawtooth notes has its onsets within 30 ms")
  func tracked() throws {
    let sampleRate = 44_100.0
    var samples: [Float] = []
    for (frequency, seconds) in [(0.0, 0.3), (220, 0.4), (277.18, 0.4), (0, 0.3), (330, 0.5)] {
      let count = Int(seconds * sampleRate)
      samples +=
        frequency > 0
        ? TestSignal.sawtooth(frequency, sampleRate: sampleRate, count: count)
        : Array(repeating: 0, count: count)
    }
    let yin = try YIN(sampleRate: sampleRate, searchRange: 80...1500)
    var tracker = try PitchTracker(yin, sampleRate: sampleRate, hopSize: 441)
    tracker.append(samples)
    tracker.finish()
    var readings: [PitchReading] = []
    while let reading = tracker.next() { readings.append(reading) }
    let notes = Self.notes(readings)
    #expect(notes.count == 3)
    for (note, onset) in zip(notes, [0.3, 0.7, 1.4]) { #expect(abs(note.onset - onset) < 0.03) }
    for (note, frequency) in zip(notes, [220, 277.18, 330]) {
      #expect(abs(cents(from: frequency, to: note.frequency)) < 1)
    }
  }
}
