import PitchToMIDI

#if canImport(CALSA)
  import CALSA

  /// A virtual port of ALSA's sequencer, to which other programs connect.
  final class SequencerPort: MIDIOutput {
    private let sequencer: OpaquePointer
    private let encoder: OpaquePointer
    private let port: UInt8

    /// - Parameter name: The name that other programs show.
    /// - Throws: ``MIDIOutputError/noSequencer(reason:)``
    init(name: String) throws(MIDIOutputError) {
      CALSADropMessages()  // the error says it all
      var (handle, encoder): (OpaquePointer?, OpaquePointer?)
      let code = snd_seq_open(&handle, "default", SND_SEQ_OPEN_OUTPUT, SND_SEQ_NONBLOCK)
      guard code >= 0, let handle else {
        throw .noSequencer(reason: String(cString: snd_strerror(code)))
      }
      snd_seq_set_client_name(handle, name)
      let port = snd_seq_create_simple_port(
        handle, name, UInt32(SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ),
        UInt32(SND_SEQ_PORT_TYPE_MIDI_GENERIC | SND_SEQ_PORT_TYPE_APPLICATION))
      let encoderCode = snd_midi_event_new(16, &encoder)
      guard port >= 0, encoderCode >= 0, let encoder else {
        snd_seq_close(handle)
        throw .noSequencer(reason: String(cString: snd_strerror(min(port, encoderCode))))
      }
      (sequencer, self.encoder, self.port) = (handle, encoder, UInt8(truncatingIfNeeded: port))
    }

    deinit {
      snd_midi_event_free(encoder)
      snd_seq_close(sequencer)
    }

    func send(_ messages: [MIDIMessage], at time: Double) -> Bool {
      messages.allSatisfy(send)
    }

    private func send(_ message: MIDIMessage) -> Bool {
      var event = snd_seq_event_t()
      let bytes = message.bytes
      guard snd_midi_event_encode(encoder, bytes, bytes.count, &event) == bytes.count else {
        return false
      }
      // To whoever has connected, at once.
      event.source.port = port
      event.dest.client = UInt8(SND_SEQ_ADDRESS_SUBSCRIBERS)
      event.dest.port = UInt8(SND_SEQ_ADDRESS_UNKNOWN)
      event.queue = UInt8(SND_SEQ_QUEUE_DIRECT)
      return snd_seq_event_output_direct(sequencer, &event) >= 0
    }

    /// A full queue of a receiver, after which the next messages may be taken.
    func recover() -> Bool { true }

    func close() -> String? { nil }
  }
#endif
