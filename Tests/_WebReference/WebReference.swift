// Writes sounds for the tests of the web module:
//   _WebReference DIR                    clips, and what the native build says about them
//   _WebReference --sweep RATE MANNER    the tones of the sweep, to standard output
// Each clip is NAME.f32 (mono, 32-bit floats, little endian) beside NAME.json; messages are in modem/.
// A tone of the sweep is a line of JSON, and the samples that it counts.

import Foundation
import InstrumentTuning
import MusicTheory
import PitchEstimation
import SignalProcessing
import ToneGeneration
import _TestSignals

@main
struct WebReference {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.first == "--sweep", let sweep = Sweep(Array(arguments.dropFirst())) {
      try sweep.write(to: .standardOutput)
      return
    }
    guard arguments.count == 1 else {
      FileHandle.standardError.write(
        Data("usage: _WebReference DIR | --sweep RATE MANNER\n".utf8))
      exit(64)
    }
    let folder = URL(fileURLWithPath: CommandLine.arguments[1], isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for clip in GoldenClip.all {
      try write(clip.samples, report(clip), to: folder.appendingPathComponent(clip.name))
    }
    let messages = folder.appendingPathComponent("modem", isDirectory: true)
    try FileManager.default.createDirectory(at: messages, withIntermediateDirectories: true)
    for clip in ModemClip.all {
      try write(clip.samples(), clip.json, to: messages.appendingPathComponent(clip.name))
    }
  }

  private static func write(_ samples: [Float], _ json: String, to position: URL) throws {
    let bytes = samples.withUnsafeBufferPointer { Data(buffer: $0) }
    try bytes.write(to: position.appendingPathExtension("f32"))
    try Data(json.utf8).write(to: position.appendingPathExtension("json"))
  }

  /// In samples.
  private static let blockSize = 64

  /// One row a reading: time, frequency (0 where unvoiced), level, then the tuner's steadied
  /// frequency, note and cents (0 while nothing sounds). Then what the stage gets from these readings:
  /// of the first ones, which come at once, the last.
  private static func report(_ clip: GoldenClip) throws -> String {
    var tracker = LiveTracker(
      try TrackerSettings(
        sampleRate: clip.sampleRate,
        searchRange: (26...4980).clamped(to: 0...0.45 * clip.sampleRate),
        hopSize: 0.01 * clip.sampleRate))
    var (engine, begun) = (TunerEngine(), BegunNote())
    var rows: [String] = []
    var stage = StageReference()
    for start in stride(from: 0, to: clip.samples.count, by: blockSize) {
      let end = min(clip.samples.count, start + blockSize)
      tracker.append(clip.samples.span.extracting(start..<end))
      var last: PitchReading?
      while let reading = tracker.next() {
        last = reading
        var shown = engine.process(reading)
        begun.show(in: &shown, beginning: reading.beginning, by: &engine)
        let result = shown.deviation
        let numbers = [
          reading.time, reading.frequency ?? 0, max(-150, reading.level), result?.frequency ?? 0,
          Double(result?.note.midiNumber ?? 0), result?.cents ?? 0,
        ]
        rows.append("[" + numbers.map { "\($0)" }.joined(separator: ",") + "]")
      }
      if let last { stage.take(last) }
    }
    return "{\"sampleRate\":\(clip.sampleRate),\"readings\":[\n"
      + rows.joined(separator: ",\n") + "\n],\n\(stage.json)}\n"
  }
}
