import CommandKit
import InstrumentTuning
package import LiveAudio
import MusicTheory
import PolyphonicTuning

/// Writes all strings of each strum as lines, until the source or the user ends it.
struct StrumLineWriter: Sendable {
  let setup: StrumSetup
  let style: TunerLineWriter.Style
  var output = ByteOutput.standardOutput

  init(
    _ setup: StrumSetup, style: TunerLineWriter.Style, output: ByteOutput = .standardOutput
  ) {
    self.setup = setup
    self.style = style
    self.output = output
  }

  /// Runs until the source ends, the reader of the output has gone, or a signal asks to stop; none
  /// of these is an error.
  @discardableResult
  func run(_ source: any AudioSource) async throws -> TunerLineWriter.Ending {
    try await untilStopped(.stopped, closed: .heard) { try await feed(source) }
  }

  private func feed(_ source: any AudioSource) async throws -> TunerLineWriter.Ending {
    var buffer = TextBuffer(capacity: 2048)
    var (hasHeard, isOther) = (false, false)
    for try await event in setup.strums(of: source) {
      event.complain()
      guard case .reading(let state) = event else { continue }
      hasHeard = hasHeard || !state.presentIndices.isEmpty
      isOther = isOther || state.isOther
      switch style {
      case .plain(let hasUnicode):
        buffer.append(text: state.plainLine(setup, hasUnicode: hasUnicode) + "\n")
      case .jsonLines: state.append(to: &buffer)
      }
      try output.write(buffer.bytes)  // each line at once, without delay
      buffer.removeAll()
    }
    guard !Task.isCancelled else { return .stopped }
    return hasHeard ? .heard : .silent(isOther ? .otherStrings : .quiet)
  }
}

extension StrumState {
  /// For example `   0.53 s  6 E2 -12.3 flat   5 A2 ok   4 D3 +5.1 sharp   3 G3 -`.
  func plainLine(_ setup: StrumSetup, hasUnicode: Bool) -> String {
    var line = time.formatted(decimals: 2).right(8) + " s"
    for row in rows {
      line += "  \(row.string.number) \(setup.name(row.string, hasUnicode: hasUnicode)) "
      guard let cents = row.cents else {
        line += "-"
        continue
      }
      let word = row.beat.isMerged ? Row.mergedText : row.verdict(setup.tolerance).word
      line += "\(cents.signed(decimals: 1)) \(word)"
      if let beat = row.beatText { line += " (beat \(beat))" }
      if row.isGliding { line += " (gliding)" }
    }
    return problem.map { "\(line)  ! \($0)" } ?? line
  }
}

extension StrumState.Row {
  /// The beat frequency with the other strings of its course, such as `1.25 Hz`.
  var beatText: String? { beat.frequency.map { "\($0.formatted(decimals: 2)) Hz" } }

  /// The text instead of a verdict, while two strings that are tuned alike are measured as one.
  static let mergedText = "two strings, not separated yet"

  /// The state of a string.
  func verdict(_ tolerance: Double) -> NoteDeviation.State {
    NoteDeviation.State(cents: cents ?? 0, tolerance: tolerance)
  }
}

extension StrumState {
  /// Appends a reading as one line of JSON.
  func append(to buffer: inout TextBuffer) {
    buffer.append("{\"time\":")
    buffer.append(time, decimals: 3)
    buffer.append(",\"centre\":")
    buffer.append(center, decimals: 3)
    buffer.append(",\"view\":")
    switch view {
    case .strings: buffer.append("\"strings\"")
    case .string: buffer.append("\"string\"")
    }
    buffer.append(isOther ? ",\"sound\":\"other\"" : ",\"sound\":\"strings\"")
    buffer.append(isClipped ? ",\"clipped\":true" : ",\"clipped\":false")
    buffer.append(",\"strings\":[")
    for index in rows.indices {
      if index > 0 { buffer.append(",") }
      append(rows[index], to: &buffer)
    }
    buffer.append("]}\n")
  }

  private func append(_ row: Row, to buffer: inout TextBuffer) {
    let isPresent = row.cents != nil
    buffer.append("{\"string\":")
    buffer.append(row.string.number)
    buffer.append(",\"note\":\"")
    buffer.append(text: row.string.pitch.note.asciiDescription)
    buffer.append("\",\"target\":")
    buffer.append(row.target, decimals: 4)
    buffer.append(",\"cents\":")
    buffer.append(json: row.cents, decimals: 2)
    buffer.append(",\"frequency\":")
    buffer.append(json: isPresent ? row.frequency : nil, decimals: 4)
    buffer.append(",\"error\":")
    buffer.append(json: isPresent ? row.error : nil, decimals: 2)
    buffer.append(",\"beat\":")
    buffer.append(json: row.beat.frequency, decimals: 3)
    buffer.append(",\"beatError\":")
    buffer.append(json: row.beat.frequency == nil ? nil : row.beat.error, decimals: 3)
    buffer.append(",\"beatLimit\":")
    buffer.append(json: row.beat.limit, decimals: 3)
    buffer.append(row.beat.isMerged ? ",\"merged\":true" : ",\"merged\":false")
    buffer.append(row.isGliding ? ",\"gliding\":true" : ",\"gliding\":false")
    buffer.append(isPresent ? ",\"present\":true}" : ",\"present\":false}")
  }
}

/// A source that passes its sound on, and reports the strums in it.
package struct StrumTap: AudioSource {
  private let source: any AudioSource
  private let setup: StrumSetup
  private let report: @Sendable ([UInt8]) -> Void

  /// - Parameters:
  ///   - source: The source of the sound.
  ///   - setup: The strings.
  ///   - report: Called with each reading, as a line of JSON.
  package init(
    _ source: any AudioSource, _ setup: StrumSetup, report: @escaping @Sendable ([UInt8]) -> Void
  ) {
    (self.source, self.setup, self.report) = (source, setup, report)
  }

  package func start() -> AudioSourceEvents {
    let feed = AnalysisFeed { [setup] in try StrumListener(setup, sampleRate: $0) }
    let session = StrumTapSession(source.start(), feed, report)
    return AudioSourceEvents { try await session.next() }
  }

  package func stop() async { await source.stop() }
}

private actor StrumTapSession {
  private var events: AudioSourceEvents.Iterator
  private var feed: AnalysisFeed<StrumListener>
  private let report: @Sendable ([UInt8]) -> Void
  private var buffer = TextBuffer(capacity: 2048)

  init(
    _ events: AudioSourceEvents, _ feed: AnalysisFeed<StrumListener>,
    _ report: @escaping @Sendable ([UInt8]) -> Void
  ) {
    (self.feed, self.report) = (feed, report)
    self.events = events.makeAsyncIterator()
  }

  func next() async throws -> AudioSourceEvent? {
    var events = events
    guard let event = try await events.next(isolation: self) else { return nil }
    var outputs: [LiveEvent<StrumState>] = []
    try feed.process(event, to: &outputs)
    for case .reading(let state) in outputs {
      buffer.removeAll()
      state.append(to: &buffer)
      report(buffer.bytes)
    }
    return event
  }
}
