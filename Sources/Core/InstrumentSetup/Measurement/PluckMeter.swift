internal import SignalProcessing

/// The pitch of one plucked tone.
public struct Pluck: Sendable, Hashable {
  /// The frequency, in hertz.
  public var frequency: Double
  /// One standard error, in cents.
  public var error: Double
}

/// Measures plucked tones near an expected pitch, one after another.
///
/// A string that was plucked starts sharp, because its swing stretches it. So the first 0.3 s do
/// not count; the next seconds, up to 2.4 s, are cut into pieces of 0.3 s, and the mean of their
/// medians is the pitch. Its error follows from how the pieces scatter. After a tone, the string
/// must be silent or leave the pitch before the next one counts.
public struct PluckMeter: Sendable {
  /// The largest distance of a tone from the expected pitch, in cents.
  public static var reach: Double { 150 }

  /// The expected frequency, in hertz. A change forgets the tone that sounds.
  public var expected: Double {
    didSet { cents = [] }
  }
  private var cents: [Double] = []
  private var isResting = true
  private var restingTime = 0.0
  private var lastTime: Double?

  private static var attack: Double { 0.3 }
  private static var piece: Double { 0.3 }
  private static var mostPieces: Int { 7 }
  private static var fewestPieces: Int { 3 }
  /// The smallest standard error that is reported, in cents.
  private static var leastError: Double { 0.02 }
  private static var longestGap: Double { 0.08 }

  /// Creates a meter.
  ///
  /// - Parameter expected: The expected frequency, in hertz, greater than zero.
  public init(expected: Double) { self.expected = expected }

  private var hop = 0.01

  /// Processes the next reading of a tracker.
  ///
  /// - Parameters:
  ///   - time: Seconds, later than the last one.
  ///   - frequency: Hertz, or `nil` without a pitch.
  /// - Returns: A tone that has lasted 2.4 s, or that has ended after 1.2 s or more.
  /// - Complexity: O(*n* log *n*) for the *n* readings of a tone, when it is complete.
  public mutating func update(time: Double, frequency: Double?) -> Pluck? {
    if let lastTime, time > lastTime { hop = min(0.1, time - lastTime) }
    lastTime = time
    guard let distance = distance(frequency) else {
      restingTime += hop
      guard restingTime > Self.longestGap else { return nil }
      isResting = true
      return finish()
    }
    restingTime = 0
    guard isResting else { return nil }
    cents.append(distance)
    let needed = Self.attack + Double(Self.mostPieces) * Self.piece
    guard Double(cents.count) * hop >= needed else { return nil }
    defer { isResting = false }
    return finish()
  }

  /// Ends the current tone.
  ///
  /// - Returns: The tone, if it lasted 1.2 s or more.
  public mutating func finish() -> Pluck? {
    defer { cents = [] }
    let skipped = Int((Self.attack / hop).rounded())
    let size = max(1, Int((Self.piece / hop).rounded()))
    let steady = cents.dropFirst(skipped)
    let count = min(Self.mostPieces, steady.count / size)
    guard count >= Self.fewestPieces else { return nil }
    let medians = (0..<count).map { index in
      let start = steady.startIndex + index * size
      return Self.median(Array(steady[start..<start + size]))
    }
    let mean = medians.reduce(0, +) / Double(count)
    let squares = medians.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let error = (squares / Double(count - 1) / Double(count)).squareRoot()
    return Pluck(
      frequency: expected * Elementary.ratio(ofCents: mean), error: max(Self.leastError, error))
  }

  /// Returns the cents from the expected pitch, if the tone is within reach.
  private func distance(_ frequency: Double?) -> Double? {
    guard let frequency, frequency > 0, frequency.isFinite else { return nil }
    let cents = Elementary.cents(ofRatio: frequency / expected)
    return cents.magnitude <= Self.reach ? cents : nil
  }

  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
