import Testing

@testable import PitchEstimation

@Suite("Path through candidates")
struct CandidatePathTests {
  private typealias Tone = (frequency: Double, strength: Double)

  /// The decisions about frames with these candidates, with all of the stream as look-ahead.
  private func decisions(_ frames: [[Tone]], doubt: Double = 0) -> [CandidatePath.Decision] {
    var path = CandidatePath(lookahead: frames.count, hopDuration: 0.01)
    for tones in frames {
      var frame = CandidatePath.Frame()
      frame.doubt = doubt
      for tone in tones {
        frame.candidates.insert(
          CandidateList.Entry(
            frequency: tone.frequency, height: tone.strength, strength: tone.strength))
      }
      path.append(frame)
    }
    return frames.map { _ in path.decideOldest()! }
  }

  private func guesses(_ decisions: [CandidatePath.Decision]) -> [Double?] {
    decisions.map { decision in decision.guess.map { decision.frame.candidates[$0].frequency } }
  }

  @Test("the pitch of unvoiced frames stays with the tone, not with what is stronger for a moment")
  func unvoicedPitch() {
    // Half an octave away and back costs 0.6; the other tone is stronger by 0.05.
    var frames = [[Tone]](repeating: [(200, 0.3)], count: 9)
    frames[4] = [(200, 0.3), (283, 0.35)]
    let decided = decisions(frames)
    #expect(decided.allSatisfy { $0.choice == nil })
    #expect(guesses(decided) == [Double?](repeating: 200, count: 9))
    // Ten frames of it outweigh that.
    for _ in 0..<20 { frames.append([(200, 0.3), (283, 0.35)]) }
    #expect(guesses(decisions(frames)).suffix(20) == [Double?](repeating: 283, count: 20)[...])
  }

  @Test("frames without candidates have no pitch, and the path starts anew behind them")
  func gap() {
    let decided = decisions([[(200, 0.3)], [(210, 0.3)], [], [], [(400, 0.3)], [(410, 0.35)]])
    #expect(guesses(decided) == [200, 210, nil, nil, 400, 410])
    #expect(guesses(decisions([[], [], []])) == [nil, nil, nil])
  }

  @Test("where frames are voiced, both paths take the same candidates")
  func voiced() {
    let decided = decisions(
      [[Tone]](repeating: [(200, 0.3)], count: 3)
        + [[Tone]](repeating: [(220, 0.8), (440, 0.7)], count: 5))
    #expect(decided.map(\.choice) == [nil, nil, nil, 0, 0, 0, 0, 0])
    #expect(guesses(decided) == [200, 200, 200, 220, 220, 220, 220, 220])
  }

  @Test("what stands out for one frame counts where the sound is clear, not where it is judged")
  func doubt() {
    // It gains 0.35 over no pitch; both changes cost 0.28, or 0.56 in doubt.
    var frames = [[Tone]](repeating: [(200, 0.1)], count: 7)
    frames[3] = [(200, TrackerParameters.Path.unvoicedStrength + 0.35)]
    #expect(
      decisions(frames).map { $0.choice != nil } == [
        false, false, false, true, false, false, false,
      ])
    #expect(decisions(frames, doubt: 1).allSatisfy { $0.choice == nil })
    // Two of them are no chance.
    frames[4] = frames[3]
    #expect(decisions(frames, doubt: 1).filter { $0.choice != nil }.count == 2)
  }
}
