/// A partial of one string, and what the frame says of it.
struct Partial: Sendable {
  /// The string, and the number of the partial, from 1.
  var string = 0
  var order = 1
  /// Where the string's series has it, and where the frame has it, in hertz.
  var model = 0.0
  var frequency = 0.0
  /// One standard error of `frequency`, from the noise beside the partial, in hertz.
  var error = Double.infinity
  /// The amplitude at the middle of the frame: a cosine of amplitude a has a/2.
  var real = 0.0
  var imaginary = 0.0
  /// How fast it decays, in nepers a second.
  var decay = 0.0
  /// The variance of white noise that would leave as much beside the partial.
  var leftover = 0.0
  /// |amplitude|² over its variance by the noise beside it.
  var clearness = 0.0
  /// The distance to the nearest partial of another string, in hertz.
  var gap = Double.infinity
  /// Whether it has been measured: `frequency`, `real`, `imaginary` and `decay` are of the frame.
  var isKnown = false

  /// |amplitude|².
  var power: Double { real * real + imaginary * imaginary }
}
