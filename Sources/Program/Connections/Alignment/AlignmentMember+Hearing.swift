import CommandKit
import LiveAudio
import Metronome
import Synchronization

extension AlignmentMember {
  /// The newest sound, as far as a session may need it.
  private struct Memory {
    var sampleRate = 48_000.0
    /// The duration of the sound before ``samples``, in seconds.
    var start = 0.0
    var samples: [Float] = []

    var end: Double { start + Double(samples.count) / sampleRate }

    mutating func forget(before second: Double) {
      let count = min(samples.count, Int((second - start) * sampleRate))
      // In large pieces, so that the rest is not moved for every block.
      guard count > Int(5 * sampleRate) else { return }
      samples.removeFirst(count)
      start += Double(count) / sampleRate
    }

    mutating func begin(sampleRate: Double) {
      (start, self.sampleRate) = (end, sampleRate)
      samples = []
    }

    func part(_ seconds: ClosedRange<Double>) -> ArraySlice<Float>? {
      let first = Int(((seconds.lowerBound - start) * sampleRate).rounded())
      let last = Int(((seconds.upperBound - start) * sampleRate).rounded())
      return first >= 0 && last <= samples.count && first < last ? samples[first..<last] : nil
    }
  }

  /// Listens until it is cancelled, and works each session out when its chirps are over.
  func hear() async {
    var memory = Memory()
    do {
      for try await event in Live(source: microphone, makeAnalysis: { _ in SampleBlocks() }) {
        switch event {
        case .started(_, let sampleRate): memory.begin(sampleRate: sampleRate)
        case .reading(let block):
          memory.samples += block
          workOut(&memory)
        case .lost(let reason):
          say("The microphone is lost, and cannot hear the other devices: \(reason.printable).")
          state.withLock { $0.hasMicrophone = false }
        case .resumed: state.withLock { $0.hasMicrophone = true }
        case .skipped, .dropped, .retrying, .ended: break
        }
      }
    } catch is CancellationError {
      return
    } catch {
      state.withLock { $0.hasMicrophone = false }
      guard !state.withLock({ $0.isClosed }) else { return }
      say("\(AlignmentText.withoutMicrophone) \(error)")
    }
  }

  private func workOut(_ memory: inout Memory) {
    let (clock, session, heard) = state.withLock { ($0.clock, $0.session, $0.heardSession) }
    guard let clock, let session, session.number != heard else {
      return memory.forget(before: memory.end - 1)
    }
    guard let end = clock.own(session.plan.end), let now = microphone.time(ofSecond: memory.end),
      now > end + 100_000_000
    else { return }
    let delays = (0..<session.plan.deviceCount).map { device in
      delay(of: device, in: session.plan, memory, clock)
    }
    state.withLock { state in
      guard state.session == session else { return }
      (state.delays, state.heardSession) = (delays, session.number)
    }
  }

  /// The delay with which this device heard another one, in seconds; `nil` if it did not.
  private func delay(
    of device: Int, in plan: AlignmentPlan, _ memory: Memory, _ clock: SharedClock
  ) -> Double? {
    var finder = ChirpFinder(sampleRate: memory.sampleRate)
    var delays: [Double] = []
    for round in 0..<plan.roundCount {
      let slot = plan.time(of: device, round: round)
      guard let own = clock.own(slot), let second = microphone.second(at: own) else { continue }
      let window = AlignmentPlan.window
      let seconds =
        second + window.lowerBound...second + window.upperBound + AlignmentChirp.duration
      guard let part = memory.part(seconds), let arrival = finder.arrival(in: part),
        let heard = microphone.time(ofSecond: seconds.lowerBound + arrival.time),
        let shared = clock.shared(heard)
      else { continue }
      delays.append(Double(shared - slot) / 1e9)
    }
    return AlignmentPlan.combined(delays)
  }
}
