import PitchEstimation
import Testing

@testable import InstrumentTuning

@Suite("Range monitor")
struct RangeMonitorTests {
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
    var monitor = RangeMonitor()
    let sides: [RangeSide?] =
      Array(repeating: .above, count: 100) + [nil] + Array(repeating: .above, count: 40)
      + Array(repeating: .below, count: 40)
    let said = sides.enumerated().compactMap { index, side in
      monitor.process(Self.reading(index, side)).map { (index, $0) }
    }
    #expect(said.map { $0.0 } == [30, 131, 171])
    #expect(said.map { $0.1 } == [.above, .above, .below])
    #expect(monitor.lastSide == .below)
  }

  @Test("a hiss of 0.2 s and what the gate keeps out are nothing to say")
  func short() {
    var monitor = RangeMonitor()
    let hiss = (0..<200).map { Self.reading($0, $0 % 40 < 20 ? .above : nil) }
    let quiet = (200..<300).map { Self.reading($0, .above, level: -70) }
    #expect((hiss + quiet).allSatisfy { monitor.process($0) == nil })
    #expect(monitor.lastSide == nil)
  }
}

@Suite("Loudness monitor")
struct LoudnessMonitorTests {
  private static func monitor(
    _ levels: [Double], hop: Double
  ) -> LoudnessMonitor {
    var monitor = LoudnessMonitor()
    for (index, level) in levels.enumerated() {
      monitor.process(
        PitchReading(
          time: Double(index) * hop, candidate: nil, isVoiced: false, level: level,
          gateThreshold: -60))
    }
    return monitor
  }

  @Test("calls sound short by its seconds, at any hop", arguments: [0.005, 0.01, 0.02])
  func seconds(hop: Double) {
    let count = Int(0.2 / hop)
    let short = Self.monitor(
      Array(repeating: -90, count: 50) + Array(repeating: -20, count: count), hop: hop)
    #expect(short.isShort)
    #expect(short.loudest == -20)
    let long = Self.monitor(Array(repeating: -20, count: 2 * count), hop: hop)
    #expect(!long.isShort)
  }

  @Test("silence has no level")
  func silence() {
    #expect(Self.monitor(Array(repeating: -80, count: 100), hop: 0.01).loudest == nil)
  }
}
