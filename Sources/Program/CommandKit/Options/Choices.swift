package import ArgumentParser
import MusicTheory

/// Answers to names that do not exist, in the same words for every option.
package enum Choices {
  /// Returns the value with a name, in any case.
  ///
  /// - Parameters:
  ///   - argument: The typed name.
  ///   - values: All values, by their raw value.
  /// - Returns: The value.
  /// - Throws: `ValidationError` with similar names, and all names.
  package static func value<Value: CaseIterable & RawRepresentable>(
    _ argument: String, of values: Value.Type = Value.self
  ) throws -> Value where Value.RawValue == String {
    guard let value = Value(rawValue: argument.lowercased()) else {
      throw unknown(argument, among: Value.allCases.map(\.rawValue))
    }
    return value
  }

  /// The error for a name that is none of the possible ones.
  ///
  /// - Parameters:
  ///   - name: The typed name.
  ///   - names: The possible names, in small letters.
  ///   - list: The names in the sentence; by default all of them.
  /// - Returns: The error, which asks whether a similar name was meant.
  package static func unknown(
    _ name: String, among names: [String], list: String? = nil
  ) -> ValidationError {
    ValidationError(question(name, among: names) + "Write \(list ?? self.list(names)).")
  }

  /// Returns `Did you mean yin or pyin? `, or nothing if no name is similar.
  package static func question(_ name: String, among names: [String]) -> String {
    let near = NearNames.of(name, in: names)
    return near.isEmpty ? "" : "Did you mean \(list(near))? "
  }

  /// Returns `csv, json or jsonl`.
  private static func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " or " + last
  }
}
