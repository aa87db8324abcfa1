import Metronome
import Testing
import _TestSignals

@Suite("The latency from clicks that were sent and heard")
struct LatencyMeasurementTests {
  private let sent = [0.5, 1.11, 1.94, 2.48, 3.45, 4.17]

  private func heard(_ onsets: [Double], peakLevel: Double = -20) -> ClickRecording {
    var recording = ClickRecording()
    recording.onsets = onsets.sorted()
    recording.peakLevel = peakLevel
    return recording
  }

  @Test("it is the median of the clicks, with their standard deviation")
  func median() throws {
    let delays = [0.1840, 0.1846, 0.1838, 0.1842, 0.1841, 0.1833]
    let measured = try LatencyMeasurement(
      sent: sent, heard: heard(zip(sent, delays).map { $0 + $1 }))
    #expect((measured.latency - 0.18405).magnitude < 1e-9)
    #expect((measured.spread - 0.000434).magnitude < 1e-6)
    #expect(measured.clickCount == 6)
  }

  @Test("from 0 to a second, 30 sounds of bystanders and two missing clicks change nothing")
  func bystanders() throws {
    var random = SeededRandom(seed: 3)
    for step in 0...20 {
      let latency = Double(step) * 0.05
      var onsets = sent.map { $0 + latency }
      onsets.remove(at: step % 6)
      onsets.remove(at: step % 5)
      for _ in 0..<30 { onsets.append(.random(in: 0...6, using: &random)) }
      let measured = try LatencyMeasurement(sent: sent, heard: heard(onsets))
      #expect((measured.latency - latency).magnitude < 1e-3, "\(latency)")
    }
  }

  @Test("without clicks it says whether the microphone hears anything at all")
  func nothing() {
    #expect(throws: LatencyError.noClickHeard(peakLevel: -.infinity)) {
      try LatencyMeasurement(sent: sent, heard: heard([], peakLevel: -.infinity))
    }
    #expect(throws: LatencyError.noClickHeard(peakLevel: -50)) {
      try LatencyMeasurement(sent: sent, heard: heard([0.2], peakLevel: -50))
    }
    #expect("\(LatencyError.noClickHeard(peakLevel: -.infinity))".contains("--microphone"))
    #expect("\(LatencyError.noClickHeard(peakLevel: -50))".contains("headphones"))
  }

  @Test("three clicks of six are too few")
  func tooFew() {
    #expect(throws: LatencyError.tooFewClicks(heard: 3, sent: 6, peakLevel: -20)) {
      try LatencyMeasurement(sent: sent, heard: heard([0.6, 1.21, 3.55]))
    }
  }

  @Test(
    "a latency that changes after the second, third or fourth click is reported", arguments: 2...4)
  func changed(after count: Int) throws {
    let onsets = sent.enumerated().map { $1 + ($0 < count ? 0.12 : 0.21) }
    let error = #expect(throws: LatencyError.self) {
      try LatencyMeasurement(sent: sent, heard: heard(onsets))
    }
    guard case .changed(let before, let after) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect((before - 0.12).magnitude < 1e-9 && (after - 0.21).magnitude < 1e-9)
  }

  @Test(
    "delays that vary by 7 ms are refused unless chirps agree, and so are clicks that are clipped")
  func unusable() throws {
    let uneven = zip(sent, [0.1, 0.115, 0.1, 0.115, 0.1, 0.115]).map { $0 + $1 }
    var measured = try LatencyMeasurement(sent: sent, heard: heard(uneven))
    #expect(throws: LatencyError.self) { try measured.refine(by: []) }
    #expect(throws: LatencyError.self) { try measured.refine(by: [0.1, 0.2, 0.3, 0.4]) }
    try measured.refine(by: [0.1, 0.1, 0.1])
    #expect(measured.latency == 0.1)
    var recording = heard(sent.map { $0 + 0.05 })
    recording.clippings = [sent[0] + 0.051]
    #expect(try LatencyMeasurement(sent: sent, heard: recording).clickCount == 6)
    recording.clippings.append(sent[3] + 0.051)
    #expect(throws: LatencyError.clipped) { try LatencyMeasurement(sent: sent, heard: recording) }
  }

  @Test("three chirps that agree replace the clicks; fewer, or such that disagree, do not")
  func chirps() throws {
    let clicks = try LatencyMeasurement(sent: sent, heard: heard(sent.map { $0 + 0.104 }))
    var measured = clicks
    try measured.refine(by: [0.1, 0.1001, 0.4, 0.1002])
    #expect((measured.latency - 0.1001).magnitude < 1e-9)
    #expect((measured.spread - 1e-4).magnitude < 1e-9)
    for delays in [[], [0.1, 0.1], [0.05, 0.1, 0.07, 0.09]] {
      measured = clicks
      try measured.refine(by: delays)
      #expect(measured == clicks)
    }
  }
}
