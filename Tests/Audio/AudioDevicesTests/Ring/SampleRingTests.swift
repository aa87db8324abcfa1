import Foundation
import Testing

@testable import AudioDevices

@Suite("SampleRing")
struct SampleRingTests {
  @Test("hands 300,000 samples from one thread to another, each once and in order")
  func twoThreads() {
    let ring = SampleRing(minimumCapacity: 1000)
    let total = 300_000
    let writer = Thread {
      var next = 0
      while next < total {
        let start = next  // uneven portions, so that they wrap everywhere
        next += ring.write(min(1 + start % 97, total - start)) { Float(start + $0) }
        if next == start { sched_yield() }  // full: with one core, the other side must run
      }
    }
    writer.start()

    var expected = 0
    var disorder = 0
    while expected < total {
      if ring.count == 0 { sched_yield() }
      for sample in ring.read(maximumCount: 1 + expected % 61) {
        if sample != Float(expected) { disorder += 1 }  // exact: below 2²⁴
        expected += 1
      }
    }

    #expect(disorder == 0)
    #expect(ring.count == 0)
  }

  @Test("rounds 1000 up to 1024, takes what fits and no more")
  func full() {
    let ring = SampleRing(minimumCapacity: 1000)
    #expect(ring.capacity == 1024)
    #expect(ring.write(1500) { Float($0) } == 1024)
    #expect(ring.write(1) { _ in 7 } == 0)
    #expect(ring.read(maximumCount: 2) == [0, 1])
    #expect(ring.write(5) { Float(2000 + $0) } == 2)
    #expect(ring.read(maximumCount: 2000).suffix(3) == [1023, 2000, 2001])
    #expect(ring.read(maximumCount: 1).isEmpty)
  }
}
