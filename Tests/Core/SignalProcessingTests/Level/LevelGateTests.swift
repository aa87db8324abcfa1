import SignalProcessing
import Testing

@Suite("Level gate")
struct LevelGateTests {
  @Test("a fixed gate opens at its threshold and closes 4 dB below")
  func hysteresis() {
    var gate = LevelGate(.fixed(-40), hysteresis: 4)
    let levels = [-41.0, -40, -43, -44, -44.1, -41, -39]
    var states: [Bool] = []
    for level in levels { states.append(gate.update(level: level)) }
    #expect(states == [false, true, true, true, false, false, true])
  }

  @Test("without a gate everything passes, silence too")
  func off() {
    var gate = LevelGate(.off)
    let isOpen = gate.update(level: -.infinity)
    #expect(isOpen)
    #expect(gate.threshold == -.infinity)
  }

  @Test("an adaptive gate settles its margin above steady noise within a second")
  func adapts() {
    var gate = LevelGate(.adaptive(margin: 8, limits: -65 ... -30))
    for _ in 0..<300 {
      _ = gate.update(level: -50)
      gate.learnNoise(level: -50, duration: 0.01)
    }
    #expect(gate.threshold == -42)
    #expect(!gate.isOpen)
  }

  @Test("an adaptive gate tells the noise that it has learned; other gates learn none")
  func noise() {
    var gate = LevelGate(.adaptive(margin: 8, limits: -65 ... -40))
    #expect(gate.noiseLevel == -.infinity)
    for _ in 0..<1000 { gate.learnNoise(level: -20, duration: 0.01) }
    #expect(gate.noiseLevel == -20)
    gate.setting = .fixed(-50)
    #expect(gate.noiseLevel == -.infinity)
    var fixed = LevelGate(.fixed(-50))
    fixed.learnNoise(level: -20, duration: 1)
    #expect(fixed.noiseLevel == -.infinity)
  }

  @Test("an adaptive gate drops at once when the noise does, and stays within its limits")
  func limits() {
    var gate = LevelGate(.adaptive(margin: 8, limits: -65 ... -40))
    #expect(gate.threshold == -65)
    for _ in 0..<1000 { gate.learnNoise(level: -10, duration: 0.01) }
    #expect(gate.threshold == -40)
    gate.learnNoise(level: -.infinity, duration: 0.01)
    #expect(gate.threshold == -65)
  }
}
