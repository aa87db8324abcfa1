package import CommandKit
package import Connections
package import InstrumentTuning
package import LiveAudio
import MusicTheory
package import PitchEstimation

/// The tuner without a view: lines on standard output until the source or the user ends it.
package struct TunerFeed: Sendable {
  package typealias Events = Live<AnyPitchTracker>

  /// What the lines are.
  package enum Style: Sendable {
    /// For people: one line per change.
    case plain(hasUnicode: Bool)
    /// For programs: one JSON object per reading.
    case jsonLines
  }

  /// How a run ended.
  package enum Ending: Sendable, Hashable {
    /// The user, a signal or the reader of the output ended it.
    case stopped
    /// The source ended after a tone was heard.
    case heard
    /// The source ended, and no tone was heard; the sound may have been beyond the range.
    case silent(RangeSide?)
  }

  let style: Style
  /// Keeps the notes; `nil` for none.
  var keeper: SessionKeeper?
  /// Passes the readings on; `nil` if nobody asked for them.
  var outlet: (any ReadingOutlet)?
  package var output = ByteOutput.standardOutput

  package init(
    style: Style, keeper: SessionKeeper? = nil, outlet: (any ReadingOutlet)? = nil,
    output: ByteOutput = .standardOutput
  ) {
    self.style = style
    self.keeper = keeper
    self.outlet = outlet
    self.output = output
  }

  /// Runs until the source ends, the reader of the output has gone, or a signal asks to stop; none
  /// of these is an error.
  @discardableResult
  package func run(_ events: Events, _ model: TunerModel) async throws -> Ending {
    try await untilStopped(.stopped, leave: { [outlet] in outlet?.finish() }) {
      let ending: Result<Ending, any Error>
      do {
        ending = .success(try await feed(events, model))
      } catch {
        ending = .failure(error)
      }
      outlet?.finish()
      await keeper?.finish()
      return try ending.get()
    }
  }

  private func feed(_ events: Events, _ startModel: TunerModel) async throws -> Ending {
    var model = startModel
    var plain = PlainFeed(hasUnicode: false)
    if case .plain(let hasUnicode) = style { plain = PlainFeed(hasUnicode: hasUnicode) }
    plain.setup = model.state.setup
    defer { keeper?.takeLastNote(&model) }
    var buffer = TextBuffer(capacity: 256)
    var notice: String?
    for try await event in events {
      let result = model.take(event)
      let problem = keeper?.take(event, &model)
      if keeper == nil { _ = model.takeEndedNotes() }
      if let text = problem ?? event.notice { complain(text.printable) }
      // What the model has to say besides, such as the concert pitch that it has heard.
      if model.state.notice != notice {
        notice = model.state.notice
        if let notice, notice != event.notice { complain(notice.printable) }
      }
      if let text = outlet?.take(event, result.map(model.line)) { complain(text) }
      guard let result else { continue }
      switch style {
      case .plain:
        if let line = plain.line(for: result) { buffer.append(text: line + "\n") }
      case .jsonLines:
        model.line(for: result).append(to: &buffer)
      }
      guard !buffer.bytes.isEmpty else { continue }
      try output.write(buffer.bytes)  // each line at once: somebody waits for it
      buffer.removeAll()
    }
    return Task.isCancelled ? .stopped : model.ending
  }
}

extension TunerModel {
  /// A reading as programs get it: with the note of each frequency as it comes, not the calmer one of the display.
  package func line(for reading: TunerReading) -> ReadingLine {
    let setup = state.setup
    let target = ReadingLine.TargetPart(
      target: reading.target, concertPitch: setup.reference, temperament: setup.scale.name,
      isInTune: reading.isInTune)
    let naming = NoteNaming(concertPitch: setup.reference, spelling: setup.spelling)
    let note = isListening ? naming.note(at: reading.pitch.frequency) : nil
    return ReadingLine(reading.pitch, note: note, target: target)
  }
}
