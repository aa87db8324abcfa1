package import ArgumentParser

/// The microphone that is listened to.
package struct MicrophoneOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Microphone, by number or part of its name.", valueName: "name"))
  package var microphone: String?

  package init() {}
}
