import AudioFiles
import CommandKit
package import PianoTuning
import SignalProcessing

/// What measures one stroke: of a piano's key, or of a bell.
package protocol StrokeMeter: Sendable {
  associatedtype Measurement: Sendable
  associatedtype Refusal: Error & CustomStringConvertible

  mutating func measure(_ stroke: [Float]) throws(Refusal) -> Measurement
}

extension KeyMeter: StrokeMeter {}

/// Measures the strokes of a stream, one after another.
package struct StrokeReader<Meter: StrokeMeter>: SampleAnalysis {
  /// The result of a stroke.
  package enum Outcome: Sendable {
    case measured(Meter.Measurement, isClipped: Bool)
    case refused(Meter.Refusal, isClipped: Bool)
    /// Samples of the stroke are missing, so that its measurement would be wrong.
    case interrupted
  }

  private var meter: Meter
  private var splitter: StrokeSplitter
  private var whole: [Float]?  // of a file that is one stroke
  private let longestWhole: Int
  private var ready: [Outcome] = []

  /// - Parameters:
  ///   - meter: What measures each.
  ///   - longest: The longest stroke that is waited for, in seconds.
  ///   - wholeIsOneStroke: Whether the stream is one stroke, such as a file.
  ///   - sampleRate: In hertz.
  package init(
    _ meter: Meter, longest: Double = StrokeSplitter.longest, wholeIsOneStroke: Bool,
    sampleRate: Double
  ) {
    self.meter = meter
    splitter = StrokeSplitter(sampleRate: sampleRate, longest: longest)
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
      ready.append(.measured(try meter.measure(samples), isClipped: clipping.isClipped))
    } catch {
      ready.append(.refused(error, isClipped: clipping.isClipped))
    }
  }
}
