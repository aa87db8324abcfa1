/// A WAV file made by hand, so that every field can be wrong.
struct WaveBytes {
  var tag: UInt16 = 1
  var channelCount: UInt16 = 1
  var sampleRate: UInt32 = 48_000
  var bits: UInt16 = 16
  /// What the header says; the true length by default.
  var statedLength: UInt32?
  /// Chunks between the format and the samples.
  var extraChunks: [UInt8] = []
  var data: [UInt8] = []

  var bytes: [UInt8] {
    let length = statedLength ?? UInt32(data.count)
    let frameSize = channelCount * bits / 8
    return name("RIFF") + little(length &+ 36) + name("WAVE") + name("fmt ") + little(UInt32(16))
      + little(tag) + little(channelCount) + little(sampleRate)
      + little(sampleRate &* UInt32(frameSize)) + little(frameSize) + little(bits) + extraChunks
      + name("data") + little(length) + data
  }
}

func name(_ text: String) -> [UInt8] { Array(text.utf8) }

func little(_ value: some FixedWidthInteger) -> [UInt8] {
  withUnsafeBytes(of: value.littleEndian) { Array($0) }
}

/// The samples of a 16-bit file.
func signed16(_ samples: [Int16]) -> [UInt8] { samples.flatMap { little($0) } }
