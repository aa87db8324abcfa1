import MusicTheory

/// The vertical axis: equal distances are equal intervals.
struct PitchAxis: Sendable, Hashable {
  /// The visible pitches, as MIDI numbers with fractions.
  let range: ClosedRange<Double>

  /// The narrowest axis, in semitones, unless the search range is narrower.
  static let leastSpan = 24.0
  /// The margin above and below the pitches, in semitones.
  static let margin = 2.0
  /// The share of the readings at each end that may be errors, which must not squeeze the rest.
  static let outlierShare = 0.03
  /// The number of semitones without a reading that separate outliers from the rest.
  static let outlierDistance = 9.0

  init(_ range: ClosedRange<Double>) {
    self.range = range
  }

  /// Creates the axis for the detected pitches: all of the limits if there are none.
  ///
  /// - Parameters:
  ///   - histogram: The number of readings in each row.
  ///   - rows: The rows.
  ///   - limits: MIDI numbers with fractions; the axis stays within them.
  init(detected histogram: [Int], rows: PitchRows, limits: ClosedRange<Double>) {
    guard let detected = Self.detectedRows(histogram) else {
      self.init(limits)
      return
    }
    let lower = rows.edge(belowRow: detected.lowerBound) - Self.margin
    let upper = rows.edge(belowRow: detected.upperBound + 1) + Self.margin
    let missing = max(0, Self.leastSpan - (upper - lower)) / 2
    self.init(Self.fitted((lower - missing)...(upper + missing), to: limits))
  }

  /// Returns the position of a pitch: 0 at the bottom of the axis, 1 at its top.
  func position(of pitch: Double) -> Double {
    (pitch - range.lowerBound) / (range.upperBound - range.lowerBound)
  }

  /// Returns the rows with readings, without outliers; `nil` if there are none.
  private static func detectedRows(_ histogram: [Int]) -> ClosedRange<Int>? {
    let hits = histogram.indices.filter { histogram[$0] > 0 }
    let total = histogram.reduce(0, +)
    let most = Int(Double(total) * outlierShare)
    guard var first = firstPosition(hits, histogram, beyond: most),
      var last = firstPosition(hits.reversed(), histogram, beyond: most).map({ hits.count - 1 - $0 }
      )
    else { return nil }
    let distance = Int(outlierDistance * Double(PitchRows.perSemitone))
    while first > 0, hits[first] - hits[first - 1] < distance { first -= 1 }
    while last < hits.count - 1, hits[last + 1] - hits[last] < distance { last += 1 }
    return hits[first]...hits[last]
  }

  /// Returns the first position in `rows` at which the sum of readings exceeds `count`.
  private static func firstPosition(_ rows: [Int], _ histogram: [Int], beyond count: Int) -> Int? {
    var sum = 0
    return rows.firstIndex {
      sum += histogram[$0]
      return sum > count
    }
  }

  /// Moves a range into the limits, and cuts it only if it is longer than they are.
  private static func fitted(
    _ range: ClosedRange<Double>, to limits: ClosedRange<Double>
  ) -> ClosedRange<Double> {
    let span = min(range.upperBound - range.lowerBound, limits.upperBound - limits.lowerBound)
    let lower = min(max(range.lowerBound, limits.lowerBound), limits.upperBound - span)
    return lower...(lower + span)
  }
}

/// The note lines behind a contour, as many as there is room for.
struct NoteGrid: Sendable {
  /// MIDI numbers of the notes that get a line.
  let lines: [Int]
  /// MIDI numbers of the notes that get a name.
  let labels: [Int]

  /// The smallest distance between two lines and between two names, in points.
  static let leastDistances = (lines: 5.0, labels: 12.5)

  /// - Parameters:
  ///   - axis: The axis.
  ///   - height: Its height, in points.
  init(_ axis: PitchAxis, height: Double) {
    let semitone = height / (axis.range.upperBound - axis.range.lowerBound)
    let first = Int(axis.range.lowerBound.rounded(.up))
    let last = Int(axis.range.upperBound.rounded(.down))
    let notes = first <= last ? Array(first...last) : []
    let namedClasses = Self.pitchClasses(semitone: semitone, least: Self.leastDistances.labels)
    let linedClasses =
      semitone >= Self.leastDistances.lines ? Set(0..<12) : namedClasses.union([0])
    lines = notes.filter { linedClasses.contains(Self.pitchClass(of: $0)) }
    labels = notes.filter { namedClasses.contains(Self.pitchClass(of: $0)) }
  }

  /// Returns `true` for a C, whose line starts an octave.
  static func startsOctave(_ note: Int) -> Bool { pitchClass(of: note) == 0 }

  /// Returns the largest familiar set of notes whose nearest two are far enough apart.
  private static func pitchClasses(semitone: Double, least: Double) -> Set<Int> {
    let sets: [(classes: Set<Int>, nearest: Double)] = [
      (Set(0..<12), 1),
      ([0, 2, 4, 7, 9], 2),  // C D E G A
      ([0, 4, 7], 3),  // C E G
      ([0, 7], 5),  // C G
    ]
    for (classes, nearest) in sets where semitone * nearest >= least { return classes }
    return [0]
  }

  private static func pitchClass(of note: Int) -> Int { ((note % 12) + 12) % 12 }
}

/// Round frequencies along a pitch axis.
enum FrequencyTicks {
  /// The smallest distance between two ticks, in points.
  static let leastDistance = 26.0

  /// Returns the roundest frequencies that fit: the rounder one wins where two are too close.
  ///
  /// - Parameters:
  ///   - axis: The axis.
  ///   - concertPitch: The concert pitch of its MIDI numbers.
  ///   - height: Its height, in points.
  /// - Returns: Frequencies in hertz, from the bottom up.
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

  /// The number of round frequencies below which a narrow axis gets others too.
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
