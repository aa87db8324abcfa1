/// Steps on split spectra, as ``RealFourierTransform`` lays them out.
public enum SplitSpectrum {
  /// Replaces a spectrum by its power, |X(k)|², with imaginary parts of 0.
  ///
  /// Its inverse transform is the circular autocorrelation of the samples (Wiener-Khinchin).
  ///
  /// - Parameter spectrum: A split spectrum.
  /// - Complexity: O(*N*) time, no allocation.
  public static func replaceByPower(_ spectrum: inout MutableSpan<Float>) {
    spectrum.withUnsafeMutableBufferPointer { spectrum in
      guard spectrum.count >= 2 else { return }
      let half = spectrum.count / 2
      // Bin 0 and bin N/2 share what would be the real and imaginary part of bin 0.
      let (first, middle) = (spectrum[0], spectrum[half])
      for bin in 0..<half {
        spectrum[bin] =
          spectrum[bin] * spectrum[bin] + spectrum[bin + half] * spectrum[bin + half]
        spectrum[bin + half] = 0
      }
      spectrum[0] = first * first
      spectrum[half] = middle * middle
    }
  }
}
