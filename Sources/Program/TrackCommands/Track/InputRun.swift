import AudioFiles
import CommandKit

/// Reads one input from its first block to its last, and writes its text in large pieces, in little memory.
struct InputRun {
  let interruption: Interruption
  /// Called after each block with the number of samples so far.
  let progress: (_ sampleCount: Int, _ total: Int?) -> Void

  private static let blockSize = 8192  // the trackers allocate nothing up to this size
  private static let pieceSize = 65_536

  /// An empty buffer for the text of some blocks.
  static var buffer: TextBuffer { TextBuffer(capacity: pieceSize + 4096) }

  /// Reads to the end, or until somebody interrupts.
  ///
  /// With a `descriptor` the input arrives bit by bit: waiting for it notices an interruption, and
  /// the text is written after each block, because someone waits at the other end.
  ///
  /// - Parameters:
  ///   - reader: The input.
  ///   - buffer: The text that is not yet written.
  ///   - descriptor: Of an input that arrives bit by bit.
  ///   - write: Writes text.
  ///   - append: Takes the samples of the next block, and appends what follows from them.
  /// - Returns: What is known of the input.
  /// - Throws: What the reader and `write` throw.
  func read(
    _ reader: inout some SampleReader & ~Copyable, into buffer: inout TextBuffer,
    waitingFor descriptor: Int32?, write: ([UInt8]) throws -> Void,
    append: (_ block: [Float], _ buffer: inout TextBuffer) -> Void
  ) throws -> TrackRun.Summary {
    var summary = TrackRun.Summary()
    var block: [Float] = []
    while true {
      if let descriptor, !interruption.waitForInput(descriptor) { break }
      guard !interruption.isRequested else { break }
      let count = try reader.read(into: &block, maximumCount: Self.blockSize)
      guard count > 0 else { break }
      summary.sampleCount += count
      append(block, &buffer)
      if descriptor != nil || buffer.bytes.count >= Self.pieceSize {
        try Self.flush(&buffer, write)
      }
      progress(summary.sampleCount, reader.frameCount)
    }
    summary.isInterrupted = interruption.isRequested
    summary.isTruncated = reader.isTruncated
    summary.hasOppositeChannels = reader.hasOppositeChannels
    return summary
  }

  /// Writes the text of a buffer.
  static func flush(_ buffer: inout TextBuffer, _ write: ([UInt8]) throws -> Void) throws {
    guard !buffer.bytes.isEmpty else { return }
    try write(buffer.bytes)
    buffer.removeAll()
  }
}
