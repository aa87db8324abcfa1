import Foundation
import _TestSignals

/// The tones of the sweep at a sample rate, in one manner of sounding.
struct Sweep {
  let sampleRate: Double
  let manner: SweepTone.Manner

  /// - Parameter arguments: The rate in hertz, and the name of the manner.
  init?(_ arguments: [String]) {
    guard arguments.count == 2, let rate = Double(arguments[0]), (8000...192_000).contains(rate),
      let manner = SweepTone.Manner(rawValue: arguments[1])
    else { return nil }
    sampleRate = rate
    self.manner = manner
  }

  func write(to file: FileHandle) throws {
    for shape in SweepTone.Shape.allCases {
      for note in SweepTone.notes {
        let frequency = SweepTone.frequency(ofNote: note)
        guard frequency < sampleRate / 4 else { continue }
        let tone = shape.tone(frequency, sampleRate: sampleRate)
        let samples = manner.applied(to: tone, sampleRate: sampleRate)
        let header =
          #"{"shape":"\#(shape.rawValue)","note":\#(note),"frequency":\#(frequency),"#
          + #""cents":\#(SweepTone.detuning),"count":\#(samples.count)}"# + "\n"
        try file.write(contentsOf: Data(header.utf8))
        try file.write(contentsOf: samples.withUnsafeBufferPointer { Data(buffer: $0) })
      }
    }
  }
}
