package import LiveAudio
package import PianoTuning
import SignalProcessing

/// Measures the strokes of a stream, one after another.
package struct StrokeReader: SampleAnalysis {
  /// What came of a stroke.
  package enum Outcome: Sendable {
    case key(KeyMeasurement, isClipped: Bool)
    case refused(KeyMeterError, isClipped: Bool)
    /// Samples are missing of it: it would be measured wrong.
    case interrupted
  }

  private var meter: KeyMeter
  private var splitter: StrokeSplitter
  private var whole: [Float]?  // of a file that is one stroke
  private let longestWhole: Int
  private var ready: [Outcome] = []

  /// - Parameters:
  ///   - wholeIsOneStroke: Whether the stream is one stroke, as in a file.
  ///   - sampleRate: In hertz.
  /// - Throws: `KeyMeterError` for a sample rate that is too low or too high.
  package init(wholeIsOneStroke: Bool, sampleRate: Double) throws(KeyMeterError) {
    meter = try KeyMeter(sampleRate: sampleRate)
    splitter = StrokeSplitter(sampleRate: sampleRate)
    whole = wholeIsOneStroke ? [] : nil
    longestWhole = Int(30 * sampleRate)
  }

  package mutating func append(_ block: Span<Float>) {
    let samples = block.withUnsafeBufferPointer(Array.init)
    if let count = whole?.count {
      if count < longestWhole { whole? += samples }
    } else {
      for stroke in splitter.append(samples) { measure(stroke) }
    }
  }

  package mutating func next() -> Outcome? { ready.isEmpty ? nil : ready.removeFirst() }

  package mutating func interrupt() {
    if splitter.discard() { ready.append(.interrupted) }
  }

  package mutating func finish() {
    if let last = whole ?? splitter.finish() { measure(last) }
  }

  package static func delayed(_ outcome: Outcome, by seconds: Double) -> Outcome { outcome }

  private mutating func measure(_ samples: [Float]) {
    var clipping = ClippingCounter()
    clipping.append(samples)
    do {
      ready.append(.key(try meter.measure(samples), isClipped: clipping.isClipped))
    } catch {
      ready.append(.refused(error, isClipped: clipping.isClipped))
    }
  }
}

extension StrokeReader {
  /// The strokes of a source.
  package static func strokes(
    of source: any AudioSource, wholeIsOneStroke: Bool
  ) -> Live<StrokeReader> {
    Live(source: source) {
      try StrokeReader(wholeIsOneStroke: wholeIsOneStroke, sampleRate: $0)
    }
  }
}
