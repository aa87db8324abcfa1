import MusicTheory
import PitchEstimation
import PitchToMIDI
import Testing

@testable import WebCore

@Suite("MIDI behind the C interface")
struct MIDICoreTests {
  private func core(isMPE: Bool = false, bend: Double = 0) -> MIDICore {
    let core = MIDICore()
    core.settings[.concertPitch] = 440
    core.settings[.isMPE] = isMPE ? 1 : 0
    core.settings[.bend] = bend
    return core
  }

  private func bytes(_ core: MIDICore, _ count: Int) -> [UInt8] {
    Array(core.output.values[..<count])
  }

  private func reading(_ time: Double, _ frequency: Double?) -> PitchReading {
    PitchReading(
      time: time, candidate: frequency.map { PitchCandidate(frequency: $0, periodicity: 1) },
      isVoiced: frequency != nil, level: -20, confidence: 1)
  }

  @Test("begins with all notes off and the range of the bend, as MIDI 1.0 writes them")
  func begin() throws {
    let core = core()
    let count = try #require(core.begin())
    #expect(
      bytes(core, count) == [
        0xB0, 123, 0, 0xB0, 101, 0, 0xB0, 100, 0, 0xB0, 6, 2, 0xB0, 38, 0, 0xB0, 101, 127, 0xB0,
        100, 127,
      ])
  }

  @Test("begins MPE with a zone of 15 channels and 48 semitones each, and has room for all of it")
  func beginMPE() throws {
    let core = core(isMPE: true)
    let count = try #require(core.begin())
    #expect(count == 3 * (15 + 6 + 15 * 6) && count < MIDICore.byteLimit)
    let messages = stride(from: 0, to: count, by: 3).map { Array(bytes(core, count)[$0..<$0 + 3]) }
    #expect(messages.contains([0xB0, 6, 15]))
    #expect((1...15).allSatisfy { messages.contains([0xB0 | $0, 6, 48]) })
    #expect((1...15).allSatisfy { messages.contains([0xB0 | $0, 123, 0]) })
  }

  @Test("refuses a pitch or a bend out of its range", arguments: [-1, 97, 0.5, .nan])
  func refusals(bend: Double) {
    #expect(core(bend: bend).begin() == nil)
    let high = core()
    high.settings[.concertPitch] = 5000
    #expect(high.begin() == nil && !high.tune())
  }

  @Test("a note that sounds ends when it is told to, and when time goes back")
  func ends() throws {
    let core = core()
    _ = try #require(core.begin())
    for index in 0..<20 { _ = core.process(reading(0.01 * Double(index), 440)) }
    #expect(bytes(core, core.finish()) == [0x80, 69, 64])
    #expect(core.finish() == 0)
    for index in 20..<40 { _ = core.process(reading(0.01 * Double(index), 440)) }
    #expect(bytes(core, core.process(reading(0, nil))) == [0x80, 69, 64])
    for index in 1..<20 { _ = core.process(reading(0.01 * Double(index), 440)) }
    #expect(bytes(core, core.silence()) == [0x80, 69, 64, 0xB0, 123, 0])
  }

  @Test("keys follow the concert pitch from the next reading on")
  func tune() throws {
    let core = core()
    core.settings[.concertPitch] = 415
    _ = try #require(core.begin())
    var sent: [UInt8] = []
    for index in 0..<10 { sent += bytes(core, core.process(reading(0.01 * Double(index), 415))) }
    #expect(sent.starts(with: [0xE0, 0, 64, 0x90, 69]))
  }
}
