#if canImport(CALSA)
  import CALSA

  /// A client of ALSA's sequencer with one virtual port, and what turns its events into the bytes of MIDI
  /// and back.
  final class SequencerClient {
    let sequencer: OpaquePointer
    let coder: OpaquePointer
    let port: UInt8

    /// - Parameters:
    ///   - name: The name that other programs show.
    ///   - streams: `SND_SEQ_OPEN_INPUT` or `SND_SEQ_OPEN_OUTPUT`.
    ///   - capabilities: What others may do with the port.
    /// - Throws: ``MIDIOutputError/noSequencer(reason:)``
    init(name: String, streams: Int32, capabilities: Int32) throws(MIDIOutputError) {
      CALSADropMessages()  // the error says it all
      var (handle, coder): (OpaquePointer?, OpaquePointer?)
      let code = snd_seq_open(&handle, "default", streams, SND_SEQ_NONBLOCK)
      guard code >= 0, let handle else {
        throw .noSequencer(reason: String(cString: snd_strerror(code)))
      }
      snd_seq_set_client_name(handle, name)
      let port = snd_seq_create_simple_port(
        handle, name, UInt32(capabilities),
        UInt32(SND_SEQ_PORT_TYPE_MIDI_GENERIC | SND_SEQ_PORT_TYPE_APPLICATION))
      let coderCode = snd_midi_event_new(16, &coder)
      guard port >= 0, coderCode >= 0, let coder else {
        snd_seq_close(handle)
        throw .noSequencer(reason: String(cString: snd_strerror(min(port, coderCode))))
      }
      (sequencer, self.coder, self.port) = (handle, coder, UInt8(truncatingIfNeeded: port))
    }

    deinit {
      snd_midi_event_free(coder)
      snd_seq_close(sequencer)
    }
  }
#endif
