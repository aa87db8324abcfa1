import PitchToMIDI

#if canImport(CALSA)
  import CALSA
  import Glibc

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
      // To all connected programs, at once.
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

  /// A virtual port of ALSA's sequencer, to which other programs send.
  final class SequencerInput: MIDIInput {
    private let client: SequencerClient

    /// - Parameter name: The name that other programs show.
    /// - Throws: ``MIDIOutputError/noSequencer(reason:)``
    init(name: String) throws(MIDIOutputError) {
      client = try SequencerClient(
        name: name, streams: SND_SEQ_OPEN_INPUT,
        capabilities: SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE)
    }

    func receive(timeout: Int32) -> [UInt8]? {
      var request = pollfd()
      guard snd_seq_poll_descriptors(client.sequencer, &request, 1, Int16(POLLIN)) == 1 else {
        return nil
      }
      if snd_seq_event_input_pending(client.sequencer, 0) == 0, poll(&request, 1, timeout) <= 0 {
        return []
      }
      var bytes: [UInt8] = []
      var event: UnsafeMutablePointer<snd_seq_event_t>?
      while bytes.count < 256, snd_seq_event_input(client.sequencer, &event) >= 0, let event {
        var message = [UInt8](repeating: 0, count: 16)
        let count = snd_midi_event_decode(client.coder, &message, message.count, event)
        if count > 0 { bytes += message[..<count] }
      }
      return bytes
    }

    /// The port is the program's own, and always there.
    func recover() -> Bool { true }
  }
#endif
