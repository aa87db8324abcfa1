import CommandIO
package import LiveAudio
package import PianoTuning
import SignalProcessing

/// Measures the strokes of a source, one after another.
package struct StrokeReader: Sendable {
  /// What came of a stroke.
  package enum Outcome: Sendable {
    /// The source is open.
    case started
    case key(KeyMeasurement, isClipped: Bool)
    case refused(KeyMeterError, isClipped: Bool)
    /// The microphone went away, or could not be followed.
    case lost(String)
  }

  private let wholeIsOneStroke: Bool

  /// - Parameter wholeIsOneStroke: Whether all that the source has is one stroke, as in a file.
  package init(wholeIsOneStroke: Bool) { self.wholeIsOneStroke = wholeIsOneStroke }

  /// Runs until the source ends.
  ///
  /// - Parameters:
  ///   - source: The sound.
  ///   - report: Gets each stroke; returns whether to go on.
  /// - Throws: What the source throws.
  package func run(
    _ source: any AudioSource, _ report: (Outcome) throws -> Bool
  ) async throws {
    var meter: KeyMeter?
    var splitter: StrokeSplitter?
    var whole: [Float] = []
    var limit = 0
    for try await event in source.start() {
      switch event {
      case .started(_, let sampleRate):
        do {
          meter = try KeyMeter(sampleRate: sampleRate)
        } catch {
          _ = try report(.refused(error, isClipped: false))
          return
        }
        splitter = StrokeSplitter(sampleRate: sampleRate)
        limit = Int(30 * sampleRate)
        guard try report(.started) else { return }
      case .block(let samples):
        if wholeIsOneStroke {
          if whole.count < limit { whole += samples }
          continue
        }
        for stroke in splitter?.append(samples) ?? [] {
          guard try report(Self.measured(stroke, &meter)) else { return }
        }
      case .lost(let reason):
        splitter?.discard()
        guard try report(.lost(reason)) else { return }
      case .dropped:
        // A stroke with a gap would be measured wrong.
        guard splitter?.discard() ?? false else { continue }
        guard try report(.lost(InputAdvice.dropped)) else { return }
      case .retrying, .resumed, .ended: break
      }
    }
    guard !Task.isCancelled else { return }
    if wholeIsOneStroke {
      _ = try report(Self.measured(whole, &meter))
    } else if let last = splitter?.finish() {
      _ = try report(Self.measured(last, &meter))
    }
  }

  private static func measured(_ samples: [Float], _ meter: inout KeyMeter?) -> Outcome {
    guard var used = meter else { return .refused(.silent, isClipped: false) }
    defer { meter = used }
    var clipping = ClippingCounter()
    clipping.append(samples)
    do {
      return .key(try used.measure(samples), isClipped: clipping.isClipped)
    } catch {
      return .refused(error, isClipped: clipping.isClipped)
    }
  }
}
