import OnsetDetection
import Testing
import _TestSignals

@Suite("Returns of a sound")
struct ReturnDetectorTests {
  /// A sine of a second that is silent, or quieter, from half a second on.
  private func stopped(
    for seconds: Double, to gain: Float = 0, frequency: Double = 440, at rate: Double
  ) -> [Float] {
    let sine = TestSignal.sine(frequency, sampleRate: rate, count: Int(rate), amplitude: 1)
    return sine.enumerated().map {
      let time = Double($0) / rate
      return time >= 0.5 && time < 0.5 + seconds ? gain * $1 : $1
    }
  }

  private func returns(
    in sound: [Float], at rate: Double, blocks: Int = 1000, interruptedAt gap: Int? = nil
  ) throws -> [SoundReturn] {
    var detector = try OnsetDetector(sampleRate: rate)
    var found: [SoundReturn] = []
    for start in stride(from: 0, to: sound.count, by: blocks) {
      if let gap, (start..<(start + blocks)).contains(gap) { detector.interrupt() }
      detector.append(Array(sound[start..<min(sound.count, start + blocks)]).span)
      while let sound = detector.nextReturn() { found.append(sound) }
    }
    detector.finish()
    while let sound = detector.nextReturn() { found.append(sound) }
    return found
  }

  @Test(
    "a stop of 30 ms has one return for each duration that shows it, at its time and level",
    arguments: [8000.0, 11_025, 22_050, 44_100, 48_000, 96_000, 192_000])
  func rates(rate: Double) throws {
    let found = try returns(in: stopped(for: 0.03, at: rate), at: rate)
    #expect(found.map { $0.duration } == [0.012, 0.024])
    for sound in found {
      #expect(abs(sound.time - 0.53) < 0.012)
      // The mean power of a sine of amplitude 1.
      #expect(abs(sound.level + 3.01) < 0.3)
    }
  }

  @Test("blocks of any size have the same returns", arguments: [1, 7, 333, 44_100])
  func blocks(size: Int) throws {
    let sound = stopped(for: 0.05, at: 44_100)
    #expect(try returns(in: sound, at: 44_100, blocks: size) == returns(in: sound, at: 44_100))
  }

  @Test("a sound that falls by 15 dB, or is back only after 0.4 s, does not return")
  func shallow() throws {
    let quieter = stopped(for: 0.05, to: 0.178, at: 44_100)
    #expect(try returns(in: quieter, at: 44_100).isEmpty)
    let longer = stopped(for: 0.4, at: 44_100)
    #expect(try returns(in: longer, at: 44_100).isEmpty)
    let silence = [Float](repeating: 0, count: 44_100)
    #expect(try returns(in: silence, at: 44_100).isEmpty)
  }

  @Test("missing samples are no stop")
  func gap() throws {
    let sound = stopped(for: 0.03, at: 44_100)
    #expect(try returns(in: sound, at: 44_100, blocks: 441, interruptedAt: 22_050).isEmpty)
  }

  @Test("samples that are not numbers count as silence")
  func notANumber() throws {
    var sound = stopped(for: 0, at: 44_100)
    for index in 22_050..<23_373 { sound[index] = index % 2 == 0 ? .nan : .infinity }
    #expect(try returns(in: sound, at: 44_100).map { $0.duration } == [0.012, 0.024])
  }

  @Test("each frequency has one duration, of two and a half periods at least")
  func durations() {
    let suited = [(27.5, 0.096), (55, 0.048), (110, 0.024), (440, 0.012), (4000, 0.012)]
    for (frequency, duration) in suited {
      for other in [0.012, 0.024, 0.048, 0.096] {
        let sound = SoundReturn(time: 0, level: 0, duration: other)
        #expect(sound.isSuited(to: frequency) == (other == duration))
      }
    }
  }
}
