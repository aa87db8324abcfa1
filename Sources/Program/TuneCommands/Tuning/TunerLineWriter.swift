import ChordEstimation
package import CommandKit
import Connections
package import InstrumentTuning
package import LiveAudio
import MusicTheory
package import PitchEstimation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The tuner without a screen: lines on standard output until the source or the user ends it.
package struct TunerLineWriter: Sendable {
  package typealias Events = Live<TunerListener<AnyPitchTracker>>

  /// The format of the lines.
  enum Style: Sendable {
    /// For people: one line per change.
    case plain(hasUnicode: Bool)
    /// For programs: one JSON object per reading.
    case jsonLines
  }

  /// The ending of a run.
  enum Ending: Sendable, Hashable {
    /// The user, a signal or the reader of the output ended it.
    case stopped
    /// The source ended after a tone was detected.
    case heard
    /// The source ended without a tone, but maybe not without a sound.
    case silent(Silence)
  }

  /// How a verdict is printed.
  enum VerdictForm: Sendable {
    /// A line for each string or note, and a sentence, after the readings.
    case lines
    /// One JSON object, and no readings.
    case json
  }

  let style: Style
  /// The recorder of notes; `nil` for none.
  var recorder: NoteRecorder?
  /// The chords of the source, which are listened for while several tones sound.
  var chords = ChordWatch()
  /// The connection that passes readings to other programs; `nil` for none.
  var outlet: (any ReadingOutlet)?
  /// The verdict on all that was heard, which comes last; `nil` for none.
  var verdict: VerdictForm?
  /// How the verdict came about, for a sample rate.
  var provenance: @Sendable (_ sampleRate: Double) -> JSON = { _ in [:] }
  var output = ByteOutput.standardOutput

  /// Runs until the source ends, the reader of the output has gone, or a signal asks to stop; none
  /// of these is an error.
  @discardableResult
  func run(_ events: Events, _ model: TunerModel) async throws -> Ending {
    try await untilStopped(.stopped, closed: .heard, leave: { leave() }) {
      let ending: Result<Ending, any Error>
      do {
        ending = .success(try await feed(events, model))
      } catch {
        ending = .failure(error)
      }
      outlet?.finish()
      await recorder?.finish()
      return try ending.get()
    }
  }

  /// Ends a run whose source does not notice that it should end.
  private func leave() {
    outlet?.finish()
    recorder?.finishNow()
    let hasFailed = recorder?.hasLostNotes == true || outlet?.hasFailed == true
    if hasFailed { _exit(1) }  // as ExitStatus.someFailed
  }

  private func feed(_ events: Events, _ startModel: TunerModel) async throws -> Ending {
    var model = startModel
    var plain = PlainFeed(hasUnicode: false)
    if case .plain(let hasUnicode) = style { plain = PlainFeed(hasUnicode: hasUnicode) }
    plain.setup = model.state.setup
    defer { recorder?.recordLastNote(&model) }
    var buffer = TextBuffer(capacity: 256)
    var notice: String?
    var heard = TuningVerdict()
    var sampleRate: Double?
    for try await event in events {
      if case .started(_, let rate) = event { sampleRate = rate }
      let result = model.take(event)
      if verdict != .json { model.listen(with: chords) }
      if verdict != nil, let result { heard.add(result) }
      let problem = recorder?.record(event, &model)
      if recorder == nil { _ = model.takeEndedNotes() }
      if let text = problem ?? event.notice?.text { complain(text.printable) }
      // Notices of the model itself, such as the concert pitch that a tone has set.
      if model.state.notice != notice {
        notice = model.state.notice
        if let notice, notice != event.notice?.text { complain(notice.printable) }
      }
      if let text = outlet?.take(event, result.map(model.line)) { complain(text) }
      guard let result, verdict != .json else { continue }
      switch style {
      case .plain:
        if model.frozen != nil { plain.forget() }  // every note is a line
        if let line = plain.line(for: result, chord: model.state.chordHeard) {
          buffer.append(text: line + "\n")
        }
      case .jsonLines:
        model.line(for: result).append(to: &buffer)
      }
      guard !buffer.bytes.isEmpty else { continue }
      try output.write(buffer.bytes)  // each line at once, without delay
      buffer.removeAll()
    }
    if !Task.isCancelled { try write(&heard, model.state.setup, sampleRate.map(provenance)) }
    return Task.isCancelled ? .stopped : model.ending
  }

  private func write(
    _ heard: inout TuningVerdict, _ setup: TunerSetup, _ provenance: JSON?
  ) throws {
    guard let verdict else { return }
    heard.finish()
    var hasUnicode = false
    if case .plain(let isUnicode) = style { hasUnicode = isUnicode }
    guard var report = TuningReport(heard, setup, hasUnicode: hasUnicode) else { return }
    report.provenance = provenance ?? [:]
    switch verdict {
    case .lines: try output.write(report.lines.joined(separator: "\n") + "\n")
    case .json: try output.write(report.json + "\n")
    }
  }
}

