import NIOCore
import Testing

@testable import WebServer

@Suite("What waits for a viewer")
struct EventMailboxTests {
  @Test("is the newest reading, behind the newest status")
  func newestWins() async {
    let mailbox = EventMailbox()
    for number in 1...100 { mailbox.put(reading: ByteBuffer(string: "\(number).")) }
    mailbox.put(status: ByteBuffer(string: "old "))
    mailbox.put(status: ByteBuffer(string: "new "))
    #expect(await mailbox.next() == ByteBuffer(string: "new 100."))
  }

  @Test("is, for a WebSocket, as many readings as may wait, the newest in order")
  func queue() async {
    let mailbox = EventMailbox(form: .webSocket, readingLimit: 5)
    for number in 1...12 { mailbox.put(reading: ByteBuffer(string: "\(number).")) }
    mailbox.put(heartbeat: ByteBuffer(string: ":"))
    #expect(await mailbox.next() == ByteBuffer(string: "8.9.10.11.12."))
  }

  @Test("keeps every note, between status and reading, up to the newest 64")
  func notes() async {
    let mailbox = EventMailbox()
    for number in 1...70 {
      mailbox.put(reading: ByteBuffer(string: "."))
      mailbox.put(note: ByteBuffer(string: "\(number) "))
    }
    mailbox.put(status: ByteBuffer(string: "status "))
    let notes = (7...70).map { "\($0) " }.joined()
    #expect(await mailbox.next() == ByteBuffer(string: "status \(notes)."))
    mailbox.put(note: ByteBuffer(string: "1"))
    mailbox.put(heartbeat: ByteBuffer(string: ":"))
    #expect(await mailbox.next() == ByteBuffer(string: "1"))
  }

  @Test("comes to who waits already")
  func waiting() async {
    let mailbox = EventMailbox()
    let waiter = Task { await mailbox.next() }
    await Task.yield()
    mailbox.put(reading: ByteBuffer(string: "1"))
    #expect(await waiter.value == ByteBuffer(string: "1"))
  }

  @Test("can still be read after the end, and nothing else")
  func end() async {
    let mailbox = EventMailbox()
    mailbox.put(reading: ByteBuffer(string: "1"))
    mailbox.finish()
    #expect(await mailbox.next() == ByteBuffer(string: "1"))
    #expect(await mailbox.next() == nil)
  }

  @Test("a cancelled viewer waits no longer")
  func cancellation() async {
    let mailbox = EventMailbox()
    let waiter = Task { await mailbox.next() }
    waiter.cancel()
    #expect(await waiter.value == nil)
  }

  @Test("a heartbeat takes no reading's place")
  func heartbeat() async {
    let mailbox = EventMailbox()
    mailbox.put(reading: ByteBuffer(string: "1"))
    mailbox.put(heartbeat: ByteBuffer(string: ":"))
    #expect(await mailbox.next() == ByteBuffer(string: "1"))
    mailbox.put(heartbeat: ByteBuffer(string: ":"))
    #expect(await mailbox.next() == ByteBuffer(string: ":"))
  }
}
