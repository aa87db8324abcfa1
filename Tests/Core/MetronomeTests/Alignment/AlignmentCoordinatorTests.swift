import Metronome
import Testing

@Suite("Who takes part in an alignment, and when")
struct AlignmentCoordinatorTests {
  private static let second: Int64 = 1_000_000_000
  private var session = AlignmentCoordinator<Int>(leader: 1, hasMicrophone: true)

  private func report(
    _ number: UInt64, hasMicrophone: Bool = true, session: UInt32 = 0, _ delays: [Double?] = []
  ) -> AlignmentPacket.Report {
    AlignmentPacket.Report(
      asker: number, asked: 0, hasMicrophone: hasMicrophone, session: session, delays: delays)
  }

  /// Two members ask until the session begins.
  private mutating func begin(at time: Int64 = 0) throws -> AlignmentPlan {
    _ = session.answer(report(2), from: 2, at: time)
    _ = session.answer(report(3), from: 3, at: time)
    #expect(session.advance(to: time) == nil && session.own == nil)
    _ = session.advance(to: time + AlignmentCoordinator<Int>.gathering)
    return try #require(session.own?.plan)
  }

  @Test("a leader alone waits")
  mutating func alone() {
    for second in 0..<100 { #expect(session.advance(to: Int64(second) * Self.second) == nil) }
    #expect(session.own == nil)
  }

  @Test("three devices have numbers, chirp, report, and learn by how much they are late")
  mutating func whole() throws {
    let plan = try begin()
    #expect(plan.deviceCount == 3)
    #expect(plan.start > AlignmentCoordinator<Int>.gathering)
    let number = try #require(session.own?.number)
    let parts = [2, 3].map {
      session.answer(report($0), from: 0, at: plan.start).session?.index
    }
    #expect(session.own?.index == 0 && parts == [1, 2])
    // Loudspeakers late by 10, 30 and 5 ms; microphones by 1, 2 and 3 ms; a way of 4 ms.
    let (outputs, inputs) = ([0.01, 0.03, 0.005], [0.001, 0.002, 0.003])
    let rows = (0..<3).map { hearer in
      (0..<3).map { outputs[$0] + inputs[hearer] + ($0 == hearer ? 0 : 0.004) as Double? }
    }
    session.append(ownDelays: rows[0])
    _ = session.answer(report(2, session: number, rows[1]), from: 2, at: plan.end)
    #expect(session.advance(to: plan.end) == nil)
    _ = session.answer(report(3, session: number, rows[2]), from: 3, at: plan.end)
    #expect(session.advance(to: plan.end - 1) == nil)
    let ended = session.advance(to: plan.end)
    let results = try #require(ended)
    #expect(results.map(\.address) == [nil, 2, 3])
    for (result, output) in zip(results, outputs) {
      #expect(((result.lateness?.seconds ?? .nan) - (output - 0.01)).magnitude < 1e-6)
    }
    let answer = session.answer(report(3), from: 3, at: plan.end + 1)
    #expect(answer.isOver)
    #expect(((answer.lateness?.seconds ?? .nan) + 0.005).magnitude < 1e-6)
  }

  @Test("who does not report is left out after five seconds; the others are aligned")
  mutating func silent() throws {
    let plan = try begin()
    let number = try #require(session.own?.number)
    session.append(ownDelays: [0.02, 0.05, nil])
    _ = session.answer(report(2, session: number, [0.03, 0.04, nil]), from: 2, at: plan.end)
    #expect(session.advance(to: plan.end + AlignmentCoordinator<Int>.patience - 1) == nil)
    let ended = session.advance(to: plan.end + AlignmentCoordinator<Int>.patience)
    let results = try #require(ended)
    #expect(results[1].lateness != nil && results[2].lateness == nil)
  }

  @Test("the leader does not wait for a device without a microphone")
  mutating func deaf() throws {
    let plan = try begin()
    let number = try #require(session.own?.number)
    _ = session.answer(report(3, hasMicrophone: false), from: 3, at: plan.start)
    session.append(ownDelays: [0.02, 0.05, 0.04])
    _ = session.answer(report(2, session: number, [0.03, 0.04, 0.05]), from: 2, at: plan.end)
    let ended = session.advance(to: plan.end)
    let results = try #require(ended)
    #expect(results[2].lateness?.containsDistance == true)
  }

  @Test("who joins later waits for the end, and then all chirp again")
  mutating func later() throws {
    let plan = try begin()
    let waiting = session.answer(report(4), from: 4, at: plan.start)
    #expect(waiting.session == nil && !waiting.isOver)
    #expect(session.advance(to: plan.end + AlignmentCoordinator<Int>.patience) != nil)
    let time = plan.end + AlignmentCoordinator<Int>.patience + 1
    for number in 2...4 as ClosedRange<UInt64> {
      _ = session.answer(report(number), from: 0, at: time)
    }
    #expect(session.advance(to: time) == nil)
    #expect(session.own?.plan.deviceCount == 4)
    #expect(session.answer(report(4), from: 4, at: time).session?.index == 3)
  }

  @Test("reports of an earlier session do not count, nor those of strangers")
  mutating func stale() throws {
    let plan = try begin()
    let number = try #require(session.own?.number)
    session.append(ownDelays: [0.02, 0.05, 0.04])
    _ = session.answer(report(2, session: number &- 1, [0, 0, 0]), from: 2, at: plan.end)
    _ = session.answer(report(99, session: number, [0, 0, 0]), from: 99, at: plan.end)
    #expect(session.advance(to: plan.end) == nil)
  }

  @Test("members that have gone are not part of the next session; there is room for 16")
  mutating func members() throws {
    for number in 2...40 as ClosedRange<UInt64> {
      _ = session.answer(report(number), from: 0, at: 0)
    }
    #expect(session.memberCount == AlignmentPlan.deviceLimit)
    let late = 10 * Self.second
    _ = session.answer(report(5), from: 0, at: late)
    _ = session.advance(to: late)
    #expect(session.own?.plan.deviceCount == 2)
  }
}
