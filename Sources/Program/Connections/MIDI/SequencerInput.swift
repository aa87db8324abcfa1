#if canImport(CALSA)
  import CALSA
  import Glibc

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
