@testable import CommandKit
@testable import Connections
import InstrumentTuning
import LiveAudio
import MusicTheory
import PitchEstimation
import PitchToMIDI
import Synchronization
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Remembers what it gets; can be unplugged.
private final class TestOutput: MIDIOutput, Sendable {
  private struct State {
    var sent: [MIDIMessage] = []
    var isThere = true
    var attempts = 0
    var closeCount = 0
  }

  private let state = Mutex(State())

  var sent: [MIDIMessage] { state.withLock { $0.sent } }
  var attempts: Int { state.withLock { $0.attempts } }
  var closeCount: Int { state.withLock { $0.closeCount } }
  var isThere: Bool {
    get { state.withLock { $0.isThere } }
    set { state.withLock { $0.isThere = newValue } }
  }

  func send(_ messages: [MIDIMessage], at time: Double) -> Bool {
    state.withLock { state in
      if state.isThere { state.sent += messages }
      return state.isThere
    }
  }

  func recover() -> Bool {
    state.withLock { state in
      state.attempts += 1
      return state.isThere
    }
  }

  func close() -> String? {
    state.withLock { $0.closeCount += 1 }
    return nil
  }

  var notes: [MIDIMessage] { Self.notes(sent) }

  static func notes(_ messages: [MIDIMessage]) -> [MIDIMessage] {
    messages.filter {
      switch $0 {
      case .noteOn, .noteOff: true
      default: false
      }
    }
  }
}

@Suite("Notes for a synthesizer")
struct MIDIOutletTests {
  private func line(_ frequency: Double?, at time: Double) -> ReadingLine {
    let candidate = frequency.map { PitchCandidate(frequency: $0, periodicity: 1) }
    return ReadingLine(
      PitchReading(
        time: time, candidate: candidate, isVoiced: candidate != nil,
        level: frequency == nil ? -90 : 0), note: nil)
  }

  /// Feeds readings 10 ms apart; what the user is told.
  private func feed(
    _ outlet: MIDIOutlet, _ frequencies: [Double?], from start: Double
  ) -> [String] {
    frequencies.enumerated().compactMap { index, frequency in
      let line = line(frequency, at: start + Double(index) * 0.01)
      return outlet.take(.reading(TunerObservation(line.reading)), line)
    }
  }

  private let on = MIDIMessage.noteOn(channel: 0, key: 69, velocity: 127)
  private let off = MIDIMessage.noteOff(channel: 0, key: 69)

  @Test("the range of the bend comes first, then a note that ends with the tuner")
  func note() {
    let output = TestOutput()
    let outlet = MIDIOutlet(output, name: "x", settings: .init()) { _ in }
    #expect(feed(outlet, Array(repeating: 440, count: 20), from: 0).isEmpty)
    #expect(output.sent.prefix(6) == BendRange(semitones: 2).setUp(channel: 0)[...])
    #expect(output.notes == [on])
    outlet.finish()
    outlet.finish()
    #expect(output.notes == [on, off] && output.closeCount == 1)
    #expect(feed(outlet, [440], from: 1).isEmpty && output.notes.count == 2)
  }

  @Test("a microphone that is lost ends the note")
  func lostMicrophone() {
    let output = TestOutput()
    let outlet = MIDIOutlet(output, name: "x", settings: .init()) { _ in }
    _ = feed(outlet, Array(repeating: 440, count: 20), from: 0)
    #expect(outlet.take(.lost(reason: "unplugged"), nil) == nil)
    #expect(output.notes == [on, off])
  }

