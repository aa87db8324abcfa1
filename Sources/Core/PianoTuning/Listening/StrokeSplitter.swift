internal import SignalProcessing

/// Cuts a stream into strokes: each from just before its onset until it is long enough, dies away
/// or the next object is struck.
package struct StrokeSplitter: SampleAnalysis {
  package enum Reading: Sendable, Equatable {
    /// A stroke; the beginning of one, where `isComplete` is false.
    case stroke([Float], isComplete: Bool)
    /// Samples of the stroke are missing.
    case interrupted
  }

  /// The longest stroke of a piano's key, in seconds.
  package static let longest = 4.0
  /// The longest part of a recording that is used, in seconds.
  private static let longestRecording = 30.0
  private static let before = 0.05
  /// The shortest time between strokes, in seconds.
  private static let shortest = 0.4
  /// The fall of the power from the highest at the end of a stroke, as a ratio.
  private static let fall = 1e-5

  private let sampleRate: Double
  private let longest: Double
  private let preview: Double
  private let stepSize: Int
  private let isRecording: Bool
  private var rise = StrokeRise()
  private var pending: [Float] = []
  private var stroke: [Float] = []
  private var recent: [Float] = []
  private var highest = 0.0
  private var isSounding = false
  private var ready: [Reading] = []
  private var readCount = 0  // of those

  /// Creates a splitter of a stream of strokes.
  ///
  /// - Parameters:
  ///   - sampleRate: In hertz.
  ///   - longest: The longest stroke, in seconds.
  ///   - preview: The age at which the beginning of a stroke is a reading, in seconds; `nil` for none.
  package init(
    sampleRate: Double, longest: Double = StrokeSplitter.longest, preview: Double? = nil
  ) {
    self.init(sampleRate, longest, preview, isRecording: false)
  }

  /// Creates a splitter of a recording, which is one stroke: at most 30 s of it are used.
  ///
  /// - Parameter sampleRate: In hertz.
  package init(recordingOf sampleRate: Double) {
    self.init(sampleRate, Self.longestRecording, nil, isRecording: true)
  }

  private init(_ sampleRate: Double, _ longest: Double, _ preview: Double?, isRecording: Bool) {
    self.sampleRate = sampleRate
    self.longest = longest
    self.preview = preview ?? .infinity
    self.isRecording = isRecording
    stepSize = StrokeRise.stepSize(sampleRate)
  }

  package mutating func append(_ block: Span<Float>) {
    let end = isRecording ? min(block.count, Int(longest * sampleRate) - stroke.count) : block.count
    for index in 0..<max(0, end) {
      if isRecording {
        stroke.append(block[index])
        continue
      }
      pending.append(block[index])
      if pending.count == stepSize {
        process(pending)
        pending.removeAll(keepingCapacity: true)
      }
    }
  }

  package mutating func next() -> Reading? {
    guard readCount < ready.count else {
      (ready, readCount) = ([], 0)
      return nil
    }
    defer { readCount += 1 }
    return ready[readCount]
  }

  /// Marks a gap in the samples: the stroke that sounds is dropped. In a recording nothing is missing.
  package mutating func interrupt() {
    if isSounding { ready.append(.interrupted) }
    discard()
  }

  /// Ends the stroke that sounds: it counts. Another one may follow.
  package mutating func finish() {
    if isSounding || isRecording { ready.append(.stroke(stroke, isComplete: true)) }
    (isSounding, stroke) = (false, [])
  }

  /// Drops the stroke that sounds, without a reading.
  package mutating func discard() {
    guard !isRecording else { return }
    (isSounding, stroke, recent) = (false, [], [])
    pending.removeAll(keepingCapacity: true)
  }

  package static func delayed(_ reading: Reading, by seconds: Double) -> Reading { reading }

  private mutating func process(_ part: [Float]) {
    let isOnset = rise.process(part)
    if isOnset, !isSounding || Double(stroke.count) > Self.shortest * sampleRate {
      finish()
      (stroke, isSounding, highest) = (recent, true, rise.power)
      rise.beginStroke()
    }
    if isSounding {
      let wasYoung = Double(stroke.count) < preview * sampleRate
      stroke += part
      highest = max(highest, rise.power)
      if Double(stroke.count) >= longest * sampleRate || rise.power < Self.fall * highest {
        finish()
      } else if wasYoung, Double(stroke.count) >= preview * sampleRate {
        ready.append(.stroke(stroke, isComplete: false))
      }
    }
    recent = Array((recent + part).suffix(Int(Self.before * sampleRate)))
  }
}
