import Synchronization

/// A flag that is set once, from anywhere.
package final class StopFlag: Sendable {
  private let flag = Atomic<Bool>(false)

  package init() {}

  package var isSet: Bool { flag.load(ordering: .acquiring) }

  /// Returns whether the flag was clear until now.
  @discardableResult
  package func set() -> Bool { !flag.exchange(true, ordering: .acquiringAndReleasing) }
}
