import CSndfile

/// A container and an encoding that an ``AudioFileWriter`` can produce.
public struct AudioFileFormat: Sendable, Hashable {
  /// The format number of libsndfile.
  let code: Int32
  /// What messages call it.
  let name: String

  /// WAV with 16-bit integers, which every program can read.
  public static let wave16 = Self(SF_FORMAT_WAV, SF_FORMAT_PCM_16, "16-bit WAV")
  /// WAV with 24-bit integers.
  public static let wave24 = Self(SF_FORMAT_WAV, SF_FORMAT_PCM_24, "24-bit WAV")
  /// WAV with 32-bit floating point: nothing is rounded or clipped.
  public static let waveFloat = Self(SF_FORMAT_WAV, SF_FORMAT_FLOAT, "floating-point WAV")
  /// FLAC with 16-bit integers: lossless, about half the size of WAV, at most 8 channels.
  public static let flac16 = Self(SF_FORMAT_FLAC, SF_FORMAT_PCM_16, "16-bit FLAC")
  /// FLAC with 24-bit integers.
  public static let flac24 = Self(SF_FORMAT_FLAC, SF_FORMAT_PCM_24, "24-bit FLAC")

  /// A format of libsndfile, of which only those above are offered to users.
  init(_ container: Int, _ encoding: Int, _ name: String) {
    code = Int32(container | encoding)
    self.name = name
  }
}

extension AudioFileFormat: CustomStringConvertible {
  /// The common name of the format.
  public var description: String { name }
}
