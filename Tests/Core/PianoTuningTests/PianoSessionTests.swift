import PianoTuning
import Testing

@Suite("PianoSession")
struct PianoSessionTests {
  private func key(_ frequency: Double, seconds: Double = 2.5) -> [Float] {
    SyntheticKey(frequency: frequency, inharmonicity: 7e-4).samples(seconds: seconds, noise: 1e-4)
  }

  private func events(
    _ session: inout PianoSession, _ samples: [Float], blockSize: Int = 1000
  ) -> [PianoSession.Reading] {
    var found: [PianoSession.Reading] = []
    for start in stride(from: 0, to: samples.count, by: blockSize) {
      session.append(samples[start..<min(samples.count, start + blockSize)].span)
      while let event = session.next() { found.append(event) }
    }
    return found
  }

  private func started(_ purpose: MeasuringPurpose) throws -> PianoSession {
    var session = PianoSession()
    session.aim.purpose = purpose
    try session.start(sampleRate: 44_100)
    return session
  }

  @Test("Keys, strokes and outcomes come in the same order for blocks of any size")
  func blocks() throws {
    let samples = key(440.3) + key(445)
    var expected: [String] = []
    for size in [441, 1, 1000, 8192, 300_000] {
      var session = try started(.tune)
      let tuned = events(&session, samples, blockSize: size).map { "\($0)".prefix(200) }
      session = try started(.before)
      session.followsMeasuredKeys = true
      let measured = events(&session, samples, blockSize: size).map { "\($0)".prefix(200) }
      let all = (tuned + measured).map(String.init)
      if expected.isEmpty { expected = all }
      #expect(all == expected, "blocks of \(size)")
      #expect(tuned.count { $0.hasPrefix("stroke") } == 2)
      #expect(measured.count { $0.hasPrefix("outcome") } == 1)
    }
  }

  @Test("A key that is measured moves its target, and without the aim to measure it is not kept")
  func targets() throws {
    var session = try started(.tune)
    let plain = session.targets
    _ = events(&session, key(440.3))
    #expect(session.file.entries.isEmpty && session.targets == plain)
    session = try started(.before)
    _ = events(&session, key(440.3))
    session.finish()
    let outcome = session.next()
    guard case .outcome(let outcome) = try #require(outcome) else {
      Issue.record("no outcome")
      return
    }
    #expect(outcome.kept == .alone && session.file.entries.count == 1)
    #expect(session.targets == (try session.file.targets()) && session.targets != plain)
  }

  @Test("With another aim, the stroke that sounds is not measured; what is left out takes time")
  func aims() throws {
    var session = try started(.before)
    let sound = key(440.3)
    _ = events(&session, Array(sound[..<44_100]))
    session.aim.purpose = .tune
    let keys = events(&session, Array(repeating: 0, count: 22_050) + sound)
    session.finish()
    let last = session.next()
    #expect(last == nil && session.file.entries.isEmpty)
    guard case .key(let first) = try #require(keys.first) else {
      Issue.record("no key")
      return
    }
    // Struck 1.6 s after the beginning, of which the first second was for measuring.
    #expect(abs(first.time - 1.9) < 0.05, "\(first.time)")
  }

  @Test("A gap is told where a key that is tuned sounds, and where a stroke is measured")
  func gaps() throws {
    for (purpose, isOutcome) in [(MeasuringPurpose.tune, false), (.after, true)] {
      var session = try started(purpose)
      _ = events(&session, Array(key(440.3)[..<44_100]))
      session.interrupt()
      session.interrupt()
      var told: [Bool] = []
      while let event = session.next() {
        switch event {
        case .interrupted: told.append(false)
        case .outcome(let outcome):
          if case .interrupted = outcome.result { told.append(true) }
        case .key, .stroke: break
        }
      }
      #expect(told == [isOutcome])
    }
  }
}
