// What the live tuner of the command computes, without a source, a screen or a clock: _LiveTuner RATE <SAMPLES
// SAMPLES are 32-bit floats in this machine's order of bytes, RATE is in hertz. Prints the number of readings, and of
// those that are shown, of bells, and of the common divisor of several tones. Benchmarks/instructions.py counts its work.

import Foundation
import InstrumentTuning
import PitchEstimation
import SignalProcessing

@main
struct LiveTuner {
  static func main() throws {
    guard let rate = CommandLine.arguments.dropFirst().first.flatMap(Double.init) else {
      FileHandle.standardError.write(Data("usage: _LiveTuner RATE <SAMPLES\n".utf8))
      exit(64)
    }
    let data = FileHandle.standardInput.readDataToEndOfFile()
    let samples = data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    let listening = TunerListening()
    var listener = try TunerListener(
      MultiresolutionTracker(
        sampleRate: rate, searchRange: listening.searchRange(sampleRate: rate),
        hopSize: TunerListening.hopDuration * rate, lookahead: TunerListening.lookahead,
        gate: LevelGate(listening.gate)))
    var engine = TunerEngine()
    var (readings, shown, bells, divisors) = (0, 0, 0, 0)
    // As a microphone delivers them.
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
}
