/// A clock without its type, counting from the moment when this was made.
package struct Timekeeper: Sendable {
  /// The time since the start.
  package let elapsed: @Sendable () -> Duration
  /// Waits; throws if the task is cancelled.
  package let sleep: @Sendable (Duration) async throws -> Void

  package init(_ clock: some Clock<Duration>) {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(for: $0) }
  }

  /// Waits until `moment` since the start; returns at once if it has passed.
  package func sleep(until moment: Duration) async throws {
    let left = moment - elapsed()
    if left > .zero { try await sleep(left) }
  }
}
