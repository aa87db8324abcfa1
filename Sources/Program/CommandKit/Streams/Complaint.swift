/// Says something on standard error, under the program's name.
///
/// Names of files and devices come from outside; none of them shall drive the terminal.
package func complain(_ message: String) {
  try? ByteOutput.standardError.write("kammerton: \(TerminalText.escaped(message))\n")
}
