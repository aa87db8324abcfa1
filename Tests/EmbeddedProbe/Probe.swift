// Not part of the package: `Scripts/check-core.sh` compiles and links this for WebAssembly, and
// runs it, to prove that the core works as Embedded Swift.

import InstrumentTuning
import MusicTheory
import PitchEstimation
import SignalProcessing
import ToneGeneration

/// Plucks a string, tracks it, and returns its tuning error in thousandths of a cent, or -1.
@_cdecl("probe")
public func probe(_ midiNumber: Int32) -> Int32 {
  let sampleRate = 48_000.0
  let note = Note(midiNumber: Int(midiNumber), spelling: .sharps)
  let frequency = note.frequency()
  var string = PluckedString(frequency: frequency, sampleRate: sampleRate, seed: 1)
  guard
    var tracker = try? MultiresolutionTracker(
      sampleRate: sampleRate, searchRange: 30...4200, hopSize: 480, lookahead: 0.05)
  else { return -1 }
  var stabilizer = PitchStabilizer()
  var tuner = Tuner(concertPitch: .standard, spelling: .sharps)
  tracker.append(string.render(96_000))
  var cents: Double?
  while let reading = tracker.next() {
    let pitch = stabilizer.update(reading)
    if let reading = tuner.read(pitch.frequency), reading.note == note { cents = reading.cents }
  }
  guard let cents else { return -1 }
  return Int32(cents.magnitude * 1000)
}

/// The standard library prints the message of a trap with this; the core has nowhere to print.
@_cdecl("putchar")
public func putchar(_ character: Int32) -> Int32 { character }

/// The standard library seeds its hashing with this; the core hashes nothing secret.
@_cdecl("arc4random_buf")
public func fillRandomly(_ buffer: UnsafeMutableRawPointer, _ count: Int) {
  for index in 0..<count { buffer.storeBytes(of: 0x5A, toByteOffset: index, as: UInt8.self) }
}
