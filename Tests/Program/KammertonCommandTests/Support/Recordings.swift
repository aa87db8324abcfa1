import AudioFiles
import Foundation
import _TestSignals

/// Recordings made for a test.
enum Recording {
  /// Writes a sine of `frequency` hertz.
  static func sine(
    _ frequency: Double, to path: String, seconds: Double = 0.5, sampleRate: Double = 44_100,
    channelCount: Int = 1
  ) throws {
    let mono = TestSignal.sine(
      frequency, sampleRate: sampleRate, count: Int(seconds * sampleRate))
    let samples =
      channelCount == 1 ? mono : mono.flatMap { Array(repeating: $0, count: channelCount) }
    try write(samples, to: path, sampleRate: sampleRate, channelCount: channelCount)
  }

  static func write(
    _ samples: [Float], to path: String, format: AudioFileFormat = .wave16,
    sampleRate: Double = 44_100, channelCount: Int = 1
  ) throws {
    var writer = try AudioFileWriter(
      path: path, format: format, sampleRate: sampleRate, channelCount: channelCount)
    if !samples.isEmpty { try writer.write(samples) }
    try writer.finish()
  }
}
