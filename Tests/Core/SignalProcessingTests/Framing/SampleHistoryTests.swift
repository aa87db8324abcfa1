import SignalProcessing
import Testing
import _TestSignals

@Suite("Sample history")
struct SampleHistoryTests {
  private func newest(_ count: Int, of history: SampleHistory) -> [Float] {
    var samples = [Float](repeating: 9, count: count)
    var span = samples.mutableSpan
    history.copyNewest(into: &span)
    return samples
  }

  @Test(
    "keeps the newest 100 samples in order, in blocks of any size", arguments: [1, 7, 99, 100, 257])
  func blocks(size: Int) {
    let stream = (1...1000).map { Float($0) }
    var history = SampleHistory(capacity: 100)
    for first in stride(from: 0, to: 1000, by: size) {
      let end = min(1000, first + size)
      history.append(stream.span.extracting(first..<end))
      #expect(history.endIndex == Int64(end))
      let kept = min(end, 100)
      #expect(newest(kept, of: history) == Array(stream[(end - kept)..<end]))
    }
    #expect(newest(3, of: history) == [998, 999, 1000])
    #expect(newest(0, of: history) == [])
  }

  @Test("gives zeros before the stream and beyond its capacity")
  func missing() {
    var history = SampleHistory(capacity: 4)
    #expect(newest(3, of: history) == [0, 0, 0])
    history.append([1, 2].span)
    #expect(newest(3, of: history) == [0, 1, 2])
    history.append([3, 4, 5].span)
    #expect(newest(6, of: history) == [0, 0, 2, 3, 4, 5])
    #expect(history.endIndex == 5)
  }

  @Test("makes zeros of samples that are not finite or beyond a million")
  func hostile() {
    var history = SampleHistory(capacity: 5)
    history.append([1, .nan, -.infinity, 1e7, 2].span)
    #expect(newest(5, of: history) == [1, 0, 0, 0, 2])
  }
}
