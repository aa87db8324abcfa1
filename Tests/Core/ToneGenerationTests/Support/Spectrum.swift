import SignalProcessing

/// The amplitudes of the partials of a signal, one for each bin of a long transform.
struct Spectrum {
  static let length = 65_536
  /// The amplitude of a sine in each bin.
  let amplitudes: [Double]

  /// - Parameter samples: At most ``length`` samples; the rest counts as silence.
  /// - Throws: `FourierError`, never for this length.
  init(_ samples: [Float]) throws {
    let length = Self.length
    var buffer = samples + [Float](repeating: 0, count: length - samples.count)
    var transform = try RealFourierTransform(length: length)
    var span = buffer.mutableSpan
    transform.forward(&span)
    amplitudes = (1..<length / 2).reduce(into: [Double(buffer[0].magnitude) / Double(length)]) {
      let (real, imaginary) = (Double(buffer[$1]), Double(buffer[length / 2 + $1]))
      $0.append((real * real + imaginary * imaginary).squareRoot() * 2 / Double(length))
    }
  }

  func frequency(ofBin bin: Int, sampleRate: Double) -> Double {
    Double(bin) * sampleRate / Double(Self.length)
  }

  /// The energy beyond a distance from a range of frequencies, as a part of all energy, in decibels.
  func energy(
    outside range: ClosedRange<Double>, sampleRate: Double
  ) -> Double {
    var (outside, all) = (0.0, 0.0)
    for (bin, amplitude) in amplitudes.enumerated() {
      all += amplitude * amplitude
      if !range.contains(frequency(ofBin: bin, sampleRate: sampleRate)) {
        outside += amplitude * amplitude
      }
    }
    return decibels(fromPower: outside / all)
  }
}

/// 20 log10 of an amplitude.
func decibels(_ amplitude: Double) -> Double { decibels(fromPower: amplitude * amplitude) }
