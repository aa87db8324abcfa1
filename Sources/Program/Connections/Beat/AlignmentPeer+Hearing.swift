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
          note(
            hasMicrophone: false,
            "\(SoundNotice.lost(reason).text) Until then it cannot hear the other devices.")
        case .resumed: note(hasMicrophone: true, SoundNotice.resumed.text)
        case .skipped, .dropped, .retrying, .ended: break
        }
      }
    } catch is CancellationError {
      return
    } catch {
      note(hasMicrophone: false, "\(AlignmentText.withoutMicrophone) \(error)")
    }
  }

  private func note(hasMicrophone: Bool, _ sentence: String) {
    guard let metronome else { return }
    metronome.withPeer { $0.alignment?.hasMicrophone = hasMicrophone }
    metronome.say(sentence)
  }

  private func workOut(_ memory: inout ChirpMemory) {
    // On a copy, because finding chirps takes longer than packets may wait.
    guard let metronome, let now = microphone.time(ofSecond: memory.end),
      case let peer = metronome.withPeer({ $0 }),
      peer.alignment?.unheardSession != nil
    else { return memory.forget(before: memory.end - 1) }
    guard let session = peer.recordedSession(until: now) else { return }
    let delays = peer.delays(in: session) { slot in
      guard let slot, let second = microphone.second(at: slot),
        let arrival = memory.arrival(inSlotFrom: second)
      else { return nil }
      return microphone.time(ofSecond: arrival)
    }
    metronome.withPeer { $0.alignment?.append(delays, of: session) }
  }
}
