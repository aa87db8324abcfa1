#if canImport(CALSA)
  import CALSA
  import Glibc

  /// A virtual port of ALSA's sequencer, to which other programs send.
  final class SequencerInput: MIDIInput {
    private let sequencer: OpaquePointer
    private let decoder: OpaquePointer

    /// - Parameter name: The name that other programs show.
    /// - Throws: ``MIDIOutputError/noSequencer(reason:)``
    init(name: String) throws(MIDIOutputError) {
      CALSADropMessages()  // the error says it all
      var (handle, decoder): (OpaquePointer?, OpaquePointer?)
      let code = snd_seq_open(&handle, "default", SND_SEQ_OPEN_INPUT, SND_SEQ_NONBLOCK)
      guard code >= 0, let handle else {
        throw .noSequencer(reason: String(cString: snd_strerror(code)))
      }
      snd_seq_set_client_name(handle, name)
      let port = snd_seq_create_simple_port(
        handle, name, UInt32(SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE),
        UInt32(SND_SEQ_PORT_TYPE_MIDI_GENERIC | SND_SEQ_PORT_TYPE_APPLICATION))
      let decoderCode = snd_midi_event_new(16, &decoder)
      guard port >= 0, decoderCode >= 0, let decoder else {
        snd_seq_close(handle)
        throw .noSequencer(reason: String(cString: snd_strerror(min(port, decoderCode))))
      }
      (sequencer, self.decoder) = (handle, decoder)
    }

    deinit {
      snd_midi_event_free(decoder)
      snd_seq_close(sequencer)
    }

    func receive(timeout: Int32) -> [UInt8]? {
      var request = pollfd()
      guard snd_seq_poll_descriptors(sequencer, &request, 1, Int16(POLLIN)) == 1 else { return nil }
      if snd_seq_event_input_pending(sequencer, 0) == 0, poll(&request, 1, timeout) <= 0 {
        return []
      }
      var bytes: [UInt8] = []
      var event: UnsafeMutablePointer<snd_seq_event_t>?
      while bytes.count < 256, snd_seq_event_input(sequencer, &event) >= 0, let event {
        var message = [UInt8](repeating: 0, count: 16)
        let count = snd_midi_event_decode(decoder, &message, message.count, event)
        if count > 0 { bytes += message[..<count] }
      }
      return bytes
    }

    /// The port is the program's own, and always there.
    func recover() -> Bool { true }
  }
#endif
