import Testing
import ToneGeneration

/// A sound that is 1 on its first channel and 0.5 on the others, perhaps with an end.
private struct Constant: SoundRendering {
  var sampleRate = 48_000.0
  var channelCount = 1
  var framesLeft = Int.max

  mutating func render(into interleaved: inout MutableSpan<Float>) -> Int {
    let count = min(framesLeft, interleaved.count / channelCount)
    framesLeft -= count
    for index in interleaved.indices {
      interleaved[index] =
        index / channelCount >= count ? 0 : index.isMultiple(of: channelCount) ? 1 : 0.5
    }
    return count
  }
}

@Suite("Fader")
struct FaderTests {
  @Test("an end at 1000 frames is exact, and its last 480 are a raised cosine")
  func end() {
    var fader = Fader(Constant(), frameCount: 1000, fadeOut: 0.01)
    let samples = fader.render(frameCount: 5000)
    #expect(samples.count == 1000)
    #expect(samples.prefix(521).allSatisfy { $0 == 1 })
    #expect(abs(samples[520 + 240] - 0.5) < 1e-6)  // half way
    #expect(abs(samples[520 + 120] - 0.853553) < 1e-6)  // cos²(π/8)
    #expect((samples.last ?? 1) < 2e-5)
    #expect(fader.render(frameCount: 10).isEmpty)
  }

  @Test("the sizes of the blocks change no bit", arguments: [[1], [7, 480, 3], [999], [64]])
  func blocks(sizes: [Int]) {
    var whole = Fader(Constant(channelCount: 2), frameCount: 2000)
    var pieces = whole
    let expected = whole.render(frameCount: 3000)
    var result: [Float] = []
    var index = 0
    while true {
      let block = pieces.render(frameCount: sizes[index % sizes.count])
      if block.isEmpty { break }
      result += block
      index += 1
    }
    #expect(result == expected)
    #expect(result.count == 4000)
  }

  @Test("a fade-out on demand takes 50 ms and ends the sound; a second one changes nothing")
  func demand() {
    var fader = Fader(Constant())
    _ = fader.render(frameCount: 100)
    fader.fadeOut()
    var samples = fader.render(frameCount: 100)
    fader.fadeOut()
    samples += fader.render(frameCount: 10_000)
    #expect(samples.count == 2400)
    #expect(zip(samples, samples.dropFirst()).allSatisfy { $0 >= $1 })
  }

  @Test("a fade-in starts from 0 in the middle of a sound")
  func fadeIn() {
    var fader = Fader(Constant())
    fader.fadeIn(duration: 0.01)
    let samples = fader.render(frameCount: 500)
    #expect(samples[0] == 0)
    #expect(samples[480...].allSatisfy { $0 == 1 })
  }

  @Test("a sound that ends by itself, and ends of 0 and 1 frames, are no trouble")
  func short() {
    var early = Fader(Constant(framesLeft: 10), frameCount: 1000)
    #expect(early.render(frameCount: 100).count == 10)
    #expect(early.render(frameCount: 100).isEmpty)
    var none = Fader(Constant(), frameCount: 0)
    #expect(none.render(frameCount: 4).isEmpty)
    var one = Fader(Constant(), frameCount: 1)
    #expect(one.render(frameCount: 4).count == 1)
  }
}

@Suite("Ramp")
struct RampTests {
  @Test("sets out from wherever it is, and stops at its target")
  func turns() {
    var ramp = Ramp(0)
    ramp.move(to: 1, length: 100)
    for _ in 0..<50 { _ = ramp.next() }
    #expect(abs(ramp.value - 0.5) < 1e-12)
    ramp.move(to: 0.25, length: 10)
    #expect(ramp.isMoving)
    let values = (0..<20).map { _ in ramp.next() }
    #expect(abs((values.first ?? 0) - 0.5) < 1e-12)
    #expect(values[10...].allSatisfy { $0 == 0.25 })
    ramp.move(to: 3, length: 0)
    #expect(ramp.next() == 3)
  }
}

@Suite("Sound meter")
struct SoundMeterTests {
  @Test("counts samples beyond ±1 and those that are no numbers")
  func overs() {
    var meter = SoundMeter()
    meter.measure(([0.5, -1, 1, -0.2] as [Float]).span)
    #expect(meter.overCount == 0)
    #expect(meter.peak == 1)
    meter.measure(([1.01, -2, .nan, .infinity] as [Float]).span)
    #expect(meter.overCount == 4)
  }
}
