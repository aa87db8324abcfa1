/// A source whose events are also shown to an observer, one after another, in the task that reads
/// them.
package struct ObservedSource: AudioSource {
  private let source: any AudioSource
  private let observe: @Sendable (AudioSourceEvent) -> Void

  /// Wraps a source.
  ///
  /// - Parameters:
  ///   - source: The source, such as a microphone.
  ///   - observe: Called with each event before the reader gets it.
  package init(
    _ source: any AudioSource, observe: @escaping @Sendable (AudioSourceEvent) -> Void
  ) {
    (self.source, self.observe) = (source, observe)
  }

  /// Starts recording, or joins the session that already runs.
  package func start() -> AudioSourceEvents {
    source.start().map { [observe] event in
      observe(event)
      return event
    }
  }

  /// Stops recording, and returns when the device is free.
  package func stop() async { await source.stop() }
}
