import AudioDevices
import CommandKit
import LiveAudio
import Metronome
import SignalProcessing
import Synchronization

/// The loudspeaker and the microphone of a device that aligns itself with others: it plays chirps
/// when `BeatPeer` says so, and finds those of all devices.
final class AlignmentPeer: Sendable {
  struct State: Sendable {
    /// The metronome whose loudspeaker is aligned.
    weak var metronome: MetronomePeer?
    /// The frame at which the chirp that sounds began.
    var chirpStart: Int64?
    var chirp: AlignmentChirp?
    var hearing: Task<Void, Never>?
    var isClosed = false
  }

  let microphone: TimestampedSource
  private let soundTime: SoundTime
  private let level: Double
  let state = Mutex(State())

  /// - Parameters:
  ///   - microphone: What hears the chirps.
  ///   - soundTime: When samples are heard.
  ///   - level: The peak of the chirps, in dBFS: that of the clicks.
  init(microphone: any AudioSource, soundTime: SoundTime, level: Double) {
    self.microphone = TimestampedSource(microphone)
    (self.soundTime, self.level) = (soundTime, level)
  }

  /// Begins, once the metronome knows who leads.
  func begin(with metronome: MetronomePeer) { state.withLock { $0.metronome = metronome } }

  /// The metronome, while it runs.
  var metronome: MetronomePeer? { state.withLock { $0.metronome } }

  /// The time by which this loudspeaker must play early, in nanoseconds.
  var correction: Int64 { metronome?.withPeer { $0.correction } ?? 0 }

  func close() {
    let hearing = state.withLock { state in
      (state.isClosed, state.metronome) = (true, nil)
      return state.hearing
    }
    hearing?.cancel()
  }
}

// MARK: - Playing

extension AlignmentPeer {
  /// Opens the microphone once the loudspeaker plays.
  func process(_ event: SoundPlayerEvent) {
    guard case .progress = event else { return }
    state.withLock { state in
      guard state.hearing == nil, !state.isClosed else { return }
      state.hearing = Task { [weak self] in await self?.hear() }
    }
  }

  /// True while chirps are played, and the clicks must not disturb them.
  func isBusy(at own: Int64) -> Bool { metronome?.withPeer { $0.isAligning(at: own) } ?? false }

  /// Adds this device's chirps to a block.
  ///
  /// - Parameters:
  ///   - block: Whole frames.
  ///   - frame: The first sample of the block, counted from the start of the sound.
  ///   - sampleRate: In hertz.
  ///   - channelCount: The interleaved channels.
  func overlay(
    _ block: inout MutableSpan<Float>, frame: Int64, sampleRate: Double, channelCount: Int
  ) {
    guard let time = soundTime.time(of: frame) else { return }
    let count = Int64(block.count / channelCount)
    let framesPerNanosecond = sampleRate / soundTime.rate / 1e9
    let due = state.withLock { state -> (chirp: AlignmentChirp, start: Int64)? in
      if state.chirpStart == nil {
        let span = time..<time + Int64(Double(count) / framesPerNanosecond)
        guard let begin = state.metronome?.withPeer({ $0.chirp(in: span) }) else { return nil }
        state.chirpStart = frame + Int64((Double(begin - time) * framesPerNanosecond).rounded())
      }
      if state.chirp?.sampleRate != sampleRate {
        state.chirp = AlignmentChirp(sampleRate: sampleRate)
      }
      guard let chirp = state.chirp, let start = state.chirpStart else { return nil }
      if frame + count >= start + Int64(chirp.samples.count) { state.chirpStart = nil }
      return (chirp, start)
    }
    guard let due else { return }
    let gain = Float(amplitude(fromDecibels: level))
    for (index, sample) in due.chirp.samples.enumerated() {
      let position = due.start + Int64(index) - frame
      guard position >= 0, position < count else { continue }
      for channel in 0..<channelCount {
        block[Int(position) * channelCount + channel] += gain * sample
      }
    }
  }
}
