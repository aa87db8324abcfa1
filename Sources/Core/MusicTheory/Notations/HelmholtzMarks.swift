/// The marks that tell the octave of a letter as Helmholtz wrote it: primes behind small letters, from
/// C3 up, and commas behind capitals, below.
///
/// - SeeAlso: H. von Helmholtz, "On the Sensations of Tone", 1863, part I, chapter 1.
struct HelmholtzMarks {
  /// The octaves that are marked: beyond any keyboard the marks would only fill the line.
  static var octaves: ClosedRange<Int> { -20...20 }

  private var primes = 0
  private var commas = 0

  /// Reads marks; none are marks too, those of C2 and C3.
  ///
  /// - Returns: `nil` if anything else is there.
  init?(_ text: some Sequence<Unicode.Scalar>) {
    for scalar in text {
      if scalar == "," {
        commas += 1
      } else {
        let count = Self.primes(in: scalar)
        guard count > 0 else { return nil }
        primes += count
      }
    }
  }

  /// How many primes a sign stands for.
  static func primes(in scalar: Unicode.Scalar) -> Int {
    switch scalar {
    case "'", "\u{2032}", "\u{2019}": 1
    case "\u{2033}": 2
    case "\u{2034}": 3
    default: 0
    }
  }

  /// The octave of the letter before the marks; `nil` for primes behind a capital, commas behind a
  /// small letter, and beyond ``octaves``.
  func octave(ofSmallLetter isSmall: Bool) -> Int? {
    let octave = isSmall ? 3 + primes : 2 - commas
    guard (isSmall ? commas : primes) == 0, Self.octaves.contains(octave) else { return nil }
    return octave
  }
}
