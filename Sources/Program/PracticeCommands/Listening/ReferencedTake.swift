import AudioDevices
import CommandKit
import Connections
import IntonationPractice
import LiveAudio
import Metronome
import MusicTheory
import OnsetDetection
import ToneGeneration

/// Compares what a microphone heard with a sound that was played meanwhile.
struct ReferencedTake<Sound: SoundRendering> {
  let sound: ReferenceSound<Sound>
  /// The start of the score, in seconds of the sound.
  let start: Double
  /// Samples per second of the sound, in hertz.
  let sampleRate: Double
  /// The clicks; `nil` for a melody.
  let clicks: PracticeClicks?

  /// Returns the take with its times on the clock of the sound, and what they are compared with.
  func take(_ heard: HeardPlaying, _ plan: TimingPlan) -> PracticeTake {
    var take = PracticeTake(notes: heard.notes, onsets: heard.onsets, plan: plan)
    take.latency = .unknown
    guard moveTimes(&take) else { return take }
    let record = sound.latency
    if let record { take.latency = .measured(record) }
    let end = (take.onsets.last?.time ?? 0) - start + 1
    var played = PlayedTake(notes: take.notes, onsets: take.onsets, plan: plan)
    played.follow(
      clicks?.clicks(until: end) ?? [], origin: start + (record?.latency ?? 0),
      latency: record?.latency)
    (take.notes, take.onsets, take.plan) = (played.notes, played.onsets, played.plan)
    guard let found = played.heard, found.areHeard else { return take }
    complain(Self.remark(on: found))
    take.latency = .heardClicks(spread: found.spread ?? 0)
    return take
  }

  private static func remark(on found: HeardClicks) -> String {
    guard found.areTooLoud, let excess = found.excess else {
      return """
        The microphone hears the clicks. They are left out, but what you play with them may be lost: \
        use headphones.
        """
    }
    return """
      The microphone hears the clicks \(excess.formatted(decimals: 0)) dB louder than you: what you \
      play with them is lost. Use headphones, or turn the loudspeaker down.
      """
  }

  /// Returns false if the times of the sound are not known.
  private func moveTimes(_ take: inout PracticeTake) -> Bool {
    func moved(_ second: Double) -> Double? {
      sound.soundTime(ofSecond: second, sampleRate: sampleRate)
    }
    let notes = take.notes.compactMap { note in
      moved(note.onset).map { onset in
        var note = note
        note.onset = max(0, onset)
        return note
      }
    }
    guard notes.count == take.notes.count else { return false }
    take.notes = notes
    take.onsets = take.onsets.compactMap { onset in
      moved(onset.time).map { OnsetDetector.delayed(onset, by: $0 - onset.time) }
    }
    return true
  }
}
