@testable import BellTuning
import Testing
import _TestSignals

/// Objects in rooms that answer with noise, 3 dB stronger than the direct sound, which dies away.
@Suite("Partials in rooms")
struct ReverberantLinesTests {
  /// The partials of an object whose modes fall by 60 dB in a time that is given, in a room.
  private func partials(
    _ object: ResonatorKind, _ strike: Double, seconds: Double, room: Double, seed: UInt64
  ) throws -> [(partial: ObjectPartial, ratio: Double)] {
    var sound = SyntheticObject.struck(object, strike)
    (sound.sampleRate, sound.seconds, sound.noise) = (8000, 3, 30)
    for index in sound.modes.indices { sound.modes[index].decay = seconds }
    let path = SimulatedPath(
      seed: seed, reverberationTime: room, reverberation: 2, sampleRate: sound.sampleRate)
    let measured = try ResonatorMeter(sampleRate: sound.sampleRate)
      .measure(path.heard(sound.samples), as: object)
    return measured.partials.map { ($0, sound.modes[$0.mode].ratio) }
  }

  @Test(
    "A partial that rings three times as long as the room is measured within 0.3 cents",
    arguments: [ResonatorKind.drum, .marimba])
  func lasting(object: ResonatorKind) throws {
    for seed in UInt64(1)...4 {
      let strike = (object == .drum ? 140.0 : 260) + Double(seed)
      for (partial, ratio) in try partials(object, strike, seconds: 1.8, room: 0.6, seed: seed) {
        #expect(partial.lines.count == 1, "mode \(partial.mode), seed \(seed), \(partial)")
        #expect(abs(cents(from: ratio * strike, to: partial.frequency)) < 0.3)
      }
    }
  }

  @Test("In a room that rings as long as the partials, standard errors say how little is known")
  func short() throws {
    var count = (all: 0, beyondTwo: 0, doubled: 0)
    for seed in UInt64(1)...6 {
      for (partial, ratio) in try partials(.drum, 110, seconds: 1, room: 1, seed: seed) {
        let off = abs(cents(from: ratio * 110, to: partial.frequency))
        count.all += 1
        count.beyondTwo += off > 2 * partial.error ? 1 : 0
        count.doubled += partial.lines.count > 1 ? 1 : 0
      }
    }
    #expect(count.all > 20)
    // Of normal errors it would be one in twenty.
    #expect(count.beyondTwo <= count.all / 3)
    #expect(count.doubled <= 1)
  }

  @Test("Two lines are told from a line and the room, and their beat measured within 0.03 Hz")
  func doublet() throws {
    for seed in UInt64(1)...3 {
      var sound = SyntheticObject.bell(440, beats: [0, 0, 1.7])
      (sound.sampleRate, sound.seconds, sound.noise) = (8000, 4, 30)
      let path = SimulatedPath(
        seed: seed, reverberationTime: 0.5, reverberation: 2, sampleRate: sound.sampleRate)
      let measured = try ResonatorMeter(sampleRate: sound.sampleRate)
        .measure(path.heard(sound.samples), as: .bell)
      #expect(measured.partial(4)?.lines.count == 1)
      let beats = try #require(measured.partial(2)).beats
      #expect(beats.count == 1 && abs((beats.first ?? 0) - 1.7) < 0.03, "\(beats)")
    }
  }

  @Test("The lowest point of a bent valley is found")
  func simplex() {
    // Rosenbrock's function has its minimum 0 at (1, 1).
    let found = DownhillSimplex.minimum(from: [-1.2, 1], sizes: [0.5, 0.5], evaluations: 400) {
      let (x, y) = ($0[0], $0[1])
      return 100 * (y - x * x) * (y - x * x) + (1 - x) * (1 - x)
    }
    #expect(found.value < 1e-3 && abs(found.point[0] - 1) < 0.05)
  }
}
