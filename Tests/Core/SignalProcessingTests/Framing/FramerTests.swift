import SignalProcessing
import Testing
import _TestSignals

@Suite("Framer")
struct FramerTests {
  /// The frames of a stream that arrives in blocks of the given sizes, over and over.
  private func frames(of stream: [Float], blocks: [Int], hop: Double) -> [[Float]] {
    var framer = Framer(frameSize: 8, hopSize: hop, maximumBlockSize: 16)
    var frames: [[Float]] = []
    var position = 0
    var turn = 0
    while position < stream.count {
      let count = min(blocks[turn % blocks.count], stream.count - position)
      framer.append(Array(stream[position..<(position + count)]).span)
      position += count
      turn += 1
      while framer.hasFrame {
        frames.append(framer.withFrame { frame in frame.indices.map { frame[$0] } })
        framer.advance()
      }
    }
    return frames
  }

  private let counting = (1...200).map { Float($0) }

  @Test("frame k is centred on sample k times the hop; before the stream there are zeros")
  func centres() {
    let frames = frames(of: counting, blocks: [200], hop: 3)
    #expect(frames[0] == [0, 0, 0, 0, 1, 2, 3, 4])
    #expect(frames[1] == [0, 1, 2, 3, 4, 5, 6, 7])
    #expect(frames[10][4] == 31)
  }

  @Test("a fractional hop of 2.5 samples never drifts")
  func fractionalHop() {
    let frames = frames(of: counting, blocks: [7], hop: 2.5)
    #expect(
      frames.enumerated().allSatisfy { k, frame in
        frame[4] == Float((Double(k) * 2.5).rounded()) + 1
      })
  }

  @Test("hops longer than the frame skip samples")
  func longHop() {
    let frames = frames(of: counting, blocks: [1, 5], hop: 50)
    #expect(frames.map { $0[4] } == [1, 51, 101, 151])
  }

  @Test("the size of the blocks changes nothing", arguments: [[1], [64], [3, 17, 1, 200], [1000]])
  func blockSizes(blocks: [Int]) {
    #expect(
      frames(of: counting, blocks: blocks, hop: 2.5) == frames(of: counting, blocks: [8], hop: 2.5))
  }

  @Test("NaN, infinities and impossible values become zeros, and are counted")
  func rejected() {
    var framer = Framer(frameSize: 8, frameCenter: 0, hopSize: 8)
    framer.append([1, .nan, .infinity, -.infinity, 2e6, -1e6, 0.5, 0].span)
    #expect(framer.rejectedSampleCount == 4)
    #expect(
      framer.withFrame { frame in frame.indices.map { frame[$0] } }
        == [1, 0, 0, 0, 0, -1e6, 0.5, 0])
  }

  @Test(
    "a sample that is none becomes zero at any place of a block, and its neighbours stay",
    arguments: 0..<11)
  func rejected(at place: Int) {
    for value: Float in [.nan, .infinity, -.infinity, 1.1e6, -1.1e6] {
      var samples = (1...11).map { Float($0) }
      samples[place] = value
      var framer = Framer(frameSize: 11, frameCenter: 0, hopSize: 11)
      framer.append(samples)
      samples[place] = 0
      #expect(framer.rejectedSampleCount == 1)
      #expect(framer.withFrame { frame in frame.indices.map { frame[$0] } } == samples)
    }
  }

  @Test(
    "samples around a place stay readable as far back as the history reaches", arguments: [3, 40])
  func history(block: Int) {
    var framer = Framer(frameSize: 8, hopSize: 3, historySize: 30, maximumBlockSize: 4)
    var copied = [Float](repeating: -1, count: 9)
    for first in stride(from: 0, to: 198, by: block) {
      framer.append(Array(counting[first..<min(198, first + block)]).span)
      while framer.hasFrame {
        framer.advance()
        let place = framer.centerPosition - 25
        guard place >= 0 else { continue }
        framer.copySamples(around: place, count: 9, to: &copied)
        let expected = (-4...4).map { place + $0 >= 0 ? Float(place + $0 + 1) : 0 }
        #expect(copied == expected)
      }
    }
    framer.copySamples(around: 300, count: 9, to: &copied)
    #expect(copied.allSatisfy { $0 == 0 })
  }
}

@Suite("Framer at the edges of a stream")
struct FramerEdgeTests {
  private let counting = (1...20).map { Float($0) }

  private func frames(
    _ stream: [Float], block: Int, hop: Double = 3
  ) -> [(frame: [Float], center: Int)] {
    var framer = Framer(frameSize: 8, hopSize: hop, edges: .nearestFrame, maximumBlockSize: 4)
    var frames: [(frame: [Float], center: Int)] = []
    func take(_ framer: inout Framer) {
      while framer.hasFrame {
        let frame = framer.withFrame { frame in frame.indices.map { frame[$0] } }
        frames.append((frame, framer.centerInFrame))
        framer.advance()
      }
    }
    for first in stride(from: 0, to: stream.count, by: block) {
      framer.append(Array(stream[first..<min(stream.count, first + block)]).span)
      take(&framer)
    }
    framer.finish()
    take(&framer)
    return frames
  }

  @Test(
    "frames stay within the stream, and say which sample they stand for", arguments: [1, 7, 20])
  func nearest(block: Int) {
    let frames = frames(counting, block: block)
    #expect(frames.count == 7)  // at samples 0, 3, … 18
    for (index, (frame, center)) in frames.enumerated() {
      #expect(frame[center] == Float(3 * index) + 1)
      #expect(frame.first.map { $0 >= 1 } == true && frame.last.map { $0 <= 20 } == true)
    }
    #expect(frames[0].frame == [1, 2, 3, 4, 5, 6, 7, 8])
    #expect(frames[6].frame == [13, 14, 15, 16, 17, 18, 19, 20])
  }

  @Test("hops longer than a frame end at the last whole one", arguments: [1, 20])
  func longHop(block: Int) {
    let frames = frames(counting, block: block, hop: 18)
    #expect(frames.map { $0.frame[$0.center] } == [1, 19])
    #expect(frames.last?.frame.last == 20)
  }

  @Test("a stream shorter than a frame is one frame, with zeros behind, and not full")
  func short() {
    let frames = frames([1, 2, 3], block: 3, hop: 1)
    #expect(frames.count == 3)
    #expect(frames.allSatisfy { $0.frame == [1, 2, 3, 0, 0, 0, 0, 0] })
    var framer = Framer(frameSize: 8, hopSize: 1, edges: .nearestFrame)
    framer.append([1, 2, 3].span)
    framer.finish()
    framer.advance()
    #expect(!framer.holdsWholeFrame && framer.passedPositions == 0..<3)
  }
}
