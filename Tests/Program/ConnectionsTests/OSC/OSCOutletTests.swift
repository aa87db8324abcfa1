@testable import CommandKit
@testable import Connections
import InstrumentTuning
import LiveAudio
import MusicTheory
import OpenSoundControl
import PitchEstimation
import Testing

@Suite("Readings as Open Sound Control", .timeLimit(.minutes(2)))
struct OSCOutletTests {
  /// The reading of a tone; `nil` for silence.
  private func line(_ frequency: Double?, at time: Double) -> ReadingLine {
    let candidate = frequency.map { PitchCandidate(frequency: $0, periodicity: 1) }
    let reading = PitchReading(
      time: time, candidate: candidate, isVoiced: candidate != nil,
      level: frequency == nil ? -.infinity : -12.5)
    let note = frequency.flatMap { ConcertPitch.standard.nearestNote(to: $0) }
    return ReadingLine(
      reading,
      note: note.map {
        .init($0, cents: ConcertPitch.standard.cents(from: $0, to: frequency ?? 440))
      })
  }

  private func names(_ messages: [OSCMessage]) -> [String] { messages.map(\.address.text) }

  @Test("a tone has frequency, note, key, cents and level; silence has no pitch")
  func messages() throws {
    let layout = OSCReading(below: try OSCAddress("/t"))
    let tone = layout.messages(for: line(442, at: 1), number: 7)
    func value(_ name: String) -> OSCArgument? {
      tone.first { $0.address.text == "/t/" + name }?.arguments.first
    }
    #expect(value("count") == .int(7))
    #expect(value("voiced") == .int(1))
    #expect(value("frequency") == .float(442))
    #expect(value("note") == .string("A4"))
    #expect(value("midi") == .int(69))
    #expect(value("level") == .float(-12.5))
    guard case .float(let cents) = value("cents") else { throw UnexpectedValue() }
    #expect(abs(cents - 7.8511) < 1e-3)  // 1200 log2(442 / 440)
    let silence = layout.messages(for: line(nil, at: 1), number: 8)
    #expect(names(silence) == ["/t/count", "/t/voiced", "/t/level", "/t/in-tune"])
    #expect(silence[1].arguments == [.int(0)])
    #expect(silence[2].arguments == [.float(-160)])
  }

  private struct UnexpectedValue: Error {}

  /// How many of 100 readings in a second are sent, with a tone that ends in the middle.
  private func sentCount(rate: Double?) async throws -> (count: Int, voiced: [Bool]) {
    let receiver = try #require(UDPReceiver())
    let sender = PacketSender(to: HostPort(host: "127.0.0.1", port: receiver.port))
    while !sender.isReady { try await Task.sleep(for: .milliseconds(2)) }
    let outlet = OSCOutlet(to: [sender], prefix: try OSCAddress("/t"), rate: rate) { 1e9 }
    var voiced: [Bool] = []
    for index in 0..<100 {
      let reading = line(index <= 52 ? 440 : nil, at: Double(index) * 0.01)
      #expect(outlet.take(.reading(TunerObservation(reading.reading)), reading) == nil)
      while let packet = receiver.nextIfReady() {
        #expect(packet.starts(with: Array("#bundle\0".utf8)))
        voiced.append(packet.count > 180)  // four messages, or eight
      }
    }
    outlet.finish()
    return (voiced.count, voiced)
  }

  @Test("every reading is sent, or as many as the rate allows; the end of a tone at once")
  func rate() async throws {
    #expect(try await sentCount(rate: nil).count == 100)
    let slow = try await sentCount(rate: 10)
    // At 0, 0.1 … 0.5 s voiced, at 0.53 s the end, then on from there.
    #expect(slow.voiced.prefix(7) == [true, true, true, true, true, true, false])
    #expect((10...12).contains(slow.count))
  }
}
