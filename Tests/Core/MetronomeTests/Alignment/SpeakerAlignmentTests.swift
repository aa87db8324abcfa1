import Metronome
import SignalProcessing
import Testing
import _TestSignals

@Suite("Loudspeakers that are late by different times")
struct SpeakerAlignmentTests {
  /// What devices would hear without any error: loudspeakers, microphones, and metres between them.
  private func delays(
    outputs: [Double], inputs: [Double], distance: (Int, Int) -> Double
  ) -> [[Double?]] {
    outputs.indices.map { hearer in
      outputs.indices.map { player in
        outputs[player] + inputs[hearer] + distance(hearer, player) / 343
      }
    }
  }

  private let outputs = [0.05, 0.21, 0.012, 0.18]
  private let inputs = [0.02, 0.1, 0.07, 0.01]
  private func metres(_ one: Int, _ other: Int) -> Double {
    one == other ? 0.1 : 1.5 + Double((one + other) % 3) * 2
  }

  @Test("their differences are exact, whatever the distances and the microphones")
  func exact() {
    let table = delays(outputs: outputs, inputs: inputs, distance: metres)
    for (output, lateness) in zip(outputs, SpeakerAlignment(delays: table).latenesses) {
      #expect(((lateness?.seconds ?? .nan) - (output - outputs[0])).magnitude < 1e-6)
      #expect(lateness?.containsDistance == false)
      #expect((lateness?.disagreement ?? 1) < 1e-6)
    }
  }

  @Test("one pair that hears a reflection of 10 ms does no harm among four devices")
  func outlier() {
    var table = delays(outputs: outputs, inputs: inputs, distance: metres)
    table[1][2] = table[1][2].map { $0 + 0.01 }
    for (output, lateness) in zip(outputs, SpeakerAlignment(delays: table).latenesses) {
      #expect(((lateness?.seconds ?? .nan) - (output - outputs[0])).magnitude < 5e-4)
    }
  }

  @Test("devices that do not hear each other are compared over the others")
  func chain() {
    var table = delays(outputs: outputs, inputs: inputs, distance: metres)
    for (one, other) in [(0, 2), (0, 3), (1, 3)] {
      (table[one][other], table[other][one]) = (nil, nil)
    }
    for (output, lateness) in zip(outputs, SpeakerAlignment(delays: table).latenesses) {
      #expect(((lateness?.seconds ?? .nan) - (output - outputs[0])).magnitude < 1e-6)
    }
  }

  @Test("without a microphone, the way to the nearest device counts as lateness, and that is said")
  func withoutMicrophone() throws {
    var table = delays(outputs: outputs, inputs: inputs, distance: metres)
    table[3] = [nil, nil, nil, nil]
    let last = try #require(SpeakerAlignment(delays: table).latenesses[3])
    #expect(last.containsDistance)
    // 1.5 m more than from a device to itself.
    #expect((last.seconds - (outputs[3] - outputs[0]) - 1.4 / 343).magnitude < 1e-6)
  }

  @Test("if the leader has no microphone, the others still fit to it and to each other")
  func deafLeader() throws {
    var table = delays(outputs: outputs, inputs: inputs, distance: metres)
    table[0] = [nil, nil, nil, nil]
    let latenesses = SpeakerAlignment(delays: table).latenesses
    #expect(latenesses[0]?.seconds == 0)
    let (second, third) = (try #require(latenesses[1]), try #require(latenesses[2]))
    #expect((second.seconds - third.seconds - (outputs[1] - outputs[2])).magnitude < 1e-6)
    #expect((second.seconds - (outputs[1] - outputs[0])).magnitude < 0.02)
  }

  @Test("what nobody heard is not known; one device, or none, is no group")
  func unknown() {
    var table = delays(outputs: outputs, inputs: inputs, distance: metres)
    for hearer in 0..<4 { table[hearer][2] = nil }
    let latenesses = SpeakerAlignment(delays: table).latenesses
    #expect(latenesses[2] == nil && latenesses[3] != nil)
    #expect(SpeakerAlignment(delays: [[0.1]]).latenesses == [nil])
    #expect(SpeakerAlignment(delays: []).latenesses.isEmpty)
    #expect(SpeakerAlignment(delays: [[nil, nil], [nil, nil]]).latenesses == [nil, nil])
  }

  @Test("rounds: a wrong one of three does no harm, a latency that wanders has a median")
  func rounds() throws {
    #expect(AlignmentPlan.combined([]) == nil)
    #expect((try #require(AlignmentPlan.combined([0.1, 0.3, 0.1004])) - 0.1002).magnitude < 1e-9)
    #expect(AlignmentPlan.combined([0.1, 0.103, 0.106]) == 0.103)
    #expect(AlignmentPlan.combined([0.1, 0.2, 0.3]) == nil)
  }

  @Test("a plan has a slot for each device and round, and refuses what no group needs")
  func plan() throws {
    let plan = try #require(AlignmentPlan(start: 1_000_000_000, deviceCount: 3))
    let times = (0..<3).flatMap { round in (0..<3).map { plan.time(of: $0, round: round) } }
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 == AlignmentPlan.slot })
    #expect(times.last.map { $0 + AlignmentPlan.slot } == plan.end)
    #expect(AlignmentPlan(start: 0, deviceCount: 0) == nil)
    #expect(AlignmentPlan(start: 0, deviceCount: 17) == nil)
    #expect(AlignmentPlan(start: -1, deviceCount: 2) == nil)
    #expect(AlignmentPlan(start: .max, deviceCount: 2) == nil)
    #expect(AlignmentPlan(start: 0, deviceCount: 2, roundCount: 9) == nil)
  }

  @Test(
    "in simulated rooms, the clicks of 3 to 6 devices lie within a millisecond", arguments: 3...6)
  func rooms(count: Int) throws {
    var random = SeededRandom(seed: UInt64(count))
    let sampleRate = 16_000.0
    let paths = (1...4).map { seed in
      SimulatedPath(
        seed: UInt64(10 * count + seed), reverberationTime: 0.5, reverberation: 1,
        sampleRate: sampleRate)
    }
    let group = SimulatedDevices(
      count: count, paths: paths, sampleRate: sampleRate, using: &random)
    let chirp = AlignmentChirp(sampleRate: sampleRate).samples.map { $0 * 0.3 }
    var finder = ChirpFinder(sampleRate: sampleRate)
    let table = (0..<count).map { hearer in
      (0..<count).map { player -> Double? in
        let heard = group.sound(at: hearer, from: player, chirp)
        var samples = TestSignal.noise(
          count: Int(1.1 * sampleRate), rms: 0.003, seed: random.next())
        for (index, sample) in heard.samples.enumerated()
        where heard.start + index < samples.count {
          samples[heard.start + index] += sample
        }
        return finder.arrival(in: samples[...])?.time
      }
    }
    let sounds = zip(group.devices, SpeakerAlignment(delays: table).latenesses).map {
      $0.outputLatency - ($1?.seconds ?? .nan)
    }
    let (first, last) = (try #require(sounds.min()), try #require(sounds.max()))
    #expect(last - first <= 0.001)
  }
}
