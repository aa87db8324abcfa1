import Synchronization

/// Says that an input ended too early.
///
/// - Parameters:
///   - name: What the user calls the input.
///   - done: What was done with the rest, as "tracked".
package func complainOfCutOff(_ name: String, _ done: String) {
  complain("\(name) is truncated or damaged. The part that exists was \(done).")
}

/// Whether an input was found to end too early; told when nothing else is on the screen.
package final class CutOff: Sendable {
  private let flag = Atomic(false)

  package init() {}

  /// The input has ended too early.
  package func note() { flag.store(true, ordering: .relaxed) }

  /// Says so, if it was.
  package func report(_ name: String, _ done: String) {
    if flag.load(ordering: .relaxed) { complainOfCutOff(name, done) }
  }
}
