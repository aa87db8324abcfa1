import SignalProcessing

/// Makes wrecks of sounds: cut, doubled, reversed, spliced, overlapping, clipped, not finite …
struct ModemFuzzer {
  private let waves: [[Float]]
  private var random: SeededGenerator

  /// - Parameters:
  ///   - waves: Sounds of messages, all at one sample rate.
  ///   - seed: Equal seeds make equal wrecks.
  init(_ waves: [[Float]], seed: UInt64) {
    self.waves = waves
    random = SeededGenerator(seed: seed)
  }

  /// The next wreck: one sound with one to four things done to it.
  mutating func next() -> [Float] {
    var wreck = anyWave()
    for _ in 0..<Int.random(in: 1...4, using: &random) { damage(&wreck) }
    return wreck
  }

  private mutating func anyWave() -> [Float] {
    waves.randomElement(using: &random) ?? []
  }

  private mutating func damage(_ wreck: inout [Float]) {
    guard wreck.count > 1 else { return }
    switch Int.random(in: 0..<16, using: &random) {
    case 0: wreck.removeFirst(anyIndex(wreck))
    case 1: wreck.removeLast(anyIndex(wreck))
    case 2: wreck.removeSubrange(anyRange(wreck))
    case 3: double(&wreck)
    case 4: wreck.reverse()
    case 5: wreck[anyRange(wreck)].reverse()
    case 6: splice(&wreck)
    case 7: overlap(&wreck)
    case 8: fill(&wreck, with: [.nan, .infinity, -.infinity, 0, 1, -1, 3e38])
    case 9: clip(&wreck)
    case 10: scale(&wreck)
    case 11: addNoise(&wreck)
    case 12: stretch(&wreck)
    case 13: flipBits(&wreck)
    case 14: echo(&wreck)
    default: shuffle(&wreck)
    }
  }

  private mutating func anyIndex(_ wreck: [Float]) -> Int {
    Int.random(in: 0..<wreck.count, using: &random)
  }

  private mutating func anyRange(_ wreck: [Float]) -> Range<Int> {
    let (one, two) = (anyIndex(wreck), anyIndex(wreck))
    return min(one, two)..<max(one, two)
  }

  private mutating func double(_ wreck: inout [Float]) {
    let range = anyRange(wreck)
    wreck.insert(contentsOf: Array(wreck[range]), at: range.upperBound)
  }

  /// The beginning of one sound, then the end of another.
  private mutating func splice(_ wreck: inout [Float]) {
    let other = anyWave()
    let position = anyIndex(wreck)
    wreck = Array(wreck[..<position] + other.dropFirst(min(position, other.count)))
  }

  /// Two sounds at once, one later and louder or softer.
  private mutating func overlap(_ wreck: inout [Float]) {
    let (other, start) = (anyWave(), anyIndex(wreck))
    let gain = Float.random(in: 0.05...4, using: &random)
    let missing = start + other.count - wreck.count
    if missing > 0 { wreck += [Float](repeating: 0, count: missing) }
    for index in other.indices { wreck[start + index] += gain * other[index] }
  }

  private mutating func fill(_ wreck: inout [Float], with values: [Float]) {
    let value = values.randomElement(using: &random) ?? 0
    for index in anyRange(wreck) { wreck[index] = value }
  }

  private mutating func clip(_ wreck: inout [Float]) {
    let limit = Float.random(in: 0.001...0.3, using: &random)
    for index in wreck.indices { wreck[index] = min(max(wreck[index], -limit), limit) }
  }

  private mutating func scale(_ wreck: inout [Float]) {
    let gains: [Float] = [-1, 1e-6, 1e-30, 30, 1e6, 1e30]
    let gain = gains.randomElement(using: &random) ?? 1
    for index in wreck.indices { wreck[index] *= gain }
  }

  private mutating func addNoise(_ wreck: inout [Float]) {
    let level = Double.random(in: -60...0, using: &random)
    var noise = WhiteNoise(level: level, seed: random.next())
    for index in anyRange(wreck) { wreck[index] += noise.next() }
  }

  /// A clock or a speed that is wrong by up to 5 %.
  private mutating func stretch(_ wreck: inout [Float]) {
    let ratio = Double.random(in: 0.95...1.05, using: &random)
    let source = wreck
    wreck = (0..<Int(Double(source.count - 1) / ratio)).map { index in
      let position = Double(index) * ratio
      let whole = min(Int(position), source.count - 2)
      let part = Float(position - Double(whole))
      return source[whole] + part * (source[whole + 1] - source[whole])
    }
  }

  /// What a broken wire does to the bits of some samples.
  private mutating func flipBits(_ wreck: inout [Float]) {
    for _ in 0..<20 {
      let index = anyIndex(wreck)
      let bit = UInt32.random(in: 0..<32, using: &random)
      wreck[index] = Float(bitPattern: wreck[index].bitPattern ^ 1 << bit)
    }
  }

  private mutating func echo(_ wreck: inout [Float]) {
    let delay = 1 + anyIndex(wreck)
    let gain = Float.random(in: 0.3...1, using: &random)
    guard delay < wreck.count else { return }
    for index in delay..<wreck.count { wreck[index] += gain * wreck[index - delay] }
  }

  /// Changes the order of pieces of equal size.
  private mutating func shuffle(_ wreck: inout [Float]) {
    let size = Int.random(in: 1...max(1, wreck.count / 2), using: &random)
    var pieces = stride(from: 0, to: wreck.count, by: size).map { start in
      Array(wreck[start..<min(start + size, wreck.count)])
    }
    pieces.shuffle(using: &random)
    wreck = pieces.flatMap { $0 }
  }
}
