import AudioDevices
@testable import CommandKit
import Connections
import Foundation
import LiveAudio
import Metronome
@testable import MetronomeCommands
import Testing
import ToneGeneration

@Suite("Metronome model")
struct MetronomeModelTests {
  static func model(_ text: String = "* 4/4 120") throws -> MetronomeModel {
    MetronomeModel(map: try TempoMap(parsing: Array(text.utf8)))
  }

  static func entry(
    frame: Int64 = 0, section: Int = 0, bar: Int = 0, beat: Int, tempo: Double = 120,
    tempoChange: Int = 0, isMuted: Bool = false
  ) throws -> BeatLog.Entry {
    var schedule = try ClickSchedule(
      TempoMap(parsing: Array("* 120".utf8)), sampleRate: 48_000)
    let first = schedule.next()
    var click = try #require(first)
    (click.frame, click.section, click.bar, click.beat) = (frame, section, bar, beat)
    click.isMuted = isMuted
    return BeatLog.Entry(
      click: click, tempo: try #require(Tempo(tempo)), tempoChange: tempoChange, isMuted: isMuted)
  }

  @Test("arrows change the tempo by 1 and 5, brackets by 0.1, up to the limits")
  func keys() throws {
    var model = try Self.model("* 137.55")
    let keys: [(KeyPress, Double)] = [
      (.right, 138.6), (.left, 137.6), (.up, 142.6), (.down, 137.6), (.character("]"), 137.7),
      (.character("["), 137.6),
    ]
    for (key, tempo) in keys {
      let action = model.press(key, time: 0)
      #expect(action == .setTempo(try #require(Tempo(tempo))))
    }
    for _ in 0..<200 { _ = model.press(.up, time: 0) }
    #expect(model.state.tempo == Tempo(600))
    for _ in 0..<200 { _ = model.press(.down, time: 0) }
    #expect(model.state.tempo == Tempo(10))
  }

  @Test("a key goes on from the one before it, however late its tempo is heard")
  func keysAheadOfTheSound() throws {
    var model = try Self.model("* 120")
    model.advance(to: try Self.entry(beat: 0), at: 0, time: 0)
    _ = model.press(.up, time: 0.1)
    #expect(model.tempoChange == 1)
    // Ten seconds later, a beat from before the key still sounds.
    model.advance(to: try Self.entry(beat: 1), at: 0, time: 10)
    #expect(model.state.tempo == Tempo(125))
    #expect(model.press(.up, time: 10) == .setTempo(try #require(Tempo(130))))
    // Between the two keys.
    model.advance(to: try Self.entry(beat: 2, tempo: 125, tempoChange: 1), at: 0, time: 11)
    #expect(model.state.tempo == Tempo(130))
    model.advance(to: try Self.entry(beat: 3, tempo: 130, tempoChange: 2), at: 0, time: 12)
    #expect(model.state.tempo == Tempo(130))
    // What the sound does by itself is shown again.
    model.advance(to: try Self.entry(beat: 0, tempo: 90, tempoChange: 2), at: 0, time: 13)
    #expect(model.state.tempo == Tempo(90))
  }

  @Test("in a session, keys go on from its tempo, though older beats sound")
  func keysInASession() throws {
    var model = try Self.model("* 120")
    model.state.session = SharedSession(peerCount: 1, isPlaying: nil, tempo: Tempo(126))
    model.advance(to: try Self.entry(beat: 0), at: 0, time: 10)
    #expect(model.state.tempo == Tempo(126))
    #expect(model.press(.down, time: 10) == .setTempo(try #require(Tempo(121))))
    #expect(model.press(.down, time: 10) == .setTempo(try #require(Tempo(116))))
  }

  @Test("a sound that is created again forgets the keys")
  func resuming() throws {
    var model = try Self.model("* 120")
    _ = model.press(.up, time: 0)
    let format = AudioSinkFormat(deviceName: "Speaker", sampleRate: 44_100, channelCount: 1)
    model.handle(.resumed(format, after: .seconds(1)), time: 1)
    model.advance(to: try Self.entry(beat: 0), at: 0, time: 2)
    #expect(model.state.tempo == Tempo(120))
  }

  @Test("the log tells of each beat how many keys it knows of")
  func changesInTheLog() throws {
    let log = BeatLog()
    let program = MetronomeProgram(map: try TempoMap(parsing: Array("* 600".utf8)))
    var sound = try program.sound(sampleRate: 8_000, channelCount: 1, log: log)
    _ = sound.render(frameCount: 100)
    sound.setTempo(try #require(Tempo(300)), change: 7)
    _ = sound.render(frameCount: 3_000)
    let (first, last) = (log.beat(at: 0), log.beat(at: 3_000))
    #expect(first?.tempo == Tempo(600) && first?.tempoChange == 0)
    #expect(last?.tempo == Tempo(300) && last?.tempoChange == 7)
  }

  @Test("taps on the space bar half a second apart are 120")
  func taps() throws {
    var model = try Self.model("* 60")
    #expect(model.press(.character(" "), time: 1) == nil)
    #expect(model.press(.character(" "), time: 1.5) == .setTempo(try #require(Tempo(120))))
    #expect(model.state.tempo.number == "120")
    #expect(model.state.notice == "tapped 120.0")
  }

  @Test("shows the beat that is heard, and how far it has gone")
  func hearing() throws {
    var model = try Self.model("* 7/8=2+2+3 120")
    let format = AudioSinkFormat(deviceName: "Speaker", sampleRate: 48_000, channelCount: 1)
    model.handle(.started(format), time: 0)
    model.advance(to: try Self.entry(frame: 48_000, bar: 1, beat: 2), at: 51_000, time: 1)
    #expect(model.state.bar == 1 && model.state.beat == 2)
    #expect(abs(model.state.phase - 0.25) < 1e-9)  // of an eighth of 12000 samples
  }

  @Test("m mutes, n and b move among the parts, s saves")
  func actions() throws {
    var model = try Self.model("a: 8 120\nb: 8 140\nc: 8 160")
    #expect(model.state.hasSections)
    #expect(model.press(.character("m"), time: 0) == .setMuted(true))
    #expect(model.press(.character("m"), time: 0) == .setMuted(false))
    #expect(model.press(.character("b"), time: 0) == nil)
    #expect(model.press(.character("n"), time: 0) == .jump(section: 1))
    #expect(model.press(.character("n"), time: 0) == .jump(section: 2))
    #expect(model.press(.character("n"), time: 0) == nil)
    model.advance(to: try Self.entry(section: 2, beat: 0, tempo: 160), at: 0, time: 1)
    #expect(model.press(.character("b"), time: 1) == .jump(section: 1))
    #expect(model.press(.character("s"), time: 1) == .save(try #require(Tempo(160))))
    #expect(model.press(.escape, time: 1) == nil)
  }

  @Test("a log keeps the beats until they are heard")
  func log() throws {
    let log = BeatLog()
    for beat in 0..<4 { log.append(try Self.entry(frame: Int64(beat) * 1000, beat: beat)) }
    #expect(log.beat(at: -1) == nil)
    #expect(log.beat(at: 0)?.click.beat == 0)
    #expect(log.beat(at: 2500)?.click.beat == 2)
    #expect(log.beat(at: 9000)?.click.beat == 3)
    #expect(log.beat(at: 9000)?.click.beat == 3)
  }

  @Test(
    "a tempo is saved as a tempo map of one line and read again",
    arguments: ["3/8=80.5", "66.792234"])
  func saved(_ notation: String) throws {
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("kammerton-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: directory) }
    let position = SavedTempo(
      environment: ["XDG_CONFIG_HOME": directory.appendingPathComponent("settings").path])
    #expect(position.read() == nil)
    let tempo = try Tempo(notation: notation)
    try position.write(tempo)
    #expect(position.read() == tempo)
    #expect(SavedTempo(environment: [:]).read() == nil)
    #expect(throws: OutputError.self) { try SavedTempo(environment: [:]).write(tempo) }
  }
}