  @Test("an output that is unplugged while a note sounds is reported once, and used again")
  func lostOutput() {
    let output = TestOutput()
    let outlet = MIDIOutlet(output, name: "Synth", settings: .init()) { _ in }
    _ = feed(outlet, Array(repeating: 440, count: 20), from: 0)
    output.isThere = false
    let news = feed(outlet, (0..<400).map { 440 + Double($0 % 7) }, from: 0.2)
    #expect(news == ["Synth takes no notes. Connect it again; the tuner continues."])
    #expect((2...5).contains(output.attempts))
    output.isThere = true
    let earlier = output.sent.count
    #expect(
      feed(outlet, Array(repeating: 440, count: 300), from: 4.2) == ["Synth takes notes again."])
    let sent = output.sent.dropFirst(earlier)
    #expect(Array(sent.prefix(6)) == BendRange(semitones: 2).setUp(channel: 0))
    #expect(TestOutput.notes(Array(sent)) == [on])
    outlet.finish()
    #expect(TestOutput.notes(Array(output.sent.dropFirst(earlier))) == [on, off])
  }

  @Test("eight plucks of one string that rings are eight notes, and a string that rings is one")
  func plucks() throws {
    let rate = 48_000.0
    func count(of plucks: Int) throws -> Int {
      let samples = (0..<Int(4 * rate)).map { index -> Float in
        var sum = 0.0
        for pluck in 0..<plucks {
          let time = Double(index) / rate - 0.2 - 0.4 * Double(pluck)
          guard time >= 0 else { continue }
          for order in 1...20 {
            let fall = exp(-time * (1 + 0.5 * Double(order)))
            sum += 0.05 * fall * sin(2 * .pi * 196 * Double(order) * time) / Double(order)
          }
        }
        return Float(sum)
      }
      let listening = TunerListening(isPrompt: true, lowestString: nil)
      var listener = try TunerListener(
        MultiresolutionTracker(
          sampleRate: rate, searchRange: listening.searchRange(sampleRate: rate), hopSize: 480,
          lookahead: 0),
        detectsStrokes: true)
      let output = TestOutput()
      let outlet = MIDIOutlet(output, name: "x", settings: .init()) { _ in }
      listener.append(samples.span)
      listener.finish()
      while let observation = listener.next() {
        let line = ReadingLine(observation.pitch, note: nil)
        #expect(outlet.take(.reading(observation), line) == nil)
      }
      outlet.finish()
      return output.notes.count / 2
    }
    #expect(try count(of: 8) == 8)
    #expect(try count(of: 1) == 1)
  }

  @Test("keys follow the concert pitch")
  func concertPitch() throws {
    let output = TestOutput()
    let outlet = MIDIOutlet(output, name: "x", settings: .init()) { _ in }
    for index in 0..<10 {
      var line = line(415, at: Double(index) * 0.01)
      line.target = .init(
        concertPitch: try ConcertPitch(415), temperament: "equal", isInTune: false)
      _ = outlet.take(.reading(TunerObservation(line.reading)), line)
    }
    #expect(output.notes == [on])
  }

  @Test("a named pipe gets the bytes as they are, loses its reader, and gets another")
  func pipe() throws {
    var name = Array("/tmp/kammerton-midi-XXXXXX".utf8CString)
    let directory = try #require(mkdtemp(&name).map { String(cString: $0) })
    let path = directory + "/port"
    defer {
      unlink(path)
      rmdir(directory)
    }
    #expect(mkfifo(path, 0o600) == 0)
    // Nobody reads: as a device that is not connected.
    #expect(throws: MIDIOutputError.self) { try MIDIDevice(path: path) }
    var reader = open(path, O_RDONLY | O_NONBLOCK)
    let device = try MIDIDevice(path: path)
    #expect(device.send([on, .pitchBend(channel: 3, value: 8192 + 129)], at: 0))
    var bytes = [UInt8](repeating: 0, count: 64)
    #expect(read(reader, &bytes, bytes.count) == 6)
    #expect(bytes.prefix(6) == [0x90, 69, 127, 0xE3, 0x01, 0x41])
    close(reader)
    signal(SIGPIPE, SIG_IGN)  // as in the program
    #expect(!device.send([off], at: 0))
    #expect(!device.recover())
    reader = open(path, O_RDONLY | O_NONBLOCK)
    #expect(device.recover())
    #expect(device.send([off], at: 0))
    #expect(read(reader, &bytes, bytes.count) == 3)
    close(reader)
  }

  @Test("ordinary files and places that do not exist are no devices")
  func noDevice() {
    #expect(throws: MIDIOutputError.self) { try MIDIDevice(path: "/etc/passwd") }
    #expect(throws: MIDIOutputError.self) { try MIDIDevice(path: "/dev/snd/midiC99D9") }
  }

  @Test("a file has the notes at the times of the sound")
  func file() throws {
    var name = Array("/tmp/kammerton-midi-XXXXXX".utf8CString)
    let directory = try #require(mkdtemp(&name).map { String(cString: $0) })
    let path = directory + "/take.mid"
    defer {
      unlink(path)
      rmdir(directory)
    }
    let outlet = MIDIOutlet(try MIDIRecording(path: path), name: path, settings: .init()) { _ in }
    _ = feed(outlet, Array(repeating: 440, count: 20) + Array(repeating: nil, count: 20), from: 0)
    outlet.finish()
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &bytes, bytes.count)
    #expect(count > 60)
    #expect(bytes.prefix(4) == Array("MThd".utf8)[...])
    // The fourth reading begins the note 30 ms after the set-up, and 230 ms later (two bytes) it ends.
    let text = Array(bytes.prefix(max(0, count)))
    let start: [UInt8] = [30, 0xE0, 0, 64, 0, 0x90, 69, 127]
    let end: [UInt8] = [0x81, 0x5C, 0x80, 69, 64]
    #expect(text.indices.contains { text[$0...].starts(with: start) })
    #expect(text.indices.contains { text[$0...].starts(with: end) })
  }
}
