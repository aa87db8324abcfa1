import Metronome
import SignalProcessing
import Testing

@Suite("The offset of another computer's clock")
struct ClockOffsetTests {
  /// The largest error in seconds, after a while, over so many seconds with ten exchanges in each.
  private func largestError(
    _ network: inout SimulatedNetwork, seconds: Int, after settled: Double = 10
  ) throws -> Double {
    var offset = ClockOffset()
    var largest = 0.0
    for index in 0..<seconds * 10 {
      let time = Double(index) * 0.1
      if let exchange = network.exchange(at: time) { offset.add(exchange) }
      guard time >= settled else { continue }
      let now = Int64((time + 0.1) * 1e9)
      let estimate = try #require(offset.otherTime(at: now))
      largest = max(largest, Double((estimate - network.other(time + 0.1)).magnitude) / 1e9)
    }
    return largest
  }

  @Test("without jitter it is right to 10 µs, whatever the drift", arguments: [-1e-4, 0, 1e-4])
  func quiet(drift: Double) throws {
    var network = SimulatedNetwork(seed: 1)
    network.drift = drift
    #expect(try largestError(&network, seconds: 600) < 1e-5)
  }

  @Test(
    "two hours with drift, queues of 10 ms on average each way and 5 % loss: within 1 ms after the first minute",
    arguments: [(-1e-4, 2), (0, 3), (1e-4, 4)] as [(Double, UInt64)])
  func hours(drift: Double, seed: UInt64) throws {
    var network = SimulatedNetwork(seed: seed)
    (network.drift, network.jitter, network.loss) = (drift, 0.01, 0.05)
    #expect(try largestError(&network, seconds: 7200, after: 60) < 1e-3)
  }

  @Test("a rate that wanders by 2 ppm with the temperature is followed within 1 ms")
  func temperature() throws {
    var network = SimulatedNetwork(seed: 5)
    (network.drift, network.jitter, network.loss, network.wander) = (5e-5, 0.005, 0.02, 2e-6)
    #expect(try largestError(&network, seconds: 3600, after: 30) < 1e-3)
  }

  @Test("a way back that is always longer shifts by half of the difference, as in NTP")
  func asymmetry() throws {
    var network = SimulatedNetwork(seed: 6)
    (network.there, network.back) = (0.002, 0.006)
    #expect((try largestError(&network, seconds: 60) - 0.002).magnitude < 1e-5)
  }

  @Test("a clock that jumps is found after a second, and followed again")
  func jump() throws {
    var network = SimulatedNetwork(seed: 7)
    network.jitter = 0.002
    var offset = ClockOffset()
    for index in 0..<600 {
      if index == 300 { network.offset += 30 }
      if let exchange = network.exchange(at: Double(index) * 0.1) { offset.add(exchange) }
    }
    #expect(offset.jumpCount == 1)
    let error = try #require(offset.otherTime(at: 60_000_000_000)) - network.other(60)
    #expect(error.magnitude < 1_000_000)
  }

  @Test("there and back again: a time of the other clock is found on this one")
  func inverse() throws {
    var network = SimulatedNetwork(seed: 8)
    (network.drift, network.jitter) = (1e-4, 0.001)
    var offset = ClockOffset()
    for index in 0..<600 {
      if let exchange = network.exchange(at: Double(index) * 0.1) { offset.add(exchange) }
    }
    for time in stride(from: Int64(0), to: 100_000_000_000, by: 7_777_777_777) {
      let other = try #require(offset.otherTime(at: time))
      let back = try #require(offset.time(ofOther: other))
      #expect((back - time).magnitude <= 1000)
    }
  }

  @Test("times that no network gives are ignored, and nothing overflows")
  func hostile() {
    var offset = ClockOffset()
    let extremes: [Int64] = [.min, .min + 1, -(1 << 60), -1, 0, 1, 1 << 60, .max - 1, .max]
    for asked in extremes {
      for received in extremes {
        for answered in extremes {
          for returned in extremes {
            offset.add(
              ClockOffset.Exchange(
                asked: asked, received: received, answered: answered, returned: returned))
            _ = offset.otherTime(at: 0)
            _ = offset.rate
          }
        }
      }
    }
  }

  @Test("a peer whose clock is any number at any time leads to no time beyond all numbers")
  func wildPeer() {
    var random = SeededGenerator(seed: 5)
    let wild: [Int64] = [-(1 << 60), 0, 1_000_000_000, 1 << 40, 1 << 59, 1 << 60]
    for _ in 0..<200 {
      var offset = ClockOffset()
      for step in 0..<Int64.random(in: 8...40, using: &random) {
        let asked = step * Int64.random(in: 1_000_000...900_000_000, using: &random)
        let there = wild.randomElement(using: &random) ?? 0
        offset.add(
          ClockOffset.Exchange(
            asked: asked, received: there, answered: there, returned: asked + 2_000_000))
        for moment in wild {
          _ = offset.time(ofOther: moment)
          _ = offset.otherTime(at: moment)
        }
        #expect((offset.rate - 1).magnitude <= 0.0100001)
      }
    }
  }

  @Test("times that run backwards, and a delay of three seconds, are ignored")
  func impossible() {
    var offset = ClockOffset()
    let impossible: [(Int64, Int64, Int64, Int64)] = [
      (10, 0, 0, 9), (0, 9, 8, 10), (0, 0, 0, 3_000_000_000),
    ]
    for (asked, received, answered, returned) in impossible {
      let isTaken = offset.add(
        ClockOffset.Exchange(
          asked: asked, received: received, answered: answered, returned: returned))
      #expect(!isTaken)
    }
  }
}
