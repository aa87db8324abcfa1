internal import SignalProcessing

/// Measures objects that are struck one after another, and keeps them in a file: the keys of a
/// piano, or bells and their kin.
///
/// Each stroke is measured, and judged against what the file has of the same object. A face of a program
/// sets the aim, passes samples on and shows the outcomes. One that hears its sound through `Live`
/// lets that run the ``StrokeSplitter``, and passes what it finds to ``process(_:)``.
///
/// - Complexity: A stroke costs what its meter does: up to a second of computing. Allocates.
package struct MeasuringSession<Meter: StrokeMeter>: SampleAnalysis {
  /// What became of a stroke.
  package struct Outcome: Sendable {
    package enum Result: Sendable {
      case measured(Meter.File.Entry)
      case refused(Meter.Refusal)
      /// Samples of the stroke are missing, so that its measurement would be wrong.
      case interrupted
    }

    package var result: Result
    /// True if the stroke reached full scale, and so is probably clipped.
    package var isClipped = false
    /// False for a first result, by the beginning of a stroke that goes on.
    package var isFinal = true
    /// What the file has done with the measurement.
    package var kept = KeptMeasurement.nothing
  }

  /// The measurements so far, and what they are compared with.
  package var file = Meter.File()
  /// What the next strokes are for.
  package var aim = MeasuringAim()
  private var meter: Meter?
  private var splitter: StrokeSplitter?

  /// Creates a session with an empty file, which tunes.
  package init() {}

  /// Starts to listen. File and aim stay as they are.
  ///
  /// - Parameter sampleRate: Samples per second.
  /// - Throws: The meter's error for a rate that is too low or too high.
  package mutating func start(sampleRate: Double) throws(Meter.Refusal) {
    (meter, splitter) = (nil, nil)
    meter = try Meter(sampleRate: sampleRate)
    splitter = StrokeSplitter(
      sampleRate: sampleRate, longest: Meter.longestStroke, preview: Meter.preview)
  }

  package mutating func append(_ block: Span<Float>) { splitter?.append(block) }

  package mutating func next() -> Outcome? {
    while let reading = splitter?.next() {
      if let outcome = process(reading) { return outcome }
    }
    return nil
  }

  package mutating func interrupt() { splitter?.interrupt() }

  /// Ends the stroke that sounds: it counts. Another one may follow.
  package mutating func finish() { splitter?.finish() }

  /// Drops the stroke that sounds, without an outcome.
  package mutating func discard() { splitter?.discard() }

  package static func delayed(_ outcome: Outcome, by seconds: Double) -> Outcome { outcome }

  /// Measures a stroke, and keeps the result if that is the aim.
  ///
  /// - Parameter reading: What a splitter found.
  /// - Returns: `nil` where a longer sound may tell more, and before the start.
  package mutating func process(_ reading: StrokeSplitter.Reading) -> Outcome? {
    guard case .stroke(let samples, let isComplete) = reading else {
      return Outcome(result: .interrupted)
    }
    var clipping = ClippingCounter()
    clipping.append(samples)
    do throws(Meter.Refusal) {
      guard let entry = try meter?.entry(of: samples, for: file, aim) else { return nil }
      let isKept = isComplete && aim.purpose.stage != nil
      return Outcome(
        result: .measured(entry), isClipped: clipping.isClipped, isFinal: isComplete,
        kept: isKept ? file.add(entry) : .nothing)
    } catch {
      guard isComplete else { return nil }
      return Outcome(result: .refused(error), isClipped: clipping.isClipped)
    }
  }
}
