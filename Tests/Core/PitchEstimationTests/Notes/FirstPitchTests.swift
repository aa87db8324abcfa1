import PitchEstimation
import SignalProcessing
import Testing
import _TestSignals

@Suite("The first stable pitch of a note")
struct FirstPitchTests {
  /// Readings every 10 ms of a pitch in cents from A4, from time 0 on; `nil` is unvoiced.
  private func readings(
    _ duration: Double, level: Double = -20, from start: Double = 0,
    _ cents: (_ time: Double) -> Double?
  ) -> [PitchReading] {
    (0..<Int((duration * 100).rounded())).map { index in
      let time = Double(index) / 100
      let frequency = cents(time).map { 440 * Elementary.ratio(ofCents: $0) }
      return PitchReading(
        time: start + time,
        candidate: frequency.map { PitchCandidate(frequency: $0, periodicity: 1) },
        isVoiced: frequency != nil, level: level)
    }
  }

  private func ends(_ readings: [PitchReading]) -> (first: Double, last: Double)? {
    StableStretch.ends(of: readings, from: 0, to: readings.last?.time ?? 0).map {
      (cents(from: 440, to: $0.first.frequency), cents(from: 440, to: $0.last.frequency))
    }
  }

  @Test(
    "a corrected note: the first pitch is where it started, the last where it ended",
    arguments: [-30.0, 30], [0.16, 0.3, 0.6, 1])
  func correction(start: Double, time: Double) throws {
    let pitch = readings(time + 1) { $0 < time ? start : max(0, 1 - ($0 - time) / 0.08) * start }
    let (first, last) = try #require(ends(pitch))
    #expect((first - start).magnitude < 1)
    #expect(last.magnitude < 0.01)
  }

  @Test("a pluck that begins sharp counts once it has settled within a few cents")
  func pluck() throws {
    let (first, last) = try #require(ends(readings(1.5) { 20 * Elementary.exp(-$0 / 0.06) }))
    #expect(first < 4 && first > 0)
    #expect(last.magnitude < 0.1)
  }

  @Test("a slide up to the note is not its first pitch")
  func slide() throws {
    let (first, _) = try #require(ends(readings(1.5) { min(0, -80 + 400 * $0) }))
    #expect(first.magnitude < 2)
  }

  @Test("the first pitch of a vibrato is its centre", arguments: [15.0, 40])
  func vibrato(extent: Double) throws {
    let pitch = readings(1.5) { extent * Elementary.sin(2 * .pi * 5.5 * $0) }
    let (first, last) = try #require(ends(pitch))
    #expect(first.magnitude < 0.1 * extent)
    #expect(last.magnitude < 0.1 * extent)
  }

  @Test("a glissando and a note of a tenth of a second have none")
  func none() {
    #expect(ends(readings(2) { 150 * $0 }) == nil)
    #expect(ends(readings(0.1) { _ in 0 }) == nil)
    #expect(ends(readings(1) { _ in nil }) == nil)
    #expect(ends([]) == nil)
  }

  @Test("it is found once, at most 0.3 s after the onset of a steady note")
  func time() throws {
    var search = FirstPitch(onset: 0.2)
    var found: [(time: Double, pitch: StableStretch)] = []
    for reading in readings(1.5, { $0 < 0.2 ? nil : 5 }) {
      if let pitch = search.update(reading) { found.append((reading.time, pitch)) }
    }
    #expect(found.count == 1)
    let (time, pitch) = try #require(found.first)
    #expect(time < 0.5)
    #expect(pitch.start >= 0.22 - 1e-9)
    #expect(pitch.duration <= 0.25 + 1e-9)
    #expect(pitch == search.pitch)
    #expect(search.finish() == nil)
  }

  @Test("a gap ends a stretch, and too short a one is forgotten")
  func gap() throws {
    var search = FirstPitch(onset: 0)
    var found: StableStretch?
    for reading in readings(1, { $0 < 0.1 ? 50 : $0 < 0.2 ? nil : 0 }) {
      found = search.update(reading) ?? found
    }
    #expect(abs(cents(from: 440, to: try #require(found).frequency)) < 0.01)
  }
}

@Suite("The first pitches of a stream")
struct FirstPitchFollowerTests {
  /// The cents from A4 of what a follower found, after each beginning; readings of a tone that
  /// changes at the given times.
  private func follow(
    _ notes: [(start: Double, cents: Double?, level: Double)], onsets: [Double],
    delay: Double = 0.2, latency: Double? = nil
  ) -> (starts: [Double], pitches: [Double]) {
    var follower = FirstPitchFollower(onsetLatency: latency)
    var (starts, pitches): ([Double], [Double]) = ([], [])
    var waiting = onsets
    for index in 0..<300 {
      let time = Double(index) / 100
      while let onset = waiting.first, onset + delay <= time {
        follower.begin(at: waiting.removeFirst())
      }
      let note = notes.last { $0.start <= time }
      let frequency = note?.cents.map { 440 * Elementary.ratio(ofCents: $0) }
      follower.update(
        PitchReading(
          time: time, candidate: frequency.map { PitchCandidate(frequency: $0, periodicity: 1) },
          isVoiced: frequency != nil, level: note?.level ?? -90))
      while let event = follower.next() {
        switch event {
        case .began(let time): starts.append(time)
        case .found(let pitch): pitches.append(cents(from: 440, to: pitch.frequency))
        }
      }
    }
    follower.finish()
    return (starts, pitches)
  }

  @Test(
    "each onset has its pitch, however late the onset is detected", arguments: [0.0, 0.1, 0.35])
  func onsets(delay: Double) {
    let found = follow(
      [(0.5, 20, -20), (1.5, -20, -20)], onsets: [0.5, 1.5], delay: delay)
    #expect(found.starts == [0.5, 1.5])
    #expect(found.pitches.map { $0.rounded() } == [20, -20])
  }

  @Test("a correction changes nothing")
  func correction() {
    let found = follow([(0.5, 30, -20), (1.2, 0, -20)], onsets: [0.5])
    #expect(found.starts == [0.5])
    #expect(found.pitches.map { $0.rounded() } == [30])
  }

  @Test("a slur to another note has its pitch without an onset")
  func slur() {
    let found = follow([(0.5, 0, -20), (1.2, 200, -22)], onsets: [0.5])
    #expect(found.pitches.map { $0.rounded() } == [0, 200])
    #expect(abs((found.starts.last ?? 0) - 1.2) < 0.03)
  }

  @Test("a string that rings on after a louder note is not a note")
  func ringing() {
    let found = follow([(0.5, 0, -20), (1.2, -700, -35)], onsets: [0.5])
    #expect(found.starts == [0.5])
    #expect(found.pitches.map { $0.rounded() } == [0])
  }

  @Test("nothing is found before the first onset")
  func silence() {
    let found = follow([(0.5, 0, -20)], onsets: [])
    #expect(found.starts.isEmpty && found.pitches.isEmpty)
  }

  @Test("a sound that begins without an onset is the first note once no onset can come any more")
  func softBeginning() {
    let soft = follow([(0.5, 20, -20), (1.4, 220, -20)], onsets: [], latency: 0.35)
    #expect(soft.pitches.map { $0.rounded() } == [20, 220])
    #expect(abs((soft.starts.first ?? 0) - 0.5) < 1e-9)
    // An onset that comes in time is the only beginning.
    let hard = follow([(0.5, 20, -20)], onsets: [0.5], delay: 0.34, latency: 0.35)
    #expect(hard.starts == [0.5] && hard.pitches.count == 1)
  }
}
