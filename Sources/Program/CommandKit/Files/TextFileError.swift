/// Why a text file of the user's, such as a tempo map, says nothing.
package enum TextFileError<Fault: Error & Equatable & CustomStringConvertible>: Error, Equatable {
  /// The operating system's `reason`, or that the file is too large.
  case unreadable(name: String, reason: String)
  /// What is wrong in it; the description begins with the line where one is to blame.
  case wrong(name: String, Fault)
}

extension TextFileError: CustomStringConvertible {
  /// The name of the file, and what is wrong.
  package var description: String {
    switch self {
    case .unreadable(let name, let reason):
      return "\(name.printable) could not be read (\(reason))."
    case .wrong(let name, let fault):
      let text = fault.description.printable
      return name.printable + (text.hasPrefix("line ") ? ", " : ": ") + text
    }
  }
}
