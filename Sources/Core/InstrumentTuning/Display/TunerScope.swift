package import PitchEstimation
internal import SignalProcessing

/// Views of the newest sound: strobe, spectrum and waveform.
///
/// The samples come from a ``SignalProcessing/SampleHistory`` when a view is drawn; there is no
/// state between two pictures.
///
/// - Complexity: That of ``StrobeAnalyzer``, ``SignalProcessing/LogSpectrum`` and
///   ``SignalProcessing/WaveTrigger``. No allocation after `init`.
package struct TunerScope: Sendable {
  /// The size of the views on a display.
  package struct Layout: Sendable, Hashable {
    /// The bands of the spectrum.
    package var bandCount: Int
    /// The ends of the spectrum, in hertz.
    package var spectrumRange: ClosedRange<Double>
    /// The length of the waveform, in seconds; with a tone it is rounded to whole periods.
    package var waveDuration: Double
    /// The smallest and the largest number of periods in the waveform.
    package var periods: ClosedRange<Double>
    /// The partials of the strobe, from the first.
    package var partialCount: Int

    /// Creates a layout.
    ///
    /// - Parameters:
    ///   - bandCount: The bands of the spectrum, at least 1.
    ///   - spectrumRange: The ends of the spectrum, in hertz, above 0.
    ///   - waveDuration: The length of the waveform, in seconds.
    ///   - periods: The smallest and the largest number of periods in the waveform.
    ///   - partialCount: The partials of the strobe, from the first; at least 1.
    package init(
      bandCount: Int, spectrumRange: ClosedRange<Double> = 20...16_000, waveDuration: Double,
      periods: ClosedRange<Double>, partialCount: Int = 8
    ) {
      self.bandCount = bandCount
      self.spectrumRange = spectrumRange
      self.waveDuration = waveDuration
      self.periods = periods
      self.partialCount = partialCount
    }
  }

  /// Samples per second, in hertz.
  package let sampleRate: Double
  private let layout: Layout
  private var strobe: StrobeAnalyzer
  private var spectrum: LogSpectrum

  /// Plans the views; `nil` for a sample rate that the strobe does not support.
  ///
  /// - Parameters:
  ///   - sampleRate: Samples per second, in ``StrobeAnalyzer/sampleRates``.
  ///   - layout: The size of the views on the display.
  package init?(sampleRate: Double, layout: Layout) {
    guard
      let strobe = try? StrobeAnalyzer(
        sampleRate: sampleRate, partials: Array(1...layout.partialCount)),
      let spectrum = try? LogSpectrum(
        sampleRate: sampleRate, bandCount: layout.bandCount, range: layout.spectrumRange)
    else { return nil }
    self.sampleRate = sampleRate
    self.layout = layout
    self.strobe = strobe
    self.spectrum = spectrum
  }

  // MARK: - Strobe

  /// The largest number of samples that the strobe reads.
  package var strobeSampleCount: Int { strobe.sampleCount }

  /// The partials of the target, as ``measureStrobe(of:endIndex:target:frequency:)`` found them.
  package var partials: [StrobePartial] { strobe.partials }

  /// The string that fits the partials; `nil` if fewer than three stood out.
  package var string: InharmonicityFit? { strobe.string }

  /// Measures the partials of a target: see ``StrobeAnalyzer``.
  ///
  /// - Parameters:
  ///   - samples: The newest samples.
  ///   - endIndex: The position in the stream of the next sample.
  ///   - target: The target frequency, in hertz.
  ///   - frequency: The frequency of the tone, in hertz; `nil` if it is not known. Beyond
  ///     ``StrobeAnalyzer/largestDeviation`` all partials are absent: some of the tone's are near
  ///     others of the target, and would pass for them.
  package mutating func measureStrobe(
    of samples: Span<Float>, endIndex: Int64, target: Double, frequency: Double? = nil
  ) {
    let cents = frequency.map { Elementary.cents(ofRatio: $0 / target).magnitude } ?? 0
    let isNear = cents <= StrobeAnalyzer.largestDeviation
    strobe.analyze(samples, endIndex: endIndex, target: isNear ? target : 0)
  }

  // MARK: - Spectrum

  /// The number of samples that the spectrum reads.
  package var spectrumSampleCount: Int { spectrum.length }

  /// The ends of the spectrum, in hertz.
  package var spectrumRange: ClosedRange<Double> { spectrum.range }

  /// Computes the levels of the bands.
  ///
  /// - Parameters:
  ///   - samples: The newest samples.
  ///   - levels: Receives the level of each band, in dBFS.
  /// - Precondition: `levels` has as many positions as the layout has bands.
  package mutating func drawSpectrum(
    of samples: Span<Float>, into levels: inout MutableSpan<Float>
  ) {
    spectrum.transform(samples, into: &levels)
  }

  // MARK: - Waveform

  /// Returns the length of the waveform, in samples: whole periods of a tone, so that it stands
  /// still.
  ///
  /// - Parameter frequency: The frequency of the tone, in hertz; `nil` for no tone.
  /// - Returns: Samples, with a fraction.
  package func waveLength(frequency: Double?) -> Double {
    guard let frequency else { return layout.waveDuration * sampleRate }
    let wanted = (layout.waveDuration * frequency).rounded()
    let periods = max(layout.periods.lowerBound, min(layout.periods.upperBound, wanted))
    return periods / frequency * sampleRate
  }

  /// Draws the waveform.
  ///
  /// - Parameters:
  ///   - samples: The newest samples, twice as many as `length` or more.
  ///   - length: The result of ``waveLength(frequency:)``, or less if there are fewer samples.
  ///   - frequency: The frequency of the tone, in hertz; `nil` for no tone.
  ///   - points: Receives the values of the waveform.
  package func drawWave(
    of samples: Span<Float>, length: Double, frequency: Double?,
    into points: inout MutableSpan<Float>
  ) {
    let period = frequency.map { sampleRate / $0 }
    let start = WaveTrigger.start(in: samples, length: length, period: period)
    WaveTrigger.draw(samples, from: start, length: length, into: &points)
  }
}
