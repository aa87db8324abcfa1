import AudioFiles
import BellTuning
import CommandKit
import LiveAudio
import PianoTuning
import SignalProcessing

/// Measures the strokes of a stream, one after another.
struct StrikeReader: SampleAnalysis {
  /// The result of a stroke.
  enum Outcome: Sendable {
    case object(ObjectMeasurement, isClipped: Bool)
    case refused(ObjectMeterError, isClipped: Bool)
    /// Samples of the stroke are missing, so that its measurement would be wrong.
    case interrupted
  }

  /// The longest stroke that is waited for, in seconds.
  static let longest = 6.0

  private let object: SoundingObject
  private let meter: ObjectMeter
  private var splitter: StrokeSplitter
  private var whole: [Float]?  // of a file that is one stroke
  private let longestWhole: Int
  private var ready: [Outcome] = []

  init(
    _ object: SoundingObject, wholeIsOneStroke: Bool, sampleRate: Double
  ) throws(ObjectMeterError) {
    self.object = object
    meter = try ObjectMeter(sampleRate: sampleRate)
    splitter = StrokeSplitter(sampleRate: sampleRate, longest: Self.longest)
    whole = wholeIsOneStroke ? [] : nil
    longestWhole = Int(30 * sampleRate)
  }

  mutating func append(_ block: Span<Float>) {
    let samples = block.withUnsafeBufferPointer(Array.init)
    if let count = whole?.count {
      if count < longestWhole { whole? += samples }
    } else {
      for stroke in splitter.append(samples) { measure(stroke) }
    }
  }

  mutating func next() -> Outcome? { ready.isEmpty ? nil : ready.removeFirst() }

  mutating func interrupt() {
    if splitter.discard() { ready.append(.interrupted) }
  }

  mutating func finish() {
    if let last = whole ?? splitter.finish() { measure(last) }
  }

  static func delayed(_ outcome: Outcome, by seconds: Double) -> Outcome { outcome }

  private mutating func measure(_ samples: [Float]) {
    var clipping = ClippingCounter()
    clipping.append(samples)
    do {
      let measurement = try meter.measure(samples, as: object)
      ready.append(.object(measurement, isClipped: clipping.isClipped))
    } catch {
      ready.append(.refused(error, isClipped: clipping.isClipped))
    }
  }
}

extension StrikeReader {
  /// Returns the strokes of a source.
  static func strokes(
    of source: any AudioSource, _ object: SoundingObject, wholeIsOneStroke: Bool
  ) -> Live<StrikeReader> {
    Live(source: source) {
      try StrikeReader(object, wholeIsOneStroke: wholeIsOneStroke, sampleRate: $0)
    }
  }
}
