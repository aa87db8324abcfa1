import CommandKit
import InstrumentTuning
import PolyphonicTuning
import SignalProcessing

/// The lines near a target at one time, for lines of text and for plots.
struct BeatReading: Sendable {
  struct Line: Sendable {
    var frequency: Double
    /// One standard error, in hertz.
    var error: Double
    var cents: Double
    /// In decibels of full scale.
    var level: Double
    /// In nepers per second.
    var decay: Double
  }

  /// The beat of two lines, which are numbered from 1.
  struct Beat: Sendable {
    var lines: (Int, Int)
    var frequency: Double
    var error: Double
  }

  /// The end and the length of the samples that were measured, in seconds.
  var time: Double
  var duration: Double
  var target: Double
  /// The smallest distance of two lines that are told apart, in hertz.
  var limit: Double
  var lines: [Line]
  /// The beat of each line with the next one.
  var beats: [Beat]

  init(_ tracker: borrowing BeatTracker) {
    let analyzer = tracker.analyzer
    (time, duration) = (tracker.time, tracker.duration)
    (target, limit) = (analyzer.target, analyzer.limit)
    lines = analyzer.lines.map { line in
      Line(
        frequency: line.frequency, error: line.error,
        cents: Elementary.cents(ofRatio: line.frequency / analyzer.target),
        level: 20 * Elementary.log(max(1e-9, line.amplitude)) / Elementary.log(10.0),
        decay: line.decay)
    }
    beats = analyzer.lines.indices.dropLast().map { index in
      let beat = analyzer.beat(index, index + 1)
      return Beat(lines: (index + 1, index + 2), frequency: beat.frequency, error: beat.error)
    }
  }

  // MARK: - Text

  /// For example `   2.00 s  440.012 ±0.003 Hz  442.310 ±0.004 Hz  beat 2.298 ±0.005 Hz`.
  var plainLine: String {
    var text = time.formatted(decimals: 2).right(8) + " s"
    guard !lines.isEmpty else { return text + "  -" }
    for line in lines {
      text += "  \(line.frequency.formatted(decimals: 3)) ±\(line.error.formatted(decimals: 3)) Hz"
    }
    guard !beats.isEmpty else {
      return text + "  one line (others would show from \(limit.formatted(decimals: 2)) Hz on)"
    }
    let rates = beats.map {
      "\($0.frequency.formatted(decimals: 3)) ±\($0.error.formatted(decimals: 3))"
    }
    return text + "  beat \(rates.joined(separator: ", ")) Hz"
  }

  static let columns = "time,duration,line,frequency,error,cents,level,decay,beat,beat_error\n"

  /// A row for each line; the beat is with the next one.
  var rows: String {
    var text = ""
    for (index, line) in lines.enumerated() {
      var cells = [
        time.formatted(decimals: 3), duration.formatted(decimals: 3), "\(index + 1)",
        line.frequency.formatted(decimals: 4), line.error.formatted(decimals: 5),
        line.cents.formatted(decimals: 3), line.level.formatted(decimals: 1),
        line.decay.formatted(decimals: 3),
      ]
      let beat = index < beats.count ? beats[index] : nil
      cells.append(beat?.frequency.formatted(decimals: 4) ?? "")
      cells.append(beat?.error.formatted(decimals: 5) ?? "")
      text += cells.joined(separator: ",") + "\n"
    }
    return text
  }

  var json: String {
    let lines = lines.map {
      """
      {"frequency":\($0.frequency.formatted(decimals: 4)),"error":\($0.error.formatted(decimals: 5)),\
      "cents":\($0.cents.formatted(decimals: 3)),"level":\($0.level.formatted(decimals: 1)),\
      "decay":\($0.decay.formatted(decimals: 3))}
      """
    }
    let beats = beats.map {
      """
      {"lines":[\($0.lines.0),\($0.lines.1)],"frequency":\($0.frequency.formatted(decimals: 4)),\
      "error":\($0.error.formatted(decimals: 5))}
      """
    }
    return """
      {"time":\(time.formatted(decimals: 3)),"duration":\(duration.formatted(decimals: 3)),\
      "target":\(target.formatted(decimals: 4)),"limit":\(limit.formatted(decimals: 4)),\
      "lines":[\(lines.joined(separator: ","))],"beats":[\(beats.joined(separator: ","))]}\n
      """
  }
}
