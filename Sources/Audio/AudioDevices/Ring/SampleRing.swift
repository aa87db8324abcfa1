import Synchronization

/// A queue of samples between two threads, one that only writes and one that only reads.
///
/// Neither side locks, waits or allocates, so that the writer or the reader may be a real-time
/// callback.
///
/// `@unchecked Sendable` holds under that contract, which every user of this internal type keeps.
/// The writer touches only positions in `writeCount ..< readCount + capacity`, the reader only
/// those in `readCount ..< writeCount`; the ranges are disjoint. Each side alone advances its own
/// count, with releasing order after its last access, and the other side reads that count with
/// acquiring order before its first access. So every access to a position is ordered after the
/// previous one by the other thread.
final class SampleRing: @unchecked Sendable {
  /// The largest number of samples that fit, a power of two.
  let capacity: Int
  private let storage: UnsafeMutablePointer<Float>
  // Counts since the start, not positions: a full ring and an empty one stay different. They do not
  // overflow: 2⁶³ samples last a million years.
  private let writeCount = Atomic<Int>(0)
  private let readCount = Atomic<Int>(0)

  /// Creates an empty ring for at least `minimumCapacity` samples.
  init(minimumCapacity: Int) {
    var capacity = 1
    while capacity < minimumCapacity { capacity *= 2 }
    self.capacity = capacity
    storage = .allocate(capacity: capacity)
    storage.initialize(repeating: 0, count: capacity)
  }

  deinit { storage.deallocate() }

  /// Appends as many of `count` samples as fit. For the writer.
  ///
  /// - Returns: The number of samples taken, from the first on.
  func write(_ count: Int, sample: (_ index: Int) -> Float) -> Int {
    let written = writeCount.load(ordering: .relaxed)
    let free = capacity - (written - readCount.load(ordering: .acquiring))
    let taken = min(count, free)
    for index in 0..<taken { storage[(written + index) & (capacity - 1)] = sample(index) }
    writeCount.store(written + taken, ordering: .releasing)
    return taken
  }

  /// Removes up to `count` samples. For the reader.
  ///
  /// - Returns: The number of samples passed to `body`.
  func read(_ count: Int, body: (_ index: Int, _ sample: Float) -> Void) -> Int {
    let read = readCount.load(ordering: .relaxed)
    let available = writeCount.load(ordering: .acquiring) - read
    let taken = min(count, available)
    for index in 0..<taken { body(index, storage[(read + index) & (capacity - 1)]) }
    readCount.store(read + taken, ordering: .releasing)
    return taken
  }

  /// The number of samples to read: a lower bound for the reader, an upper bound for the writer.
  var count: Int {
    // The read count first: the other order could see a reader ahead of the writer.
    let read = readCount.load(ordering: .acquiring)
    return writeCount.load(ordering: .acquiring) - read
  }
}

extension SampleRing {
  /// Removes up to `maximumCount` samples into an array. For the reader.
  func read(maximumCount: Int) -> [Float] {
    let wanted = min(maximumCount, count)
    // The standard library would write the count into the one empty array of all threads.
    guard wanted > 0 else { return [] }
    return [Float](unsafeUninitializedCapacity: wanted) { buffer, filled in
      filled = read(wanted) { index, sample in buffer.initializeElement(at: index, to: sample) }
    }
  }
}
