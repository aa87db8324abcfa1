#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Which sessions to find.
public struct HistoryFilter: Sendable, Hashable {
  /// Only sessions that began then or later.
  public var since: Date?
  /// Only sessions that began before then.
  public var until: Date?
  /// Only sessions whose title contains this text, in either case.
  public var title: String?

  /// Creates a filter.
  ///
  /// - Parameters:
  ///   - since: Only sessions that began then or later; all by default.
  ///   - until: Only sessions that began before then; all by default.
  ///   - title: Only sessions whose title contains this text, in either case; all by default.
  public init(since: Date? = nil, until: Date? = nil, title: String? = nil) {
    self.since = since
    self.until = until
    self.title = title
  }
}
