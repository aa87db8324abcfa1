// Plays a recording through a loudspeaker whose phase wanders:
// _WanderingPhase IN OUT DEVIATION BANDWIDTH SEED
// DEVIATION is the standard deviation of the phase in radians, the same at all frequencies, or "phone" for the
// preset of a telephone; BANDWIDTH in hertz says how fast it wanders. A quarter of a second of silence
// is added before and after. Benchmarks/wandering-phase.sh measures with it.

import AudioFiles
import Foundation
import _TestSignals

@main
struct WanderingPhaseOfFile {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 6, let bandwidth = Double(arguments[4]),
      (1...200).contains(bandwidth), let seed = UInt64(arguments[5]),
      let loudspeaker = loudspeaker(arguments[3], bandwidth, seed)
    else {
      let usage = "usage: _WanderingPhase IN OUT DEVIATION|phone BANDWIDTH SEED\n"
      FileHandle.standardError.write(Data(usage.utf8))
      exit(64)
    }
    var file = try AudioFileReader(path: arguments[1])
    let silence = [Float](repeating: 0, count: Int(file.sampleRate / 4))
    let sound = silence + (try file.readAll()) + silence
    try AudioFileWriter.write(
      loudspeaker.carry(sound, sampleRate: file.sampleRate), to: arguments[2], format: .waveFloat,
      sampleRate: file.sampleRate)
  }

  private static func loudspeaker(
    _ deviation: String, _ bandwidth: Double, _ seed: UInt64
  ) -> WanderingPhase? {
    if deviation == "phone" { return .phone(bandwidth: bandwidth, seed: seed) }
    guard let deviation = Double(deviation), deviation >= 0 else { return nil }
    return WanderingPhase(bandwidth: bandwidth, seed: seed) { _ in deviation }
  }
}
