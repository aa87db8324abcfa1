import BellTuning
import PianoTuning
import Testing

@Suite("Sessions of bells")
struct BellSessionTests {
  /// The notes of the outcomes, with what was kept; `nil` for a refusal.
  private func outcomes(
    _ session: inout MeasuringSession<ResonatorMeter>, _ samples: [Float], blockSize: Int = 2048
  ) throws -> [(note: Int?, isFinal: Bool, kept: KeptMeasurement)] {
    try session.start(sampleRate: 44_100)
    var found: [(note: Int?, isFinal: Bool, kept: KeptMeasurement)] = []
    for start in stride(from: 0, to: samples.count, by: blockSize) {
      session.append(samples[start..<min(samples.count, start + blockSize)].span)
      while let outcome = session.next() {
        if case .measured(let entry) = outcome.result {
          found.append((entry.note, outcome.isFinal, outcome.kept))
        } else {
          found.append((nil, outcome.isFinal, outcome.kept))
        }
      }
    }
    return found
  }

  private let silence = [Float](repeating: 0, count: 22_050)

  @Test("A bell has a first result after 1.5 s, and is kept by all of its sound")
  func bell() throws {
    var expected: [String] = []
    for size in [8192, 64, 300_000] {
      var session = MeasuringSession<ResonatorMeter>()
      session.aim.purpose = .after
      let found = try outcomes(
        &session, SyntheticObject.bell(262).samples + silence, blockSize: size)
      #expect(found.map { $0.isFinal } == [false, true])
      #expect(found.map { $0.kept } == [.nothing, .alone])
      #expect(found.allSatisfy { $0.note == 60 })
      #expect(session.file.entries.map { $0.stage } == [.after])
      let text = ["\(session.file.entries)"]
      if expected.isEmpty { expected = text }
      #expect(text == expected, "blocks of \(size)")
    }
  }

  @Test("A note that is given is kept, with the temperature; what is tuned is not")
  func aim() throws {
    var session = MeasuringSession<ResonatorMeter>()
    session.aim.note = 61
    session.aim.air = 12
    let samples = SyntheticObject.bell(262).samples + silence
    let tuned = try outcomes(&session, samples)
    #expect(tuned.last?.note == 61 && session.file.entries.isEmpty)
    session.aim.purpose = .before
    _ = try outcomes(&session, samples)
    #expect(session.file.entries.first?.note == 61)
    #expect(session.file.entries.first?.temperature == 12)
  }

  @Test("What is unlike the file's objects is refused once, at the end of its sound")
  func refused() throws {
    var session = MeasuringSession<ResonatorMeter>()
    session.aim.purpose = .before
    let found = try outcomes(&session, SyntheticObject.struck(.kalimba, 300).samples + silence)
    #expect(found.count { $0.isFinal } == 1)
  }

  @Test("Reeds are shown each beside its own target, with the beat below it")
  func reeds() throws {
    var bells = BellFile()
    bells.object = .reed
    let isSet = bells.setBeat(2, at: 69)
    let isRefused = !bells.setBeat(51, at: 69)
    #expect(isSet && isRefused && bells.beats == [BellFile.Beat(note: 69, rate: 2)])
    let line = { (frequency: Double) in
      ObjectPartial.Line(frequency: frequency, error: 0.001, amplitude: 0.1, decayTime: nil)
    }
    let measurement = ResonatorMeasurement(
      object: .reed, strike: 440,
      partials: [
        ObjectPartial(
          mode: 0, frequency: 440, lines: [line(440), line(442.5)], strongest: 0, clearness: 50)
      ], duration: 2, score: 1)
    let parts = try bells.targets().parts(
      of: BellFile.Entry(note: 69, measurement, stage: .before, date: "-"))
    #expect(parts.count == 2 && parts[0].beats.isEmpty)
    #expect(abs(parts[1].beats[0] - 2.5) < 1e-9 && parts[1].wantedBeat == 2)
    // 442.5 Hz is 1.96 cents above the 442 Hz that it is to have.
    #expect(abs((parts[0].off ?? 9)) < 1e-9 && abs((parts[1].off ?? 9) - 1.957) < 0.01)
  }
}
