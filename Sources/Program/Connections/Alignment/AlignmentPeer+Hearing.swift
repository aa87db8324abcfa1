import CommandKit
import LiveAudio
import Metronome
import Synchronization

extension AlignmentPeer {
  /// Listens until it is cancelled, and works each session out when its chirps are over.
  func hear() async {
    var memory = ChirpMemory(sampleRate: 48_000)
    do {
      for try await event in Live(source: microphone, makeAnalysis: { _ in SampleBlocks() }) {
        switch event {
        case .started(_, let sampleRate): memory.begin(sampleRate: sampleRate)
        case .reading(let block):
          memory.append(block)
          workOut(&memory)
        case .lost(let reason):
          say("\(SoundNotice.lost(reason).text) Until then it cannot hear the other devices.")
          state.withLock { $0.part.hasMicrophone = false }
        case .resumed:
          say(SoundNotice.resumed.text)
          state.withLock { $0.part.hasMicrophone = true }
        case .skipped, .dropped, .retrying, .ended: break
        }
      }
    } catch is CancellationError {
      return
    } catch {
      state.withLock { $0.part.hasMicrophone = false }
      guard !state.withLock({ $0.isClosed }) else { return }
      say("\(AlignmentText.withoutMicrophone) \(error)")
    }
  }

  private func workOut(_ memory: inout ChirpMemory) {
    let (clock, session) = state.withLock { ($0.clock, $0.part.unheardSession) }
    guard let clock, let session else { return memory.forget(before: memory.end - 1) }
    guard let end = clock.own(session.plan.end), let now = microphone.time(ofSecond: memory.end),
      now > end + 100_000_000
    else { return }
    let delays = session.plan.delays { slot in
      guard let own = clock.own(slot), let second = microphone.second(at: own),
        let arrival = memory.arrival(inSlotFrom: second),
        let heard = microphone.time(ofSecond: arrival)
      else { return nil }
      return clock.shared(heard)
    }
    state.withLock { $0.part.take(delays, of: session) }
  }
}
