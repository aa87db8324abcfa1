import ChordEstimation
import SignalProcessing
import Testing
import ToneGeneration

/// What is heard of strings whose frequencies are known.
@Suite struct ChordTrackerTests {
  static let chords: [[Double]] = [
    [220],
    [110, 164.4],
    [261.6, 327.2, 391.0],
    [196, 246.2, 294.5, 349.1],
    [146.8, 185.2, 220.6, 277.0, 329.9],
  ]

  @Test(arguments: chords, [22_050.0, 44_100, 48_000, 96_000])
  func notesOfAChord(frequencies: [Double], sampleRate: Double) throws {
    let readings = try Self.readings(of: Self.chord(frequencies, sampleRate), sampleRate)
    for reading in readings where (0.3...0.9).contains(reading.time) {
      let found = reading.notes.map(\.frequency)
      try #require(found.count == frequencies.count, "at \(reading.time) s: \(found)")
      for (found, expected) in zip(found, frequencies) {
        #expect((1200 * Elementary.log2(found / expected)).magnitude < 3)
      }
    }
  }

  /// Plucked strings of the same strength.
  static func chord(_ frequencies: [Double], _ sampleRate: Double) -> [Float] {
    var sum = [Float](repeating: 0, count: Int(1.3 * sampleRate))
    for frequency in frequencies {
      var string = PluckedString(
        frequency: frequency, sampleRate: sampleRate, seed: UInt64(frequency))
      let samples = string.render(sum.count)
      for place in sum.indices { sum[place] += 0.15 * samples[place] }
    }
    return sum
  }

  static func readings(
    of samples: [Float], _ sampleRate: Double, blockSize: Int = 8192
  ) throws -> [ChordReading] {
    var tracker = try ChordTracker(sampleRate: sampleRate)
    var readings: [ChordReading] = []
    var start = 0
    while start < samples.count {
      let end = min(samples.count, start + blockSize)
      tracker.append(Array(samples[start..<end]))
      while let reading = tracker.next() { readings.append(reading) }
      start = end
    }
    tracker.finish()
    while let reading = tracker.next() { readings.append(reading) }
    return readings
  }

  @Test(arguments: [1, 37, 441, 8192, 100_000])
  func blocksOfAnySizeGiveTheSameReadings(blockSize: Int) throws {
    let samples = Self.chord([196, 246.2, 294.5], 44_100)
    let whole = try Self.readings(of: samples, 44_100)
    let parts = try Self.readings(of: samples, 44_100, blockSize: blockSize)
    #expect(whole.count == 130)
    #expect(whole.map(\.time) == parts.map(\.time))
    #expect(whole.map(\.notes) == parts.map(\.notes))
  }

