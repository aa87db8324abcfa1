/// The sample format of a raw stream. The raw values are FFmpeg's names.
public enum RawSampleFormat: String, Sendable, Hashable, CaseIterable {
  /// 32-bit floating point, little-endian, nominal range -1...1.
  case f32le
  /// Signed 16-bit integer, little-endian.
  case s16le
}

/// The format of a stream of bytes.
public enum AudioStreamFormat: Sendable, Hashable {
  /// WAV, including the unknown length that recorders write to a pipe.
  case wave
  /// Samples without a header, the channels interleaved.
  ///
  /// `sampleRate` is in hertz, in 8000...192000; `channelCount` in 1...1024.
  case raw(RawSampleFormat, sampleRate: Double, channelCount: Int)
}

extension RawSampleFormat {
  var encoding: SampleEncoding {
    switch self {
    case .f32le: .float32
    case .s16le: .signed16
    }
  }
}
