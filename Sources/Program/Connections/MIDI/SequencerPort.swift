import PitchToMIDI

#if canImport(CALSA)
  import CALSA

  /// A virtual port of ALSA's sequencer, to which other programs connect.
  final class SequencerPort: MIDIOutput {
    private let client: SequencerClient

    /// - Parameter name: The name that other programs show.
    /// - Throws: ``MIDIOutputError/noSequencer(reason:)``
    init(name: String) throws(MIDIOutputError) {
      client = try SequencerClient(
        name: name, streams: SND_SEQ_OPEN_OUTPUT,
        capabilities: SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ)
    }

    func send(_ messages: [MIDIMessage], at time: Double) -> Bool {
      messages.allSatisfy(send)
    }

    private func send(_ message: MIDIMessage) -> Bool {
      var event = snd_seq_event_t()
      let bytes = message.bytes
      guard snd_midi_event_encode(client.coder, bytes, bytes.count, &event) == bytes.count else {
        return false
      }
      // To whoever has connected, at once.
      event.source.port = client.port
      event.dest.client = UInt8(SND_SEQ_ADDRESS_SUBSCRIBERS)
      event.dest.port = UInt8(SND_SEQ_ADDRESS_UNKNOWN)
      event.queue = UInt8(SND_SEQ_QUEUE_DIRECT)
      return snd_seq_event_output_direct(client.sequencer, &event) >= 0
    }

    /// A full queue of a receiver, after which the next messages may be taken.
    func recover() -> Bool { true }

    func close() -> String? { nil }
  }
#endif