  @Test func noNoteIsLouderThanTheSound() throws {
    // A pure fifth that begins at once: each third partial of one is a second one of the other.
    let samples = (0..<44_100).map { index in
      var sum = 0.0
      for (frequency, amplitude) in [(264.0, 0.1), (396.0, 0.1)] {
        for order in 1...10 {
          let phase = 2 * Double.pi * frequency * Double(order * index) / 44_100
          sum += amplitude * Elementary.sin(phase) / Double(order)
        }
      }
      return Float(sum)
    }
    let square = samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(samples.count)
    let level = 10 * Elementary.log10(square)
    for reading in try Self.readings(of: samples, 44_100) {
      for note in reading.notes { #expect(note.level < level + 3.2) }
    }
  }

  @Test func aSineHasNoPartialsToBeMeasuredBy() throws {
    // What is left where partials would be is the rounding of 16 bits.
    let samples = (0..<44_100).map { index in
      let value = 0.3 * Elementary.sin(2 * Double.pi * 440 * Double(index) / 44_100)
      return Float((value * 32_768).rounded() / 32_768)
    }
    for reading in try Self.readings(of: samples, 44_100) where (0.3...0.7).contains(reading.time) {
      try #require(reading.count == 1)
      #expect((1200 * Elementary.log2(reading[0].frequency / 440)).magnitude < 0.02)
    }
  }

  @Test(arguments: [50.0, 60])
  func theHumOfTheMainsIsNoNote(mains: Double) throws {
    let string = Self.chord([392], 44_100)
    for level in [0.005, 0.02, 0.04] {
      let samples = string.indices.map { place in
        let phase = 2 * Double.pi * mains * Double(place) / 44_100
        let hum = (1...5).reduce(0.0) { $0 + Elementary.sin(Double($1) * phase) / Double($1) }
        return string[place] + Float(level * hum)
      }
      for reading in try Self.readings(of: samples, 44_100) where (0.3...0.9).contains(reading.time)
      {
        #expect(!reading.notes.contains { (mains - 1...mains + 1).contains($0.frequency) })
      }
    }
  }

  @Test func aNoteThatOnlyResonatesIsNone() throws {
    let sounds = [Self.chord([440], 44_100), Self.chord([247.2], 44_100)]
    let samples = zip(sounds[0], sounds[1]).map { $0 + 0.004 * $1 }
    for reading in try Self.readings(of: samples, 44_100) where (0.3...0.9).contains(reading.time) {
      #expect(reading.count == 1)
    }
  }

  @Test func silenceAndNoiseHaveNoNotes() throws {
    for level in [-Double.infinity, -60, -20] {
      var noise = WhiteNoise(level: level, seed: 5)
      let samples = (0..<44_100).map { _ in noise.next() }
      let readings = try Self.readings(of: samples, 44_100)
      #expect(readings.count == 100)
      #expect(readings.allSatisfy { $0.count == 0 })
    }
  }

  @Test func whatIsNoNumberCountsAsSilence() throws {
    var samples = Self.chord([196, 294.5], 44_100)
    samples[20_000] = .nan
    samples[20_001] = .infinity
    var tracker = try ChordTracker(sampleRate: 44_100)
    tracker.append(samples)
    #expect(tracker.rejectedSampleCount == 2)
    (samples[20_000], samples[20_001]) = (0, 0)
    var clean = try ChordTracker(sampleRate: 44_100)
    clean.append(samples)
    while let reading = tracker.next() { #expect(reading.notes == clean.next()?.notes) }
  }

  @Test func readingsComeALookaheadAfterTheirTime() throws {
    var tracker = try ChordTracker(sampleRate: 48_000)
    let samples = Self.chord([220, 330.5], 48_000)
    var last = 0.0
    for start in stride(from: 0, to: 48_000, by: 480) {
      tracker.append(Array(samples[start..<(start + 480)]))
      while let reading = tracker.next() { last = reading.time }
      let now = Double(start + 480) / 48_000
      // Readings between two analyses are interpolated.
      if now > 0.3 { #expect(now - last < ChordTracker.lookahead + 0.05 + 0.01) }
    }
  }

  @Test func theHopIsTheTimeFromReadingToReading() throws {
    for hop in [0.005, 0.0116, 0.02, 0.1] {
      var tracker = try ChordTracker(sampleRate: 44_100, hopDuration: hop)
      tracker.append([Float](repeating: 0, count: 44_100))
      tracker.finish()
      var count = 0
      while let reading = tracker.next() {
        #expect((reading.time - Double(count) * hop).magnitude < 1e-9)
        count += 1
      }
      #expect(count == Int((1 / hop).rounded(.up)))
    }
  }

  @Test func whatItCannotDoIsRefused() {
    #expect(throws: ChordTrackerError.sampleRateOutOfRange(4000)) {
      try ChordTracker(sampleRate: 4000)
    }
    #expect(throws: ChordTrackerError.hopOutOfRange(0)) {
      try ChordTracker(sampleRate: 44_100, hopDuration: 0)
    }
    #expect(throws: ChordTrackerError.self) {
      try ChordTracker(sampleRate: 44_100, hopDuration: .nan)
    }
  }
}
