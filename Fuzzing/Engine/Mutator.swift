import _TestSignals

/// Makes inputs out of seeds: the portable form, which knows no coverage.
///
/// Input `n` depends on the seed, the name of the target and `n` alone.
struct Mutator {
  private let pool: [[UInt8]]
  private let words: [[UInt8]]
  private let longestInput: Int
  private let seed: UInt64

  init(_ target: FuzzTarget, seed: UInt64) {
    pool = target.seeds().map { Array($0.prefix(target.longestInput)) } + [[]]
    words = target.words.map { Array($0.utf8) } + Self.numbers
    longestInput = target.longestInput
    // FNV-1a of the name.
    self.seed = target.name.utf8.reduce(seed ^ 0xCBF2_9CE4_8422_2325) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
  }

  /// Numbers at which readers break.
  private static let numbers: [[UInt8]] =
    [
      "0", "-1", "1e308", "1e-308", "1e999", "nan", "inf", "9223372036854775807", "4294967296",
      "2147483648", "65536", "0.0000000001", "99999", "-0", ",", ":", "\n", "\r\n", " ", "#", "/",
      "\u{202E}", "\u{FEFF}", "é", "\u{1F600}",
    ].map { Array($0.utf8) } + [
      [0xFF, 0xFF, 0xFF, 0xFF], [0, 0, 0, 0], [0x7F, 0xFF, 0xFF, 0xFF], [0, 0, 0, 0x80],
      [0xFF, 0xFF], [0xC0, 0x80], [0, 0, 0x80, 0x7F], [0, 0, 0xC0, 0x7F],
    ]

  func input(_ number: Int) -> [UInt8] {
    var random = SeededRandom(seed: seed &+ UInt64(number) &* 0xD134_2543_DE82_EF95)
    _ = random.next()
    var bytes = pool[Int.random(in: 0..<pool.count, using: &random)]
    for _ in 0..<Int.random(in: 1...6, using: &random) { mutate(&bytes, &random) }
    return Array(bytes.prefix(longestInput))
  }

  private func mutate(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
    let position = Int.random(in: 0...bytes.count, using: &random)
    let length = min(Int.random(in: 1...16, using: &random), bytes.count - position)
    switch Int.random(in: 0..<10, using: &random) {
    case 0 where position < bytes.count:
      bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 1 where position < bytes.count: bytes[position] = UInt8.random(in: 0...255, using: &random)
    case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: position)
    case 3: bytes.removeSubrange(position..<position + length)
    case 4:
      let target = Int.random(in: 0...bytes.count, using: &random)
      bytes.insert(contentsOf: Array(bytes[position..<position + length]), at: target)
    case 5: bytes.removeSubrange(position...)
    case 6:
      let other = pool[Int.random(in: 0..<pool.count, using: &random)]
      let start = Int.random(in: 0...other.count, using: &random)
      bytes = Array(bytes[..<position] + other[start...])
    case 7, 8: bytes.insert(contentsOf: word(&random), at: position)
    default:
      let word = word(&random)
      bytes.replaceSubrange(position..<min(position + word.count, bytes.count), with: word)
    }
  }

  private func word(_ random: inout SeededRandom) -> [UInt8] {
    words[Int.random(in: 0..<words.count, using: &random)]
  }
}
