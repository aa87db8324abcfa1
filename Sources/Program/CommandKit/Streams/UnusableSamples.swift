import AudioFiles
package import LiveAudio
import SignalProcessing
import Synchronization

/// Silences the samples of a recording that are not sound, and counts them.
///
/// A file of floating-point samples may hold NaN, infinities or garbage. Every command that reads
/// files treats them alike: they count as silence, and the user is told how many there were.
package struct UnusableSamples: Sendable {
  /// The number of samples so far that were silenced.
  package private(set) var count = 0

  package init() {}

  /// Silences and counts those of the next block.
  package mutating func silence(_ block: inout [Float]) {
    // False for NaN as well.
    guard !block.allSatisfy({ $0.magnitude <= Framer.largestMagnitude }) else { return }
    for index in block.indices where !(block[index].magnitude <= Framer.largestMagnitude) {
      block[index] = 0
      count += 1
    }
  }

  /// Tells a user on standard error, if there were any.
  ///
  /// - Parameter name: The input as the user named it.
  package func report(_ name: String) { Self.report(count, in: name) }

  /// Tells a user on standard error of samples that others have counted, if there are any.
  ///
  /// - Parameters:
  ///   - count: Their number.
  ///   - name: The input as the user named it.
  package static func report(_ count: Int, in name: String) {
    guard count > 0 else { return }
    complain(
      "\(name) has samples that are not sound (NaN, infinite or huge): \(count). They count as "
        + "silence.")
  }
}

/// A recording or a pipe whose samples that are not sound are silenced.
package struct SilencedSource: AudioSource {
  private let source: any AudioSource
  private let onEnd: @Sendable (_ count: Int) -> Void

  /// Wraps a source.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - onEnd: Gets the number of silenced samples at the end of each session, if there are any.
  package init(_ source: any AudioSource, onEnd: @escaping @Sendable (_ count: Int) -> Void) {
    (self.source, self.onEnd) = (source, onEnd)
  }

  /// Creates a source for a command without a full-screen view, which reports at its end what is
  /// wrong with the file.
  ///
  /// - Parameters:
  ///   - path: The file. Its channels are mixed.
  ///   - done: The fate of the part that exists if the file is truncated, such as "scored".
  package init(recording path: String, _ done: String) {
    let file = FileSource(path: path, onTruncation: { complainOfCutOff(path, done) })
    self.init(file) { UnusableSamples.report($0, in: path) }
  }

  /// Starts from the beginning, or joins the session that already runs.
  package func start() -> AudioSourceEvents {
    let samples = SessionSamples()
    return source.start().map { [onEnd] event in
      switch event {
      case .block(var block):
        samples.values.withLock { $0.silence(&block) }
        return .block(block)
      case .ended:
        let count = samples.values.withLock { $0.count }
        if count > 0 { onEnd(count) }
        return event
      default: return event
      }
    }
  }

  /// Ends the session.
  package func stop() async { await source.stop() }

  /// Those of one session, whose events come one after another.
  private final class SessionSamples: Sendable {
    let values = Mutex(UnusableSamples())
  }
}
