// What the live tuner computes, without a source, a screen or a clock: _LiveTuner RATE [terminal | page] <SAMPLES
// SAMPLES are 32-bit floats in this machine's order of bytes, RATE is in hertz. Prints the number of readings, and of
// those that are shown, of bells, and of the common divisor of several tones. Benchmarks/instructions.py counts its work.
// With the name of a face, prints the changes of the note that it shows instead: the time of the newest sound in seconds,
// and the note as a MIDI number, 0 for none. Benchmarks/time-to-truth.py times them.

import Foundation
import InstrumentTuning
import MusicTheory
import PitchEstimation
import SignalProcessing

@main
struct LiveTuner {
  static func main() throws {
    let words = CommandLine.arguments.dropFirst()
    guard let rate = words.first.flatMap(Double.init), words.count <= 2,
      words.count == 1 || ["terminal", "page"].contains(words.last)
    else {
      FileHandle.standardError.write(
        Data("usage: _LiveTuner RATE [terminal | page] <SAMPLES\n".utf8))
      exit(64)
    }
    let data = FileHandle.standardInput.readDataToEndOfFile()
    let samples = data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    let listening = TunerListening()
    let isPage = words.last == "page"
    let settings = try TrackerSettings(
      sampleRate: rate, searchRange: listening.searchRange(sampleRate: rate),
      hopSize: TunerListening.hopDuration * rate,
      lookahead: isPage ? 0 : TunerListening.lookahead, gate: LevelGate(listening.gate))
    if isPage {
      var tracker = PromptTracker(settings)
      // As the audio thread has them.
      printTexts(of: samples, rate, in: 128) { block in
        tracker.append(block)
        return tracker.next().map { TunerObservation($0) }
      }
      return
    }
    var listener = try TunerListener(LiveTracker(settings))
    if words.count == 2 {
      // As a microphone delivers them.
      return printTexts(of: samples, rate, in: 480) { block in
        listener.append(block)
        return listener.next()
      }
    }
    var engine = TunerEngine()
    var (readings, shown, bells, divisors) = (0, 0, 0, 0)
    for start in stride(from: 0, to: samples.count, by: 480) {
      listener.append(samples[start..<min(samples.count, start + 480)].span)
      while let observation = listener.next() {
        let reading = engine.process(observation)
        readings += 1
        shown += reading.deviation == nil ? 0 : 1
        bells += reading.sound == .unexpectedBell ? 1 : 0
        divisors += reading.sound == .commonDivisor ? 1 : 0
      }
    }
    print(readings, shown, bells, divisors)
  }

  /// Prints the changes of the note that a face shows.
  ///
  /// - Parameters:
  ///   - samples: The sound.
  ///   - rate: Its sample rate, in hertz.
  ///   - blockSize: The number of samples that arrive at once.
  ///   - next: Appends a block, which may be empty, and returns the next observation.
  static func printTexts(
    of samples: [Float], _ rate: Double, in blockSize: Int,
    _ next: (Span<Float>) -> TunerObservation?
  ) {
    var (engine, begun, last) = (TunerEngine(), BegunNote(), 0)
    for start in stride(from: 0, to: samples.count, by: blockSize) {
      let end = min(samples.count, start + blockSize)
      var observation = next(samples[start..<end].span)
      while let current = observation {
        var shown = engine.process(current)
        begun.show(in: &shown, beginning: current.pitch.beginning, by: &engine)
        let note = shown.deviation?.note.midiNumber ?? 0
        if note != last { print(Double(end) / rate, note) }
        last = note
        observation = next(samples[end..<end].span)
      }
    }
  }
}
