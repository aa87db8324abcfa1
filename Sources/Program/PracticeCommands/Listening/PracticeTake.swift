import AudioDevices
import CommandKit
import Connections
import IntonationPractice
import LiveAudio
import Metronome
import MusicTheory
import OnsetDetection
import ToneGeneration

/// What was played, and what its times are compared with.
struct PracticeTake: Sendable {
  var notes: [PlayedNote] = []
  /// The onsets of all sounds, for rhythms.
  var onsets: [Onset] = []
  var plan = TimingPlan()
  /// What is known about the latency; `nil` if nothing sounded.
  var latency: TakeLatency?
}

/// The latency of the sound that the player followed.
enum TakeLatency: Hashable, Sendable {
  /// It was measured before.
  case measured(LatencyRecord)
  /// The microphone heard the clicks: early and late are against them.
  case heardClicks(spread: Double)
  /// It is not known: early and late are relative to the player's own median.
  case unknown

  /// What the core knows of it.
  var known: ClickLatency {
    switch self {
    case .measured(let record): .measured(record.latency, spread: record.spread)
    case .heardClicks(let spread): .heardClicks(spread: spread)
    case .unknown: .unknown
    }
  }

  /// A clause for the report.
  var text: String {
    switch self {
    case .measured(let record): "latency \(record.text)"
    case .heardClicks(let spread):
      "latency 0 ms ± \((1000 * spread).formatted(decimals: 1)): the microphone heard the clicks"
    case .unknown:
      """
      latency not measured: early and late are relative to your own median; run kammerton calibrate \
      --latency
      """
    }
  }
}
