import ArgumentParser

/// The outputs of one result, such as a file and standard output: where one of them fails, the
/// others are delivered all the same.
package enum Outputs {
  /// Makes all outputs, in order, and reports those that fail.
  ///
  /// - Parameter outputs: Each writes one output.
  /// - Throws: `ExitCode` 1 if some outputs failed, 2 if all did; `OutputError.closed` if nothing
  ///   failed but that the reader of a pipe has gone.
  package static func deliver(_ outputs: [() throws -> Void]) throws {
    var failures = 0
    var isClosed = false
    for output in outputs {
      do {
        try output()
      } catch OutputError.closed {
        isClosed = true
      } catch is ExitCode {  // reported already
        failures += 1
      } catch {
        complain("\(error)")
        failures += 1
      }
    }
    if failures > 0 {
      throw failures < outputs.count ? ExitStatus.someFailed : ExitStatus.nothingDone
    }
    if isClosed { throw OutputError.closed }
  }
}
