import CommandKit
import InstrumentTuning
import KammertonCommand
import LiveAudio
import PitchEstimation
import TuneCommands
import WebServer

/// This machine's microphone for the viewers of a server: the lines of `tune --jsonl`, the notes as a
/// history counts them, and what happens to the device.
struct ListenFeed: Sendable {
  let broadcaster: EventBroadcaster

  /// Runs until the source ends or the task is cancelled.
  func run(_ events: TunerFeed.Events, _ startModel: TunerModel) async throws {
    var model = startModel
    var buffer = TextBuffer(capacity: 512)
    for try await event in events {
      if let notice = event.notice { complain(notice) }
      if let result = model.take(event) {
        buffer.removeAll()
        model.line(for: result).append(to: &buffer)
        broadcaster.send(reading: buffer.bytes)
      }
      tell(model.takeEndedNotes())
      if let status = ListenStatus(event) { broadcaster.send(status: Array(status.json.utf8)) }
    }
    model.finishNote()
    tell(model.takeEndedNotes())
  }

  private func tell(_ ended: [HeardNote]) {
    for note in ended {
      broadcaster.send(note: Array("{\(HistoryObjects.members(of: note))}".utf8))
    }
  }
}

/// What viewers are told of the microphone.
struct ListenStatus: Equatable {
  enum State: String {
    case listening, lost, ended
  }

  var state: State
  /// The name of the device, or why it is lost.
  var detail: String

  /// `nil` for events that viewers need not know.
  init?(_ event: LiveEvent<PitchReading>) {
    switch event {
    case .started(let deviceName, _): self.init(state: .listening, detail: deviceName)
    case .lost(let reason): self.init(state: .lost, detail: reason)
    case .ended: self.init(state: .ended, detail: "")
    case .reading, .skipped, .dropped, .retrying, .resumed: return nil
    }
  }

  private init(state: State, detail: String) {
    (self.state, self.detail) = (state, detail)
  }

  var json: String { "{\"state\":\"\(state.rawValue)\",\"detail\":\(detail.jsonQuoted)}" }
}
