import CommandKit
import Connections
import LiveAudio
import Metronome
import Synchronization

/// Prints each beat as a JSON object when it is heard, and what changes in a session.
final class BeatLines: Sendable {
  let log = BeatLog()

  private struct State {
    var lastFrame: Int64 = -1
    var session: SharedSession?
    var error: OutputError?
  }

  private let guide: (any ClickTrackGuide)?
  private let write: @Sendable (String) throws(OutputError) -> Void
  private let stop: @Sendable () -> Void
  private let state = Mutex(State())

  /// - Parameters:
  ///   - guide: What knows the times of samples, and the session.
  ///   - write: What takes the lines.
  ///   - stop: Ends the metronome: nobody reads the lines any more.
  init(
    guide: (any ClickTrackGuide)?,
    write: @escaping @Sendable (String) throws(OutputError) -> Void = { line throws(OutputError) in
      try ByteOutput.standardOutput.write(line + "\n")
    },
    stop: @escaping @Sendable () -> Void
  ) {
    (self.guide, self.write, self.stop) = (guide, write, stop)
  }

  /// Throws what has stopped the output, if something has.
  func finish() throws(OutputError) {
    if let error = state.withLock({ $0.error }) { throw error }
  }

  func handle(_ event: SoundPlayerEvent) {
    guard case .progress(let progress) = event else { return }
    let heard = Int64(progress.frameCount - progress.pendingFrameCount)
    let lines = state.withLock { state in
      [sessionLine(&state), beatLine(at: heard, &state)].compactMap { $0 }
    }
    do throws(OutputError) {
      for line in lines { try write(line.line()) }
    } catch {
      let isFirst = state.withLock { state in
        defer { state.error = state.error ?? error }
        return state.error == nil
      }
      if isFirst { stop() }
    }
  }

  private func sessionLine(_ state: inout State) -> JSON? {
    guard var session = guide?.session else { return nil }
    session.tempo = nil  // The beats say it.
    guard session != state.session else { return nil }
    state.session = session
    return [
      "event": "session", "peers": .number(session.peerCount),
      "playing": session.isPlaying.map(JSON.bool) ?? .null,
    ]
  }

  private func beatLine(at frame: Int64, _ state: inout State) -> JSON? {
    guard let entry = log.beat(at: frame), entry.click.frame != state.lastFrame else { return nil }
    state.lastFrame = entry.click.frame
    let time = guide?.time(of: entry.click.frame).map { Double($0) / 1e9 }
    let note = entry.tempo.note
    return [
      "event": "beat", "time": .number(time, decimals: 6), "bar": .number(entry.click.bar + 1),
      "beat": .number(entry.click.beat + 1),
      "tempo": .number(entry.tempo.beatsPerMinute),
      "note": .text("\(note.numerator)/\(note.denominator)"),
      "silent": .bool(entry.isMuted),
    ]
  }
}
