import AudioFiles
import ChordEstimation
import CommandKit
import Plotting

/// Tracks the chords of one input from its first block to its last, in little memory.
struct ChordRun {
  let layout: TrackLayout
  let hop: Hop
  let interruption: Interruption
  /// Called after each block with the number of samples so far.
  var progress: (_ sampleCount: Int, _ total: Int?) -> Void

  /// Reads to the end, appends everything to `plot`, and passes finished text to `write` in large
  /// pieces, as ``InputRun`` does.
  func run(
    _ reader: inout some SampleReader & ~Copyable, plot: inout ChordPlot?,
    waitingFor descriptor: Int32? = nil, write: ([UInt8]) throws -> Void
  ) throws -> TrackRun.Summary {
    var buffer = InputRun.buffer
    let hopDuration = hop.samples(at: reader.sampleRate) / reader.sampleRate
    var writer = layout.chordWriter(hopDuration: hopDuration)
    var tracker = try ChordTracker(sampleRate: reader.sampleRate, hopDuration: hopDuration)
    writer.begin(&buffer)
    let input = InputRun(interruption: interruption, progress: progress)
    var summary = try input.read(&reader, into: &buffer, waitingFor: descriptor, write: write) {
      tracker.append($0.span)
      while let reading = tracker.next() {
        writer.append(reading, to: &$1)
        plot?.append(reading.notes.map(\.frequency), at: reading.time)
      }
    }
    tracker.finish()
    while let reading = tracker.next() {
      writer.append(reading, to: &buffer)
      plot?.append(reading.notes.map(\.frequency), at: reading.time)
    }
    writer.end(duration: Double(summary.sampleCount) / reader.sampleRate, &buffer)
    try InputRun.flush(&buffer, write)
    summary.rejectedSampleCount = tracker.rejectedSampleCount
    return summary
  }
}
