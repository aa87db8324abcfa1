import Foundation

/// Struck tones, or claps of noise, at times in seconds, as a WAV file of 16 bits at 22,050 Hz.
func struckSound(_ strokes: [(time: Double, frequency: Double?)], ring: Double = 0.3) -> Data {
  let rate = 22_050.0
  let end = (strokes.map(\.time).max() ?? 0) + 1
  var sum = [Double](repeating: 0, count: Int(end * rate))
  var noise: UInt64 = 1
  for stroke in strokes {
    let start = Int((stroke.time * rate).rounded())
    for index in 0..<Int(ring * rate) where start + index < sum.count {
      let time = Double(index) / rate
      noise = noise &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let white = Double(Int64(bitPattern: noise)) / 9.3e18
      let tone = stroke.frequency.map { frequency in
        (1...5).reduce(0.0) {
          $0 + sin(2 * .pi * Double($1) * frequency * time) / Double($1)
        }
      }
      let decay = exp(-time * (tone == nil ? 60 : 4)) * min(1, (ring - time) / 0.02)
      sum[start + index] += decay * (tone ?? white) * min(1, time / 0.001)
    }
  }
  var data = Data("RIFF".utf8)
  func append(_ value: Int, _ bytes: Int) {
    for byte in 0..<bytes { data.append(UInt8(value >> (8 * byte) & 255)) }
  }
  append(36 + 2 * sum.count, 4)
  data.append(Data("WAVEfmt ".utf8))
  for (value, bytes) in [(16, 4), (1, 2), (1, 2), (22_050, 4), (44_100, 4), (2, 2), (16, 2)] {
    append(value, bytes)
  }
  data.append(Data("data".utf8))
  append(2 * sum.count, 4)
  for sample in sum { append(Int(UInt16(bitPattern: Int16(8000 * max(-3, min(3, sample))))), 2) }
  return data
}
