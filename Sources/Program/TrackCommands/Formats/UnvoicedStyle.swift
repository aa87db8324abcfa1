/// What the frequency column of a CSV holds where there is no pitch.
package enum UnvoicedStyle: String, CaseIterable, Sendable {
  /// Nothing: no number that could be taken for a frequency.
  case empty
  /// 0, as aubio writes.
  case zero
  /// nan, for NumPy and pandas.
  case nan
  /// The best guess with a minus sign, as mir_eval reads: pitch and voicing can be judged apart.
  case negative
}
