import Metronome
import Testing
import _TestSignals

@testable import WebCore

@Suite("A shared beat behind the C interface")
struct BeatCoreTests {
  private static let rate = 48_000.0

  /// The page's clock, in milliseconds, against those of the leader, in nanoseconds, and of the sound, in seconds of the
  /// audio context: both differ by their rate, and the sound leaves the loudspeaker 40 ms after it is rendered.
  private struct Clocks {
    func leader(_ page: Double) -> Int64 { Int64(page * 1e6 * 1.00005) + 5_000_000_000_000 }
    func heard(_ page: Double) -> Double { (page / 1000 - 1) * 0.9998 - 0.04 }
    func page(ofHeard second: Double) -> Double { ((second + 0.04) / 0.9998 + 1) * 1000 }
  }

  private static let number: UInt64 = 0x1_0000_0002
  private let clocks = Clocks()

  private func beat(_ tempo: String, _ meter: String) throws -> BeatPacket.Beat {
    BeatPacket.Beat(
      course: BeatCourse(
        time: 5_000_000_000_000, beat: 2, tempo: try Tempo(notation: tempo),
        meter: try Meter(notation: meter)), section: 3)
  }

  private func core() -> BeatCore { BeatCore(sampleRate: Self.rate, number: Self.number) }

  private func bytes(of core: BeatCore) -> [UInt8] { Array(core.packet.values) }

  private func set(_ bytes: [UInt8], _ core: BeatCore) {
    for (index, byte) in bytes.enumerated() { core.packet[index] = byte }
  }

  /// A question and its answer, 4 ms each way, if one is due.
  private func exchange(_ core: BeatCore, at time: Double, _ beat: BeatPacket.Beat?) {
    guard core.nextPacket(at: time) == 0, var packet = BeatPacket(bytes(of: core)) else { return }
    #expect(packet.asker == Self.number)
    packet.answer = BeatPacket.Answer(
      leader: 9, received: clocks.leader(time + 4), answered: clocks.leader(time + 4),
      age: 1_000_000_000, isChosen: true, beat: beat)
    set(packet.encoded(), core)
    core.receive(at: time + 8)
  }

  /// Follows for some seconds; the samples of the context at which clicks begin, and their beats in the bar.
  private func follow(
    _ beat: BeatPacket.Beat, _ core: BeatCore, from start: Double = 1000, seconds: Double
  ) -> (clicks: [(second: Double, beat: Int)], metronome: MetronomeCore) {
    let metronome = MetronomeCore(sampleRate: Self.rate)
    var clicks: [(second: Double, beat: Int)] = []
    var (frame, told, first): (Int64, Int, Int64?) = (0, 0, nil)
    for step in 0..<Int(seconds * 20) {
      let time = start + 50 * Double(step)
      exchange(core, at: time, beat)
      core.hear(second: clocks.heard(time), at: time)
      // What is rendered now is heard later.
      let rendered = clocks.heard(time) + 0.04
      if core.writeCourse(at: rendered) {
        for index in 0..<SharedCourse.count { metronome.course[index] = core.course[index] }
        #expect(metronome.follow())
      }
      while Double(frame) < rendered * Self.rate {
        if metronome.render(128, frame: frame), first == nil { first = frame }
        while told < Int(metronome.clickCount[0]) {
          let row = told % MetronomeCore.clickLimit
          clicks.append(
            (
              second: (Double(first ?? 0) + metronome.clicks[row, .sample]) / Self.rate,
              beat: Int(metronome.clicks[row, .beat])
            ))
          told += 1
        }
        frame += 128
      }
    }
    return (clicks, metronome)
  }

