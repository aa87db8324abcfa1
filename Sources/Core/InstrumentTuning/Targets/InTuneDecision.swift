/// Decides when a tone comes into tune and when it goes out of tune, and reports each change once.
///
/// A tone is in tune once it has stayed within the tolerance for 0.25 s, and is out of tune once it
/// has stayed beyond 1.5 times the tolerance for 0.25 s, unless other times are set. The end of the
/// note ends it at once.
public struct InTuneDecision: Sendable {
  /// The tolerances that a tuner offers, in cents.
  package static var offeredTolerances: [Double] { [1, 2, 3, 5, 10] }
  /// The deviation at which a tone goes out of tune, as a multiple of the tolerance.
  package static var leavingFactor: Double { 1.5 }

  /// A change of the state.
  public enum Event: Sendable, Hashable {
    /// The tone is in tune now.
    case entered
    /// The tone is out of tune now, or has ended.
    case left
  }

  /// The conditions for a tone in tune.
  package struct Settings: Sendable, Hashable {
    /// The largest deviation from the target that counts as in tune, in cents.
    package let tolerance: Double
    /// The time for which a tone must stay within the tolerance, in seconds.
    package let enterTime: Double
    /// The time for which a tone must stay beyond 1.5 times the tolerance, in seconds.
    package let leaveTime: Double

    /// Creates settings.
    ///
    /// - Parameters:
    ///   - tolerance: Cents, in ``Tuner/toleranceLimits``.
    ///   - enterTime: The time within the tolerance that makes it in tune, in seconds; 0 or more.
    ///   - leaveTime: The time beyond 1.5 times the tolerance that ends it, in seconds; 0 or more.
    /// - Throws: ``TunerError/toleranceOutOfRange(_:)``.
    package init(
      tolerance: Double, enterTime: Double = 0.25, leaveTime: Double = 0.25
    ) throws(TunerError) {
      guard Tuner.toleranceLimits.contains(tolerance) else { throw .toleranceOutOfRange(tolerance) }
      self.tolerance = tolerance
      self.enterTime = max(0, enterTime)
      self.leaveTime = max(0, leaveTime)
    }

    /// Creates settings with the usual tolerance of 3 cents.
    package init() {
      tolerance = 3
      enterTime = 0.25
      leaveTime = 0.25
    }
  }

  /// The conditions for a tone in tune.
  package let settings: Settings
  /// `true` while the tone is in tune.
  package private(set) var isInTune = false
  private var changingSince: Double?

  /// Creates a decision in its initial state.
  ///
  /// - Parameter settings: The conditions for a tone in tune.
  package init(_ settings: Settings = Settings()) {
    self.settings = settings
  }

  /// Processes the next deviation.
  ///
  /// - Parameters:
  ///   - cents: The deviation of the tone from its target, or `nil` if the note has ended.
  ///   - time: Seconds, never decreasing.
  /// - Returns: The change, if any.
  package mutating func update(cents: Double?, at time: Double) -> Event? {
    guard let cents, cents.isFinite else { return end() }
    let limit = settings.tolerance * (isInTune ? Self.leavingFactor : 1)
    guard (cents.magnitude <= limit) != isInTune else {
      changingSince = nil
      return nil
    }
    let since = changingSince ?? time
    changingSince = since
    // Times are sums of hops: their rounding must not cost a reading.
    guard time - since >= (isInTune ? settings.leaveTime : settings.enterTime) - 1e-9 else {
      return nil
    }
    changingSince = nil
    isInTune.toggle()
    return isInTune ? .entered : .left
  }

  /// Ends the note, for example when the target changes.
  ///
  /// - Returns: ``Event/left`` if the tone was in tune.
  package mutating func end() -> Event? {
    changingSince = nil
    guard isInTune else { return nil }
    isInTune = false
    return .left
  }
}
