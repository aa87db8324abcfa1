import AudioFiles
import ChordEstimation
import CommandKit

/// Tracks the chords of one input from its first block to its last, in little memory.
struct ChordRun {
  let layout: TrackLayout
  let hop: Hop
  let interruption: Interruption
  /// Called after each block with the number of samples so far.
  var progress: (_ sampleCount: Int, _ total: Int?) -> Void

  private static let blockSize = 8192  // the tracker allocates nothing up to this size
  private static let pieceSize = 65_536

  /// Reads to the end, and passes finished text to `write` in large pieces.
  ///
  /// With a `descriptor` the input arrives bit by bit, as for ``TrackRun``.
  func run(
    _ reader: inout some SampleReader & ~Copyable, waitingFor descriptor: Int32? = nil,
    write: ([UInt8]) throws -> Void
  ) throws -> TrackRun.Summary {
    var summary = TrackRun.Summary()
    var buffer = TextBuffer(capacity: Self.pieceSize + 4096)
    let hopDuration = hop.samples(at: reader.sampleRate) / reader.sampleRate
    var writer = layout.chordWriter(hopDuration: hopDuration)
    var tracker = try ChordTracker(sampleRate: reader.sampleRate, hopDuration: hopDuration)
    writer.begin(&buffer)
    var block: [Float] = []
    while true {
      if let descriptor, !interruption.waitForInput(descriptor) { break }
      guard !interruption.isRequested else { break }
      let count = try reader.read(into: &block, maximumCount: Self.blockSize)
      guard count > 0 else { break }
      summary.sampleCount += count
      tracker.append(block.span)
      while let reading = tracker.next() { writer.append(reading, to: &buffer) }
      if descriptor != nil || buffer.bytes.count >= Self.pieceSize { try flush(&buffer, write) }
      progress(summary.sampleCount, reader.frameCount)
    }
    summary.isInterrupted = interruption.isRequested
    tracker.finish()
    while let reading = tracker.next() { writer.append(reading, to: &buffer) }
    writer.end(duration: Double(summary.sampleCount) / reader.sampleRate, &buffer)
    try flush(&buffer, write)
    summary.rejectedSampleCount = tracker.rejectedSampleCount
    summary.isTruncated = reader.isTruncated
    summary.hasOppositeChannels = reader.hasOppositeChannels
    return summary
  }

  private func flush(_ buffer: inout TextBuffer, _ write: ([UInt8]) throws -> Void) throws {
    guard !buffer.bytes.isEmpty else { return }
    try write(buffer.bytes)
    buffer.removeAll()
  }
}
