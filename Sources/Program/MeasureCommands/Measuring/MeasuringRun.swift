import ArgumentParser
import AudioDevices
import AudioFiles
import CommandKit
import LiveAudio
import PianoTuning

/// The words of a command that measures one kind of object.
protocol MeasuringWords: Sendable {
  associatedtype Meter: StrokeMeter where Meter.Refusal: CustomStringConvertible

  /// What to do, where nothing was played yet.
  var invitation: String { get }
  /// What to do about a clipped recording.
  var clippedRecording: String { get }

  /// Returns the line that a measurement is printed as, beside what it is compared with. A recording
  /// is named in it.
  func line(_ entry: Meter.File.Entry, in file: Meter.File, recording: String?) throws -> String

  /// Returns what is to be said about a measurement besides.
  func notices(
    _ entry: Meter.File.Entry, _ kept: KeptMeasurement, recording: String?
  ) -> [String]

  /// Returns what is measured so far, in a line of at most this many columns.
  func progress(_ session: MeasuringSession<Meter>, columns: Int) -> String
}

/// A run that measures strokes, from recordings or from the microphone, and stores each at once.
struct MeasuringRun<Words: MeasuringWords>: Sendable {
  let words: Words
  /// The file that is saved after each measurement, if that is wanted.
  let path: String?
  private(set) var session = MeasuringSession<Words.Meter>()

  init(_ words: Words, path: String?, aim: MeasuringAim) {
    self.words = words
    self.path = path
    session.aim = aim
  }

  /// Opens the file, or begins a new one, with what is to be changed in it.
  mutating func begin(_ change: (inout Words.Meter.File) throws -> Void) throws {
    if let path { session.file = try Words.Meter.File.loadOrBegin(path) }
    try change(&session.file)
    if let path { try session.file.save(path) }
  }

  /// Measures recordings of one stroke each.
  ///
  /// - Throws: `ExitCode` 1 if some of them could not be measured, 2 if none could.
  mutating func read(_ recordings: [String]) async throws {
    var failures = 0
    for recording in recordings {
      do {
        try await read(recording)
      } catch let error as AudioFileError {
        complain("\(error)")
        failures += 1
      } catch let error as Words.Meter.Refusal {
        complain("\(recording.printable): \(error)")
        failures += 1
      }
    }
    guard failures > 0 else { return }
    throw ExitCode(failures == recordings.count ? 2 : 1)
  }

  private mutating func read(_ recording: String) async throws {
    let source = SilencedSource(recording: recording, "measured")
    for try await event in Live(source: source, makeAnalysis: StrokeSplitter.init(recordingOf:)) {
      guard let outcome = try process(event) else { continue }
      if outcome.isClipped { complain("\(recording.printable): \(words.clippedRecording)") }
      switch outcome.result {
      case .measured(let entry): try store(entry, outcome.kept, recording: recording)
      case .refused(let error): throw error
      case .interrupted: continue
      }
    }
  }

  /// Measures strokes until the user ends it.
  func listen(_ device: MicrophoneOption) async throws {
    let status = StatusLine()
    let source = SavedSettings.load().microphone(named: device.microphone)
    let longest = Words.Meter.longestStroke
    try await untilStopped((), leave: status.clear) {
      defer { status.clear() }
      var run = self
      let strokes = Live(source: source) { StrokeSplitter(sampleRate: $0, longest: longest) }
      for try await event in strokes {
        status.clear()
        let outcome = try run.process(event)
        switch outcome?.result {
        case .measured(let entry):
          if outcome?.isClipped == true { complain(InputAdvice.clipped) }
          try run.store(entry, outcome?.kept ?? .nothing, recording: nil)
        case .refused(let error):
          complain("\(error)\(outcome?.isClipped == true ? " " + InputAdvice.clipped : "")")
        case .interrupted: complain(SoundNotice.incompleteStroke.text)
        case nil: event.complain()
        }
        let isFirst = if case .started = event { true } else { false }
        status.show(
          isFirst ? words.invitation : words.progress(run.session, columns: status.columns))
      }
    }
  }

  /// Follows an event of the sound.
  private mutating func process(
    _ event: LiveEvent<StrokeSplitter.Reading>
  ) throws -> MeasuringSession<Words.Meter>.Outcome? {
    switch event {
    case .started(_, let sampleRate): try session.start(sampleRate: sampleRate)
    case .reading(let stroke):
      session.aim.date = Words.Meter.File.now()
      return session.process(stroke)
    case .skipped, .dropped, .lost, .retrying, .resumed, .ended: break
    }
    return nil
  }

  /// Prints a measurement, and saves the file that it was added to.
  private func store(
    _ entry: Words.Meter.File.Entry, _ kept: KeptMeasurement, recording: String?
  ) throws {
    let line = try words.line(entry, in: session.file, recording: recording) + "\n"
    var outputs: [() throws -> Void] = [{ try ByteOutput.standardOutput.write(line) }]
    if let path { outputs.append { try session.file.save(path) } }
    defer {
      let kept = path == nil ? .nothing : kept
      for notice in words.notices(entry, kept, recording: recording) { complain(notice) }
    }
    try Outputs.deliver(outputs)
  }
}
