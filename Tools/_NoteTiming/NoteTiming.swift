// Prints when `tune --midi` begins each note: _NoteTiming FILE ...
// One line FILE,time,reading,key,bent per note-on: the seconds of sound that had arrived when it was
// decided, the time of its reading in seconds, its key, and the pitch with its bend as a MIDI number.
// Benchmarks/note-timing.py scores the output.

import AudioFiles
import InstrumentTuning
import MusicTheory
import PitchEstimation
import PitchToMIDI

@main
struct NoteTiming {
  static func main() throws {
    for path in CommandLine.arguments.dropFirst() { try report(path) }
  }

  private static func report(_ path: String) throws {
    var file = try AudioFileReader(path: path)
    let rate = file.sampleRate
    let listening = TunerListening(isPrompt: true, lowestString: nil)
    var listener = try TunerListener(
      AnyPitchTracker(
        .best, sampleRate: rate, searchRange: listening.searchRange(sampleRate: rate),
        hopSize: TunerListening.hopDuration * rate, lookahead: 0),
      detectsStrokes: true)
    var trigger = NoteTrigger()
    let samples = try file.readAll()
    var bent = 0.0
    // In steps of a millisecond, so that the deciding sample has just arrived.
    let size = Int(rate / 1000)
    for start in stride(from: 0, to: samples.count, by: size) {
      let end = min(samples.count, start + size)
      listener.append(Array(samples[start..<end]).span)
      while let observation = listener.next() {
        let reading = observation.pitch
        for message in trigger.take(reading, strokes: observation.strokes) {
          switch message {
          case .pitchBend(_, let value): bent = trigger.settings.bendRange.interval(of: value)
          case .noteOn(_, let key, _):
            print("\(path),\(Double(end) / rate),\(reading.time),\(key),\(Double(key) + bent)")
          default: break
          }
        }
      }
    }
  }
}
