/// Names that options have in other programs, and what does the same here.
///
/// librosa, crepe, aubio and Praat for `track` and `tune`; everyday words for the rest.
enum ForeignNames {
  /// What to write, by the option of this program that does it.
  private static let advice = [
    "--range": "--range LOW..HIGH, such as --range 65..2093",
    "--hop": "--hop with its unit, such as --hop 10ms or --hop 512samples",
    "--estimator": "--estimator NAME, such as --estimator yin",
    "--gate": "--gate LEVEL in dBFS, such as --gate -60",
    "--rate": "--raw f32le --rate HZ for raw input; files know their own",
    "--lookahead": "--lookahead TIME, such as --lookahead 300ms",
    "--a4": "--a4 HZ, such as --a4 442",
    "--transpose": "--transpose NAME, such as --transpose bb-trumpet",
    "--level": "--level DB in dBFS, such as --level -20",
    "--wave": "--wave NAME, such as --wave saw",
    "--meter": "--meter N/D, such as --meter 3/4",
    "--subdivide": "--subdivide N, such as --subdivide 2",
  ]

  /// The option of this program, by its names elsewhere.
  private static let options = [
    "--fmin": "--range", "--fmax": "--range", "--min-frequency": "--range",
    "--max-frequency": "--range", "--pitch-floor": "--range", "--pitch-ceiling": "--range",
    "--step-size": "--hop", "--hop-length": "--hop", "--hopsize": "--hop", "--hop-size": "--hop",
    "--time-step": "--hop", "--method": "--estimator", "--algorithm": "--estimator",
    "--pitch": "--estimator", "--model-capacity": "--estimator", "--silence": "--gate",
    "--threshold": "--gate", "--sr": "--rate", "--samplerate": "--rate",
    "--sample-rate": "--rate", "--viterbi": "--lookahead", "--reference": "--a4",
    "--concert-pitch": "--a4", "--transposition": "--transpose", "--volume": "--level",
    "--waveform": "--wave", "--time-signature": "--meter", "--subdivision": "--subdivide",
  ]

  /// What to write instead of an option of another program.
  ///
  /// - Parameters:
  ///   - name: The option that was typed.
  ///   - known: Whether the command has an option.
  /// - Returns: `nil` if the command has nothing like it.
  static func advice(for name: String, _ known: (String) -> Bool) -> String? {
    options[name].flatMap { known($0) ? advice[$0] : nil }
  }
}