  @Test(
    "clicks leave the loudspeaker on the leader's beats: within 0.6 ms after three seconds, and 0.2 ms after fifteen",
    arguments: [("120", "4/4"), ("3/8=80", "7/8=2+2+3"), ("400", "3/4")])
  func clicks(tempo: String, meter: String) throws {
    let beat = try beat(tempo, meter)
    let (clicks, _) = follow(beat, core(), seconds: 20)
    let later = clicks.filter { $0.second > 3 }
    #expect(Double(later.count) > 15 * beat.course.beatsPerSecond)
    for click in later {
      let position = beat.course.beat(at: clocks.leader(clocks.page(ofHeard: click.second)))
      #expect(
        abs(position - position.rounded()) / beat.course.beatsPerSecond
          < (click.second > 15 ? 2e-4 : 6e-4))
      #expect(Int(position.rounded()) % beat.course.meter.beatCount == click.beat)
    }
  }

  private func status(of core: BeatCore) -> BeatCore.Status? {
    .init(rawValue: Int(core.state[.status]))
  }

  private func changes(of core: BeatCore) -> [BeatCore.Change] {
    var changes: [BeatCore.Change] = []
    while case let change = core.nextChange(), change != .none { changes.append(change) }
    return changes
  }

  @Test("the page is told of the leader, its loss and its return")
  func changes() throws {
    let core = core()
    let beat = try beat("120", "4/4")
    core.advance(to: 0)
    #expect(core.nextPacket(at: 0) == 0 && core.nextPacket(at: 0) == 250)
    core.receive(at: 1)  // its own question is no answer
    #expect(changes(of: core).isEmpty && status(of: core) == .asking && !core.writeCourse(at: 1))
    core.advance(to: 2900)
    #expect(status(of: core) == .asking)
    core.advance(to: 3100)
    #expect(status(of: core) == .alone && changes(of: core) == [.status])
    exchange(core, at: 4000, beat)
    #expect(status(of: core) == .following && abs(core.state[.delay] - 8) < 0.01)
    #expect(changes(of: core) == [.status])
    core.advance(to: 6000)
    #expect(changes(of: core).isEmpty)
    core.advance(to: 7100)
    #expect(changes(of: core) == [.status] && status(of: core) == .lost)
    exchange(core, at: 8000, beat)
    #expect(changes(of: core) == [.status] && status(of: core) == .following)
  }

  @Test("bytes that no metronome sends, and answers to others, change nothing")
  func hostile() throws {
    let core = core()
    _ = core.nextPacket(at: 0)
    var random = SeededRandom(seed: 4)
    for _ in 0..<1000 {
      for index in 0..<BeatCore.packetSize {
        core.packet[index] = UInt8.random(in: 0...255, using: &random)
      }
      core.receive(at: 1)
    }
    var packet = BeatPacket(asker: Self.number + 1, asked: 0)
    packet.answer = BeatPacket.Answer(
      leader: 9, received: 0, answered: 0, age: 0, isChosen: true, beat: try beat("120", "4/4"))
    set(packet.encoded(), core)
    core.receive(at: 1)
    #expect(changes(of: core).isEmpty && status(of: core) == .asking)
  }

  @Test("a beat out of its range is refused, and one that is followed goes on")
  func refused() throws {
    let (_, metronome) = follow(try beat("120", "4/4"), core(), seconds: 3)
    for (field, value) in [
      (SharedCourse.Field.tempo, 0.0), (.tempo, .nan), (.beats, 1000), (.denominator, 3),
      (.rate, 0), (.level, 1), (.beat, .infinity), (.groups, 1),
    ] {
      let kept = metronome.course[field.rawValue]
      metronome.course[field.rawValue] = value
      #expect(!metronome.follow())
      metronome.course[field.rawValue] = kept
    }
    #expect(metronome.follow() && metronome.render(128, frame: 1_000_000))
  }

  // MARK: Alignment

  /// The leader's answer to a report, which goes with a question.
  private func answer(
    _ core: BeatCore, at time: Double, plan: AlignmentPlan, lateness: Double? = nil
  ) throws -> ([BeatCore.Change], AlignmentPacket.Report) {
    _ = changes(of: core)
    var report: AlignmentPacket.Report?
    while core.nextPacket(at: time) == 0 {
      if case .report(let found)? = AlignmentPacket(bytes(of: core)) { report = found }
    }
    guard let report else { throw NoReport() }
    let answer = AlignmentPacket.Answer(
      asker: report.asker, asked: report.asked, leader: 9,
      session: AlignmentPacket.Session(number: 6, index: 1, plan: plan),
      lateness: lateness.map { SpeakerAlignment.Lateness(seconds: $0) }, isOver: lateness != nil)
    set(AlignmentPacket.answer(answer).encoded(), core)
    core.receive(at: time + 8)
    return (changes(of: core), report)
  }

  private struct NoReport: Error {}

  @Test(
    "chirps that were heard are reported as delays on the leader's clock, and lateness moves the clicks"
  )
  func alignment() throws {
    let core = core()
    let beat = try beat("120", "4/4")
    core.align(true, hasMicrophone: true)
    #expect(core.nextPacket(at: 0) == 0 && core.nextPacket(at: 0) > 0)  // no report to nobody
    _ = follow(beat, core, seconds: 3)
    // Two devices, from the tenth second of the page on.
    let plan = try #require(AlignmentPlan(start: clocks.leader(10_000), deviceCount: 2))
    #expect(try answer(core, at: 4400, plan: plan).0 == [.begins])
    #expect(core.state[.session] == 6 && core.state[.deviceCount] == 2)
    #expect(core.state[.isUnheard] == 1)
    _ = follow(beat, core, from: 4500, seconds: 14)
    #expect(core.writeSlots() == 1)
    // Three rounds of each device, 1.2 s each.
    let order = [0, 2, 4, 1, 3, 5]
    for (index, slot) in order.enumerated() {
      let expected = clocks.heard(10_000 + 1200 / 1.00005 * Double(slot))
      #expect(abs(core.arrivals[index] - expected) < 0.0002)
    }
    // The other device is heard 90 ms late, this one 50 ms.
    for index in order.indices { core.arrivals[index] += index < 3 ? 0.09 : 0.05 }
    core.readArrivals()
    #expect(core.state[.isUnheard] == 0)
    let report = try answer(core, at: 18_900, plan: plan, lateness: 0.03).1
    #expect(report.session == 6 && report.hasMicrophone)
    for (delay, expected) in zip(report.delays, [0.09, 0.05]) {
      #expect(abs((delay ?? .nan) - expected) < 0.0002)
    }
    #expect(core.state[.hasLateness] == 1 && abs(core.state[.lateness] - 30) < 0.001)
    // Now every beat is rendered 30 ms earlier.
    let (clicks, _) = follow(beat, core, from: 20_000, seconds: 6)
    for click in clicks where click.second > 22 {
      let position = beat.course.beat(
        at: clocks.leader(clocks.page(ofHeard: click.second)) + 30_000_000)
      #expect(abs(position - position.rounded()) / 2 < 0.0003)
    }
  }

  @Test("chirps are found where they begin, and nothing where there are none")
  func ear() {
    let ear = BeatEar(sampleRate: Self.rate)
    let chirp = AlignmentChirp(sampleRate: Self.rate).samples
    #expect(ear.chirpCount == chirp.count)
    var random = SeededRandom(seed: 5)
    var sound = (0..<Int(4 * Self.rate)).map { _ in Float.random(in: -0.001...0.001, using: &random)
    }
    for (index, sample) in chirp.enumerated() { sound[60_000 + index] += 0.05 * sample }
    for start in stride(from: 0, to: sound.count, by: 2048) {
      let count = min(2048, sound.count - start)
      for index in 0..<count { ear.input[index] = sound[start + index] }
      ear.push(count)
      ear.forget()
    }
    #expect(abs(ear.arrival(inSlotFrom: 1.1) - 1.25) < 5e-5)
    #expect(ear.arrival(inSlotFrom: 2.5).isNaN)
    #expect(ear.arrival(inSlotFrom: -100).isNaN && ear.arrival(inSlotFrom: .infinity).isNaN)
  }
}
