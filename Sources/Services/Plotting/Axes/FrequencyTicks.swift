internal import MusicTheory

/// Round frequencies along a pitch axis.
enum FrequencyTicks {
  /// The least distance between two ticks, in points.
  static let leastDistance = 26.0

  /// The roundest frequencies that fit: the rounder one wins where two are too close.
  ///
  /// - Parameters:
  ///   - axis: The axis.
  ///   - concertPitch: What its MIDI numbers refer to.
  ///   - height: Its height, in points.
  /// - Returns: Hertz, from the bottom up.
  static func values(
    along axis: PitchAxis, under concertPitch: ConcertPitch, height: Double
  ) -> [Double] {
    let lowest = concertPitch.frequency(ofMIDINumber: axis.range.lowerBound)
    let highest = concertPitch.frequency(ofMIDINumber: axis.range.upperBound)
    var chosen: [(frequency: Double, offset: Double)] = []
    for digits in families + [anyDigits] {
      if digits == anyDigits, chosen.count >= fewTicks { break }
      for frequency in frequencies(digits, in: lowest...highest) {
        let offset = axis.position(of: concertPitch.midiNumber(of: frequency)) * height
        guard chosen.allSatisfy({ abs($0.offset - offset) >= leastDistance }) else { continue }
        chosen.append((frequency, offset))
      }
    }
    return chosen.map(\.frequency).sorted()
  }

  /// The first two digits of round numbers, the roundest first.
  private static let families: [[Int]] = [
    [10], [20, 50], [30, 70], [15, 40], [60, 80, 90], [12, 25, 35, 45], [14, 16, 18, 22, 28],
  ]

  /// For narrow axes, which have fewer round numbers than this.
  private static let fewTicks = 4
  private static let anyDigits = Array(10..<100)

  private static func frequencies(_ digits: [Int], in limits: ClosedRange<Double>) -> [Double] {
    var values: [Double] = []
    var decade = 1.0
    while decade <= limits.upperBound {
      values += digits.map { Double($0) * decade / 10 }.filter { limits.contains($0) }
      decade *= 10
    }
    return values
  }
}
