// How well latencies are measured, and loudspeakers aligned, in measured rooms:
// _BeatInRooms [--loops N] [--groups N] FILE ... takes impulse responses (mono, 48 kHz), and prints a JSON object.
// Benchmarks/beat-in-rooms.sh runs it.
//
// latency: for each room and dry, N loops with a delay of 0 to 400 ms, and noise 20 to 40 dB below the clicks.
// alignment: N groups of 3 to 6 devices, each in one room, with random places, latencies of 10 to 600 ms, loudness,
// noise, talk, and clocks that err.

import AudioFiles
import Metronome

@main
struct BeatInRooms {
  static func main() throws {
    var rooms: [(name: String, response: [Float])] = []
    var counts = ["--loops": 100, "--groups": 200]
    var arguments = CommandLine.arguments.dropFirst()
    while let argument = arguments.popFirst() {
      if counts[argument] != nil {
        counts[argument] = arguments.popFirst().flatMap { Int($0) }
        continue
      }
      var file = try AudioFileReader(path: argument)
      let name = argument.split(separator: "/").last?.split(separator: ".").first ?? ""
      rooms.append((String(name), try file.readAll()))
    }
    guard !rooms.isEmpty, let loops = counts["--loops"], let groups = counts["--groups"] else {
      print("usage: _BeatInRooms [--loops N] [--groups N] FILE ...")
      return
    }
    let latency = try LatencyTrial.run(in: rooms, count: loops)
    let alignment = AlignmentTrial.run(in: rooms, count: groups)
    print("{\"latency\": \(latency),\n\"alignment\": \(alignment)}")
  }
}
