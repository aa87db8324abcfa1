import SoundModem

extension MessageReceiver {
  /// All that is told about samples that come in blocks of these sizes, in turns.
  mutating func events(in samples: [Float], blockSizes: [Int]) -> [MessageEvent] {
    var events: [MessageEvent] = []
    var (start, turn) = (0, 0)
    while start < samples.count {
      let end = min(start + blockSizes[turn % blockSizes.count], samples.count)
      append(samples.span.extracting(start..<end))
      while let event = next() { events.append(event) }
      (start, turn) = (end, turn + 1)
    }
    return events
  }
}
