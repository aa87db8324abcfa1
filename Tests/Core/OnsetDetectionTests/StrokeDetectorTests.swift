import _TestSignals
import Foundation
import OnsetDetection
import Testing

/// Of synthetic sounds whose attacks are known to the sample.
@Suite("StrokeDetector") struct StrokeDetectorTests {
  private func strokes(
    in sounds: OnsetSounds, blockSize: Int = 480, gapAt: Double? = nil
  ) throws -> [StrokeDetector.Stroke] {
    var detector = try StrokeDetector(sampleRate: sounds.sampleRate)
    var found: [StrokeDetector.Stroke] = []
    var gap = gapAt.map { Int($0 * sounds.sampleRate) }
    for start in stride(from: 0, to: sounds.samples.count, by: blockSize) {
      if let place = gap, start >= place {
        detector.interrupt()
        gap = nil
      }
      detector.append(
        sounds.samples[start..<min(sounds.samples.count, start + blockSize)].span)
      while let stroke = detector.next() { found.append(stroke) }
    }
    return found
  }

  /// A string that is struck eight times while it rings.
  private var repeats: (sounds: OnsetSounds, times: [Double]) {
    var sounds = OnsetSounds(duration: 4)
    let times = (0..<8).map { 0.3 + 0.4 * Double($0) }
    for (index, time) in times.enumerated() {
      sounds.add(
        sounds.strike(196, amplitude: index % 2 == 0 ? 0.4 : 0.3, seed: UInt64(index + 1)),
        at: time)
    }
    sounds.addNoise(below: 50)
    return (sounds, times)
  }

  @Test("a stroke on a string that rings is known within 30 ms, for blocks of any size")
  func prompt() throws {
    let (sounds, times) = repeats
    let found = try strokes(in: sounds)
    #expect(found.count == times.count)
    for (stroke, time) in zip(found, times) {
      #expect(abs(stroke.time - time) < 0.02)
      #expect(Double(stroke.position) / sounds.sampleRate - time < 0.03)
    }
    for size in [1, 77, 4096] { #expect(try strokes(in: sounds, blockSize: size) == found) }
  }

  @Test("a bow with vibrato, its swell and its change are no strokes, once it sounds")
  func bow() throws {
    var sounds = OnsetSounds(duration: 4)
    sounds.add(sounds.bow(220, rise: 0.1, duration: 3.5, vibrato: 30), at: 0.3)
    sounds.add(sounds.bow(220, rise: 0.3, duration: 1, vibrato: 30).map { 2 * $0 }, at: 2)
    sounds.addNoise(below: 50)
    #expect(try strokes(in: sounds).allSatisfy { $0.time < 0.45 })
  }

  @Test("sound that is back after missing samples is no stroke")
  func gap() throws {
    var sounds = OnsetSounds(duration: 2)
    let tone = sounds.bow(220, rise: 0.1, duration: 1.9)
    let silence = 48_000...49_919
    sounds.add(tone.enumerated().map { silence.contains($0) ? 0 : $1 }, at: 0)
    sounds.addNoise(below: 60)
    #expect(try strokes(in: sounds, gapAt: 0.99).allSatisfy { $0.time < 0.5 })
  }
}
