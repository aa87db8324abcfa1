public import MusicTheory

/// How a scale is played: which way, from which note to which, and in which figure.
public struct ScaleForm: Sendable, Hashable {
  /// Which way a scale goes.
  public enum Direction: Sendable, Hashable, CaseIterable {
    /// To its other end and back again.
    case bothWays
    /// From the lowest note to the highest.
    case up
    /// From the highest note to the lowest.
    case down
  }

  /// Which way it goes.
  public var direction: Direction
  /// Whether it goes in thirds: C E D F E G.
  public var isInThirds: Bool
  /// The note where it begins, which is one of the scale; `nil` for the tonic.
  public var first: Note?
  /// The note at its other end, which is one of the scale; `nil` for the octave above the beginning.
  public var last: Note?
  /// The octaves from the beginning to the other end, in 1...4; ``last`` replaces them.
  public var octaves: Int

  /// Creates a form.
  ///
  /// - Parameters:
  ///   - direction: Which way the scale goes.
  ///   - isInThirds: Whether it goes in thirds.
  ///   - first: The note where it begins; `nil` for the tonic. Of one way, the lower end is where it
  ///     begins upwards, whichever of the two it is.
  ///   - last: The note at its other end; `nil` for that of the octaves.
  ///   - octaves: The octaves without `last`, held within 1...4.
  public init(
    _ direction: Direction = .bothWays, isInThirds: Bool = false, from first: Note? = nil,
    to last: Note? = nil, octaves: Int = 1
  ) {
    self.direction = direction
    self.isInThirds = isInThirds
    self.first = first
    self.last = last
    self.octaves = min(4, max(1, octaves))
  }
}

/// The degrees that a form goes through.
struct ScaleCourse: Sendable {
  /// A degree, from 0 for the tonic, on its way.
  struct Step: Sendable {
    var degree: Int
    var isUp: Bool
  }

  private(set) var steps: [Step] = []

  /// - Parameters:
  ///   - form: The form.
  ///   - start: The degree where it begins.
  ///   - end: The degree at its other end.
  init(_ form: ScaleForm, from start: Int, to end: Int) {
    let ends = (low: min(start, end), high: max(start, end))
    // A player who names the ends has no notes beyond them; school books go a step beyond.
    let limits = form.first == nil && form.last == nil ? nil : ends
    let ways =
      switch form.direction {
      case .up: [true]
      case .down: [false]
      case .bothWays: [start <= end, start > end]
      }
    for isUp in ways {
      var degrees = isUp ? Array(ends.low...ends.high) : (ends.low...ends.high).reversed()
      if form.isInThirds { degrees = Self.thirds(degrees, isUp ? 2 : -2, limits) }
      if !steps.isEmpty { degrees.removeFirst() }
      steps += degrees.map { Step(degree: $0, isUp: isUp) }
    }
  }

  /// Returns each degree but the last with the third after it.
  private static func thirds(
    _ degrees: [Int], _ third: Int, _ limits: (low: Int, high: Int)?
  ) -> [Int] {
    var all: [Int] = []
    for degree in degrees.dropLast() {
      all.append(degree)
      let other = degree + third
      if limits.map({ $0.low <= other && other <= $0.high }) ?? true { all.append(other) }
    }
    return all + degrees.suffix(1)
  }
}
