// Tracks the pitch of sound files and writes one table to standard output.
//
//     BatchTracker *.wav > pitches.csv

import AudioFiles
import Foundation  // for standard error and the exit status
import Kammerton

/// Writes a row for each voiced reading of a file, a hundred per second.
func track(_ path: String) throws {
  var reader = try AudioFileReader(path: path)  // channels are mixed
  var tracker = try AnyPitchTracker(
    .best, sampleRate: reader.sampleRate, searchRange: 60...1500,
    hopSize: reader.sampleRate / 100)
  var block: [Float] = []
  var isAtEnd = false
  while !isAtEnd {
    isAtEnd = try reader.read(into: &block, maximumCount: 4096) == 0
    if isAtEnd { tracker.finish() } else { tracker.append(block) }
    while let reading = tracker.next() {
      guard let frequency = reading.frequency else { continue }
      print("\(path),\(reading.time),\(frequency),\(reading.periodicity),\(reading.peakLevel)")
    }
  }
}

print("file,time,frequency,periodicity,peak")  // s, Hz, 0...1, dBFS
var failed = false
for path in CommandLine.arguments.dropFirst() {
  do {
    try track(path)
  } catch {
    FileHandle.standardError.write(Data("BatchTracker: \(error)\n".utf8))
    failed = true
  }
}
exit(failed ? 1 : 0)