extension TunerModel {
  /// Returns a reading for programs, with the note of its own frequency instead of the calmer one
  /// on the screen.
  package func line(for reading: TunerReading) -> ReadingLine {
    let setup = state.setup
    let target = ReadingLine.TargetPart(
      target: reading.target, concertPitch: setup.reference, temperament: setup.scale.name,
      isInTune: reading.isInTune, sound: reading.deviation == nil ? nil : reading.sound)
    let naming = NoteNaming(concertPitch: setup.reference, spelling: setup.spelling)
    let note = isListening ? naming.note(at: reading.pitch.frequency) : nil
    var line = ReadingLine(reading.pitch, note: note, target: target)
    line.target?.chord = isListening && !reading.isHeld ? state.chordHeard?.json : nil
    return line
  }
}

/// One line of text per change, for screen readers, logs and dumb terminals.
///
/// A change is a new note, a new verdict, the end of a note, or a cent or more; the last not more
/// than ten times a second.
struct PlainFeed: Sendable {
  let hasUnicode: Bool
  /// The setup, which names the notes.
  var setup = TunerSetup()
  private var last: Shown?

  private struct Shown {
    var deviation: NoteDeviation?
    var time: Double
    var sound = TunerSound.tone
    /// The chord that was told instead of the note.
    var chord: HeardChord?
  }

  init(hasUnicode: Bool) {
    self.hasUnicode = hasUnicode
  }

  /// Forgets what was printed last: the next note is a change.
  mutating func forget() { last = nil }

  /// Returns the line to print for a reading, if it is a change.
  ///
  /// - Parameters:
  ///   - reading: The next reading.
  ///   - chord: The chord that sounds, for the common divisor of several tones; `nil` while none is known.
  /// - Returns: One line; `nil` if nothing has changed.
  mutating func line(for reading: TunerReading, chord: HeardChord? = nil) -> String? {
    let time = reading.time
    guard let deviation = reading.deviation else {
      guard last?.deviation != nil else { return nil }
      last = Shown(deviation: nil, time: time)
      return stamp(time) + "-"
    }
    let chord = reading.sound == .commonDivisor ? chord : nil
    guard !reading.isHeld,
      reading.sound.verdict != last?.sound.verdict || isChange(to: deviation, chord, at: time)
    else { return nil }
    last = Shown(deviation: deviation, time: time, sound: reading.sound, chord: chord)
    if let chord { return stamp(time) + describe(chord) }
    let string = reading.target?.string.map { "  string \($0)" } ?? ""
    return stamp(time)
      + describe(deviation, degree: reading.target?.degree, sound: reading.sound) + string
  }

  private func isChange(to deviation: NoteDeviation, _ chord: HeardChord?, at time: Double) -> Bool
  {
    guard let last, let before = last.deviation else { return true }
    // A chord that is told is what counts, and not the common divisor of its tones.
    if let chord { return last.chord.map { chord.isChange(from: $0) } ?? true }
    if deviation.note != before.note || deviation.state != before.state { return true }
    return (deviation.cents - before.cents).magnitude >= 1 && time - last.time >= 0.1
  }

  private func stamp(_ time: Double) -> String {
    time.formatted(decimals: 2).right(8) + " s  "
  }

  /// For example `C: E4 12.0 sharp`.
  private func describe(_ chord: HeardChord) -> String {
    ChordText(chord: chord, setup: ChordSetup(setup), hasUnicode: hasUnicode).summary
  }

  /// For example `A4   -12.3 cents   436.88 Hz  flat, tune up`; far from the only string or note,
  /// `E2   +500.0 cents   110.00 Hz  sharp, far off: this is A2`.
  func describe(
    _ deviation: NoteDeviation, degree: Int? = nil, sound: TunerSound = .tone
  ) -> String {
    let display = setup.noteDisplay(hasUnicode: hasUnicode)
    let name =
      degree.map { setup.name(ofDegree: $0, hasUnicode: hasUnicode) }
      ?? (setup.target == .everything
        ? display.written(heard: deviation.note) : display.written(deviation.note))
    let cents = deviation.cents.signed(decimals: 1)
    let isFar = setup.mode.isFar(deviation.cents)
    let heard = isFar ? setup.nearestNote(to: deviation.frequency) : nil
    let advice = heard.map { "far off: this is \(display.written(heard: $0))" }
    let verdict =
      switch deviation.state {
      case _ where sound == .commonDivisor: TunerScreenState.severalTones
      case .flat where sound == .unexpectedBell: "\(TunerScreenState.bellLike), flat"
      case .inTune where sound == .unexpectedBell: "\(TunerScreenState.bellLike), in tune"
      case .sharp where sound == .unexpectedBell: "\(TunerScreenState.bellLike), sharp"
      case .flat: "flat, " + (advice ?? "tune up")
      case .inTune: "in tune"
      case .sharp: "sharp, " + (advice ?? "tune down")
      }
    let frequency = deviation.frequency.formatted(decimals: 2)
    return name.left(5) + cents.right(5) + " cents" + frequency.right(9)
      + " Hz  " + verdict
  }
}

extension TunerSound {
  /// What is said of the note instead of advice, or with it; `nil` for a tone.
  fileprivate var verdict: String? {
    switch self {
    case .tone, .strikeNote: nil
    case .unexpectedBell: TunerScreenState.bellLike
    case .commonDivisor: TunerScreenState.severalTones
    }
  }
}
