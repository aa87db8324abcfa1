import AudioFiles
import CommandKit
import PitchEstimation
import Plotting

/// Tracks one input from its first block to its last; memory grows only if the format makes it.
struct TrackRun {
  let layout: TrackLayout
  let hop: Hop
  let interruption: Interruption
  /// Called after each block with the number of samples so far.
  var progress: (_ sampleCount: Int, _ total: Int?) -> Void = { _, _ in }

  /// What is worth telling after a run.
  struct Summary: Hashable {
    var sampleCount = 0
    var rejectedSampleCount = 0
    var isTruncated = false
    var isInterrupted = false
    /// What the format could not carry.
    var loss: String?
  }

  /// Reads to the end, shows `plot` all there is, and hands finished text to `write` in large pieces.
  ///
  /// With a `descriptor` the input arrives bit by bit: it is waited for, so that an interruption is
  /// noticed, and answered after each block, because somebody waits at the other end.
  func run(
    _ reader: inout some SampleReader & ~Copyable, _ tracker: inout PitchComparison,
    plot: inout PitchPlot?, waitingFor descriptor: Int32? = nil,
    write: ([UInt8]) throws -> Void
  ) throws -> Summary {
    var summary = Summary()
    var buffer = TextBuffer(capacity: Self.pieceSize + 4096)
    var encoder = layout.encoder(
      sampleRate: reader.sampleRate, hopSize: hop.samples(at: reader.sampleRate))
    encoder.begin(&buffer)
    var block: [Float] = []
    while true {
      if let descriptor, !interruption.waitForInput(descriptor) { break }
      guard !interruption.isRequested else { break }
      let count = try reader.read(into: &block, maximumCount: Self.blockSize)
      guard count > 0 else { break }
      summary.sampleCount += count
      tracker.append(block.span)
      plot?.append(block.span)
      while let row = tracker.next() {
        encoder.append(row: row, to: &buffer)
        plot?.append(row)
      }
      if descriptor != nil || buffer.bytes.count >= Self.pieceSize { try flush(&buffer, write) }
      progress(summary.sampleCount, reader.frameCount)
    }
    summary.isInterrupted = interruption.isRequested
    tracker.finish()
    while let row = tracker.next() {
      encoder.append(row: row, to: &buffer)
      plot?.append(row)
    }
    plot?.finish()
    encoder.end(duration: Double(summary.sampleCount) / reader.sampleRate, &buffer)
    repeat { try flush(&buffer, write) } while encoder.appendRest(to: &buffer)
    try flush(&buffer, write)
    summary.loss = encoder.loss
    summary.rejectedSampleCount = tracker.rejectedSampleCount
    summary.isTruncated = reader.isTruncated
    return summary
  }

  private func flush(_ buffer: inout TextBuffer, _ write: ([UInt8]) throws -> Void) throws {
    guard !buffer.bytes.isEmpty else { return }
    try write(buffer.bytes)
    buffer.removeAll()
  }

  private static let blockSize = 8192  // the tracker allocates nothing up to this size
  private static let pieceSize = 65_536
}
