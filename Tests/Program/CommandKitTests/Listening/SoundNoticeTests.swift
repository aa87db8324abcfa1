@testable import CommandKit
import LiveAudio
import Testing

@Suite("What is told when sound stops and returns")
struct SoundNoticeTests {
  private typealias Event = LiveEvent<Int>

  @Test("a loss is told until the microphone is back, with its reason; attempts are not told")
  func loss() {
    let lost = Event.lost(reason: "pulse stopped by itself").notice
    #expect(lost?.text == "The microphone stopped: pulse stopped by itself. Waiting for it.")
    #expect(lost?.duration == .infinity)
    #expect(Event.retrying(attempt: 3, delay: .seconds(1)).notice == nil)
    #expect(Event.resumed.notice?.text == "The microphone works again.")
    #expect(Event.resumed.notice?.duration == 3)
  }

  @Test("the name of a device cannot drive the terminal")
  func hostileName() {
    let lost = Event.lost(reason: "a\u{1B}[31mb stopped by itself").notice
    #expect(lost?.text.contains("\u{1B}") == false)
  }

  @Test("missing samples are told with their number; only late reading is a busy machine")
  func gaps() {
    let late = Event.dropped(sampleCount: 512, overflowCount: 0).notice?.text
    #expect(late == "This machine was busy. Dropped samples: 512.")
    let overflow = Event.dropped(sampleCount: 0, overflowCount: 2).notice?.text
    #expect(overflow == "The microphone dropped samples, times: 2.")
    #expect(!SoundNotice.incompleteStroke.text.contains("busy"))
  }

  @Test("a loudspeaker is told like a microphone")
  func loudspeaker() {
    let lost = SoundPlayerEvent.lost(device: "USB").notice
    #expect(lost?.text == "USB was disconnected. Waiting for it." && lost?.duration == .infinity)
  }
}
