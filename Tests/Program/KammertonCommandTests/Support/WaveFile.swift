import Foundation

/// Makes a WAV file of one channel and 16 bits.
///
/// - Parameters:
///   - rate: Samples per second.
///   - seconds: The length of the sound.
///   - value: The sample at a time in seconds, in -32768...32767.
/// - Returns: The bytes.
func waveFile(rate: Int = 44_100, seconds: Double, _ value: (Double) -> Double) -> Data {
  let count = Int(seconds * Double(rate))
  var data = Data("RIFF".utf8)
  func append(_ value: Int, _ bytes: Int) {
    for byte in 0..<bytes { data.append(UInt8(value >> (8 * byte) & 255)) }
  }
  append(36 + 2 * count, 4)
  data.append(Data("WAVEfmt ".utf8))
  for (value, bytes) in [(16, 4), (1, 2), (1, 2), (rate, 4), (2 * rate, 4), (2, 2), (16, 2)] {
    append(value, bytes)
  }
  data.append(Data("data".utf8))
  append(2 * count, 4)
  for index in 0..<count {
    append(Int(UInt16(bitPattern: Int16(value(Double(index) / Double(rate))))), 2)
  }
  return data
}
