import ArgumentParser
import SignalProcessing

/// Refusals of options that do not go together, in the same words for every command.
///
/// Options are named as a user types them, each with whether it was given.
package enum Refusals {
  package typealias Options = KeyValuePairs<String, Bool>

  /// Refuses more than one of some options.
  ///
  /// - Throws: `ValidationError`, which names those that were given.
  package static func exclude(_ options: Options) throws {
    let given = given(options)
    guard given.count > 1 else { return }
    throw ValidationError("\(list(given)) exclude each other. Give one of them.")
  }

  /// Refuses options that have no meaning without another one.
  ///
  /// - Parameters:
  ///   - other: The option that others need.
  ///   - isGiven: True if it was given.
  ///   - options: The options that need it.
  /// - Throws: `ValidationError`, which names those that were given, and the other one.
  package static func require(_ other: String, _ isGiven: Bool, for options: Options) throws {
    let given = given(options)
    guard !isGiven, let first = given.first else { return }
    throw ValidationError(
      given.count == 1
        ? "\(first) needs \(other). Add it, or remove \(first)."
        : "\(list(given)) need \(other). Add it, or remove them.")
  }

  /// Refuses a value of an option that is out of its range; `nil` was not given.
  ///
  /// - Throws: `ValidationError`, which names the option, the limits and the value.
  package static func limit<Value: Comparable>(
    _ option: String, _ value: Value?, to limits: ClosedRange<Value>, _ unit: String = ""
  ) throws {
    guard let value, !limits.contains(value) else { return }
    throw ValidationError(outOfRange(option, value, limits, unit))
  }

  private static func given(_ options: Options) -> [String] {
    options.filter(\.value).map(\.key)
  }

  private static func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }
}
