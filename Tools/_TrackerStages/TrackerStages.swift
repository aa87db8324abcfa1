// How often the stages of the default tracker run: _TrackerStages RATE <SAMPLES
// SAMPLES are 32-bit floats in this machine's order of bytes, RATE is in hertz; the search is that of `track`. Prints the
// readings, the frames searched in full, continued and measured between two others, the questions to the network, and the
// measurements of partials. Benchmarks/stages.sh publishes them.

import Foundation
import PitchEstimation

@main
struct TrackerStages {
  static func main() throws {
    guard let rate = CommandLine.arguments.dropFirst().first.flatMap(Double.init) else {
      FileHandle.standardError.write(Data("usage: _TrackerStages RATE <SAMPLES\n".utf8))
      exit(64)
    }
    let data = FileHandle.standardInput.readDataToEndOfFile()
    let samples = data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    var tracker = try MultiresolutionTracker(
      sampleRate: rate, searchRange: 30...4200, hopSize: 0.01 * rate)
    var readings = 0
    for start in stride(from: 0, to: samples.count, by: 4096) {
      tracker.append(samples[start..<min(samples.count, start + 4096)].span)
      while tracker.next() != nil { readings += 1 }
    }
    tracker.finish()
    while tracker.next() != nil { readings += 1 }
    let counts = tracker.stageCounts
    print(
      readings, counts.searched, counts.continued, counts.measured, counts.asked, counts.refined)
  }
}
