@testable import CommandKit
import PitchEstimation
import Testing
@testable import TuneCommands

@Suite("Range watch")
struct RangeWatchTests {
  private static func reading(
    _ index: Int, _ side: RangeSide?, level: Double = -20
  ) -> PitchReading {
    var reading = PitchReading(
      time: Double(index) / 100, candidate: nil, isVoiced: false, level: level, gateThreshold: -60)
    reading.rangeSide = side
    return reading
  }

  @Test("says once what sounds for 0.3 s, and again after it has stopped")
  func once() {
    var watch = RangeWatch()
    let sides: [RangeSide?] =
      Array(repeating: .above, count: 100) + [nil] + Array(repeating: .above, count: 40)
      + Array(repeating: .below, count: 40)
    let said = sides.enumerated().compactMap { index, side in
      watch.process(Self.reading(index, side)).map { (index, $0) }
    }
    #expect(said.map { $0.0 } == [30, 131, 171])
    #expect(said.map { $0.1 } == [.above, .above, .below])
    #expect(watch.lastSide == .below)
  }

  @Test("a hiss of 0.2 s and what the gate keeps out are nothing to say")
  func short() {
    var watch = RangeWatch()
    let hiss = (0..<200).map { Self.reading($0, $0 % 40 < 20 ? .above : nil) }
    let quiet = (200..<300).map { Self.reading($0, .above, level: -70) }
    #expect((hiss + quiet).allSatisfy { watch.process($0) == nil })
    #expect(watch.lastSide == nil)
  }
}
