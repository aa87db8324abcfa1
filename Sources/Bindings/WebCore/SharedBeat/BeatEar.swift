internal import Metronome
internal import SignalProcessing

/// The chirps by which devices hear each other: what is played, and when those of the others were heard.
final class BeatEar: Core {
  enum Part: Int, CaseIterable { case input, chirp }

  let input = SharedMemory<Float>(repeating: 0, count: blockLimit)
  private let chirp: SharedMemory<Float>
  let chirpCount: Int
  private var memory: ChirpMemory

  init(sampleRate: Double) {
    let samples = AlignmentChirp(sampleRate: sampleRate).samples
    chirp = SharedMemory(repeating: 0, count: samples.count)
    for (index, sample) in samples.enumerated() { chirp[index] = sample }
    chirpCount = samples.count
    memory = ChirpMemory(sampleRate: sampleRate)
  }

  override func address(of part: Int) -> Address {
    switch Part(rawValue: part) {
    case .input: input.address
    case .chirp: chirp.address
    case nil: nil
    }
  }

  /// Keeps the first samples of `input`.
  func push(_ count: Int) {
    guard (1...blockLimit).contains(count) else { return }
    memory.append(input.values[..<count])
  }

  /// Forgets what is older than a second before the newest sample.
  func forget() { memory.forget(before: memory.end - 1) }

  /// Returns when the chirp of a slot was heard, in seconds from the first sample; not a number if it was not.
  func arrival(inSlotFrom second: Double) -> Double {
    guard second.magnitude < 1e9 else { return .nan }
    return memory.arrival(inSlotFrom: second) ?? .nan
  }
}

/// Creates an ear for the chirps of an alignment.
@_cdecl("beat_ear_create")
func createEar(_ sampleRate: Hertz) -> Handle? {
  sampleRates.contains(sampleRate) ? handle(BeatEar(sampleRate: sampleRate)) : nil
}

/// Returns the number of samples of the `chirp` to be played.
@_cdecl("beat_ear_chirp_count")
func chirpCountOfEar(_ ear: Handle) -> Int32 { Int32((object(ear) as BeatEar).chirpCount) }

/// Keeps the first samples of `input`.
@_cdecl("beat_ear_push")
func pushEar(_ ear: Handle, _ count: Int32) { (object(ear) as BeatEar).push(Int(count)) }

/// Forgets what is older than a second before the newest sample.
@_cdecl("beat_ear_forget")
func forgetEar(_ ear: Handle) { (object(ear) as BeatEar).forget() }

/// Returns when the chirp was heard whose slot begins at `second`, from the first sample; not a
/// number if it was not.
@_cdecl("beat_ear_arrival")
func arrivalOfEar(_ ear: Handle, _ second: Seconds) -> Seconds {
  (object(ear) as BeatEar).arrival(inSlotFrom: second)
}
