package import AudioDevices
package import AudioFiles

/// Where rendered sound goes.
package enum SoundDestination: Hashable, Sendable {
  case device(DeviceSelection)
  case file(path: String, AudioFileFormat)
  /// Interleaved samples without a header.
  case standardOutput(RawSampleFormat)
}

/// The bytes of raw samples.
extension RawSampleFormat {
  func encode(_ samples: [Float], into bytes: inout [UInt8]) {
    bytes.removeAll(keepingCapacity: true)
    for sample in samples {
      switch self {
      case .f32le: Self.append(sample.bitPattern, to: &bytes)
      case .s16le: Self.append(UInt16(bitPattern: Self.integer(sample)), to: &bytes)
      }
    }
  }

  /// Full scale is 32768, as the reader of raw samples has it; what lies beyond is clipped.
  private static func integer(_ sample: Float) -> Int16 {
    sample.isFinite ? Int16(max(-32_768, min(32_767, (sample * 32_768).rounded()))) : 0
  }

  private static func append(_ value: some FixedWidthInteger, to bytes: inout [UInt8]) {
    for shift in stride(from: 0, to: value.bitWidth, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }
}
