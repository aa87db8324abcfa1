import AudioDevices
import CommandKit
import LiveAudio
import PianoTuning
import SignalProcessing
import Synchronization

/// The full-screen view of the key that sounds: one task listens, one draws, and one measures unisons,
/// which takes longer than a frame.
final class PianoApp: ListeningProgram {
  private let setup: PianoTuningSetup
  private let session: TerminalSession
  private let capabilities: Capabilities
  private let makeSink: @Sendable () -> any AudioSink
  private let tone = Mutex<ReferenceTone?>(nil)
  let status: ScreenStatus<PianoState>

  init(
    _ setup: PianoTuningSetup, session: TerminalSession, capabilities: Capabilities,
    makeSink: @escaping @Sendable () -> any AudioSink = { SpeakerSink() }
  ) {
    self.setup = setup
    self.session = session
    self.capabilities = capabilities
    self.makeSink = makeSink
    status = ScreenStatus(PianoState(tolerance: setup.tolerance))
  }

  /// Runs until the source ends or the user quits, and gives the terminal back in any case.
  ///
  /// - Returns: True if a key was detected, or the user has quit.
  /// - Throws: What the source throws, after the terminal has been given back.
  func run(_ source: any AudioSource) async throws -> Bool {
    let listener = Task { await status.follow { try await listen(to: source) } }
    defer { listener.cancel() }
    try await show(on: session, every: .milliseconds(50)) { size in
      let view = PianoView(
        setup: setup, state: status.shown, size: size, capabilities: capabilities)
      return view.lines()
    }
    await silenceTone()
    try status.throwError()
    return status.shown.hasHeard || !status.hasSourceEnded
  }

  private func listen(to source: any AudioSource) async throws {
    for try await event in setup.keys(of: source) {
      status.change { state in
        if case .reading(.key(let reading)) = event { state.show(reading) }
        if let advice = event.advice { state.notice = advice }
      }
      if case .reading(.stroke(let stroke)) = event { measure(stroke) }
      status.start()
    }
  }

  func press(_ key: KeyPress) {
    guard status.shown.showsHelp || !Self.isQuit(key) else { return leave() }
    let targets = setup.targets
    let (before, after) = status.change { state in
      let before = state.tone
      state.press(key, targets: targets)
      return (before, state.tone)
    }
    guard before != after, let after else { return }
    if after.isEnding { reference.stop() } else { reference.sound(after.frequency) }
  }

  private var reference: ReferenceTone {
    tone.withLock { tone in
      if let tone { return tone }
      let new = ReferenceTone(makeSink: makeSink) { [weak self] error in
        self?.status.change { $0.toneEnded(error.map { "\($0)" }) }
      }
      tone = new
      return new
    }
  }

  /// Lets a reference tone fade out, which takes half a second with what waits in the device.
  private func silenceTone() async {
    guard let tone = tone.withLock({ $0 }) else { return }
    tone.stop()
    for _ in 0..<100 where status.shown.tone != nil {
      try? await Task.sleep(for: .milliseconds(10))
    }
  }

  /// Measures a unison in the background, and shows it if no other key was struck meanwhile.
  private func measure(_ stroke: KeyStroke) {
    let number = status.shown.strokeCount
    Task.detached { [status] in
      guard let unison = stroke.unison() else { return }
      status.change { $0.show(unison, ofStroke: number) }
    }
  }
}

/// Draws the key that sounds: its name in large letters, cents in large ones where there is room, a
/// strobe of its partial, a word, and the beats of its strings.
struct PianoView {
  let setup: PianoTuningSetup
  let state: PianoState
  let size: TerminalSize
  let capabilities: Capabilities

  private var symbols: Symbols { capabilities.hasUnicode ? .unicode : .ascii }

  func lines() -> [String] {
    var canvas = Canvas(size: size)
    canvas.draw(
      setup.title.printable.fitted(to: size.columns - 2, ellipsis: symbols.ellipsis), row: 0,
      column: 1, style: .strong)
    if let reading = state.reading { draw(reading, on: &canvas) }
    if let notice = state.notice {
      canvas.draw("! \(notice.printable)", row: size.rows - 2, column: 1, style: .warning)
    }
    canvas.draw(footer, row: size.rows - 1, column: 1, style: .faint)
    if state.showsHelp { canvas.drawKeyHelp(PianoState.keys) }
    return canvas.lines(hasColor: capabilities.hasColor)
  }

  private var footer: String {
    let tone = state.tone.map { $0.isEnding ? "r tone" : "r end tone" } ?? "r tone (mic off)"
    return "? keys  q quit  \(tone)  \(state.isPaused ? "p resume" : "p pause")  "
      + "[ ] tolerance \(state.tolerance.plainText) cents"
  }

  private func draw(_ reading: KeyListener.Reading, on canvas: inout Canvas) {
    let word = reading.word(state.tolerance)
    let style: TextStyle = word == "in tune" ? .good : word == "flat" ? .low : .high
    var row = drawLarge(reading.key.name, from: 2, on: &canvas, style: style)
    let cents = reading.cents.signed(decimals: 1)
    if size.rows - row > 12 {
      row = drawLarge(cents, from: row + 1, on: &canvas, style: style)
    }
    row = min(row + 1, size.rows - 5)
    canvas.drawCentered(strobe, row: row, style: style)
    let target = setup.targets[reading.key.index]
    canvas.drawCentered(
      "\(reading.cents.signed(decimals: 2)) cents  \(word)   partial \(reading.partial): "
        + "\(reading.frequency.formatted(decimals: 2)) of "
        + "\(target.partialFrequency.formatted(decimals: 2)) Hz", row: row + 1, style: style)
    canvas.drawCentered(
      unisonText, row: row + 2,
      style: state.unison.map { $0.audibleBeats.isEmpty ? .good : .warning } ?? .faint)
  }

  /// - Returns: The row below.
  private func drawLarge(
    _ text: String, from top: Int, on canvas: inout Canvas, style: TextStyle
  ) -> Int {
    let big = BigText(
      text, plain: text, scales: [.cells(width: 2, height: 1), .halfBlocks],
      columns: size.columns - 2, dot: symbols.dot)
    var row = top
    for line in big.lines where row < size.rows - 6 {
      canvas.draw(line, row: row, column: (size.columns - big.columns) / 2, style: style)
      row += 1
    }
    return row
  }

  private var unisonText: String {
    guard let unison = state.unison else {
      return "Hold the key: its beats are measured after 2 s."
    }
    return unison.text.count < size.columns ? unison.text : unison.audibleBeats.beatText
  }

  /// Bars that move to the right while the key is sharp, and stand still when it is in tune.
  private var strobe: String {
    let period = 8
    let shift = Int((state.phase * Double(period)).rounded())
    let columns = max(period, size.columns - 8)
    return String(
      (0..<columns).map { column in
        let place = ((column - shift) % period + period) % period
        return place < period / 2 ? symbols.dot : " "
      })
  }
}
