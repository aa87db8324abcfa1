import Metronome
import Testing

@Suite("A device's part in aligning loudspeakers")
struct AlignmentFollowerStateTests {
  private static let second: Int64 = 1_000_000_000

  /// Three devices that chirp from the tenth second on.
  private func session(_ number: UInt32 = 4) throws -> AlignmentPacket.Session {
    let plan = try #require(AlignmentPlan(start: 10 * Self.second, deviceCount: 3))
    return AlignmentPacket.Session(number: number, index: 2, plan: plan)
  }

  private func answer(
    _ session: AlignmentPacket.Session?, lateness: Double? = nil, isOver: Bool = false
  ) -> AlignmentPacket.Answer {
    AlignmentPacket.Answer(
      asker: 1, asked: 0, leader: 2, session: session,
      lateness: lateness.map { SpeakerAlignment.Lateness(seconds: $0) }, isOver: isOver)
  }

  @Test("is told of a session once, hears it, reports, and learns the result once")
  func whole() throws {
    var part = AlignmentFollowerState()
    let session = try session()
    for time in 8...9 { part.process(answer(session), at: Int64(time) * Self.second) }
    #expect(part.nextEvent() == .begins(session.plan))
    #expect(part.nextEvent() == nil)
    #expect(part.unheardSession == session)
    part.append([0.01, nil, 0.03], of: session)
    #expect(part.unheardSession == nil)
    guard case .report(let report) = part.report(asker: 1, asked: 3) else {
      Issue.record("not a report")
      return
    }
    #expect(report.session == 4 && report.delays == [0.01, nil, 0.03] && report.hasMicrophone)
    for _ in 0..<2 { part.process(answer(session, lateness: 0.02, isOver: true), at: nil) }
    #expect(part.lateness?.seconds == 0.02)
    #expect(part.nextEvent() == .result(.init(seconds: 0.02), deviceCount: 3))
    #expect(part.nextEvent() == nil)
  }

  @Test("clicks are silent from 0.8 s before the first chirp until the result, at most six seconds")
  func busy() throws {
    var part = AlignmentFollowerState()
    let session = try session()
    part.adopt(session, at: 0)
    let (start, end) = (session.plan.start, session.plan.end)
    #expect(!part.isBusy(at: start - 900_000_000) && part.isBusy(at: start - 700_000_000))
    #expect(part.isBusy(at: end + 5_900_000_000) && !part.isBusy(at: end + 6_100_000_000))
    part.process(answer(session, isOver: true), at: end + Self.second)
    #expect(part.isBusy(at: end - 1) && !part.isBusy(at: end + Self.second))
  }

  @Test("what belongs to an earlier session, or to an earlier leader, is dropped")
  func late() throws {
    var part = AlignmentFollowerState()
    part.adopt(try session(4), at: 0)
    part.adopt(try session(5), at: 0)
    part.append([0.01, 0.02, 0.03], of: try session(4))
    #expect(part.unheardSession?.number == 5)
    part.process(answer(try session(5), lateness: 0.02, isOver: true), at: nil)
    part.forget()
    #expect(part.session == nil && part.lateness == nil && !part.isBusy(at: 11 * Self.second))
  }

  @Test("a leader that does not align is told after five seconds of reports")
  func unanswered() {
    var part = AlignmentFollowerState()
    for _ in 0..<19 { _ = part.report(asker: 1, asked: 0) }
    #expect(part.nextEvent() == nil)
    _ = part.report(asker: 1, asked: 0)
    #expect(part.nextEvent() == .unanswered)
  }

  @Test(
    "chirps are found in their slots, in a memory that forgets and whose microphone begins again")
  func memory() throws {
    let plan = try #require(AlignmentPlan(start: 0, deviceCount: 2))
    let rate = 16_000.0
    let chirp = AlignmentChirp(sampleRate: rate)
    var memory = ChirpMemory(sampleRate: 48_000)
    memory.append([Float](repeating: 0, count: 48_000))
    memory.begin(sampleRate: rate)
    // The first slot is three seconds after the microphone's new beginning, which is at 1 s; both devices are heard
    // 0.1 s late, the second one with two of three chirps.
    let delay = Int(0.1 * rate)
    var sound = [Float](repeating: 0, count: Int(12 * rate))
    for (slot, isHeard) in [true, true, true, false, true, true].enumerated() where isHeard {
      let first = Int((3 + 1.2 * Double(slot)) * rate) + delay
      for (index, sample) in chirp.samples.enumerated() { sound[first + index] = 0.1 * sample }
    }
    for start in stride(from: 0, to: sound.count, by: 1000) {
      memory.append(sound[start..<start + 1000])
      if start < Int(2 * rate) { memory.forget(before: memory.end - 1) }
    }
    #expect((memory.end - 13).magnitude < 1e-9)
    let delays = plan.delays { slot in
      memory.arrival(inSlotFrom: 4 + Double(slot) / 1e9).map { Int64(($0 - 4) * 1e9) }
    }
    #expect(delays.count == 2)
    for delay in delays { #expect(((delay ?? .nan) - 0.1).magnitude < 1e-4) }
  }
}
