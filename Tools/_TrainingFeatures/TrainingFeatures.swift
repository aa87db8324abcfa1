// Writes the features that the default tracker computes of sounds, for Training/:
//   _TrainingFeatures LIST
// Each line of LIST is SAMPLES RATE LOW HIGH OUTPUT KIND: a file of 32-bit floats (mono, little
// endian), its sample rate, and the range of pitches, in hertz. KIND features writes a row of floats
// for each candidate: the index of its frame, its frequency in hertz, and its features. Plain, without
// the scorer, and learned, with it, write a row for each reading, 10 ms apart: its frequency in hertz,
// negative if unvoiced, then its periodicity, or the evidence for its confidence.

import Foundation
import PitchEstimation

@main
struct TrainingFeatures {
  static func main() throws {
    guard CommandLine.arguments.count == 2 else { fail("usage: _TrainingFeatures LIST") }
    let list = try String(contentsOfFile: CommandLine.arguments[1], encoding: .utf8)
    for line in list.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 6, let rate = Double(words[1]), let low = Double(words[2]),
        let high = Double(words[3])
      else { fail("_TrainingFeatures: a line is not SAMPLES RATE LOW HIGH OUTPUT KIND: \(line)") }
      let samples = try Data(contentsOf: URL(fileURLWithPath: words[0])).withUnsafeBytes {
        [Float]($0.bindMemory(to: Float.self))
      }
      var tracker = try MultiresolutionTracker(
        sampleRate: rate, searchRange: low...min(high, 0.49 * rate), hopSize: 0.01 * rate,
        usesLearnedScorer: words[5] != "plain")
      let rows =
        switch words[5] {
        case "features": features(&tracker, samples)
        case "plain": track(&tracker, samples) { _, reading in [Float(reading.periodicity)] }
        default:
          track(&tracker, samples) { tracker, _ in
            let evidence = tracker.evidence
            return [evidence.odds, evidence.harmonicity, evidence.noise].map { Float($0) }
          }
        }
      try rows.withUnsafeBytes { try Data($0).write(to: URL(fileURLWithPath: words[4])) }
    }
  }

  private static func features(
    _ tracker: inout MultiresolutionTracker, _ samples: [Float]
  ) -> [Float] {
    var rows: [Float] = []
    var frame: Float = 0
    read(&tracker, samples) { tracker in
      guard let (frequencies, features) = tracker.nextFeatures() else { return false }
      let width = features.count / max(1, frequencies.count)
      for (index, frequency) in frequencies.enumerated() {
        rows += [frame, Float(frequency)]
        rows += features[(index * width)..<((index + 1) * width)]
      }
      frame += 1
      return true
    }
    return rows
  }

  private static func track(
    _ tracker: inout MultiresolutionTracker, _ samples: [Float],
    _ columns: (MultiresolutionTracker, PitchReading) -> [Float]
  ) -> [Float] {
    var rows: [Float] = []
    read(&tracker, samples) { tracker in
      guard let reading = tracker.next() else { return false }
      let frequency = Float(reading.candidate?.frequency ?? 0)
      rows.append(reading.isVoiced ? frequency : -frequency)
      rows += columns(tracker, reading)
      return true
    }
    return rows
  }

  /// Passes a sound to a tracker, and reads after each block until there is no more.
  private static func read(
    _ tracker: inout MultiresolutionTracker, _ samples: [Float],
    _ readNext: (inout MultiresolutionTracker) -> Bool
  ) {
    for start in stride(from: 0, to: samples.count, by: 4096) {
      tracker.append(Array(samples[start..<min(samples.count, start + 4096)]))
      while readNext(&tracker) {}
    }
    tracker.finish()
    while readNext(&tracker) {}
  }

  private static func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    exit(64)
  }
}
