/// Numbers with a decimal comma, as people write them in much of Europe.
///
/// They are answered, not read: in lists a comma stands between numbers, and 1,000 is a thousand elsewhere.
package enum DecimalComma {
  /// What to write instead of a number with a comma: `441.3` for `441,3`, `1.5min` for `1,5min`.
  ///
  /// - Parameter text: What was typed; of an option with its value behind `=`, the value.
  /// - Returns: `nil` for anything but one number with digits on both sides of one comma, perhaps with
  ///   a sign before it and a unit behind it.
  package static func withPoint(_ text: some StringProtocol) -> String? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let whole = parts[0].first.map { "+-".contains($0) } == true ? parts[0].dropFirst() : parts[0]
    let decimals = parts[1].prefix(while: isDigit)
    let unit = parts[1].dropFirst(decimals.count).drop { $0 == " " }
    guard !whole.isEmpty, whole.allSatisfy(isDigit), !decimals.isEmpty,
      unit.allSatisfy({ $0.isLetter || $0 == "%" })
    else { return nil }
    return "\(parts[0]).\(parts[1])"
  }

  /// The first of some arguments that is such a number, with what to write instead.
  package static func first(in arguments: [String]) -> (typed: String, better: String)? {
    for argument in arguments {
      let value = argument.hasPrefix("--") ? argument.drop { $0 != "=" }.dropFirst() : argument[...]
      if let better = withPoint(value) { return (String(value), better) }
    }
    return nil
  }

  private static func isDigit(_ character: Character) -> Bool {
    character.isASCII && character.isNumber
  }
}
