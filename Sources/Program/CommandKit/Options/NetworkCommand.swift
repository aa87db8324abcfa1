package import ArgumentParser

/// A command that `kammerton-network` runs, at least with some of its options.
///
/// Both programs parse it by the same declaration, so that help, completions and refusals need only
/// the first one.
package protocol NetworkCommand: ParsableCommand {
  /// Whether what was asked for needs keys, certificates or a server.
  var needsNetworkProgram: Bool { get }
}
